import { defined } from "../defined.ts";
import { shortText } from "../numberFormats.ts";
import { convertedUnit, isLimit, readCell, type TextFormat } from "./cells/columnFormat.ts";
import { keyOfText, type CellKeys } from "./cells/cellKeying.ts";
import { daysOfDate } from "./cells/instant.ts";
import { noValueIn } from "./cells/noValue.ts";
import { plainNumber } from "./cells/numberCell.ts";
import { growingNumbers } from "./cells/growingNumbers.ts";
import { isBeyondDoubles } from "./cells/beyondDoubles.ts";
import { wholeText } from "./cells/wholeText.ts";
import { fitsCell } from "./cells/longRow.ts";
import { formatOfColumn, kindOfColumn, type SchemaColumn } from "./schema.ts";
import { notedCells } from "./cells/limitCell.ts";
import type { Column } from "./table.ts";
import { textColumn } from "./textColumn.ts";

/** A cell as declared: a number, a text, nothing, or a text that does not fit. */
type ReadCell =
  | { readonly kind: "number"; readonly value: number; /** From 2⁵³ on. */ readonly digits?: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unread"; readonly text: string };

type CellReading = (cell: unknown) => ReadCell;

const nothing: ReadCell = { kind: "missing" };

/** Reader of a column's cells: a function of the cell and the declared column alone. Typed files have more than texts. */
export function cellReading(column: SchemaColumn): CellReading {
  const format = formatOfColumn(column);
  const codes = column.missing && new Set(column.missing);
  const isNone = noValueIn(format, column.missing);
  const ofText = (cell: string): ReadCell => {
    const text = cell.trim();
    if (!fitsCell(cell) || isNone.text(text)) return nothing;
    if (format.type === "text") return { kind: "text", text: textIn(text, format) };
    const value = readCell(text, format);
    if (Number.isNaN(value)) return { kind: "unread", text };
    if (isNone.number(value)) return nothing;
    return format.type === "number" ? numberIn(value, text, format.decimal) : { kind: "number", value };
  };
  return (cell) => {
    if (typeof cell === "string") return ofText(cell);
    if (cell === null || cell === undefined) return nothing;
    if (typeof cell === "boolean") return ofText(String(cell));
    if (cell instanceof Date) {
      const value = daysOfDate(cell);
      if (Number.isNaN(value)) return nothing;
      if (format.type === "date") return { kind: "number", value };
      // Instants beyond the years of a Date have no text.
      return Number.isNaN(cell.getTime()) ? nothing : ofText(cell.toISOString());
    }
    if (typeof cell !== "number" && typeof cell !== "bigint") return nothing;
    const value = Number(cell);
    if (!Number.isFinite(value) || codes?.has(String(cell)) === true || isNone.number(value)) return nothing;
    if (format.type === "text") return { kind: "text", text: textIn(String(cell), format) };
    if (format.type === "date" && format.isSerial === true) return ofText(String(cell));
    if (format.type === "duration") return { kind: "number", value };
    if (format.type !== "number" || (format.isWhole && !Number.isInteger(value)))
      return { kind: "unread", text: String(cell) };
    return numberIn(value, String(cell), ".");
  };
}

function numberIn(value: number, text: string, decimal: "." | ","): ReadCell {
  return isBeyondDoubles(value)
    ? { kind: "number", value, digits: wholeText(text, decimal) }
    : { kind: "number", value };
}

/** Reader of a column's cells as keys; NaN without a value. */
export function keyReading(column: SchemaColumn, keys: CellKeys): (cell: unknown) => number {
  const read = cellReading(column);
  const format = formatOfColumn(column);
  return (cell) => {
    const found = read(cell);
    if (found.kind === "number")
      return found.digits === undefined
        ? keys.ofValue(found.value, format.type)
        : keys.ofDigits(found.digits, found.value);
    return found.kind === "text" && format.type === "text" ? keyOfText(found.text, format, keys) : NaN;
  };
}

/** Text of a cell; of a category a number is one text however written. */
function textIn(text: string, { isNumberAlike }: TextFormat): string {
  const number = isNumberAlike ? plainNumber(text) : NaN;
  if (isBeyondDoubles(number)) return wholeText(text, ".");
  return Number.isNaN(number) ? text : String(number);
}

export interface DeclaredColumn {
  add(cell: unknown, row: number): void;
  finish(): Column;
}

/** Empty column, whose cells are read as declared. */
export function declaredColumn(column: SchemaColumn): DeclaredColumn {
  const read = cellReading(column);
  const format = formatOfColumn(column);
  const isCensored = format.type === "number" && format.isCensored === true;
  const texts = format.type === "text" ? textColumn() : undefined;
  const values = growingNumbers((length) => new Float64Array(length));
  let missingCount = 0;
  let unreadCount = 0;
  let firstProblem: { row: number; text: string } | undefined;
  const examples = new Set<string>();
  const [limits, converted] = [notedCells(), notedCells()];
  const digits = new Map<number, string>();
  return {
    add: (cell, row) => {
      const found = read(cell);
      const isBeyond =
        (isCensored || found.kind === "unread") && typeof cell === "string" && isLimit(cell.trim(), format);
      if (isBeyond && found.kind !== "missing") limits.add(cell.trim());
      if (found.kind === "number" && typeof cell === "string" && convertedUnit(cell.trim(), format) !== undefined)
        converted.add(`${cell.trim()} = ${shortText(found.value, 6)} ${column.unit}`.trimEnd());
      if (found.kind === "number" && found.digits !== undefined) digits.set(values.length(), found.digits);
      values.add(found.kind === "number" ? found.value : NaN);
      if (found.kind !== "number") missingCount++;
      texts?.add(found.kind === "text" ? found.text : undefined);
      if (found.kind !== "unread") return;
      const text = found.text.slice(0, 40);
      firstProblem ??= { row, text };
      if (isBeyond) return;
      unreadCount++;
      if (examples.size < 3) examples.add(text);
    },
    finish: () => ({
      name: column.name,
      values: values.finish(),
      missingCount,
      ...(firstProblem && { firstProblem }),
      ...texts?.finish(),
      ...(digits.size > 0 && { digits }),
      declared: column,
      reading: {
        format,
        kind: kindOfColumn(column),
        unread: { count: unreadCount, examples: [...examples] },
        ...defined({ limits: limits.finish(), converted: converted.finish() }),
      },
    }),
  };
}
