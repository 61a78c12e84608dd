import { refusal } from "../src/core/tables/refusal.ts";
import { proposedSchema, proposedTable } from "../src/core/records/schemaProposal.ts";
import type { Table } from "../src/core/tables/table.ts";
import { createTableReader } from "../src/core/tables/tableReader.ts";
import type { TableReading } from "../src/core/tables/tableReading.ts";
import type { TextLayout } from "../src/core/tables/schema.ts";
import type { ColumnarFile } from "./columnar/columnarFile.ts";
import { bytesOf, pieces, unpacked } from "./files/filePieces.ts";
import type { Progress } from "./messages/jobs.ts";
import { defined } from "../src/core/defined.ts";
import { openLargeText, proposalOfBeginning, type LargeFile } from "./files/largeFile.ts";

/**
 * The largest table that is held; a larger one is read piece by piece and counted. Rows and declared columns decide, which are
 * public: the length of a file is that of its records.
 */
const heldAtMost = { rows: 1_000_000, cells: 10_000_000 } as const;
/** The longest file of text, in bytes, that proposes its schema by all its cells; a longer one does by its beginning. */
const proposesWhole = { text: 2 ** 25, gzip: 2 ** 23 } as const;

interface Opening {
  readonly reading: TableReading;
  readonly checkpoint: () => Promise<void>;
  readonly progress: Progress;
  readonly limits?: { readonly rows: number; readonly cells: number };
}

/**
 * Opens a file that a person gave: text in columns, also packed by gzip, Parquet or Arrow. Its kind follows from its first bytes,
 * not from its name; from the schema alone, where the first bytes are those of a record.
 *
 * The table is read by a schema, row by row: the given one, or the one that the cells of the file propose.
 *
 * @throws {ParameterError} naming "file", with advice, for another kind
 */
export async function openTableFile(
  file: Blob,
  { reading, checkpoint, progress, limits = heldAtMost }: Opening,
): Promise<Table | LargeFile> {
  const kind = await kindOfFile(file, reading);
  const half = (from: number) => (share: number) => progress(from + share / 2);
  const propose = () => readTableFile(file, reading, checkpoint, half(0));
  const rowsHeld = (columnCount: number) => Math.min(limits.rows, Math.floor(limits.cells / columnCount));
  let found: Table | undefined;
  if (isColumnar(kind)) {
    const opened = await openColumnar(file, kind);
    const columnCount = reading.schema?.columns.length ?? opened.names.length;
    if (opened.rowCount > rowsHeld(columnCount)) return opened.large(reading);
    if (!reading.schema) found = await propose();
  } else {
    const isPacked = kind === "gzip";
    if (!reading.schema) {
      found = file.size > proposesWhole[kind] ? await proposalOfBeginning(file, reading, isPacked) : await propose();
      found = withPacking(found, isPacked);
    }
    const schema = reading.schema ?? proposedSchema(found!);
    const most = rowsHeld(schema.columns.length);
    // A row has a byte at least.
    const large = isPacked || file.size > most ? await openLargeText(file, schema, isPacked) : undefined;
    if (await large?.hasMoreRows(most, checkpoint)) return large!.opened(reading, found, most);
  }
  const schema = reading.schema ?? proposedSchema(found!);
  const read = await readTableFile(file, { schema }, checkpoint, found ? half(0.5) : progress);
  return found || reading.isProposal === true ? proposedTable(read, found ?? read) : read;
}

/** A proposal that says how a file is packed, where only the schema can say it. */
function withPacking(table: Table, isPacked: boolean): Table {
  const { found } = table;
  if (!found || !isPacked || !mayBeginWithRecord(found.text)) return table;
  return { ...table, found: { ...found, text: { ...found.text, packing: "gzip" } } };
}

/**
 * A file of columns with its reader, or a text file.
 *
 * @param reading how it is read
 * @throws {ParameterError} naming "file", if it is of another kind, or damaged
 */
export async function tableFileOf(
  file: Blob,
  reading: TableReading = {},
): Promise<
  { readonly kind: "columns"; readonly columns: ColumnarFile } | { readonly kind: "text"; readonly isPacked: boolean }
> {
  const kind = await kindOfFile(file, reading);
  return isColumnar(kind)
    ? { kind: "columns", columns: await openColumnar(file, kind) }
    : { kind: "text", isPacked: kind === "gzip" };
}

/**
 * Reads a file, or its named columns: by a schema, or from its own cells for a proposal.
 *
 * @throws {ParameterError} naming "file", if it cannot be read or is too large
 */
export async function readTableFile(
  file: Blob,
  reading: TableReading,
  checkpoint: () => Promise<void>,
  progress: Progress,
  only?: ReadonlySet<string>,
): Promise<Table> {
  const kind = await kindOfFile(file, reading);
  if (isColumnar(kind)) {
    return (await openColumnar(file, kind)).table({ reading, checkpoint, progress, ...defined({ only }) });
  }
  const once = async (given: TableReading) => {
    const totalBytes = kind === "text" ? file.size : 0;
    const reader = createTableReader({ totalBytes, reading: given, ...defined({ only }) });
    let packedBytes = 0;
    for await (const piece of kind === "gzip" ? unpacked(file, (count) => (packedBytes = count)) : pieces(file)) {
      const read = reader.push(piece);
      progress(kind === "gzip" ? Math.min(1, packedBytes / file.size) : read);
      await checkpoint();
    }
    return { table: reader.finish(), better: reader.better() };
  };
  const { table, better } = await once(reading);
  return better ? (await once(better)).table : table;
}

type Columnar = "parquet" | "arrow";
type Kind = "text" | "gzip" | Columnar;

const isColumnar = (kind: Kind): kind is Columnar => kind === "parquet" || kind === "arrow";

/** The reader of column files, loaded with the first of them. */
async function openColumnar(file: Blob, kind: Columnar): Promise<ColumnarFile> {
  if (kind === "arrow") return (await import("./columnar/arrowTable.ts")).openArrow(file);
  return (await import("./columnar/parquetTable.ts")).openParquet(file);
}

/** True if the first bytes of a file of text may be those of a record, which must not tell its kind. */
function mayBeginWithRecord({ header, preamble }: TextLayout): boolean {
  return !header && preamble === 0;
}

/** The kind of a file: by its schema, where a record comes first, else by its first bytes, which are above all records. */
async function kindOfFile(file: Blob, { schema }: TableReading): Promise<Kind> {
  if (schema?.text && mayBeginWithRecord(schema.text)) return schema.text.packing ?? "text";
  return kindOf(await bytesOf(file.slice(0, 16)));
}

const table = "a table as text (CSV or TSV), packed by gzip or not, Parquet or Arrow";

function kindOf(head: Uint8Array): Kind {
  const begins = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);
  const says = (text: string) => begins(...Array.from(text, (letter) => letter.charCodeAt(0)));
  if (begins(0x1f, 0x8b)) return "gzip";
  if (says("PAR1")) return "parquet";
  if (begins(0x50, 0x4b, 0x03, 0x04)) {
    throw refusal(
      "file",
      "an Excel workbook, or another ZIP archive",
      `${table}: in Excel, “Save as” and “CSV UTF-8 (comma delimited)”`,
    );
  }
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw refusal("file", "an old Excel workbook", `${table}: in Excel, “Save as” and “CSV UTF-8 (comma delimited)”`);
  }
  // A stream of Arrow begins with a mark that no text has.
  if (says("ARROW1") || begins(0xff, 0xff, 0xff, 0xff)) return "arrow";
  if (says("FEA1")) throw refusal("file", "a Feather file of version 1", `${table}: write it as version 2, or Parquet`);
  if (says("SQLite format")) throw refusal("file", "an SQLite database", `${table}: export one of its tables`);
  if (says("$FL2") || says("$FL3")) throw refusal("file", "an SPSS file", `${table}: in SPSS, “Save as” CSV`);
  if (says("<stata_dta>")) throw refusal("file", "a Stata file", `${table}: in Stata, “export delimited”`);
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(String.fromCharCode(...head))) {
    throw refusal("file", "a web page or an XML file", `${table}: some programs call such a file .xls; save it as CSV`);
  }
  if (says("%PDF")) throw refusal("file", "a PDF", table);
  return "text";
}
