import { refusal } from "../src/core/datasets/refusal.ts";
import type { Table } from "../src/core/datasets/table.ts";
import { createTableReader } from "../src/core/datasets/tableReader.ts";
import type { TableReading } from "../src/core/datasets/tableReader.ts";
import { ParameterError } from "../src/core/errors.ts";
import type { Progress } from "./jobs.ts";

/**
 * Reads a file that a person gave: text in columns, also packed by gzip, or Parquet. What kind it is, its first bytes
 * say, not its name.
 *
 * @throws {ParameterError} naming "file", with what to do, if it is of another kind
 */
export async function readTableFile(
  file: Blob,
  reading: TableReading,
  checkpoint: () => Promise<void>,
  progress: Progress,
): Promise<Table> {
  const kind = kindOf(await bytesOf(file.slice(0, 16)));
  if (kind === "parquet") {
    const { readParquet } = await import("./parquetTable.ts");
    return readParquet(file, reading, checkpoint, progress);
  }
  const once = async (given: TableReading) => {
    const reader = createTableReader({ totalBytes: kind === "text" ? file.size : 0, reading: given });
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

const pieceLength = 2 ** 20;

async function* pieces(file: Blob): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += pieceLength)
    yield await bytesOf(file.slice(start, start + pieceLength));
}

async function* unpacked(file: Blob, tell: (packedBytes: number) => void): AsyncGenerator<Uint8Array> {
  const unpacking = new DecompressionStream("gzip");
  const writer = unpacking.writable.getWriter();
  const feeding = (async () => {
    let fed = 0;
    for await (const piece of pieces(file)) {
      tell((fed += piece.length));
      await writer.write(piece as Uint8Array<ArrayBuffer>);
    }
    await writer.close();
  })();
  feeding.catch(() => undefined); // The reader hears of it as well.
  const reader = unpacking.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof ParameterError) throw error;
    throw refusal("file", "a file packed by gzip that is damaged or cut off", "whole");
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type Kind = "text" | "gzip" | "parquet";

const table = "a table as text (CSV or TSV), packed by gzip or not, or Parquet";

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
  if (says("ARROW1")) throw refusal("file", "an Arrow file", `${table}: write it as Parquet`);
  if (says("SQLite format")) throw refusal("file", "an SQLite database", `${table}: export one of its tables`);
  if (says("$FL2") || says("$FL3")) throw refusal("file", "an SPSS file", `${table}: in SPSS, “Save as” CSV`);
  if (says("<stata_dta>")) throw refusal("file", "a Stata file", `${table}: in Stata, “export delimited”`);
  if (says("%PDF")) throw refusal("file", "a PDF", table);
  return "text";
}

/** Reading fails for a folder, and for a file that was changed or removed after it was chosen. */
async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw new ParameterError("file", "something the browser cannot read", "a file that is still where it was chosen");
  }
}
