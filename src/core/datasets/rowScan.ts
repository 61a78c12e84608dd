import Papa from "papaparse";
import { carriageReturn, quote } from "./fileBytes.ts";
import { isBlank, isBlankBetween } from "./blankBytes.ts";
import { byteNumber } from "./byteNumber.ts";
import { readCell } from "./columnFormat.ts";
import type { ColumnFormat } from "./columnFormat.ts";
import { decodedBytes } from "./decodedBytes.ts";
import type { Dialect } from "./dialect.ts";
import { isoDay } from "./isoDay.ts";
import { isMissing } from "./missingCell.ts";
import { refusal } from "./refusal.ts";
import { textKey } from "./textKey.ts";
import { countText } from "../numberFormats.ts";

declare class TextDecoder {
  constructor(label: string, options?: { ignoreBOM?: boolean });
  decode(input: Uint8Array): string;
}

/** A column that is read of a file, and how. */
export interface ScannedColumn {
  /** Its place among the columns, from 0. */
  readonly place: number;
  readonly format: ColumnFormat;
  /** Whether only equal cells are to be told from different ones: a number as its value, any other text by its key. */
  readonly asKey: boolean;
}

/** Cells of a column that were neither missing nor read, how many and the first of them. Private. */
export interface UnreadCells {
  readonly count: number;
  readonly first: string;
}

/** Reads the values of a few columns of a text file in pieces, without holding rows. */
export interface RowScan {
  /** Takes the next bytes, in UTF-8 or another encoding that has ASCII as its first half; their memory is the caller's again. */
  push(bytes: Uint8Array): void;
  /** After the last piece. */
  finish(): void;
  /** How many rows were read; private, like all else here. */
  readonly rowCount: () => number;
  /** Cells of each column that are neither missing nor read, how many and the first of them. */
  readonly unread: () => readonly UnreadCells[];
}

const rowsAtOnce = 4096;
const longestRow = 4_000_000;

/**
 * A scan of CSV or TSV: the same values, bit for bit, as `createTableReader` gives of the same bytes, dialect and
 * formats, at the speed of a loop over bytes. Rows that need more than that, with quotes inside of quotes or text after
 * them, are given to the parser that reads whole tables; so are cells that are more than a plain number or an ISO date.
 *
 * @param dialect as recognised from the beginning of the file, which is scanned again
 * @param encoding of the file: "utf-8" or "windows-1252"
 * @param columns in the order in which their values are wanted
 * @param take is given values row by row, NaN where there is none, and how many rows: the array is used again
 * @throws {ParameterError} from `push` and `finish`, naming "file", where the table reader does
 */
export function createRowScan({
  dialect,
  encoding,
  columns,
  take,
}: {
  readonly dialect: Pick<Dialect, "delimiter" | "newline" | "preamble" | "hasHeader">;
  readonly encoding: string;
  readonly columns: readonly ScannedColumn[];
  readonly take: (values: Float64Array, rows: number) => void;
}): RowScan {
  const delimiter = dialect.delimiter.charCodeAt(0);
  const newline = dialect.newline.charCodeAt(0);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const parser = new Papa.Parser({ delimiter: dialect.delimiter, newline: dialect.newline, preview: 1 });
  const d = columns.length;
  const values = new Float64Array(rowsAtOnce * d);
  const order = columns.map((_, k) => k).sort((a, b) => columns[a]!.place - columns[b]!.place);
  const places = Int32Array.from(order, (k) => columns[k]!.place);
  const decimals = columns.map(({ format }) => (format.type === "number" ? format.decimal.charCodeAt(0) : -1));
  /** Where the wanted cells of a row begin and end, in the order of their places. */
  const from = new Int32Array(d);
  const to = new Int32Array(d);
  const unread = columns.map(() => ({ count: 0, first: "" }));

  // What is not read yet, and behind it the next piece: memory that is used again, as what is thrown away waits for a collector.
  let buffer = new Uint8Array(2 ** 16);
  let pending = 0;
  let enough = 0;
  let isBeginning = true;
  let preambleLeft = dialect.preamble;
  let headerLeft = dialect.hasHeader;
  let filled = 0;
  let rowCount = 0;

  const flush = () => {
    if (filled > 0) take(values, filled);
    filled = 0;
  };
  const textOf = (bytes: Uint8Array, start: number, end: number) => decoder.decode(bytes.subarray(start, end)).trim();

  /** The value of a cell that is more than a plain number. */
  const slowly = (k: number, text: string): number => {
    const { format, asKey } = columns[k]!;
    const value = readCell(text, format);
    if (!Number.isNaN(value)) return value;
    if (isMissing(text)) return NaN;
    if (asKey) return textKey(text);
    const noted = unread[k]!;
    if (noted.count++ === 0) noted.first = text.slice(0, 40);
    return NaN;
  };
  const valueOf = (k: number, bytes: Uint8Array, start: number, end: number): number => {
    while (start < end && isBlank(bytes[start]!)) start++;
    while (end > start && isBlank(bytes[end - 1]!)) end--;
    if (start === end) return NaN;
    const decimal = decimals[k]!;
    const value =
      decimal >= 0
        ? end - start <= 40
          ? byteNumber(bytes, start, end, decimal)
          : NaN
        : columns[k]!.format.type === "date"
          ? isoDay(bytes, start, end)
          : NaN;
    return Number.isNaN(value) ? slowly(k, textOf(bytes, start, end)) : value;
  };

  /** Whether a row is of the table: not before it, not its header, not blank. */
  const isRecord = (isBlankRow: boolean): boolean => {
    if (preambleLeft > 0) {
      preambleLeft--;
      return false;
    }
    if (isBlankRow) return false;
    if (headerLeft) {
      headerLeft = false;
      return false;
    }
    rowCount++;
    if (filled === rowsAtOnce) flush();
    filled++;
    return true;
  };

  /** A row of texts, from the parser of whole tables. */
  const takeTexts = (row: readonly string[]) => {
    if (!isRecord(row.length === 1 && row[0]!.trim() === "")) return;
    for (let k = 0; k < d; k++) values[(filled - 1) * d + k] = slowly(k, (row[columns[k]!.place] ?? "").trim());
  };

  /**
   * Has the parser of whole tables read the row that begins at a place.
   *
   * @returns where the next one begins, or −1 if more bytes are needed
   */
  const parseRow = (bytes: Uint8Array, start: number, isLast: boolean): number => {
    for (let length = 512; ; length *= 8) {
      const end = Math.min(bytes.length, start + length);
      const isWhole = end === bytes.length;
      const text = decoder.decode(bytes.subarray(start, end));
      const { data, errors, meta } = parser.parse(text, 0, !(isWhole && isLast)) as Papa.ParseResult<string[]>;
      if (isWhole && isLast && errors.some(({ code }) => code === "MissingQuotes")) {
        throw refusal(
          "file",
          `a quote that is opened near row ${countText(rowCount + 1)} and never closed`,
          "a table whose quotes are closed",
        );
      }
      if (data.length > 0 && meta.cursor > 0) {
        takeTexts(data[0]!);
        return start + decodedBytes(text, meta.cursor, bytes, start, encoding);
      }
      if (isWhole) return isLast ? bytes.length : -1;
    }
  };

  /** @returns where the first row begins that is not whole */
  const scan = (bytes: Uint8Array, isLast: boolean): number => {
    const length = bytes.length;
    const last = bytes.lastIndexOf(newline);
    let at = 0;
    let nextQuote = -1;
    rows: while (at <= last) {
      const start = at;
      let i = at;
      let cell = 0;
      let wanted = 0;
      let nextPlace = d > 0 ? places[0]! : -1;
      for (;;) {
        let cellEnd: number;
        let cellStart = i;
        let byte = bytes[i]!;
        if (byte === quote) {
          cellStart = i + 1;
          cellEnd = bytes.indexOf(quote, cellStart);
          if (cellEnd < 0 && !isLast) return start;
          i = cellEnd + 1;
          byte = i < length ? bytes[i]! : -1;
          if (byte === carriageReturn && i + 1 < length && bytes[i + 1] === newline) byte = bytes[++i]!;
          if (cellEnd < 0 || (byte !== delimiter && byte !== newline)) {
            const next = parseRow(bytes, start, isLast);
            if (next < 0) return start;
            at = next;
            continue rows;
          }
        } else {
          while (byte !== delimiter && byte !== newline && i < length) byte = bytes[++i]!;
          cellEnd = i;
        }
        if (i >= length) {
          // A quoted cell went on past the last line break: the row is not whole.
          if (!isLast) return start;
          byte = newline;
        }
        while (cell === nextPlace) {
          from[wanted] = cellStart;
          to[wanted] = cellEnd;
          wanted++;
          nextPlace = wanted < d ? places[wanted]! : -1;
        }
        if (byte === newline) {
          at = i + 1;
          break;
        }
        cell++;
        i++;
        if (wanted === d && cell > 0) {
          // What is left of the row matters only for where it ends.
          if (nextQuote >= 0 && nextQuote < i) nextQuote = -1;
          if (nextQuote < 0) {
            nextQuote = bytes.indexOf(quote, i);
            if (nextQuote < 0) nextQuote = length;
          }
          const end = bytes.indexOf(newline, i);
          if (end >= 0 && end < nextQuote) {
            at = end + 1;
            break;
          }
        }
      }
      if (!isRecord(cell === 0 && isBlankBetween(bytes, start, at - 1, textOf))) continue;
      const row = (filled - 1) * d;
      for (let w = 0; w < d; w++) {
        const k = order[w]!;
        values[row + k] = w < wanted ? valueOf(k, bytes, from[w]!, to[w]!) : NaN;
      }
    }
    return at;
  };

  const begin = (bytes: Uint8Array): Uint8Array =>
    encoding === "utf-8" && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

  return {
    push: (piece) => {
      const length = pending + piece.length;
      if (length > buffer.length) {
        const larger = new Uint8Array(Math.ceil(1.5 * length));
        larger.set(buffer.subarray(0, pending));
        buffer = larger;
      }
      buffer.set(piece, pending);
      pending = length;
      if (isBeginning && length < 3) return;
      const bytes = isBeginning ? begin(buffer.subarray(0, length)) : buffer.subarray(0, length);
      isBeginning = false;
      const isEnough = bytes.length >= enough;
      const rest = isEnough ? bytes.subarray(scan(bytes, false)) : bytes;
      buffer.copyWithin(0, length - rest.length, length);
      pending = rest.length;
      // The start of a row is read again: twice as much keeps the whole linear.
      if (isEnough) enough = 2 * pending;
      if (pending > longestRow) throw refusal("file", "a line of millions of characters", "rows ended by line breaks");
    },
    finish: () => {
      const left = buffer.subarray(0, pending);
      let bytes = isBeginning ? begin(left) : left;
      if (bytes.length > 0 && bytes.at(-1) !== newline) {
        // A row that a line break does not end is one all the same; quotes that are open are left to the parser.
        bytes = joined(bytes, Uint8Array.of(newline));
      }
      scan(bytes, true);
      flush();
    },
    rowCount: () => rowCount,
    unread: () => unread,
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
