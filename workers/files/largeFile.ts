import { asciiBytes } from "../../src/core/tables/asciiBytes.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableOutline } from "../../src/core/records/outline.ts";
import { createRowScan } from "../../src/core/tables/rowScan.ts";
import type { UnreadCells } from "../../src/core/tables/cells/scannedCells.ts";
import type { Sha256OfBytes } from "../../src/core/tables/tableDigest.ts";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { formatOfColumn } from "../../src/core/tables/schema.ts";
import { proposedSchema, proposedTable } from "../../src/core/records/schemaProposal.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
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
  /**
   * A digest of its bytes, by which ledgers of earlier versions know it.
   *
   * @param sha256 of each piece; where it fails no more is read
   */
  formerDigest(sha256: Sha256OfBytes): Promise<string>;
}

/** Which columns, by name, and whether only equal cells are to be told apart; and who takes the values. */
interface Wanted {
  readonly columns: readonly { readonly name: string; readonly asKey: boolean }[];
  readonly take: (values: Float64Array, rows: number) => void;
}

const beginningLength = 2 ** 20;

/**
 * A text file that is too large to be held, packed by gzip or not. It is read by the given schema, or by the
 * one that its first megabyte proposes; its number of rows is estimated by their length there.
 *
 * @throws {ParameterError} naming "file", if its beginning is no table
 */
export async function openLargeText(file: Blob, reading: TableReading, isPacked: boolean): Promise<LargeFile> {
  const beginning = await beginningOf(file, isPacked);
  const { table, dialect, places, countsBlankLines } = glimpseBySchema(beginning, reading);
  const original = table.schema!.text!.encoding;
  const outline = outlineOf(table);
  const packing = isPacked ? 4 : 1;
  const rowCount = Math.round((table.rowCount * packing * file.size) / beginning.length);
  return {
    outline: { ...outline, rowCount, large: { bytes: file.size, isEstimated: true } },
    scan: async ({ columns, take }, checkpoint, progress) => {
      const { encoding, convert } = asciiBytes(original);
      const wanted = columns.map(({ name, asKey }) => {
        const k = placeOf(outline, name);
        const declared = table.columns[k]!.declared!;
        const { missing } = declared;
        return { place: places[k]!, format: formatOfColumn(declared), asKey, ...(missing && { missing }) };
      });
      const scan = createRowScan({
        dialect,
        encoding,
        columns: wanted,
        take,
        countsBlankLines: countsBlankLines(),
      });
      let read = 0;
      for await (const piece of isPacked ? unpacked(file, (count) => (read = count)) : pieces(file)) {
        if (!isPacked) read += piece.length;
        scan.push(convert(piece));
        progress(Math.min(1, read / file.size));
        await checkpoint();
      }
      scan.finish();
      return scan.unread();
    },
    formerDigest: (sha256) => digestOfBytes(file, sha256),
  };
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

/** The beginning as it is read by the given schema, or by the one that it proposes itself. */
function glimpseBySchema(beginning: Uint8Array, reading: TableReading) {
  if (reading.schema) {
    const read = glimpseOf(beginning, { schema: reading.schema });
    return reading.isProposal === true ? { ...read, table: proposedTable(read.table, read.table) } : read;
  }
  const found = glimpseOf(beginning, reading).table;
  const { table, ...rest } = glimpseOf(beginning, { schema: proposedSchema(found) });
  return { ...rest, table: proposedTable(table, found) };
}

function glimpseOf(beginning: Uint8Array, reading: TableReading) {
  const once = (given: TableReading) => {
    const reader = createTableReader({ totalBytes: beginning.length, reading: given });
    reader.push(beginning);
    return { glimpse: reader.glimpse(), better: reader.better() };
  };
  const { glimpse, better } = once(reading);
  const found = better ? once(better).glimpse : glimpse;
  if (!found) throw refusal("file", "a line of millions of characters", "rows ended by line breaks");
  return found;
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
