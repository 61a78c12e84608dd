import Papa from "papaparse";

/** How a table is written. */
export interface Dialect {
  readonly delimiter: "," | ";" | "\t";
  readonly newline: "\n" | "\r";
  readonly decimalComma: boolean;
  readonly hasHeader: boolean;
  /** Whether the first row has both names and numbers, so that it may be a record. */
  readonly isHeaderInDoubt: boolean;
}

const delimiters = [",", ";", "\t"] as const;
const rowsLookedAt = 50;

/**
 * The dialect of a table, from its beginning: the separator under which most cells are numbers, and of
 * those the one with most columns; decimal commas, where the separator leaves room for them and more cells
 * have one than a decimal point; a header, where the first row has text and no number, or names what tells rows apart.
 */
export function detectDialect(beginning: string): Dialect {
  const newline = newlineOf(beginning);
  const candidates = delimiters.map((delimiter) => {
    const parser = new Papa.Parser({ delimiter, newline, preview: rowsLookedAt });
    const parsed = parser.parse(beginning, 0, false) as Papa.ParseResult<string[]>;
    const rows = parsed.data
      .map((row) => row.map((cell) => cell.trim()))
      .filter((row) => row.length > 1 || row[0] !== "");
    const cells = rows.slice(1).flat();
    const decimalComma = delimiter !== "," && count(cells, /^[+-]?\d*,\d+$/) > count(cells, /\d\.\d/);
    const numeric = (cell: string) => !Number.isNaN(cellNumber(cell, decimalComma));
    // A header of another width than the rows speaks against the separator: that of "x", "1,5", "2,5" is no comma.
    const even = rows.length === 0 || rows[0]!.length === commonest(rows.map((row) => row.length)) ? 1 : 0.5;
    const share = (even * cells.filter(numeric).length) / Math.max(1, cells.length);
    return {
      delimiter,
      newline,
      decimalComma,
      share,
      width: Math.max(...rows.map((row) => row.length)),
      rows,
      numeric,
    };
  });
  const best = candidates.reduce((a, b) => {
    if (Math.abs(a.share - b.share) > 0.02) return b.share > a.share ? b : a;
    return b.width > a.width ? b : a;
  });
  const { delimiter, decimalComma, rows, numeric } = best;
  const isHeaderInDoubt = isMixed(rows[0] ?? [], numeric);
  return { delimiter, newline, decimalComma, hasHeader: beginsWithHeader(rows, numeric), isHeaderInDoubt };
}

/** Names of columns that tell rows apart. */
const idNames =
  /^(id|pid|name|curve|person|patient|participant|subject|child|individual|user)([ _.-]?(id|no|number))?$/i;

/**
 * Whether the first row has names: text and no number, or, beside numbers, a name of what tells rows apart that is
 * found nowhere below it. Any other row with a number may be a record: its values must not become names, which are
 * public.
 */
function beginsWithHeader([first = [], ...below]: readonly string[][], numeric: (cell: string) => boolean): boolean {
  if (!isMixed(first, numeric)) return first.some((cell) => !isMissing(cell) && !numeric(cell));
  return first.some((cell, j) => idNames.test(cell) && below.every((row) => row[j] !== cell));
}

function isMixed(row: readonly string[], numeric: (cell: string) => boolean): boolean {
  return row.some(numeric) && row.some((cell) => !isMissing(cell) && !numeric(cell));
}

/** The number in a trimmed cell; NaN where there is none. Infinite and overflowing numbers are none. */
export function cellNumber(cell: string, decimalComma: boolean): number {
  if (cell === "") return NaN;
  const code = cell.charCodeAt(cell.length > 1 && cell.charCodeAt(1) > 57 ? 1 : 0);
  if (code === 120 || code === 88 || code === 98 || code === 66 || code === 111 || code === 79) return NaN; // 0x…, 0b…, 0o…
  if (decimalComma && cell.includes(".")) return NaN; // 1.234 may mean 1234
  const value = Number(decimalComma ? cell.replace(",", ".") : cell);
  return Number.isFinite(value) ? value : NaN;
}

/** Whether a trimmed cell says that there is no value. */
export function isMissing(cell: string): boolean {
  return /^(|na|n\/a|nan|null|none|missing|-|\.|\?)$/i.test(cell);
}

// A line break inside quotes says nothing about how lines end.
function newlineOf(beginning: string): "\n" | "\r" {
  const plain = beginning.replace(/"[^"]*"/g, "");
  return plain.includes("\n") || !plain.includes("\r") ? "\n" : "\r";
}

function commonest(lengths: readonly number[]): number {
  const occurrences = new Map<number, number>();
  for (const length of lengths) occurrences.set(length, (occurrences.get(length) ?? 0) + 1);
  return [...occurrences].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

function count(cells: readonly string[], pattern: RegExp): number {
  return cells.filter((cell) => pattern.test(cell)).length;
}
