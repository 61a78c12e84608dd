import { defined } from "../defined.ts";
import { countText } from "../numberFormats.ts";
import { columnBuilder } from "./columnBuilder.ts";
import { formatOf, noEvidence, type ColumnFormat } from "./cells/columnFormat.ts";
import { declaredColumn } from "./declaredColumn.ts";
import { rowNamesColumn } from "./cells/blankLines.ts";
import type { Dialect } from "./dialect.ts";
import { onlyText, severalUnits, tooLarge, tooManyColumns } from "./fileRefusals.ts";
import { headLength, namesOf } from "./head/headRows.ts";
import { plainNumber } from "./cells/numberCell.ts";
import { refusal } from "./refusal.ts";
import { fitsCell } from "./cells/longRow.ts";
import type { TableSchema } from "./schema.ts";
import { numberedPlaces, placesOfColumns } from "./schemaPlaces.ts";
import { beginningOf } from "./shortName.ts";
import type { TextEncoding } from "./textDecoding.ts";
import type { Column, Table } from "./table.ts";
import { tableLimits } from "./tableLimits.ts";
import type { TableReading } from "./tableReading.ts";

/** Table that grows row by row. */
export interface GrowingTable {
  /** Takes the next row of the file: before the table, header, blank, or record. */
  readonly take: (row: readonly string[]) => void;
  readonly rowCount: () => number;
  readonly hasColumns: () => boolean;
  /**
   * True if a blank line is a record: in a one-column file under a schema it is a missing cell, and the number of
   * records must not tell of it.
   */
  readonly countsBlankLines: () => boolean;
  readonly isAbove: () => boolean;
  /** Cells of a record, by names or places; 0 until known. */
  readonly recordWidth: () => number;
  /** Most cells of a row to be read. */
  readonly cellCount: () => number;
  /** Places of the columns in a row of the file. */
  readonly places: () => readonly number[];
  /** The table so far. @throws {ParameterError} naming "file" if it has no numbers */
  readonly soFar: () => Table;
  /** Formats that the rows speak for, of columns read in another one, by place. */
  readonly betterFormats: () => Record<number, ColumnFormat>;
}

interface GrowingColumn {
  readonly name: string;
  readonly place: number;
  readonly add: (cell: string, row: number) => void;
  readonly finish: () => Column;
  readonly better: () => ColumnFormat | undefined;
}

interface Growing {
  readonly dialect: Dialect;
  readonly encoding: TextEncoding;
  readonly reading: TableReading;
  readonly limits: { readonly rows: number; readonly cells: number };
  /** Names of the columns held; all if undefined. */
  readonly only: ReadonlySet<string> | undefined;
  readonly leastRows: 0 | 1;
}

/**
 * Table of no rows.
 *
 * @throws {ParameterError} from `take`, naming "file", beyond the limits
 */
export function growingTable(growing: Growing): GrowingTable {
  const { dialect, reading, limits, only } = growing;
  const { schema } = reading;
  const notices = preambleNotices(dialect.preamble);
  if (dialect.isCommaInDoubt) notices.push(commaNotice);
  // Without names the places are declared: no record tells which cell is whose.
  const isNumbered = schema !== undefined && !dialect.hasHeader;
  const numbered = isNumbered ? numberedPlaces(schema) : [];
  let columns = isNumbered ? declaredColumns(schema, numbered, only) : [];
  let width = numbered.length === 0 ? 0 : Math.max(...numbered) + 1;
  let preambleLeft = dialect.turned ? 0 : dialect.preamble;
  let headLeft = headLength({ header: dialect.hasHeader, ...defined({ below: dialect.below }) });
  const head: (readonly string[])[] = [];
  const mark = dialect.comment ?? (dialect.delimiter === " " ? "#" : undefined);
  let rowCount = 0;
  let markedCount = 0;
  let blankCount = 0;
  let ragged: { row: number; cells: number } | undefined;

  const countsBlankLines = () => schema !== undefined && width === 1;
  const begin = (row: readonly string[]) => {
    if (row.length > tableLimits.columns) throw tooManyColumns(row.length);
    const own = dialect.hasHeader ? namesOf(head, dialect.below) : row.map(() => "");
    // Between blanks, and in turned rows, the name is there already.
    const isLacking = dialect.rowNames && dialect.delimiter !== " " && !dialect.turned;
    if (isLacking)
      notices.push("Rows have a cell more than there are names: their first cells are taken for names of rows.");
    const names = columnNames(isLacking ? [rowNamesColumn, ...own] : own, notices);
    width = names.length;
    columns = schema
      ? declaredColumns(schema, placesOfColumns(schema, names), only)
      : foundColumns(names, { dialect, reading, only });
    if (dialect.isHeaderInDoubt && reading.header === undefined)
      notices.push(headerNotice(dialect.hasHeader, names, head[0] ?? row));
  };
  const add = (row: readonly string[]) => {
    if (rowCount === limits.rows || (rowCount + 1) * columns.length > limits.cells) throw tooLarge(limits);
    rowCount++;
    if (mark !== undefined && row[0]?.startsWith(mark)) markedCount++;
    if (isNumbered ? row.length < width : row.length !== width) ragged ??= { row: rowCount, cells: row.length };
    for (const column of columns) {
      const cell = row[column.place] ?? "";
      column.add(fitsCell(cell) ? cell : "", rowCount);
    }
  };

  return {
    take: (row) => {
      if (preambleLeft > 0) {
        preambleLeft--;
        return;
      }
      if (isBlankRow(row) && !countsBlankLines()) {
        blankCount++;
        return;
      }
      if (headLeft > 0) {
        head.push(row);
        headLeft--;
        if (headLeft === 0) begin(row);
        return;
      }
      if (width === 0) begin(row);
      add(row);
    },
    rowCount: () => rowCount,
    hasColumns: () => width > 0,
    countsBlankLines,
    isAbove: () => preambleLeft + headLeft > 0,
    recordWidth: () => width,
    cellCount: () => Math.max(-1, ...columns.map(({ place }) => place)) + 1 || tableLimits.columns + 1,
    places: () => columns.map(({ place }) => place),
    soFar: () => {
      const held = columns.map((column) => column.finish());
      checkContent(held, rowCount, growing);
      return {
        columns: held,
        rowCount,
        notices: [
          ...notices,
          ...rowNotices(ragged, width, blankCount),
          ...markNotices(mark, markedCount),
          ...(mark !== undefined && width > 1 && !dialect.turned ? [commentNotice(dialect, mark)] : []),
        ],
        ...(schema ? { schema } : { found: foundLayout(growing) }),
      };
    },
    betterFormats: () => betterFormats(columns, reading),
  };
}

function declaredColumns(
  { columns }: TableSchema,
  places: readonly number[],
  only: Growing["only"],
): readonly GrowingColumn[] {
  return columns.flatMap((column, k) => {
    const { name } = column;
    if (only && !only.has(name)) return [];
    return [{ ...{ name, place: places[k]! }, ...declaredColumn(column), better: () => undefined }];
  });
}

function foundColumns(
  names: readonly string[],
  { dialect, reading, only }: Pick<Growing, "dialect" | "reading" | "only">,
): readonly GrowingColumn[] {
  return names.flatMap((name, place) => {
    if (only && !only.has(name)) return [];
    const format = reading.formats?.[place] ?? formatOf(dialect.evidence[place] ?? noEvidence(), dialect.habits);
    const builder = columnBuilder(format);
    return [
      {
        ...{ name, place },
        add: (cell, row) => builder.add(cell, row),
        finish: () => builder.finish(name),
        better: () => builder.better(),
      },
    ];
  });
}

/** @throws {ParameterError} naming "file", if there are too few rows, or a proposal without numbers */
function checkContent(held: readonly Column[], rowCount: number, { dialect, reading, leastRows }: Growing): void {
  if (rowCount < leastRows) throw refusal("file", "only a header", "a table with at least one row of numbers");
  if (!reading.schema && !held.some(({ missingCount }) => missingCount < rowCount)) {
    const mixed = held.find((column) => (column.reading?.otherUnits?.length ?? 0) > 1);
    if (mixed) throw severalUnits(mixed);
    throw onlyText(dialect);
  }
}

function foundLayout({ dialect, encoding }: Growing): NonNullable<Table["found"]> {
  const { hasHeader: header, isHeaderInDoubt, delimiter, newline, preamble, habits, units } = dialect;
  const { rowNames, below, comment, turned } = dialect;
  const text = { encoding, delimiter, newline, preamble, header, ...defined({ rowNames, below, comment, turned }) };
  return { text, decimal: habits.decimal, isHeaderInDoubt, ...defined({ units }) };
}

function betterFormats(columns: readonly GrowingColumn[], reading: TableReading): Record<number, ColumnFormat> {
  const formats: Record<number, ColumnFormat> = {};
  for (const { place, better } of columns) {
    const found = reading.formats?.[place] ? undefined : better();
    // A declared decimal mark stays.
    const format = found?.type === "number" && reading.decimal ? undefined : found;
    if (format) formats[place] = format;
  }
  return formats;
}

function preambleNotices(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "The first line stands before the table and was skipped."
      : `The first ${count} lines stand before the table and were skipped.`,
  ];
}

const commaNotice =
  "Each line has one comma, between digits: it is read as the mark between two columns. If it is a decimal mark, choose another separator.";

/** Sentences on rows of another width, and on blank lines. */
function rowNotices(
  ragged: { readonly row: number; readonly cells: number } | undefined,
  width: number,
  blankCount: number,
): readonly string[] {
  const told: string[] = [];
  if (ragged) {
    told.push(
      `Row ${countText(ragged.row)} has ${ragged.cells} cells instead of ${width}; absent cells count as missing, further ones are ignored.${ragged.cells < width ? " Where empty cells are left out, a row without any is a blank line, and does not count." : ""}`,
    );
  }
  if (blankCount > 0) {
    told.push(blankCount === 1 ? "A blank line was skipped." : `${countText(blankCount)} blank lines were skipped.`);
  }
  return told;
}

function markNotices(mark: string | undefined, count: number): readonly string[] {
  if (count === 0) return [];
  const rows = count === 1 ? "A row" : `${countText(count)} rows`;
  return [
    `${rows} whose first cell begins with ${mark} ${count === 1 ? "has" : "have"} a cell for each column, as records do.`,
  ];
}

/** Records taken for comments, or for two: docs/proofs/reading.md, where Lemma 7 does not hold. */
function commentNotice({ delimiter }: Pick<Dialect, "delimiter">, mark: string): string {
  return delimiter === " "
    ? `Each line is a record, unless it begins with ${mark} and has another number of cells. If a cell may hold a line break, or begin with ${mark} while another one is empty, a record changes how many there are: use commas or tabs instead.`
    : `A line that begins with ${mark} and has fewer cells than there are columns is a comment. If empty cells at the end of a row may be left out, such a record does not count: say that no lines are comments.`;
}

/** Longest name in a release file, the number of a repeated name included. */
const longestName = 200;

export function isBlankRow(row: readonly string[] | undefined): boolean {
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

/** Name of a column as in the file: without line breaks and control characters, cut to a length. */
export function nameOfColumn(given: string): string {
  return beginningOf(given.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim(), longestName);
}

/** Names of columns: a header's, cut and numbered where they recur; else their places. */
export function columnNames(header: readonly string[], notices: string[]): string[] {
  const used = new Set<string>();
  const untried = new Map<string, number>();
  let renamed = 0;
  const names = header.map((cell, j) => {
    const base = nameOfColumn(cell) || `column ${j + 1}`;
    let name = base;
    let k = untried.get(base) ?? 2;
    for (; used.has(name); k++) {
      const number = ` (${k})`;
      name = `${beginningOf(base, longestName - number.length)}${number}`;
    }
    untried.set(base, k);
    if (name !== base) renamed++;
    used.add(name);
    return name;
  });
  if (renamed > 0) notices.push("Columns whose name occurs twice were numbered.");
  return names;
}
