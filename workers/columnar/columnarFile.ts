import { typedColumn } from "../../src/core/tables/columnOfCells.ts";
import { cellReading, declaredColumn, keyReading, type DeclaredColumn } from "../../src/core/tables/declaredColumn.ts";
import type { CellKeys } from "../../src/core/tables/cells/cellKeying.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { formatOfColumn, type SchemaColumn, type TableSchema } from "../../src/core/tables/schema.ts";
import { placesOfColumns } from "../../src/core/tables/schemaPlaces.ts";
import { proposedSchema, proposedTable } from "../../src/core/records/schemaProposal.ts";
import type { UnreadCells } from "../../src/core/tables/cells/scannedCells.ts";
import type { FoundRows, Table } from "../../src/core/tables/table.ts";
import { tooLarge, tooManyColumns } from "../../src/core/tables/fileRefusals.ts";
import { columnNames } from "../../src/core/tables/growingTable.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { countText } from "../../src/core/numberFormats.ts";
import type { Progress } from "../messages/jobs.ts";
import { digestOfBytes, type LargeFile } from "../files/largeFile.ts";

export const rowsAtOnce = 100_000;
const rowsGlimpsed = 10_000;

/** Consecutive rows, column by column; numbers alone as `Float64Array`. */
export interface ColumnBlock {
  readonly cells: readonly ArrayLike<unknown>[];
  readonly rows: number;
}

export interface ColumnSource {
  readonly file: Blob;
  readonly names: readonly string[];
  /** A declared type that cells cannot show. */
  readonly typeOf?: (name: string) => "category" | undefined;
  readonly rowCount: number;
  readonly notices: readonly string[];
  /** Absent if the file names its columns. */
  readonly rows?: FoundRows;
  /** Cells are named: a declared column that no record names is empty, if another is there. */
  readonly isNamedByRecords?: boolean;
  /** The first `end` rows, at most `rowsAtOnce` in a block. */
  blocks(names: readonly string[], end: number): AsyncIterable<ColumnBlock>;
  /** All rows, in the file's blocks; absent if `blocks` gives the same. */
  wholeBlocks?(names: readonly string[]): AsyncIterable<ColumnBlock>;
}

export interface ColumnarFile {
  readonly rowCount: number;
  /** Its flat columns, or the named ones, in blocks of rows. */
  table(how: {
    readonly reading: TableReading;
    readonly checkpoint: () => Promise<void>;
    readonly progress: Progress;
    readonly only?: ReadonlySet<string>;
  }): Promise<Table>;
  large(reading: TableReading): Promise<LargeFile>;
  /** Readable columns. */
  readonly names: readonly string[];
  /** If false, the first row may have names. */
  readonly isNamed: boolean;
  /** All rows, in the same blocks for each column. */
  readonly cellsOf: (name: string) => AsyncIterable<ColumnBlock>;
}

/** @throws {ParameterError} for no row */
export function columnarFile(given: ColumnSource): ColumnarFile {
  const { rowCount, rows: foundRows } = given;
  if (!(rowCount >= 1)) throw refusal("file", `${rowCount} rows`, "a table with at least one row of numbers");
  if (given.names.length > tableLimits.columns) throw tooManyColumns(given.names.length);
  const source = shortNamed(given);
  const { file, names: all } = source;

  const checkColumns = (schema: TableSchema) => {
    const isFilled = ({ name }: SchemaColumn) => all.includes(name);
    if (!(source.isNamedByRecords === true && schema.columns.some(isFilled))) placesOfColumns(schema, all);
  };
  const tableOf = async (
    names: readonly string[],
    { reading, end, each }: { reading: TableReading; end: number; each: (row: number) => Promise<void> },
  ): Promise<Table> => {
    const { schema } = reading;
    if (schema) checkColumns(schema);
    const known = new Set(names);
    const wanted = schema?.columns.filter(({ name }) => known.has(name));
    const columns = wanted
      ? wanted.map((column) => addingAll(declaredColumn(column)))
      : names.map((name) => typedColumn(name, end, source.typeOf?.(name)));
    const read = wanted ? wanted.map(({ name }) => name) : names;
    let row = 0;
    for await (const { cells, rows } of source.blocks(read, end)) {
      columns.forEach((column, k) => column.add(cells[k]!));
      await each((row += rows));
    }
    const held = columns.map((column) => column.finish());
    return {
      ...{ columns: held, rowCount: end, notices: source.notices },
      ...(schema ? { schema } : foundRows && { foundRows }),
    };
  };
  const glimpsed = (reading: TableReading) =>
    tableOf(all, { reading, end: Math.min(rowCount, rowsGlimpsed), each: () => Promise.resolve() });

  return {
    rowCount,
    names: all,
    isNamed: foundRows === undefined || foundRows.layout.header,
    cellsOf: (name) => source.wholeBlocks?.([name]) ?? source.blocks([name], rowCount),
    table: ({ reading, checkpoint, progress, only }) => {
      const declaredToo = source.isNamedByRecords === true ? (reading.schema?.columns ?? []) : [];
      const known = [...new Set([...all, ...declaredToo.map(({ name }) => name)])];
      const names = known.filter((name) => !only || only.has(name));
      if (rowCount > tableLimits.rows || rowCount * names.length > tableLimits.cells) {
        throw tooLarge(tableLimits, `${countText(rowCount)} rows of ${names.length} columns`);
      }
      const each = async (row: number) => {
        progress(row / rowCount);
        await checkpoint();
      };
      return tableOf(names, { reading, end: rowCount, each });
    },
    large: async (reading) => {
      const found = reading.schema ? undefined : await glimpsed(reading);
      const read = await glimpsed({ schema: reading.schema ?? proposedSchema(found!, false) });
      const beginning = found || reading.isProposal === true ? proposedTable(read, found ?? read) : read;
      const columnOf = new Map(beginning.columns.map((column) => [column.name, column.declared!]));
      const outline = { ...outlineOf(beginning), rowCount, large: { bytes: file.size, isEstimated: false } };
      return {
        outline,
        scan: async ({ columns, take }, checkpoint, progress) => {
          const unread = columns.map((): { count: number; first: string } => ({ count: 0, first: "" }));
          const readers = columns.map(({ name, keys }, k) => {
            const column = columnOf.get(name);
            if (!column) throw new ParameterError("column", name, "a column of the table");
            return numberReader(column, keys, unread[k]!);
          });
          const names = columns.map(({ name }) => name);
          let values = new Float64Array(0);
          let read = 0;
          for await (const block of source.wholeBlocks?.(names) ?? source.blocks(names, rowCount)) {
            for (let from = 0; from < block.rows; from += rowsAtOnce) {
              const rows = Math.min(block.rows, from + rowsAtOnce) - from;
              if (values.length < rows * names.length) values = new Float64Array(rows * names.length);
              fill(values, block.cells, readers, from, rows);
              take(values, rows);
              await checkpoint();
            }
            progress((read += block.rows) / rowCount);
            await checkpoint();
          }
          return unread satisfies readonly UnreadCells[];
        },
        formerDigest: (sha256) => digestOfBytes(file, sha256),
      };
    },
  };
}

/** The columns by names that a schema can have. */
function shortNamed(source: ColumnSource): ColumnSource {
  const notices = [...source.notices];
  const names = columnNames(source.names, notices);
  const ownOf = new Map(names.map((name, k) => [name, source.names[k]!]));
  const own = (wanted: readonly string[]) => wanted.map((name) => ownOf.get(name) ?? name);
  return {
    ...{ ...source, names, notices },
    typeOf: (name) => source.typeOf?.(own([name])[0]!),
    blocks: (wanted, end) => source.blocks(own(wanted), end),
    ...(source.wholeBlocks && { wholeBlocks: (wanted) => source.wholeBlocks!(own(wanted)) }),
  };
}

const mostListed = 8;

export function leftOutNotice(columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  const more = columns.length > mostListed ? ` and ${columns.length - mostListed} more` : "";
  return [`Left out: ${columns.slice(0, mostListed).join(", ")}${more}.`];
}

/** NaN where there is no number. */
interface NumberReader {
  readonly takesNumbers: boolean;
  readonly read: (cell: unknown) => number;
}

function fill(
  values: Float64Array,
  cells: readonly ArrayLike<unknown>[],
  readers: readonly NumberReader[],
  from: number,
  rows: number,
): void {
  const width = cells.length;
  cells.forEach((column, k) => {
    const { read, takesNumbers } = readers[k]!;
    if (takesNumbers && column instanceof Float64Array)
      for (let i = 0; i < rows; i++) {
        const value = column[from + i]!;
        values[i * width + k] = Math.abs(value) < Infinity ? value : NaN;
      }
    else for (let i = 0; i < rows; i++) values[i * width + k] = read(column[from + i]);
  });
}

/** @param keys of values, if wanted */
function numberReader(
  column: SchemaColumn,
  keys: CellKeys | undefined,
  unread: { count: number; first: string },
): NumberReader {
  if (keys) return { takesNumbers: false, read: keyReading(column, keys) };
  const read = cellReading(column);
  const format = formatOfColumn(column);
  return {
    takesNumbers: format.type === "number" && format.isWhole !== true && !column.missing,
    read: (cell) => {
      const found = read(cell);
      if (found.kind === "number") return found.value;
      if (found.kind === "unread" && unread.count++ === 0) unread.first = found.text.slice(0, 40);
      return NaN;
    },
  };
}

function addingAll(column: DeclaredColumn) {
  let row = 0;
  return {
    add: (cells: ArrayLike<unknown>) => {
      for (let i = 0; i < cells.length; i++) column.add(cells[i], ++row);
    },
    finish: () => column.finish(),
  };
}
