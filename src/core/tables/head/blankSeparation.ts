import { blankLines, cellsBetweenBlanks } from "../cells/blankLines.ts";
import { formatOf, habitsOf, noEvidence, readCell } from "../cells/columnFormat.ts";
import { isMissing } from "../cells/missingCell.ts";
import { longestNumber } from "../cells/numberCell.ts";
import { unitFactor } from "../cells/unitFactor.ts";
import { isUnit } from "./headRows.ts";
import { isMeasured } from "./measuredCell.ts";
import { beginningLength, commonest, isFilled, rowsWeighed, weighed } from "./rowShapes.ts";

interface BlankRows {
  readonly rows: readonly (readonly string[])[];
  readonly preamble: number;
  readonly rowNames?: true;
}

/** The table between blanks, undefined where the lines have different numbers of cells. */
export function blankLayoutOf(beginning: string, newline: "\n" | "\r"): BlankRows | undefined {
  const lines = beginning.split(newline).slice(0, rowsWeighed);
  if (beginning.length >= beginningLength) lines.pop();
  const cells = lines.map((line) => cellsBetweenBlanks(line));
  const widths = cells.filter((row) => row.length > 0 && !row[0]!.startsWith("#")).map((row) => row.length);
  const width = commonest(widths);
  if (width < 2 || widths.length < 2) return undefined;
  const firstRow = cells.findIndex((row) => row.length === width && !row[0]!.startsWith("#"));
  const isNames = (row: readonly string[]) => row.length > 0 && row.every((cell) => !isMeasured(cell));
  const above = cells[firstRow - 1] ?? [];
  const names = above[0]?.startsWith("#") ? cellsBetweenBlanks(lines[firstRow - 1]!.replace(/^[ \t]*#+/, "")) : above;
  const hasRowNames =
    names.length === width - 1 && isNames(names) && (width > 2 || lines[firstRow]!.trim().startsWith('"'));
  const preamble = hasRowNames || (names !== above && names.length === width) ? firstRow - 1 : firstRow;
  const layout = { newline, preamble, ...(hasRowNames && { rowNames: true as const }) };
  const reader = blankLines(layout, beginning.length);
  const rows = reader
    .push(`${lines.join(newline)}${newline}`)
    .slice(preamble)
    .filter(isFilled);
  return reader.unfit() > 0.02 * rows.length ? undefined : { rows, ...layout };
}

/** True if blanks split a table into numbers, and the best mark leaves texts. Tabs that split it alike are no blanks. */
export function isBlankSeparated(
  { rows, preamble }: Pick<BlankRows, "rows" | "preamble">,
  best: { readonly delimiter: string; readonly share: number; readonly width: number },
): boolean {
  if (best.delimiter === "\t" && best.width === rows[0]?.length) return false;
  const isNumber = (cell: string) => isMeasured(cell) && !/[,;|]$/.test(cell);
  // "high 1,5" below "group dose", or without names above; "1,5 kg" may be one number.
  const [names = [], ...records] = rows;
  const withComma = records.flat().filter((cell) => cell.includes(","));
  const isDecimal = best.delimiter === "," && withComma.length > 0 && withComma.every(isDecimalComma);
  if (isDecimal && !names.some((cell) => cell.includes(",") || isMeasured(cell))) return true;
  const isWord = (cell: string) => !isMeasured(cell) && !isUnit(cell) && !/\d/.test(cell);
  const areWords = (cells: readonly string[]) => cells.every(isWord) && new Set(cells).size > 1;
  if (isDecimal && preamble === 0 && names.some(isDecimalComma))
    if (names.some((_, j) => areWords(rows.map((row) => row[j] ?? "0")))) return true;
  const shareIn = (cells: readonly string[]) => cells.filter(isNumber).length / Math.max(1, cells.length);
  if (best.width < 2 && !isOneColumn(rows))
    return names.some((_, j) => shareIn(records.map((row) => row[j] ?? "").filter((cell) => !isMissing(cell))) >= 0.9);
  const share = shareIn(records.flat());
  const isText = best.share <= 0.1 && share >= (best.width < 2 ? 0.25 : 0.5);
  return isText || (share === 1 && best.share < 0.9);
}

/** True for rows that are one column of dates, grouped digits, or numbers in one unit or in money: other words are cells. */
function isOneColumn(rows: BlankRows["rows"]): boolean {
  const joined = rows.slice(1).map((row) => row.join(" "));
  const [evidence = noEvidence()] = weighed(joined.map((cell) => [cell]));
  const format = formatOf(evidence, habitsOf([evidence], " "));
  const units = [...evidence.units.keys()];
  if (units.length > 0 && units.every((unit) => money.test(unit))) return true;
  const own = format.type === "number" ? format.unit : "";
  const least = own === "" || isUnit(own) ? 0.5 : 1;
  const read = joined.filter((cell) => !Number.isNaN(readCell(cell, format)));
  return read.length >= least * joined.length && units.every((unit) => unit === own || unitFactor(unit, own));
}

const money = /^(?:\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|BRL)$/u;

/** True for a number such as "70,5", "1 234,5", "−3", "70,5 kg". */
export function isDecimalComma(text: string): boolean {
  return text.length <= longestNumber && decimalComma.test(text);
}

const decimalComma = /^[-+−–]?\d[\d .’'\u00a0\u202f]*(?:,\d+)?\s*[\p{L}\p{Sc}%°]{0,5}$/u;
