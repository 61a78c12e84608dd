import Papa from "papaparse";
import { blankLines } from "./cells/blankLines.ts";
import { beginningLength, detectDialect, turnedDialect, type Dialect } from "./dialect.ts";
import { endlessLine, openQuote, tooLarge } from "./fileRefusals.ts";
import { countText } from "../numberFormats.ts";
import type { ParameterError } from "../errors.ts";
import { growingTable, isBlankRow, type GrowingTable } from "./growingTable.ts";
import { commentSkipping } from "./head/commentLines.ts";
import { turnedRows } from "./head/turnedRows.ts";
import { longestCell, longRow, unitsOfText } from "./cells/longRow.ts";
import { refusal } from "./refusal.ts";
import type { TextLayout } from "./schema.ts";
import type { Table } from "./table.ts";
import { tableLimits } from "./tableLimits.ts";
import type { TableReading } from "./tableReading.ts";
import { textDecoding } from "./textDecoding.ts";

/** The rows that are whole so far, and how they are written. */
interface Glimpse extends Pick<GrowingTable, "countsBlankLines"> {
  readonly table: Table;
  readonly dialect: Dialect;
  readonly places: readonly number[];
}

/** Reads a table piece by piece. */
interface TableReader {
  /** Takes the next bytes of the file. @returns the fraction read so far */
  push(chunk: Uint8Array): number;
  /** The table, after the last piece. */
  finish(): Table;
  /** Undefined while no row is whole. */
  glimpse(): Glimpse | undefined;
  /**
   * After `finish`: how to read the file once more, where its end speaks for another format of some column than its
   * beginning did; undefined where it does not.
   */
  readonly better: () => TableReading | undefined;
}

/**
 * A reader of CSV and TSV in pieces: separator, formats of numbers and dates, header and encoding are recognised from
 * the beginning; quotes and line ends are as in RFC 4180. Memory is that of the numbers, not of the text.
 *
 * @param totalBytes length of the file, for the progress
 * @param reading what the person said about the file
 * @param limits the most rows, and cells, that are held
 * @param only the names of the columns that are held; all if absent
 * @param leastRows how many rows there must be: a table of records has two
 * @throws {ParameterError} from `push` and `finish`, naming "file", when it is not a table of numbers
 */
export function createTableReader({
  totalBytes,
  reading = {},
  limits = tableLimits,
  only,
  leastRows = 2,
}: {
  readonly totalBytes: number;
  readonly reading?: TableReading;
  readonly limits?: { readonly rows: number; readonly cells: number };
  readonly only?: ReadonlySet<string>;
  readonly leastRows?: 0 | 1 | 2;
}): TableReader {
  const { schema } = reading;
  if (schema && !schema.text) throw unwritten();
  const { decode, encoding, isBroken } = textDecoding(schema?.text?.encoding ?? reading.encoding);
  let readBytes = 0;
  let pending = "";
  let enough = 0;
  let started: ReturnType<typeof start> | undefined;
  let long: ReturnType<typeof longRow> | undefined;

  /** Takes characters of a row that is too long to be held; what follows it is pending. */
  const skim = (text: string, last: boolean) => {
    const end = long!.push(unitsOfText(text));
    pending = end < 0 ? "" : text.slice(end);
    if (end < 0 && !last) return;
    if (end < 0 && long!.isOpen()) throw openQuote(started!.table.rowCount() + 1);
    started!.table.take(long!.cells());
    long = undefined;
    enough = 0;
  };

  const take = (last: boolean) => {
    if (long) skim(pending, last);
    if (long) return;
    if (!last && pending.length < (started ? Math.min(enough, tableLimits.lineLength + 1) : beginningLength)) return;
    if (last && !started && (schema ? pending : pending.trim()) === "")
      throw refusal("file", "an empty file", "a table with at least two rows of numbers");
    if (last && pending === "") return;
    started ??= start(pending);
    const { parser, table, lines, comments } = started;
    const takeRow = started.turned?.take ?? table.take;
    pending = comments.rest(pending);
    if (lines) {
      lines.push(pending).forEach(takeRow);
      pending = "";
      if (last) lines.finish().forEach(takeRow);
      return;
    }
    const { data, errors, meta } = parser.parse(pending, 0, !last) as Papa.ParseResult<string[]>;
    if (last && errors.some(({ code }) => code === "MissingQuotes")) {
      throw openQuote(table.rowCount() + data.length);
    }
    // Nothing follows the last line break.
    if (last && pending.endsWith(started.dialect.newline) && isBlankRow(data.at(-1))) data.pop();
    pending = comments.rest(pending.slice(meta.cursor));
    enough = 2 * pending.length; // The start of a row is read again: twice as much keeps the whole linear.
    data.forEach(takeRow);
    if (pending.length <= tableLimits.lineLength) return;
    if (!schema || started.turned) throw endlessLine();
    long = longRow({
      delimiter: started.dialect.delimiter.charCodeAt(0),
      newline: started.dialect.newline.charCodeAt(0),
      cellCount: table.cellCount(),
      cellLength: longestCell,
      textOf: (units) => String.fromCharCode(...units),
    });
    take(last);
  };

  const tableBy = (dialect: Dialect) =>
    growingTable({ dialect, reading, encoding: encoding(), limits, only, leastRows });
  const start = (text: string) => {
    const dialect = schema?.text
      ? declaredDialect(schema.text)
      : detectDialect(text.slice(0, beginningLength), reading.turned ? { ...reading, header: true } : reading);
    const { delimiter, newline, comment, preamble } = dialect;
    const isTurned = dialect.turned ?? (!schema && reading.turned === true);
    const most = Math.min(limits.cells, mostTurned);
    const checkCells = (count: number) => {
      if (count > most) throw tooLarge({ rows: limits.rows, cells: most });
    };
    return {
      dialect,
      turned: isTurned ? turnedRows(preamble, isBlankRow, checkCells) : undefined,
      parser: new Papa.Parser({ delimiter, newline, comments: comment ?? false }),
      comments: commentSkipping(delimiter === " " ? undefined : comment, newline),
      lines: delimiter === " " ? blankLines(dialect, tableLimits.lineLength) : undefined,
      table: tableBy(dialect),
    };
  };

  return {
    push: (chunk) => {
      readBytes += chunk.length;
      pending += decode(chunk, false);
      take(false);
      return totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 1;
    },
    glimpse: () =>
      started?.table.hasColumns()
        ? {
            ...{ table: started.table.soFar(), dialect: started.dialect, places: started.table.places() },
            countsBlankLines: started.table.countsBlankLines,
          }
        : undefined,
    finish: () => {
      pending += decode(new Uint8Array(0), true);
      take(true);
      const columns = started!.turned?.finish();
      if (columns) {
        const dialect = schema ? started!.dialect : turnedDialect(started!.dialect, columns, reading);
        started = { ...started!, table: tableBy(dialect) };
        columns.forEach(started.table.take);
      }
      const table = started!.table.soFar();
      const unfit = started!.lines?.unfit() ?? 0;
      return unfit === 0 ? table : { ...table, notices: [...table.notices, unfitNotice(unfit)] };
    },
    better: () => {
      const formats = started?.table.betterFormats() ?? {};
      // Bytes that are no UTF-8 are of the other encoding that is common.
      if (isBroken()) return { ...reading, encoding: "windows-1252" };
      return Object.keys(formats).length > 0 ? { ...reading, formats: { ...reading.formats, ...formats } } : undefined;
    },
  };
}

function unfitNotice(count: number): string {
  const rows = count === 1 ? "A row has" : `${countText(count)} rows have`;
  return `${rows} another number of cells than the header, or ${count === 1 ? "is" : "are"} too long: nothing says which cell is lacking, so that all count as missing.`;
}

/** The most cells of a file whose columns are records: it is held as text. */
const mostTurned = 6_000_000;

/** The dialect of a file that a schema describes. */
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
