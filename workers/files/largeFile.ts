import { asciiBytes } from "../../src/core/tables/asciiBytes.ts";
import type { Dialect } from "../../src/core/tables/dialect.ts";
import { outlineOf, type TableOutline } from "../../src/core/records/outline.ts";
import { createRowScan } from "../../src/core/tables/rowScan.ts";
import type { CellKeys } from "../../src/core/tables/cells/cellKeying.ts";
import type { ScannedColumn, UnreadCells } from "../../src/core/tables/cells/scannedCells.ts";
import type { Sha256OfBytes } from "../../src/core/tables/tableDigest.ts";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import type { TextEncoding } from "../../src/core/tables/textDecoding.ts";
import { formatOfColumn, type TableSchema } from "../../src/core/tables/schema.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { proposedTable } from "../../src/core/records/schemaProposal.ts";
import { endlessLine } from "../../src/core/tables/fileRefusals.ts";
import { ParameterError } from "../../src/core/errors.ts";
import type { Progress } from "../messages/jobs.ts";
import { bytesOf, pieces, unpacked } from "./filePieces.ts";

/** A file too large to be held: its beginning, and a reader of a few columns piece by piece. */
export interface LargeFile {
  readonly outline: TableOutline;
  /**
   * Values row by row, NaN where there is none, in reused arrays.
   *
   * @returns which cells were neither missing nor read, column by column
   */
  scan(wanted: Wanted, checkpoint: () => Promise<void>, progress: Progress): Promise<readonly UnreadCells[]>;
  /** Dialect, encoding and columns; absent for a file of columns. */
  readonly text?: {
    readonly dialect: Dialect;
    readonly encoding: TextEncoding;
    readonly columns: readonly ScannedColumn[];
    readonly recordWidth: number;
  };
  /**
   * For ledgers of earlier versions.
   *
   * @param sha256 of each piece; where it fails no more is read
   */
  formerDigest(sha256: Sha256OfBytes): Promise<string>;
}

/** Columns as values or by keys of their cells. */
interface Wanted {
  readonly columns: readonly { readonly name: string; readonly keys?: CellKeys }[];
  readonly take: (values: Float64Array, rows: number) => void;
}

const beginningLength = 2 ** 20;

interface LargeText {
  /** Reads until there are more than so many. */
  hasMoreRows(most: number, checkpoint: () => Promise<void>): Promise<boolean>;
  /**
   * To be read piece by piece; its beginning estimates the number of rows.
   *
   * @param found proposed by the file
   * @param most a number of rows that it exceeds
   */
  opened(reading: TableReading, found: Table | undefined, most: number): LargeFile;
}

/**
 * Read by a schema, also from gzip.
 *
 * @throws {ParameterError} for no header, or an open quote
 */
export async function openLargeText(file: Blob, schema: TableSchema, isPacked: boolean): Promise<LargeText> {
  const beginning = await beginningOf(file, isPacked);
  const glimpse = glimpseOf(beginning, { schema });
  if (!glimpse) throw endlessLine();
  const { table, dialect, places, countsBlankLines } = glimpse;
  const recordWidth = glimpse.recordWidth();
  const original = schema.text!.encoding;
  const scanning = { dialect, recordWidth, countsBlankLines: countsBlankLines() };
  return {
    hasMoreRows: async (most, checkpoint) => {
      const { encoding, convert, end } = asciiBytes(original);
      const scan = createRowScan({ ...scanning, encoding, columns: [], take: () => undefined });
      for await (const piece of isPacked ? unpacked(file, () => undefined) : pieces(file)) {
        scan.push(convert(piece));
        if (scan.rowCount() > most) return true;
        await checkpoint();
      }
      scan.push(end());
      scan.finish();
      return scan.rowCount() > most;
    },
    opened: ({ isProposal }, found, most) => {
      const read = found || isProposal === true ? proposedTable(table, found ?? table) : table;
      const outline = outlineOf(read);
      const packing = isPacked ? 4 : 1;
      const rowCount = Math.max(most + 1, Math.round((table.rowCount * packing * file.size) / beginning.length));
      const all = read.columns.map(({ declared }, k): ScannedColumn => {
        const { missing } = declared!;
        return { place: places[k]!, format: formatOfColumn(declared!), ...(missing && { missing }) };
      });
      return {
        outline: { ...outline, rowCount, large: { bytes: file.size, isEstimated: true } },
        text: { dialect, encoding: original, columns: all, recordWidth },
        scan: async ({ columns, take }, checkpoint, progress) => {
          const { encoding, convert, end } = asciiBytes(original);
          const wanted = columns.map(({ name, keys }) => ({ ...all[placeOf(outline, name)]!, ...(keys && { keys }) }));
          const scan = createRowScan({ ...scanning, encoding, columns: wanted, take });
          let bytes = 0;
          for await (const piece of isPacked ? unpacked(file, (count) => (bytes = count)) : pieces(file)) {
            if (!isPacked) bytes += piece.length;
            scan.push(convert(piece));
            progress(Math.min(1, bytes / file.size));
            await checkpoint();
          }
          scan.push(end());
          scan.finish();
          return scan.unread();
        },
        formerDigest: (sha256) => digestOfBytes(file, sha256),
      };
    },
  };
}

/** The beginning by its own cells. */
export async function proposalOfBeginning(file: Blob, reading: TableReading, isPacked: boolean): Promise<Table> {
  const glimpse = glimpseOf(await beginningOf(file, isPacked), reading);
  if (!glimpse) throw endlessLine();
  return glimpse.table;
}

/** The first megabyte, unpacked. */
export async function beginningOf(file: Blob, isPacked: boolean): Promise<Uint8Array> {
  if (!isPacked) return bytesOf(file.slice(0, beginningLength));
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of unpacked(file, () => undefined)) {
    parts.push(piece);
    if ((length += piece.length) >= beginningLength) break;
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** Under a schema there may be none. */
function glimpseOf(beginning: Uint8Array, reading: TableReading) {
  const once = (given: TableReading) => {
    const leastRows = given.schema ? 0 : 1;
    const reader = createTableReader({ totalBytes: beginning.length, reading: given, leastRows });
    reader.push(beginning);
    // Short files are whole.
    if (given.schema && beginning.length < beginningLength) reader.finish();
    return { glimpse: reader.glimpse(), better: reader.better() };
  };
  const { glimpse, better } = once(reading);
  return better ? once(better).glimpse : glimpse;
}

function placeOf({ columns }: TableOutline, name: string): number {
  const place = columns.findIndex((column) => column.name === name);
  if (place < 0) throw new ParameterError("column", name, "a column of the table");
  return place;
}

const digestedLength = 2 ** 22;

/** SHA-256 of digests of four-megabyte pieces, by which earlier versions knew a large file. */
export async function digestOfBytes(file: Blob, sha256: Sha256OfBytes): Promise<string> {
  const digests: string[] = [];
  for await (const piece of pieces(file, digestedLength, digestedLength)) digests.push(await sha256(piece));
  return sha256(JSON.stringify({ form: "curveil-file/1", bytes: file.size, pieces: digests }));
}
