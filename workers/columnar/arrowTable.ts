import { refusal } from "../../src/core/tables/refusal.ts";
import { arrowMessages, damagedArrow, type ArrowBatch, type ArrowPart } from "./arrowBatches.ts";
import { cellsIn, type Cells, type Place } from "./arrowCells.ts";
import { arrowColumns, type ArrowColumn, type CellType } from "./arrowSchema.ts";
import { columnarFile, leftOutNotice, rowsAtOnce, type ColumnBlock, type ColumnarFile } from "./columnarFile.ts";

type ReadColumn = ArrowColumn & { readonly type: CellType };

/**
 * Opens an Arrow file (Feather, version 2) or stream and reads its metadata. Unpacked cells are read later in blocks of
 * rows, packed ones by batch.
 */
export async function openArrow(file: Blob): Promise<ColumnarFile> {
  const { schema, parts, isEnded } = await refusing(() => arrowMessages(file));
  const columns = await refusing(() => Promise.resolve(arrowColumns(schema)));
  const read = new Map<string, { column: ReadColumn; k: number }>();
  const leftOut: string[] = [];
  columns.forEach((column, k) => {
    if (column.type.kind === "other") leftOut.push(`${column.name} (${column.type.what})`);
    else if (read.has(column.name)) leftOut.push(`${column.name} (another of that name)`);
    else read.set(column.name, { column: column as ReadColumn, k });
  });
  if (read.size === 0) {
    const found = leftOut.length === 0 ? "no columns" : `no columns but ${leftOut.slice(0, 5).join(", ")}`;
    throw refusal("file", found, "a table with columns of numbers, dates or texts");
  }
  const batches = parts.flatMap((part) => (part.kind === "rows" ? [part.batch] : []));
  const isCategory = ({ type, dictionary }: ReadColumn) =>
    dictionary && (type.kind === "text" || type.kind === "textView");

  const blocks = async function* (names: readonly string[], end: number): AsyncGenerator<ColumnBlock> {
    const wanted = names.map((name) => read.get(name)!);
    const dictionaries = new Map<number, unknown[]>();
    const learn = async ({ id, isDelta, batch }: Extract<ArrowPart, { kind: "dictionary" }>) => {
      const of = wanted.find(({ column }) => column.dictionary?.id === id)?.column;
      if (!of) return;
      const place = { node: 0, buffer: 0, views: batch.viewBuffers[0] ?? 0 };
      const cells = await cellsIn(batch, place, of.type, 0, batch.rows);
      batch.forget();
      const known = (isDelta ? dictionaries.get(id) : undefined) ?? [];
      for (let i = 0; i < cells.length; i++) known.push(cells[i]);
      dictionaries.set(id, known);
    };
    let left = end;
    for (const part of parts) {
      if (left === 0) return;
      if (part.kind === "dictionary") {
        await learn(part);
        continue;
      }
      const { batch } = part;
      const places = placesIn(batch, columns);
      for (let from = 0; from < batch.rows && left > 0; from += rowsAtOnce) {
        const rows = Math.min(rowsAtOnce, batch.rows - from, left);
        const cells: Cells[] = [];
        for (const { column, k } of wanted)
          cells.push(await columnCells(batch, places[k]!, column, dictionaries, from, rows));
        yield { cells, rows };
        left -= rows;
      }
      batch.forget();
    }
  };

  return columnarFile({
    file,
    names: [...read.keys()],
    typeOf: (name) => (isCategory(read.get(name)!.column) ? "category" : undefined),
    rowCount: batches.reduce((sum, { rows }) => sum + rows, 0),
    notices: [
      ...leftOutNotice(leftOut),
      ...(isEnded ? [] : ["The stream has no mark at its end: rows may be missing."]),
    ],
    blocks: (names, end) => refusingEach(blocks(names, end)),
  });
}

function placesIn(batch: ArrowBatch, columns: readonly ArrowColumn[]): Place[] {
  let [node, buffer, view] = [0, 0, 0];
  const places = columns.map(({ extent }) => {
    const further = batch.viewBuffers.slice(view, view + extent.views).reduce((a, b) => a + b, 0);
    const place = { node, buffer, views: further };
    node += extent.nodes;
    buffer += extent.buffers + further;
    view += extent.views;
    return place;
  });
  if (node !== batch.nodes.length || buffer !== batch.bufferCount) throw damagedArrow();
  return places;
}

async function columnCells(
  batch: ArrowBatch,
  place: Place,
  { type, dictionary }: ReadColumn,
  dictionaries: ReadonlyMap<number, readonly unknown[]>,
  from: number,
  rows: number,
): Promise<Cells> {
  if (!dictionary) return cellsIn(batch, place, type, from, rows);
  const known = dictionaries.get(dictionary.id) ?? [];
  const cells: unknown[] = [];
  for (const index of (await cellsIn(batch, place, dictionary.index, from, rows)) as Float64Array) {
    if (!Number.isNaN(index) && !(index >= 0 && index < known.length)) throw damagedArrow();
    cells.push(Number.isNaN(index) ? null : known[index]);
  }
  return cells;
}

/** Places outside of the file and impossible lengths are damage. */
async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof RangeError ? damagedArrow() : error;
  }
}

async function* refusingEach<T>(given: AsyncGenerator<T>): AsyncGenerator<T> {
  for (;;) {
    const next = await refusing(() => given.next());
    if (next.done) return;
    yield next.value;
  }
}
