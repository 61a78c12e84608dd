import Papa from "papaparse";
import { blankLines } from "./cells/blankLines.ts";
import { detectDialect, turnedDialect, type Dialect } from "./dialect.ts";
import { endlessColumn, endlessLine, openQuote, tooLarge } from "./fileRefusals.ts";
import { countText } from "../numberFormats.ts";
import type { ParameterError } from "../errors.ts";
import { growingTable, isBlankRow, type GrowingTable } from "./growingTable.ts";
import { commentSkipping } from "./head/commentLines.ts";
import { beginningLength } from "./head/rowShapes.ts";
import { turnedRows } from "./head/turnedRows.ts";
import { withQuotesFirst } from "./cells/openingQuotes.ts";
import { longestCell, longRow, unitsOfText, type LongRow } from "./cells/longRow.ts";
import { refusal } from "./refusal.ts";
import type { TextLayout } from "./schema.ts";
import type { Table } from "./table.ts";
import { tableLimits } from "./tableLimits.ts";
import type { TableReading } from "./tableReading.ts";
import { textDecoding } from "./textDecoding.ts";

/** The whole rows so far, and how they are written. */
interface Glimpse extends Pick<GrowingTable, "countsBlankLines" | "recordWidth"> {
  readonly table: Table;
  readonly dialect: Dialect;
  readonly places: readonly number[];
}

interface TableReader {
  /** @returns the fraction read so far */
  push(chunk: Uint8Array): number;
  /** After the last piece. */
  finish(): Table;
  /** Undefined while no row is whole. */
  glimpse(): Glimpse | undefined;
  /** After `finish`: how to read the file once more, where its end speaks for other formats; else undefined. */
  readonly better: () => TableReading | undefined;
}

/**
 * Reader of CSV and TSV in pieces, as recognised from the beginning; quotes and line ends as in RFC 4180. Memory is
 * that of the numbers.
 *
 * @param totalBytes for the progress
 * @param limits most rows and cells
 * @param only names of the columns that are held; all if absent
 * @param leastRows least rows
 * @throws {ParameterError} from `push` and `finish`, naming "file", when it is not a table of numbers
 */
export function createTableReader({
  totalBytes,
  reading = {},
  limits = tableLimits,
  only,
  leastRows = 1,
}: {
  readonly totalBytes: number;
  readonly reading?: TableReading;
  readonly limits?: { readonly rows: number; readonly cells: number };
  readonly only?: ReadonlySet<string>;
  readonly leastRows?: 0 | 1;
}): TableReader {
  const { schema } = reading;
  if (schema && !schema.text) throw unwritten();
  const { decode, encoding, isBroken } = textDecoding(schema?.text?.encoding ?? reading.encoding);
  const tableBy = (dialect: Dialect) =>
    growingTable({ dialect, reading, encoding: encoding(), limits, only, leastRows });
  let readBytes = 0;
  let pending = "";
  let enough = 0;
  let started: RowTaking | undefined;

  const start = (): RowTaking => {
    const dialect = schema?.text
      ? declaredDialect(schema.text)
      : detectDialect(pending.slice(0, beginningLength), reading.turned ? { ...reading, header: true } : reading);
    const isTurned = dialect.turned ?? (!schema && reading.turned === true);
    return rowTaking({ dialect, table: tableBy(dialect), isDeclared: schema !== undefined, isTurned, limits });
  };

  const take = (last: boolean) => {
    if (!last && pending.length < (started ? Math.min(enough, tableLimits.lineLength + 1) : beginningLength)) return;
    if (last && !started && (schema ? pending : pending.trim()) === "")
      throw refusal("file", "an empty file", "a table with at least one row of numbers");
    started ??= start();
    pending = pending.slice(started.read(pending, last));
    enough = 2 * pending.length; // The start of a row is read again: twice as much keeps the whole linear.
  };

  return {
    push: (chunk) => {
      readBytes += chunk.length;
      pending += decode(chunk, false);
      take(false);
      return totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 1;
    },
    glimpse: () => {
      if (!started?.table.hasColumns()) return undefined;
      const { table, dialect } = started;
      return { ...table, table: table.soFar(), dialect, places: table.places() };
    },
    finish: () => {
      pending += decode(new Uint8Array(0), true);
      take(true);
      const { turned, dialect, unfitCount } = started!;
      const columns = turned?.finish();
      if (columns) {
        const table = tableBy(schema ? dialect : turnedDialect(dialect, columns, reading));
        columns.forEach(table.take);
        started = { ...started!, table };
      }
      const table = started!.table.soFar();
      const unfit = unfitCount();
      return unfit === 0 ? table : { ...table, notices: [...table.notices, unfitNotice(unfit)] };
    },
    better: () => {
      const formats = started?.table.betterFormats() ?? {};
      // Bytes that are no UTF-8 are of the other common encoding.
      if (isBroken()) return { ...reading, encoding: "windows-1252" };
      return Object.keys(formats).length > 0 ? { ...reading, formats: { ...reading.formats, ...formats } } : undefined;
    },
  };
}

interface RowTaking {
  readonly dialect: Dialect;
  readonly table: GrowingTable;
  /** Rows of a file whose columns are records. */
  readonly turned: ReturnType<typeof turnedRows> | undefined;
  /** Takes whole rows. @returns where the first unfinished row begins */
  readonly read: (text: string, isLast: boolean) => number;
  /** Rows between blanks of another width than the header. */
  readonly unfitCount: () => number;
}

/** @param isDeclared true under a schema: rows may then be of any length */
function rowTaking({
  dialect,
  table,
  isDeclared,
  isTurned,
  limits,
}: Pick<RowTaking, "dialect" | "table"> & {
  readonly isDeclared: boolean;
  readonly isTurned: boolean;
  readonly limits: typeof tableLimits | { readonly rows: number; readonly cells: number };
}): RowTaking {
  const { delimiter, newline } = dialect;
  const most = Math.min(limits.cells, mostTurned);
  const turned = isTurned
    ? turnedRows(dialect, isBlankRow, (count) => {
        if (count > most) throw tooLarge({ rows: limits.rows, cells: most });
      })
    : undefined;
  const takeRow = turned?.take ?? table.take;
  const recordWidth = turned?.recordWidth ?? (() => (table.isAbove() ? 0 : table.recordWidth()));
  if (delimiter === " ") {
    const leastCells = turned ? 1 : table.recordWidth() || Infinity;
    // A line of columns is held whole, for its name.
    const longest = turned ? longestTurned : tableLimits.lineLength;
    const lines = blankLines(dialect, longest, leastCells, () => {
      if (turned) throw endlessColumn(longest);
    });
    const read = (text: string, isLast: boolean) => {
      lines.push(text).forEach(takeRow);
      if (isLast) lines.finish().forEach(takeRow);
      return text.length;
    };
    return { dialect, table, turned, read, unfitCount: lines.unfit };
  }
  const mark = dialect.comment;
  const parser = new Papa.Parser({ delimiter, newline });
  const parsed = (text: string, isLast: boolean): number => {
    const { data, errors, meta } = parser.parse(withQuotesFirst(text, delimiter), 0, !isLast) as Papa.ParseResult<
      string[]
    >;
    if (isLast && errors.some(({ code }) => code === "MissingQuotes")) throw openQuote(table.rowCount() + data.length);
    // Nothing follows the last line break.
    if (isLast && text.endsWith(newline) && isBlankRow(data.at(-1))) data.pop();
    data.forEach(takeRow);
    return meta.cursor;
  };
  const readRows = mark === undefined ? parsed : commentSkipping({ mark, dialect, width: recordWidth, read: parsed });
  let long: { readonly row: LongRow; readonly isMarked: boolean } | undefined;
  const read = (text: string, isLast: boolean): number => {
    for (let at = 0; ;) {
      if (long) {
        const end = long.row.push(unitsOfText(text.slice(at)));
        if (end < 0 && !isLast) return text.length;
        if (end < 0 && long.row.isOpen()) throw openQuote(table.rowCount() + 1);
        if (!(long.isMarked && long.row.isShorter(recordWidth()))) takeRow(long.row.cells());
        long = undefined;
        at = end < 0 ? text.length : at + end;
      }
      if (at === text.length) return at;
      at += readRows(text.slice(at), isLast);
      if (text.length - at <= tableLimits.lineLength) return at;
      const isMarked = mark !== undefined && text.startsWith(mark, at);
      if (isMarked ? recordWidth() === 0 : !isDeclared) throw endlessLine();
      const row = longRow({
        delimiter: delimiter.charCodeAt(0),
        newline: newline.charCodeAt(0),
        cellCount: isTurned ? most : table.cellCount(),
        cellLength: longestCell,
        textOf: (units) => String.fromCharCode(...units),
      });
      long = { row, isMarked };
    }
  };
  return { dialect, table, turned, read, unfitCount: () => 0 };
}

function unfitNotice(count: number): string {
  const rows = count === 1 ? "A row has" : `${countText(count)} rows have`;
  return `${rows} another number of cells than the header, or ${count === 1 ? "is" : "are"} too long: nothing says which cell is lacking, so that all count as missing.`;
}

/** Most cells of a turned file, held as text, and the longest line between blanks. */
const [mostTurned, longestTurned] = [6_000_000, 2 ** 28];

/** Dialect of a file that a schema describes. */
function declaredDialect({ header: hasHeader, encoding: _, packing: __, ...text }: TextLayout): Dialect {
  const habits = { decimal: ".", order: "dayFirst" } as const;
  return { ...text, hasHeader, isHeaderInDoubt: false, evidence: [], habits };
}

function unwritten(): ParameterError {
  return refusal(
    "file",
    "a file of text, with a schema that does not say how text is written",
    "Parquet or Arrow, or given with a schema of a file of text",
  );
}
