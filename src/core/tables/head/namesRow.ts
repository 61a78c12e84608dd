import { readCell, type ColumnFormat } from "../cells/columnFormat.ts";
import { isMissing } from "../cells/missingCell.ts";
import { isIdName, isPersonName } from "./columnNames.ts";
import { isMeasured } from "./measuredCell.ts";

/**
 * Header test: true if the first row has names. Text above a column of numbers, dates or times is a name. Beside numbers
 * it is one only if one of the texts names what tells rows apart, and is found nowhere below: values of a record must not
 * become names, which are public. A row of text alone is in doubt where a cell of it is found below or missing, or nothing
 * below is a number.
 */
export function headerOf(
  first: readonly string[],
  below: readonly (readonly string[])[],
  formats: readonly ColumnFormat[],
): { readonly hasHeader: boolean; readonly isInDoubt: boolean } {
  const measured = (cell: string, j: number) => !Number.isNaN(readCell(cell, formats[j]!)) || isMeasured(cell);
  const texts = first.filter((cell, j) => !isMissing(cell) && !measured(cell, j));
  const recurs = (cell: string, j: number) => !isMissing(cell) && below.some((row) => row[j] === cell);
  if (texts.length === 0) return { hasHeader: false, isInDoubt: false };
  if (first.some((cell, j) => cell !== "" && !isMissing(cell) && measured(cell, j))) {
    const named = first.some(
      (cell, j) => (isIdName(cell) || isPersonName(cell) || /^(name|curve)$/i.test(cell)) && !recurs(cell, j),
    );
    return { hasHeader: named, isInDoubt: true };
  }
  const contrasts = first.some((cell, j) => {
    const cells = below.map((row) => row[j] ?? "").filter((value) => !isMissing(value));
    return (
      !isMissing(cell) && cells.length > 0 && 2 * cells.filter((value) => measured(value, j)).length >= cells.length
    );
  });
  const mayBeRecord = first.some((cell, j) => recurs(cell, j) || (cell !== "" && isMissing(cell)));
  return { hasHeader: contrasts || !mayBeRecord, isInDoubt: !contrasts || mayBeRecord };
}
