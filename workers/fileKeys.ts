import Papa from "papaparse";
import { asciiBytes } from "../src/core/tables/asciiBytes.ts";
import { cellKey, keyedCells } from "../src/core/tables/cellKeys.ts";
import { beginningLength, detectDialect } from "../src/core/tables/dialect.ts";
import { isBlankRow } from "../src/core/tables/growingTable.ts";
import { createRowScan } from "../src/core/tables/rowScan.ts";
import type { Sha256OfBytes } from "../src/core/tables/tableDigest.ts";
import { tableKeys, tableSums } from "../src/core/tables/tableKeys.ts";
import type { TableKeys } from "../src/core/tables/tableKeys.ts";
import type { TableReading } from "../src/core/tables/tableReading.ts";
import { tableLimits } from "../src/core/tables/tableLimits.ts";
import { encodingOf, textDecoding } from "../src/core/tables/textDecoding.ts";
import type { ColumnarFile } from "./columnar/columnarFile.ts";
import { pieces, unpacked } from "./files/filePieces.ts";
import { beginningOf } from "./files/largeFile.ts";
import { tableFileOf } from "./tableFile.ts";

/**
 * The digests by which a ledger knows the table in a file. They are the same for the same cells, however these are written,
 * packed and encoded, and however a person says that they are to be read. The file is read through once, in little memory.
 *
 * @param sha256 of a text; where it fails, so does this
 * @param checkpoint after each piece; where it fails no more is read
 * @param reading how it is read: of that only what kind of file it is, where its first bytes are those of a record
 * @throws {ParameterError} naming "file", if it cannot be read to its end
 */
export async function fileKeys(
  file: Blob,
  sha256: Sha256OfBytes,
  checkpoint: () => Promise<void>,
  reading: TableReading = {},
): Promise<TableKeys> {
  const found = await tableFileOf(file, reading);
  return found.kind === "columns"
    ? keysOfColumns(found.columns, sha256, checkpoint)
    : keysOfText(file, found.isPacked, sha256, checkpoint);
}

async function keysOfText(
  file: Blob,
  isPacked: boolean,
  sha256: Sha256OfBytes,
  checkpoint: () => Promise<void>,
): Promise<TableKeys> {
  const beginning = await beginningOf(file, isPacked);
  const text = textDecoding().decode(beginning, true);
  const dialect = detectDialect(text.slice(0, beginningLength));
  const { encoding, convert } = asciiBytes(encodingOf(beginning));
  const names = firstRow(text, dialect);
  const sums = tableSums(names.length);
  const scan = createRowScan({
    // A header is a row like any other here: it is not certain that it is one.
    dialect: { ...dialect, hasHeader: false },
    encoding,
    columns: names.map((_, place) => ({ place, format: { type: "number", decimal: ".", unit: "" }, asKey: true })),
    cellsBy: keyedCells,
    take: (keys, rows) => {
      sums.begin(rows);
      for (let j = 0; j < names.length; j++) sums.add(j, keys, j, names.length);
      sums.end();
    },
  });
  for await (const piece of isPacked ? unpacked(file, () => undefined) : pieces(file)) {
    scan.push(convert(piece));
    await checkpoint();
  }
  scan.finish();
  return tableKeys(sums, dialect.hasHeader ? names : undefined, false, sha256);
}

/** The first row of a table, of as many columns as are read. */
function firstRow(
  beginning: string,
  { delimiter, newline, preamble }: ReturnType<typeof detectDialect>,
): readonly string[] {
  const rows: (readonly string[])[] = [];
  const parser = new Papa.Parser({ delimiter, newline, preview: preamble + mostBlankLines });
  rows.push(...(parser.parse(beginning, 0, false) as Papa.ParseResult<string[]>).data);
  return (
    rows
      .slice(preamble)
      .find((row) => !isBlankRow(row))
      ?.slice(0, tableLimits.columns) ?? []
  );
}

const mostBlankLines = 1000;

async function keysOfColumns(
  { names, cellsOf }: ColumnarFile,
  sha256: Sha256OfBytes,
  checkpoint: () => Promise<void>,
): Promise<TableKeys> {
  const sums = tableSums(names.length);
  // One block of one column at a time is held.
  const columns = names.map((name) => cellsOf(name)[Symbol.asyncIterator]());
  let keys = new Float64Array(0);
  for (;;) {
    let isEnded = columns.length === 0;
    for (const [j, column] of columns.entries()) {
      const next = await column.next();
      if (next.done) {
        isEnded = true;
        break;
      }
      const { cells, rows } = next.value;
      if (j === 0) sums.begin(rows);
      if (keys.length < rows) keys = new Float64Array(rows);
      for (let i = 0; i < rows; i++) keys[i] = cellKey(cells[0]![i]);
      sums.add(j, keys, 0, 1);
      await checkpoint();
    }
    if (isEnded) break;
    sums.end();
  }
  return tableKeys(sums, names, true, sha256);
}
