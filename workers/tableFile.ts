import { writtenOutRows } from "../src/core/records/countedRows.ts";
import { hasCurvesInColumns, proposedSchema, proposedTable } from "../src/core/records/schemaProposal.ts";
import type { Table } from "../src/core/tables/table.ts";
import { createTableReader } from "../src/core/tables/tableReader.ts";
import type { TableReading } from "../src/core/tables/tableReading.ts";
import { refusal } from "../src/core/tables/refusal.ts";
import type { TextLayout } from "../src/core/tables/schema.ts";
import type { ColumnarFile } from "./columnar/columnarFile.ts";
import { foundFile, type FoundFile, type SaidKind } from "./fileKinds.ts";
import { pieces, unpacked, withoutEndMarks } from "./files/filePieces.ts";
import type { Progress } from "./messages/jobs.ts";
import { defined } from "../src/core/defined.ts";
import { openLargeText, proposalOfBeginning, type LargeFile } from "./files/largeFile.ts";

/** Larger tables are read piece by piece and counted. */
const heldAtMost = { rows: 1_000_000, cells: 10_000_000 } as const;
/** Bytes; a longer text proposes its schema by its beginning. */
const proposesWhole = { text: 2 ** 25, gzip: 2 ** 23 } as const;

interface Opening {
  readonly reading: TableReading;
  readonly checkpoint: () => Promise<void>;
  readonly progress: Progress;
  readonly limits?: { readonly rows: number; readonly cells: number };
}

/** A file of columns with its reader, or a file of text. */
type TableFile =
  | { readonly kind: "columns"; readonly columns: ColumnarFile; readonly notice?: string }
  | {
      readonly kind: "text";
      readonly file: Blob;
      readonly isPacked: boolean;
      readonly packing?: TextLayout["packing"];
      readonly notice?: string;
    };

/**
 * Opens a person's file: text in columns, JSON, Excel, Parquet or Arrow, also in gzip or ZIP. Its kind follows from its
 * first bytes; from the schema alone, where they are a record's. The table is read by the given schema, or by the one
 * that its cells propose.
 *
 * @throws {ParameterError} with advice, for another kind
 */
export async function openTableFile(
  given: Blob,
  { reading, checkpoint, progress, limits = heldAtMost }: Opening,
): Promise<Table | LargeFile> {
  const file = await tableFileOf(given, reading, checkpoint);
  const half = (from: number) => (share: number) => progress(from + share / 2);
  const propose = () => tableIn(file, reading, checkpoint, half(0));
  const rowsHeld = (columnCount: number) => Math.min(limits.rows, Math.floor(limits.cells / columnCount));
  let found: Table | undefined;
  let hasAllRows = true;
  if (file.kind === "columns") {
    const { columns } = file;
    const columnCount = reading.schema?.columns.length ?? columns.names.length;
    if (columns.rowCount > rowsHeld(columnCount)) {
      refuseManyCounts(reading);
      return columns.large(reading);
    }
    if (!reading.schema) found = await propose();
  } else {
    const { isPacked } = file;
    if (!reading.schema) {
      hasAllRows = file.file.size <= proposesWhole[isPacked ? "gzip" : "text"];
      found = hasAllRows ? await propose() : await proposalOfBeginning(file.file, reading, isPacked);
      if (hasAllRows && reading.isForCurves && reading.turned === undefined && hasCurvesInColumns(found))
        found = await tableIn(file, { ...reading, turned: true }, checkpoint, half(0));
      found = withPacking(found, file.packing);
    }
    const schema = reading.schema ?? proposedSchema(found!, hasAllRows);
    const most = rowsHeld(schema.columns.length);
    // A row has at least a byte.
    const mayBeLarge = schema.text?.turned !== true && (isPacked || file.file.size > most);
    const large = mayBeLarge ? await openLargeText(file.file, schema, isPacked) : undefined;
    if (await large?.hasMoreRows(most, checkpoint)) {
      refuseManyCounts(reading);
      return large!.opened(reading, found, most);
    }
  }
  const schema = reading.schema ?? proposedSchema(found!, hasAllRows);
  const read = await tableIn(file, { schema }, checkpoint, found ? half(0.5) : progress);
  return found || reading.isProposal === true ? proposedTable(read, found ?? read) : read;
}

/** @throws {ParameterError} if rows count records, which are not written out of a large file */
function refuseManyCounts({ schema }: TableReading): void {
  if (schema?.columns.some(({ type }) => type === "count"))
    throw refusal("file", "too many rows with counts of records", "smaller, or read with each row as one record");
}

/** The packing that only the schema can say. */
function withPacking(table: Table, packing: TextLayout["packing"]): Table {
  const { found } = table;
  if (!found || !packing || !mayBeginWithRecord(found.text)) return table;
  return { ...table, found: { ...found, text: { ...found.text, packing } } };
}

/** @param checkpoint after each piece of a file that is read row by row; where it fails no more is read */
export async function tableFileOf(
  given: Blob,
  reading: TableReading,
  checkpoint: () => Promise<void>,
): Promise<TableFile> {
  const found = await foundFile(given, kindIn(reading));
  const notice = found.notice === undefined ? {} : { notice: found.notice };
  if (found.kind !== "text" && found.kind !== "gzip")
    return { kind: "columns", columns: await openColumnar(found, reading, checkpoint), ...notice };
  const isPacked = found.kind === "gzip";
  const packing = found.isUnzipped === true ? ("zip" as const) : isPacked ? ("gzip" as const) : undefined;
  const said = reading.schema?.text?.encoding ?? reading.encoding;
  const file = isPacked ? found.file : await withoutEndMarks(found.file, said);
  return { kind: "text", file, isPacked, ...defined({ packing }), ...notice };
}

/** Whole or named columns: by a schema, or from cells for a proposal. */
export async function readTableFile(
  given: Blob,
  reading: TableReading,
  checkpoint: () => Promise<void>,
  progress: Progress,
  only?: ReadonlySet<string>,
): Promise<Table> {
  return tableIn(await tableFileOf(given, reading, checkpoint), reading, checkpoint, progress, only);
}

async function tableIn(
  file: TableFile,
  reading: TableReading,
  checkpoint: () => Promise<void>,
  progress: Progress,
  only?: ReadonlySet<string>,
): Promise<Table> {
  const read =
    file.kind === "columns"
      ? await file.columns.table({ reading, checkpoint, progress, ...(only && { only }) })
      : await textTable(file, reading, checkpoint, progress, only);
  const table = writtenOutRows(read);
  return file.notice === undefined ? table : { ...table, notices: [file.notice, ...table.notices] };
}

async function textTable(
  { file, isPacked }: Extract<TableFile, { kind: "text" }>,
  reading: TableReading,
  checkpoint: () => Promise<void>,
  progress: Progress,
  only: ReadonlySet<string> | undefined,
): Promise<Table> {
  const once = async (given: TableReading) => {
    const totalBytes = isPacked ? 0 : file.size;
    const reader = createTableReader({ totalBytes, reading: given, ...(only && { only }) });
    let packedBytes = 0;
    for await (const piece of isPacked ? unpacked(file, (count) => (packedBytes = count)) : pieces(file)) {
      const read = reader.push(piece);
      progress(isPacked ? Math.min(1, packedBytes / file.size) : read);
      await checkpoint();
    }
    return { table: reader.finish(), better: reader.better() };
  };
  const { table, better } = await once(reading);
  return better ? (await once(better)).table : table;
}

/** True if a text's first bytes may be a record's. */
function mayBeginWithRecord({ header, preamble }: TextLayout): boolean {
  return !header && preamble === 0;
}

/** Kind by its schema, where a record may come first. */
function kindIn({ schema }: TableReading): SaidKind | undefined {
  if (schema && !schema.text) return "typed";
  return schema?.text && mayBeginWithRecord(schema.text) ? (schema.text.packing ?? "none") : undefined;
}

/** Loaded with the first file of columns. */
async function openColumnar(
  found: FoundFile,
  reading: TableReading,
  checkpoint: () => Promise<void>,
): Promise<ColumnarFile> {
  switch (found.kind) {
    case "json":
      return (await import("./columnar/jsonTable.ts")).openJson(found, reading, checkpoint);
    case "xlsx":
      return (await import("./columnar/xlsxTable.ts")).openXlsx(found, reading, checkpoint);
    case "arrow":
      return (await import("./columnar/arrowTable.ts")).openArrow(found.file);
    default:
      return (await import("./columnar/parquetTable.ts")).openParquet(found.file);
  }
}
