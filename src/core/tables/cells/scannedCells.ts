import { isBlank } from "./blankBytes.ts";
import { byteNumber } from "./byteNumber.ts";
import { readCell, type ColumnFormat } from "./columnFormat.ts";
import { isoDay } from "./isoDay.ts";
import { noValueIn } from "./noValue.ts";
import { keyOfText, keyOfValue, type CellKeys } from "./cellKeying.ts";
import { isBeyondDoubles } from "./beyondDoubles.ts";

export interface ScannedColumn {
  /** Among the columns, from 0. */
  readonly place: number;
  readonly format: ColumnFormat;
  /** Keys of its cells, where equal cells are only told apart from different ones. */
  readonly keys?: CellKeys;
  /** Cells without a value besides empty ones; the usual words if absent. */
  readonly missing?: readonly string[];
}

/** Number of a column's cells that were neither missing nor read, and the first. Private. */
export interface UnreadCells {
  readonly count: number;
  readonly first: string;
}

/** Reads cells of a scan, between two places of some bytes. */
export interface ScannedCells {
  /** The trimmed text. */
  readonly textOf: (bytes: Uint8Array, start: number, end: number) => string;
  /** Value of a cell of column k; else NaN. */
  readonly valueOf: (k: number, bytes: Uint8Array, start: number, end: number) => number;
  /** The same for cells beyond plain numbers and ISO dates. */
  readonly slowly: (k: number, text: string) => number;
  readonly unread: readonly UnreadCells[];
}

const longestNumber = 40;

export function scannedCells(
  columns: readonly ScannedColumn[],
  decoder: { readonly decode: (input: Uint8Array) => string },
): ScannedCells {
  const decimals = columns.map(({ format, missing }) =>
    format.type === "number" && !missing && format.isWhole !== true ? format.decimal.charCodeAt(0) : -1,
  );
  const none = columns.map(({ format, missing }) => noValueIn(format, missing));
  const unread = columns.map(() => ({ count: 0, first: "" }));
  const textOf = (bytes: Uint8Array, start: number, end: number) => decoder.decode(bytes.subarray(start, end)).trim();

  const slowly = (k: number, text: string): number => {
    const { format, keys } = columns[k]!;
    if (none[k]!.text(text)) return NaN;
    if (format.type === "text") return keys ? keyOfText(text, format, keys) : NaN;
    const value = readCell(text, format);
    if (none[k]!.number(value)) return NaN;
    if (!Number.isNaN(value)) return keys ? keyOfValue(value, text, format, keys) : value;
    const noted = unread[k]!;
    if (noted.count++ === 0) noted.first = text.slice(0, 40);
    return NaN;
  };
  const plainly = (k: number, bytes: Uint8Array, start: number, end: number): number => {
    const decimal = decimals[k]!;
    if (decimal >= 0) return end - start <= longestNumber ? byteNumber(bytes, start, end, decimal) : NaN;
    return columns[k]!.format.type === "date" && !columns[k]!.missing ? isoDay(bytes, start, end) : NaN;
  };
  const valueOf = (k: number, bytes: Uint8Array, start: number, end: number): number => {
    while (start < end && isBlank(bytes[start]!)) start++;
    while (end > start && isBlank(bytes[end - 1]!)) end--;
    if (start === end) return NaN;
    const value = plainly(k, bytes, start, end);
    if (Number.isNaN(value) || isBeyondDoubles(value)) return slowly(k, textOf(bytes, start, end));
    const { format, keys } = columns[k]!;
    return keys ? keys.ofValue(value, format.type) : value;
  };
  return { textOf, valueOf, slowly, unread };
}
