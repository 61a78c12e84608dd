import Papa from "papaparse";
import { columnBuilder } from "./columnBuilder.ts";
import type { ColumnBuilder } from "./columnBuilder.ts";
import { formatOf, formatOfType, noEvidence } from "./columnFormat.ts";
import type { ColumnFormat, ColumnType } from "./columnFormat.ts";
import { beginningLength, detectDialect } from "./dialect.ts";
import type { Dialect, SaidDialect } from "./dialect.ts";
import { plainNumber } from "./numberCell.ts";
import { refusal } from "./refusal.ts";
import type { Table } from "./table.ts";
import { beginningOf } from "./shortName.ts";
import { textDecoding } from "./textDecoding.ts";
import { countText } from "../numberFormats.ts";

/** Reads a table piece by piece. */
export interface TableReader {
  /** Takes the next bytes of the file. @returns the fraction read so far */
  push(chunk: Uint8Array): number;
  /** The table, after the last piece. */
  finish(): Table;
  /** The rows that are whole so far, as a table, and how they are written; undefined where no row is. */
  glimpse(): { readonly table: Table; readonly dialect: Dialect } | undefined;
  /**
   * After `finish`: how to read the file once more, where its end speaks for another format of some column than its
   * beginning did; undefined where it does not.
   */
  readonly better: () => TableReading | undefined;
}

/** What a person said about how to read a file; what is absent is told by the file itself. */
export interface TableReading extends SaidDialect {
  /** What columns are, by their place. */
  readonly types?: Readonly<Record<number, ColumnType>>;
  /** How columns are written, by their place, as an earlier pass found. */
  readonly formats?: Readonly<Record<number, ColumnFormat>>;
}

/** The largest table that is read whole. */
export const tableLimits = {
  rows: 10_000_000,
  cells: 60_000_000,
  columns: 1_000,
  lineLength: 4_000_000,
  categories: 1_000,
} as const;

/**
 * A reader of CSV and TSV in pieces: separator, formats of numbers and dates, header and encoding are recognised from
 * the beginning; quotes and line ends are as in RFC 4180. Memory is that of the numbers, not of the text.
 *
 * @param totalBytes length of the file, for the progress
 * @param reading what the person said about the file
 * @param limits the most rows, and cells, that are held
 * @param only the names of the columns that are held; all if absent
 * @throws {ParameterError} from `push` and `finish`, naming "file", when it is not a table of numbers
 */
export function createTableReader({
  totalBytes,
  reading = {},
  limits = tableLimits,
  only,
}: {
  readonly totalBytes: number;
  readonly reading?: TableReading;
  readonly limits?: { readonly rows: number; readonly cells: number };
  readonly only?: ReadonlySet<string>;
}): TableReader {
  const decode = textDecoding();
  let readBytes = 0;
  let pending = "";
  let enough = 0;
  let started: { dialect: Dialect; parser: Papa.Parser; columns: GrowingColumn[]; names: string[] } | undefined;
  let rowCount = 0;
  let blankCount = 0;
  let preambleLeft = 0;
  let ragged: { row: number; cells: number } | undefined;
  const notices: string[] = [];

  const take = (last: boolean) => {
    if (!last && pending.length < (started ? Math.min(enough, tableLimits.lineLength + 1) : beginningLength)) return;
    if (pending.trim() === "") {
      if (last && !started) throw refusal("file", "an empty file", "a table with at least two rows of numbers");
      if (last) return;
    }
    started ??= start(pending);
    const { parser } = started;
    const { data, errors, meta } = parser.parse(pending, 0, !last) as Papa.ParseResult<string[]>;
    if (last && errors.some(({ code }) => code === "MissingQuotes")) {
      throw refusal(
        "file",
        `a quote that is opened near row ${countText(rowCount + data.length)} and never closed`,
        "a table whose quotes are closed",
      );
    }
    pending = pending.slice(meta.cursor);
    enough = 2 * pending.length; // The start of a row is read again: twice as much keeps the whole linear.
    if (pending.length > tableLimits.lineLength)
      throw refusal("file", "a line of millions of characters", "rows ended by line breaks");
    if (last && isBlank(data.at(-1))) data.pop(); // what follows the last line break
    data.forEach(takeRow);
  };

  const start = (text: string) => {
    const dialect = detectDialect(text.slice(0, beginningLength), reading);
    const { delimiter, newline } = dialect;
    preambleLeft = dialect.preamble;
    if (dialect.preamble > 0) {
      notices.push(
        dialect.preamble === 1
          ? "The first line stands before the table and was skipped."
          : `The first ${dialect.preamble} lines stand before the table and were skipped.`,
      );
    }
    const columns: GrowingColumn[] = [];
    return { dialect, parser: new Papa.Parser({ delimiter, newline }), columns, names: [] as string[] };
  };

  const takeRow = (row: string[]) => {
    const { dialect, columns, names } = started!;
    if (preambleLeft > 0) {
      preambleLeft--;
      return;
    }
    if (isBlank(row)) {
      blankCount++;
      return;
    }
    if (names.length === 0) {
      if (row.length > tableLimits.columns) {
        throw refusal("file", `${countText(row.length)} columns`, `a table of at most ${tableLimits.columns} columns`);
      }
      names.push(...columnNames(dialect.hasHeader ? row : row.map(() => ""), notices));
      names.forEach((name, place) => {
        if (!only || only.has(name)) columns.push({ name, place, builder: builderOf(dialect, place) });
      });
      if (dialect.isHeaderInDoubt && reading.header === undefined)
        notices.push(headerNotice(dialect.hasHeader, names, row));
      if (dialect.hasHeader) return;
    }
    if (rowCount === limits.rows || (rowCount + 1) * columns.length > limits.cells) {
      throw refusal(
        "file",
        "more rows",
        `a table of at most ${countText(limits.rows)} rows and ${countText(limits.cells)} cells; count larger ones where they are, or keep only the columns that are needed`,
      );
    }
    rowCount++;
    if (row.length !== names.length) ragged ??= { row: rowCount, cells: row.length };
    for (const { place, builder } of columns) builder.add(row[place] ?? "", rowCount);
  };

  const builderOf = ({ evidence, habits }: Dialect, j: number) => {
    const type = reading.types?.[j];
    const weighed = evidence[j] ?? noEvidence();
    const found = reading.formats?.[j] ?? formatOf(weighed, habits);
    return columnBuilder(type ? formatOfType(type, weighed, habits) : found, type);
  };

  const tableSoFar = (): Table => {
    const columns = started!.columns.map(({ name, builder }) => builder.finish(name));
    if (rowCount < 2) {
      throw refusal(
        "file",
        rowCount === 1 ? "one row of values" : "only a header",
        "a table with at least two rows of numbers",
      );
    }
    if (!columns.some(({ missingCount }) => missingCount < rowCount)) {
      throw refusal("file", "only text", "a table with at least one column of numbers");
    }
    if (ragged) {
      notices.push(
        `Row ${countText(ragged.row)} has ${ragged.cells} cells instead of ${started!.names.length}; absent cells count as missing, further ones are ignored.`,
      );
    }
    if (blankCount > 0)
      notices.push(
        blankCount === 1 ? "A blank line was skipped." : `${countText(blankCount)} blank lines were skipped.`,
      );
    const { hasHeader, isHeaderInDoubt, delimiter, habits } = started!.dialect;
    const written = { delimiter, decimal: habits.decimal };
    return { columns, rowCount, notices, header: { isHeader: hasHeader, inDoubt: isHeaderInDoubt }, written };
  };

  return {
    push: (chunk) => {
      readBytes += chunk.length;
      pending += decode(chunk, false);
      take(false);
      return totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 1;
    },
    glimpse: () =>
      started && started.names.length > 0 ? { table: tableSoFar(), dialect: started.dialect } : undefined,
    finish: () => {
      pending += decode(new Uint8Array(0), true);
      take(true);
      return tableSoFar();
    },
    better: () => {
      const formats: Record<number, ColumnFormat> = { ...reading.formats };
      const improved = (started?.columns ?? []).filter(({ place, builder }) => {
        const found = reading.types?.[place] || reading.formats?.[place] ? undefined : builder.better();
        // A decimal mark that was said stays, whatever the end speaks for.
        const format = found?.type === "number" && reading.decimal ? undefined : found;
        if (format) formats[place] = format;
        return format !== undefined;
      });
      return improved.length > 0 ? { ...reading, formats } : undefined;
    },
  };
}

/** A column that grows, and its place among those of the file. */
interface GrowingColumn {
  readonly name: string;
  readonly place: number;
  readonly builder: ColumnBuilder;
}

/** As long as a release file takes them; the number of a name that occurs twice is within it. */
const longestName = 200;

function isBlank(row: readonly string[] | undefined): boolean {
  return row?.length === 1 && row[0]!.trim() === "";
}

function headerNotice(isHeader: boolean, names: readonly string[], row: readonly string[]): string {
  if (!isHeader && row.every((cell) => Number.isNaN(plainNumber(cell.trim())))) {
    return "The first row may be a record: it is kept as one, and columns are numbered.";
  }
  if (!isHeader) {
    return "The first row has text beside numbers: it is kept as a record, and columns are numbered. If it is a header, name what tells rows apart “id”.";
  }
  const shown = names.slice(0, 4).join(", ");
  return `The first row was taken for the names of the columns: ${shown}${names.length > 4 ? ", …" : ""}.`;
}

function columnNames(header: readonly string[], notices: string[]): string[] {
  const used = new Set<string>();
  let renamed = 0;
  const names = header.map((cell, j) => {
    const base = beginningOf(cell.trim(), longestName) || `column ${j + 1}`;
    let name = base;
    for (let k = 2; used.has(name); k++) {
      const number = ` (${k})`;
      name = `${beginningOf(base, longestName - number.length)}${number}`;
    }
    if (name !== base) renamed++;
    used.add(name);
    return name;
  });
  if (renamed > 0) notices.push("Columns whose name occurs twice were numbered.");
  return names;
}
