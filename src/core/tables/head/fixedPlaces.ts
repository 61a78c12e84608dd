import { isMissing } from "../cells/missingCell.ts";
import { isMeasured } from "./measuredCell.ts";

/** True for cells at the same places of all lines, one of them a column of numbers. */
export function haveFixedPlaces(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => line.trim() !== "").map((line) => line.slice(0, 1000));
  const length = Math.max(0, ...rows.map((row) => row.length));
  const isGap = (place: number) => rows.every((row) => (row[place] ?? " ") === " ");
  const starts = Array.from({ length }, (_, place) => place).filter((at) => !isGap(at) && (at === 0 || isGap(at - 1)));
  const isColumn = (start: number, k: number) => {
    const cells = rows.slice(1).map((row) => row.slice(start, starts[k + 1]).trim());
    return (
      cells.some(isMeasured) && cells.every((cell) => isMissing(cell) || (isMeasured(cell) && !cell.includes(" ")))
    );
  };
  return starts.length > 1 && rows.length > 2 && starts.some(isColumn);
}
