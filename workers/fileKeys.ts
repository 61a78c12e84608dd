import Papa from "papaparse";
import { ParameterError } from "../src/core/errors.ts";
import { asciiBytes } from "../src/core/tables/asciiBytes.ts";
import { cellKey, keyedCells, ledgerKeys } from "../src/core/tables/cellKeys.ts";
import { withQuotesFirst } from "../src/core/tables/cells/openingQuotes.ts";
import { blankLines, rowNamesColumn } from "../src/core/tables/cells/blankLines.ts";
import { keyReading } from "../src/core/tables/declaredColumn.ts";
import { detectDialect, type Dialect } from "../src/core/tables/dialect.ts";
import { beginningLength } from "../src/core/tables/head/rowShapes.ts";
import { refusal } from "../src/core/tables/refusal.ts";
import { isBlankRow } from "../src/core/tables/growingTable.ts";
import { createRowScan } from "../src/core/tables/rowScan.ts";
import { keyOfText } from "../src/core/tables/cells/cellKeying.ts";
import type { ScannedColumn } from "../src/core/tables/cells/scannedCells.ts";
import type { Sha256OfBytes } from "../src/core/tables/tableDigest.ts";
import { tableKeys, tableSums, type KeyedTable, type TableKeys, type TableSums } from "../src/core/tables/tableKeys.ts";
import type { Column, Table } from "../src/core/tables/table.ts";
import type { TableReading } from "../src/core/tables/tableReading.ts";
import { tableLimits } from "../src/core/tables/tableLimits.ts";
import { encodingOf, textDecoding, type TextEncoding } from "../src/core/tables/textDecoding.ts";
import type { ColumnarFile } from "./columnar/columnarFile.ts";
import { pieces, unpacked } from "./files/filePieces.ts";
import { beginningOf, type LargeFile } from "./files/largeFile.ts";
import { tableFileOf } from "./tableFile.ts";
export { openTableFile, readTableFile } from "./tableFile.ts";

/**
 * A ledger's digests of the table in a file: of all cells as the file proposes them, however written; and of its
 * declared columns' values. The first is absent if the file cannot be read so; the second never refuses what the schema
 * reads.
 *
 * @param table as it was opened
 * @param sha256 of a text; where it fails, so does this
 * @param checkpoint after each piece; where it fails no more is read
 * @param reading only the kind of the file, if its first bytes are a record's
 */
export async function fileKeys(
  file: Blob,
  table: Table | LargeFile,
  sha256: Sha256OfBytes,
  checkpoint: () => Promise<void>,
  reading: TableReading = {},
): Promise<TableKeys> {
  const found = await tableFileOf(file, reading, checkpoint);
  const [proposed, declared] =
    found.kind === "text"
      ? await sumsOfText(found.file, found.isPacked, table, checkpoint)
      : await sumsOfBoth(found.columns, { table, asProposed: () => columnsOf(file, reading, checkpoint) }, checkpoint);
  const { columns } = "scan" in table ? table.outline : table;
  const names = columns.map(({ name }) => name);
  const own = await tableKeys({ sums: declared, names, isTyped: true }, sha256);
  const given = proposed && (await tableKeys(proposed, sha256));
  return { ...own, ...given, digests: [...new Set([...(given?.digests ?? []), ...own.digests])] };
}

export async function unlessRefused<T>(make: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}

/** Sums over the table as proposed, and over its declared columns. */
type Both = readonly [proposed: KeyedTable | undefined, declared: TableSums];

async function sumsOfText(
  file: Blob,
  isPacked: boolean,
  table: Table | LargeFile,
  checkpoint: () => Promise<void>,
): Promise<Both> {
  const proposed = await unlessRefused(async () => proposedText(await beginningOf(file, isPacked)));
  const declared = "scan" in table ? declaredText(table.text!) : undefined;
  const read = (...texts: readonly KeyedText[]) => scanned(file, { isPacked, texts, checkpoint });
  if (proposed && declared && isWrittenAlike(proposed, declared)) {
    const both = await unlessRefused(() => read(proposed, declared));
    if (both) return [{ ...proposed, sums: both[0]! }, both[1]!];
  }
  const sums = proposed && (await unlessRefused(() => read(proposed)));
  return [
    sums && { ...proposed, sums: sums[0]! },
    declared ? (await read(declared))[0]! : await sumsOfHeld(table as Table, checkpoint),
  ];
}

/** Cells have keys as they are or as declared. */
interface KeyedText {
  readonly dialect: Dialect;
  readonly encoding: TextEncoding;
  readonly columns: readonly { readonly place: number; readonly declared?: ScannedColumn }[];
  readonly recordWidth: number;
  /** True if the first row has names. */
  readonly isHeaded: boolean;
}

/** Text by its beginning. A header is a row like any other. */
function proposedText(beginning: Uint8Array): KeyedText & Pick<KeyedTable, "names" | "isTyped"> {
  const text = textDecoding().decode(beginning, true);
  const dialect = detectDialect(text.slice(0, beginningLength));
  const first = firstRow(text, dialect);
  const names = dialect.rowNames && dialect.delimiter !== " " ? [rowNamesColumn, ...first] : first;
  return {
    dialect,
    encoding: encodingOf(beginning),
    columns: names.map((_, place) => ({ place })),
    recordWidth: names.length,
    isHeaded: false,
    ...{ names: dialect.hasHeader ? names : undefined, isTyped: false },
  };
}

function declaredText({ columns, ...text }: NonNullable<LargeFile["text"]>): KeyedText {
  const declared = columns.map((column) => ({ place: column.place, declared: column }));
  return { ...text, columns: declared, isHeaded: text.dialect.hasHeader };
}

function isWrittenAlike(one: KeyedText, other: KeyedText): boolean {
  const written = ({
    dialect: { delimiter, newline, preamble, hasHeader, comment },
    encoding,
    recordWidth,
  }: KeyedText) =>
    [
      delimiter,
      newline,
      preamble,
      encoding,
      ...(comment || delimiter === " " ? [comment, hasHeader, recordWidth] : []),
    ].join(" ");
  return written(one) === written(other) && other.dialect.below === undefined;
}

/** Reads texts that are written alike once. */
async function scanned(
  file: Blob,
  {
    isPacked,
    texts,
    checkpoint,
  }: { readonly isPacked: boolean; readonly texts: readonly KeyedText[]; readonly checkpoint: () => Promise<void> },
): Promise<readonly TableSums[]> {
  const { dialect, encoding: original, recordWidth } = texts[0]!;
  const { encoding, convert, end } = asciiBytes(original);
  const columns = texts.flatMap((text) => text.columns);
  const parts = texts.map((text) => ({ ...text, sums: tableSums(text.columns.length) }));
  // Rows of a longer header are left out where no other text needs them.
  const isAlone = texts.length === 1 && texts[0]!.isHeaded;
  const scan = createRowScan({
    ...{ dialect, recordWidth, takesNames: !isAlone },
    encoding,
    columns: columns.map(({ place }) => ({ place, format: { type: "number", decimal: ".", unit: "" } })),
    cellsBy: (decoder) =>
      keyedCells(
        decoder,
        columns.map(({ declared }) => declared),
      ),
    take: (keys, rows) => {
      let from = 0;
      for (const { sums, columns: own } of parts) {
        sums.begin(rows);
        for (let j = 0; j < own.length; j++) sums.add(j, keys, from++, columns.length);
        sums.end();
      }
    },
  });
  for await (const piece of isPacked ? unpacked(file, () => undefined) : pieces(file)) {
    scan.push(convert(piece));
    await checkpoint();
  }
  scan.push(end());
  scan.finish();
  return parts.map(({ sums, isHeaded }) => (isHeaded && !isAlone ? { ...sums, sums: () => sums.sums(false) } : sums));
}

async function sumsOfHeld({ columns, rowCount }: Table, checkpoint: () => Promise<void>): Promise<TableSums> {
  const sums = tableSums(columns.length);
  sums.begin(rowCount);
  for (const [j, column] of columns.entries()) {
    sums.add(j, keysIn(column), 0, 1);
    await checkpoint();
  }
  sums.end();
  return sums;
}

function keysIn({ values, categories, texts, reading }: Column): Float64Array {
  const { format } = reading!;
  const told = categories ?? texts;
  if (format.type !== "text" || !told)
    return values.map((value) => (Number.isNaN(value) ? NaN : ledgerKeys.ofValue(value, format.type)));
  const keyOf = Float64Array.from(told.names, (name) => keyOfText(name, format, ledgerKeys));
  return Float64Array.from(told.codes, (code) => keyOf[code] ?? NaN);
}

/** Columns by their rows: of a schema's layout only the sheet is taken. */
async function columnsOf(
  file: Blob,
  { schema, sheet: said }: TableReading,
  checkpoint: () => Promise<void>,
): Promise<ColumnarFile> {
  const sheet = schema ? schema.rows?.sheet : said;
  const found = await tableFileOf(file, sheet === undefined ? {} : { sheet }, checkpoint);
  if (found.kind === "text") throw refusal("file", "a file of text", "one of columns");
  return found.columns;
}

async function sumsOfBoth(
  file: ColumnarFile,
  { table, asProposed }: { readonly table: Table | LargeFile; readonly asProposed: () => Promise<ColumnarFile> },
  checkpoint: () => Promise<void>,
): Promise<Both> {
  const proposed = await unlessRefused(async () => {
    const plain = await asProposed();
    const readers = plain.names.map((name) => ({ name, read: cellKey }));
    const sums = await sumsOfColumns(plain, readers, checkpoint);
    return { sums, names: plain.isNamed ? plain.names : undefined, isTyped: true };
  });
  if (!("scan" in table)) return [proposed, await sumsOfHeld(table, checkpoint)];
  const declared = table.outline.schema!.columns.map((column) => ({
    name: column.name,
    read: keyReading(column, ledgerKeys),
  }));
  return [proposed, await sumsOfColumns(file, declared, checkpoint)];
}

function firstRow(beginning: string, dialect: ReturnType<typeof detectDialect>): readonly string[] {
  const { delimiter, newline, preamble, comment = false } = dialect;
  if (delimiter === " ") {
    const found = blankLines(dialect, tableLimits.lineLength).push(beginning).slice(preamble);
    return found.find((row) => !isBlankRow(row))?.slice(0, tableLimits.columns) ?? [];
  }
  const rows: (readonly string[])[] = [];
  const parser = new Papa.Parser({ delimiter, newline, preview: preamble + mostBlankLines, comments: comment });
  rows.push(...(parser.parse(withQuotesFirst(beginning, delimiter), 0, false) as Papa.ParseResult<string[]>).data);
  return (
    rows
      .slice(preamble)
      .find((row) => !isBlankRow(row))
      ?.slice(0, tableLimits.columns) ?? []
  );
}

const mostBlankLines = 1000;

/** @param readers of cells, by column */
async function sumsOfColumns(
  { cellsOf }: ColumnarFile,
  readers: readonly { readonly name: string; readonly read: (cell: unknown) => number }[],
  checkpoint: () => Promise<void>,
): Promise<TableSums> {
  const sums = tableSums(readers.length);
  const columns = readers.map(({ name, read }) => ({ read, blocks: cellsOf(name)[Symbol.asyncIterator]() }));
  let keys = new Float64Array(0);
  for (;;) {
    let isEnded = columns.length === 0;
    for (const [j, { read, blocks }] of columns.entries()) {
      const next = await blocks.next();
      if (next.done) {
        isEnded = true;
        break;
      }
      const { cells, rows } = next.value;
      if (j === 0) sums.begin(rows);
      if (keys.length < rows) keys = new Float64Array(rows);
      for (let i = 0; i < rows; i++) keys[i] = read(cells[0]![i]);
      sums.add(j, keys, 0, 1);
      await checkpoint();
    }
    if (isEnded) break;
    sums.end();
  }
  return sums;
}
