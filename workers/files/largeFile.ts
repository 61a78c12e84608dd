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

/** A file that is too large to be held: what its beginning says, and a way to read a few of its columns piece by piece. */
export interface LargeFile {
  readonly outline: TableOutline;
  /**
   * Gives the values of columns row by row, NaN where there is none, in arrays that are used again.
   *
   * @returns which cells were neither missing nor read, column by column
   * @throws {ParameterError} naming "file", if it cannot be read to its end
   */
  scan(wanted: Wanted, checkpoint: () => Promise<void>, progress: Progress): Promise<readonly UnreadCells[]>;
  /** Dialect, encoding and columns of a file of text; absent for a file of columns. */
  readonly text?: {
    readonly dialect: Dialect;
    readonly encoding: TextEncoding;
    readonly columns: readonly ScannedColumn[];
    readonly recordWidth: number;
  };
  /**
   * A digest of its bytes, by which ledgers of earlier versions know it.
   *
   * @param sha256 of each piece; where it fails no more is read
   */
  formerDigest(sha256: Sha256OfBytes): Promise<string>;
}

/** The wanted columns, as values or by keys of their cells, and the function that takes them. */
interface Wanted {
  readonly columns: readonly { readonly name: string; readonly keys?: CellKeys }[];
  readonly take: (values: Float64Array, rows: number) => void;
}

const beginningLength = 2 ** 20;

interface LargeText {
  /** True if it has more records than so many: it is read until there are. */
  hasMoreRows(most: number, checkpoint: () => Promise<void>): Promise<boolean>;
  /**
   * The file, to be read piece by piece; its number of rows is estimated by their length in the beginning.
   *
   * @param found what the file proposed, where it did
   * @param most a number of rows that it exceeds
   */
  opened(reading: TableReading, found: Table | undefined, most: number): LargeFile;
}

/**
 * A file of text, packed by gzip or not, that is read by a schema.
 *
 * @throws {ParameterError} naming "file", if its header is none, or a quote stays open
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

/**
 * The table in the beginning of a file, as its cells tell that it is read: for a proposal.
 *
 * @throws {ParameterError} naming "file", if its beginning is no table
 */
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

/** The rows of a beginning: under a schema there may be none. */
function glimpseOf(beginning: Uint8Array, reading: TableReading) {
  const once = (given: TableReading) => {
    const leastRows = given.schema ? 0 : 2;
    const reader = createTableReader({ totalBytes: beginning.length, reading: given, leastRows });
    reader.push(beginning);
    // A short file is whole.
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

/**
 * The SHA-256 of the digests of pieces of four megabytes, by which earlier versions knew a file that is too large to be held.
 */
export async function digestOfBytes(file: Blob, sha256: Sha256OfBytes): Promise<string> {
  const digests: string[] = [];
  for await (const piece of pieces(file, digestedLength, digestedLength)) digests.push(await sha256(piece));
  return sha256(JSON.stringify({ form: "curveil-file/1", bytes: file.size, pieces: digests }));
}
