import Papa from "papaparse";
import { defined } from "../defined.ts";
import { blankLines } from "./cells/blankLines.ts";
import { isBlankBetween } from "./cells/blankBytes.ts";
import { decodedBytes } from "./cells/decodedBytes.ts";
import type { Dialect } from "./dialect.ts";
import { blank, carriageReturn, quote } from "./cells/fileBytes.ts";
import { openingQuote, withQuotesFirst } from "./cells/openingQuotes.ts";
import { openQuote } from "./fileRefusals.ts";
import { isCommentLine } from "./head/commentLines.ts";
import { recordRows, rowsAtOnce } from "./head/recordRows.ts";
import { fitsCell, longestCell, unitsOfBytes } from "./cells/longRow.ts";
import { tableLimits } from "./tableLimits.ts";
import { scannedCells, type ScannedCells, type ScannedColumn, type UnreadCells } from "./cells/scannedCells.ts";
import { rowPieces } from "./rowPieces.ts";

declare class TextDecoder {
  constructor(label: string, options?: { ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream: boolean }): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

interface RowScan {
  /** Takes bytes of an encoding with ASCII as its first half; their memory is the caller's again. */
  push(bytes: Uint8Array): void;
  finish(): void;
  /** Private, like all else here. */
  readonly rowCount: () => number;
  /** Number of cells of each column that are neither missing nor read, and the first. */
  readonly unread: () => readonly UnreadCells[];
}

interface RowScanning {
  readonly dialect: Pick<
    Dialect,
    "delimiter" | "newline" | "preamble" | "hasHeader" | "below" | "comment" | "rowNames"
  >;
  readonly encoding: string;
  readonly columns: readonly ScannedColumn[];
  readonly take: (values: Float64Array, rows: number) => void;
  /** As `GrowingTable`; false if absent. */
  readonly countsBlankLines?: boolean;
  /** Cells of a record: a marked line with fewer is a comment. */
  readonly recordWidth: number;
  /** True if rows of names are taken as well. */
  readonly takesNames?: boolean;
  readonly cellsBy?: (decoder: { readonly decode: (input: Uint8Array) => string }) => ScannedCells;
}

/**
 * Scan of CSV or TSV: the values of `createTableReader`, bit for bit, by a loop over bytes. Irregular quotes go to the
 * parser of whole tables, and cells beyond plain numbers and ISO dates to its readers.
 *
 * @param dialect as recognised from the beginning of the file, which is scanned again
 * @param columns in the order of their values
 * @param take is given values row by row, NaN where missing, and the number of rows: the array is used again
 * @param cellsBy reader of cells, if not as values
 * @throws {ParameterError} from `push` and `finish`, naming "file", where the table reader does
 */
export function createRowScan(scanning: RowScanning): RowScan {
  return scanning.dialect.delimiter === " " ? createBlankScan(scanning) : createMarkScan(scanning);
}

/** Scan of cells between blanks, rewritten between tabs. */
function createBlankScan({ dialect: { comment, ...dialect }, encoding, ...rest }: RowScanning): RowScan {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  const lines = blankLines({ ...dialect, ...defined({ comment }) }, tableLimits.lineLength, rest.recordWidth);
  const scan = createMarkScan({ ...rest, dialect: { ...dialect, delimiter: "\t", newline: "\n" }, encoding: "utf-8" });
  const cellText = (cell: string) => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const take = (rows: readonly (readonly string[])[]) => {
    if (rows.length > 0) scan.push(encoder.encode(rows.map((row) => `${row.map(cellText).join("\t")}\n`).join("")));
  };
  return {
    ...scan,
    push: (piece) => take(lines.push(decoder.decode(piece, { stream: true }))),
    finish: () => {
      take(lines.push(decoder.decode()));
      take(lines.finish());
      scan.finish();
    },
  };
}

function createMarkScan({
  dialect,
  encoding,
  columns,
  take,
  countsBlankLines = false,
  recordWidth,
  takesNames = false,
  cellsBy = (decoder) => scannedCells(columns, decoder),
}: RowScanning): RowScan {
  const delimiter = dialect.delimiter.charCodeAt(0);
  const newline = dialect.newline.charCodeAt(0);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const rowValues = createRowValues(columns, decoder, cellsBy(decoder));
  const { width: d, values, places, from, to, textOf } = rowValues;

  const records = recordRows({ dialect, countsBlankLines, takesNames, take, values, width: d });
  const isMarked = markTest(dialect);
  const commentWidth = () => (records.isAbove() ? 0 : recordWidth);
  /** A row of texts, from the parser of whole tables. */
  const takeTexts = (row: readonly string[]) => {
    if (records.begins(row.length === 1 && row[0]!.trim() === "")) rowValues.ofTexts(records.offset(), row);
  };
  const parseRow = createRowParser({ dialect, encoding, decoder, takeTexts, rowsBefore: records.count });

  /** @returns where the first unfinished row begins */
  const scan = (bytes: Uint8Array, isLast: boolean): number => {
    const length = bytes.length;
    const last = bytes.lastIndexOf(newline);
    let at = 0;
    let nextQuote = -1;
    rows: while (at <= last) {
      if (isMarked(bytes, at)) {
        const end = bytes.indexOf(newline, at) + 1;
        const units = unitsOfBytes(bytes.subarray(at, end));
        if (isCommentLine(units, { width: commentWidth(), delimiter, newline })) {
          at = end;
          continue;
        }
      }
      const start = at;
      let i = at;
      let cell = 0;
      let wanted = 0;
      let nextPlace = d > 0 ? places[0]! : -1;
      for (;;) {
        let cellEnd: number;
        if (bytes[i] === blank) i = openingQuote(bytes, i);
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
        // A quoted cell goes on: the row is unfinished.
        if (i >= length && !isLast) return start;
        if (i >= length) byte = newline;
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
          // The rest of the row matters only for its end.
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
      if (!records.begins(cell === 0 && isBlankBetween(bytes, openingQuote(bytes, start), at - 1, textOf))) continue;
      rowValues.ofCells(records.offset(), bytes, wanted);
    }
    return at;
  };

  const rows = rowPieces({
    ...{ delimiter, newline, scan, takeTexts, isMarked, commentWidth },
    hasMark: encoding === "utf-8",
    cellCount: places.reduce((most, place) => Math.max(most, place), 0) + 1,
    textOf: (units) => decoder.decode(Uint8Array.from(units)),
  });
  return {
    push: rows.push,
    finish: () => {
      if (rows.endsInQuote()) throw openQuote(records.count() + 1);
      rows.finish();
      records.flush();
    },
    rowCount: records.count,
    unread: rowValues.unread,
  };
}

/** The values of rows, from cells between two places of the bytes or from texts. */
function createRowValues(
  columns: RowScanning["columns"],
  decoder: TextDecoder,
  { textOf, valueOf, slowly, unread }: ReturnType<NonNullable<RowScanning["cellsBy"]>>,
) {
  const d = columns.length;
  const values = new Float64Array(rowsAtOnce * d);
  const order = columns.map((_, k) => k).sort((a, b) => columns[a]!.place - columns[b]!.place);
  const places = Int32Array.from(order, (k) => columns[k]!.place);
  /** Beginnings and ends of a row's wanted cells, by place. */
  const from = new Int32Array(d);
  const to = new Int32Array(d);
  const valueOfText = (k: number, cell: string) => slowly(k, fitsCell(cell) ? cell.trim() : "");
  return {
    width: d,
    values,
    places,
    from,
    to,
    textOf,
    unread: () => unread,
    ofTexts: (at: number, row: readonly string[]) => {
      for (let k = 0; k < d; k++) values[at + k] = valueOfText(k, row[columns[k]!.place] ?? "");
    },
    ofCells: (at: number, bytes: Uint8Array, wanted: number) => {
      for (let w = 0; w < d; w++) {
        const k = order[w]!;
        const [start, end] = [from[w]!, to[w]!];
        if (w >= wanted) values[at + k] = NaN;
        else if (end - start <= longestCell) values[at + k] = valueOf(k, bytes, start, end);
        else values[at + k] = valueOfText(k, decoder.decode(bytes.subarray(start, end)));
      }
    },
  };
}

/** True where the declared comment mark stands. */
function markTest({ comment }: RowScanning["dialect"]): (bytes: Uint8Array, at: number) => boolean {
  const mark = Uint8Array.from(comment ?? "", (character) => character.charCodeAt(0));
  return (bytes, at) => mark.length > 0 && mark.every((byte, i) => bytes[at + i] === byte);
}

interface RowParsing extends Pick<RowScanning, "dialect" | "encoding"> {
  readonly decoder: TextDecoder;
  readonly takeTexts: (row: readonly string[]) => void;
  readonly rowsBefore: () => number;
}

/**
 * Has the parser of whole tables read the row at a place.
 *
 * @returns a function to the place of the next row, or −1 if more bytes are needed
 */
function createRowParser({ dialect, encoding, decoder, takeTexts, rowsBefore }: RowParsing) {
  const parser = new Papa.Parser({ delimiter: dialect.delimiter, newline: dialect.newline, preview: 1 });
  return (bytes: Uint8Array, start: number, isLast: boolean): number => {
    for (let length = 512; ; length *= 8) {
      const end = Math.min(bytes.length, start + length);
      const isWhole = end === bytes.length;
      const text = withQuotesFirst(decoder.decode(bytes.subarray(start, end)), dialect.delimiter);
      const { data, errors, meta } = parser.parse(text, 0, !(isWhole && isLast)) as Papa.ParseResult<string[]>;
      if (isWhole && isLast && errors.some(({ code }) => code === "MissingQuotes")) throw openQuote(rowsBefore() + 1);
      if (data.length > 0 && meta.cursor > 0) {
        takeTexts(data[0]!);
        return start + decodedBytes(text, meta.cursor, bytes, start, encoding);
      }
      if (isWhole) return isLast ? bytes.length : -1;
    }
  };
}
