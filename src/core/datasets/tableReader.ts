import Papa from "papaparse";
import { cellNumber, detectDialect, isMissing } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";
import { refusal } from "./refusal.ts";
import type { Column, Table } from "./table.ts";
import { textDecoding } from "./textDecoding.ts";

/** Reads a table piece by piece. */
export interface TableReader {
  /** Takes the next bytes of the file. @returns the fraction read so far */
  push(chunk: Uint8Array): number;
  /** The table, after the last piece. */
  finish(): Table;
}

/** The largest table that is read. */
export const tableLimits = { rows: 1_000_000, columns: 1_000, lineLength: 4_000_000, categories: 1_000 } as const;

/**
 * A reader of CSV and TSV in pieces: separator, decimal comma, header and encoding are recognised from the
 * beginning; quotes and line ends are as in RFC 4180. Memory is that of the numbers, not of the text.
 *
 * @param totalBytes length of the file, for the progress
 * @throws {ParameterError} from `push` and `finish`, naming "file", when it is not a table of numbers
 */
export function createTableReader({ totalBytes }: { readonly totalBytes: number }): TableReader {
  const decode = textDecoding();
  let readBytes = 0;
  let pending = "";
  let enough = 0;
  let started: { dialect: Dialect; parser: Papa.Parser; columns: ColumnBuilder[]; names: string[] } | undefined;
  let rowCount = 0;
  let blankCount = 0;
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
        `a quote that is opened near row ${(rowCount + data.length).toLocaleString("en")} and never closed`,
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
    const dialect = detectDialect(text.slice(0, beginningLength));
    const { delimiter, newline } = dialect;
    const columns: ColumnBuilder[] = [];
    return { dialect, parser: new Papa.Parser({ delimiter, newline }), columns, names: [] as string[] };
  };

  const takeRow = (row: string[]) => {
    const { dialect, columns, names } = started!;
    if (isBlank(row)) {
      blankCount++;
      return;
    }
    if (columns.length === 0) {
      if (row.length > tableLimits.columns) {
        throw refusal(
          "file",
          `${row.length.toLocaleString("en")} columns`,
          `a table of at most ${tableLimits.columns} columns`,
        );
      }
      names.push(...columnNames(dialect.hasHeader ? row : row.map(() => ""), notices));
      columns.push(...names.map(() => columnBuilder(dialect.decimalComma)));
      if (dialect.isHeaderInDoubt) notices.push(headerNotice(dialect.hasHeader, names));
      if (dialect.hasHeader) return;
    }
    if (rowCount === tableLimits.rows) {
      throw refusal("file", "more rows", `a table of at most ${tableLimits.rows.toLocaleString("en")} rows`);
    }
    rowCount++;
    if (row.length !== columns.length) ragged ??= { row: rowCount, cells: row.length };
    for (let j = 0; j < columns.length; j++) columns[j]!.add(row[j] ?? "", rowCount);
  };

  return {
    push: (chunk) => {
      readBytes += chunk.length;
      pending += decode(chunk, false);
      take(false);
      return totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 1;
    },
    finish: () => {
      pending += decode(new Uint8Array(0), true);
      take(true);
      const columns = started!.columns.map((column, j) => column.finish(started!.names[j]!));
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
          `Row ${ragged.row.toLocaleString("en")} has ${ragged.cells} cells instead of ${columns.length}; absent cells count as missing, further ones are ignored.`,
        );
      }
      if (blankCount > 0)
        notices.push(
          blankCount === 1
            ? "A blank line was skipped."
            : `${blankCount.toLocaleString("en")} blank lines were skipped.`,
        );
      return { columns, rowCount, notices };
    },
  };
}

const beginningLength = 65_536;
const longestName = 200;

function isBlank(row: readonly string[] | undefined): boolean {
  return row?.length === 1 && row[0]!.trim() === "";
}

function headerNotice(isHeader: boolean, names: readonly string[]): string {
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
    const base = cell.trim().slice(0, longestName) || `column ${j + 1}`;
    let name = base;
    for (let k = 2; used.has(name); k++) name = `${base} (${k})`;
    if (name !== base) renamed++;
    used.add(name);
    return name;
  });
  if (renamed > 0) notices.push("Columns whose name occurs twice were numbered.");
  return names;
}

interface ColumnBuilder {
  add(cell: string, row: number): void;
  finish(name: string): Column;
}

/** A growing column of numbers. */
function columnBuilder(decimalComma: boolean): ColumnBuilder {
  let values = new Float64Array(1024);
  let length = 0;
  let missingCount = 0;
  let firstProblem: { row: number; text: string } | undefined;
  let texts: TextColumn | undefined;
  return {
    add: (cell, row) => {
      if (length === values.length) {
        const larger = new Float64Array(2 * length);
        larger.set(values);
        values = larger;
      }
      const text = cell.trim();
      const value = cellNumber(text, decimalComma);
      if (Number.isNaN(value)) {
        missingCount++;
        if (!firstProblem && !isMissing(text)) {
          firstProblem = { row, text: text.slice(0, 40) };
          texts = textColumn(values.subarray(0, length));
        }
      }
      values[length++] = value;
      texts?.add(text, value);
    },
    finish: (name) => ({
      name,
      values: values.slice(0, length),
      missingCount,
      ...(firstProblem && { firstProblem }),
      ...texts?.finish(),
    }),
  };
}

interface TextColumn {
  /** Takes a trimmed cell, and the number in it or NaN. */
  add(cell: string, value: number): void;
  finish(): Pick<Column, "categories">;
}

/** The texts of a column that turned out to have some, after the given numbers; a number is one text, however written. */
function textColumn(before: Float64Array): TextColumn {
  const codeOf = new Map<string, number>();
  let codes: number[] | undefined = [];
  const add = (cell: string, value: number) => {
    if (!codes) return;
    const text = Number.isNaN(value) ? cell.slice(0, longestName) : String(value);
    const code = codeOf.get(text) ?? (isMissing(text) ? -1 : codeOf.size);
    if (code === tableLimits.categories) {
      codes = undefined;
      codeOf.clear();
      return;
    }
    if (code === codeOf.size) codeOf.set(text, code);
    codes.push(code);
  };
  for (const value of before) add("", value);
  return {
    add,
    finish: () => (codes ? { categories: { names: [...codeOf.keys()], codes: Int32Array.from(codes) } } : {}),
  };
}
