import { sha256 as platformSha256 } from "../sha256.ts";
import type { Column, Table } from "./table.ts";

/** SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits: the platform's if absent. */
export type Sha256OfBytes = (content: Uint8Array<ArrayBuffer> | string) => Promise<string>;

/**
 * SHA-256 of a table's cells and names, by which ledgers of examples and of earlier versions know a table.
 *
 * Order of rows and columns and the writing of the file do not matter. Columns are sorted by name and rows by their
 * cells; a column of numbers is the doubles, a column of text the ranks of its texts, each as little-endian doubles
 * with ∞ for a missing cell; the digest is that of the JSON text
 *
 *     {"form":"curveil-table/1","rows":n,"columns":[{"name":…,"texts":[…] or null,"cells":SHA-256 of its cells},…]}.
 *
 * The whole table counts, as releases of different columns are about the same people. Cells that are neither number nor
 * one of at most 1000 texts count as missing; tables that differ in those alone share a ledger, which is safe.
 *
 * Private: who knows all records but one can try the last one against it.
 */
export async function tableDigest(table: Table, sha256: Sha256OfBytes = platformSha256): Promise<string> {
  const columns = table.columns.map(cellsOf).sort((a, b) => compare(a.name, b.name));
  const order = rowOrder(
    columns.map(({ cells }) => cells),
    table.rowCount,
  );
  const digests = [];
  for (const { name, texts, cells } of columns) {
    const sorted = Float64Array.from(order, (row) => cells[row]!);
    digests.push({ name, texts, cells: await sha256(new Uint8Array(sorted.buffer)) });
  }
  const form = { form: "curveil-table/1", rows: table.rowCount, columns: digests };
  return sha256(JSON.stringify(form));
}

interface Cells {
  readonly name: string;
  readonly texts: readonly string[] | null;
  /** Numbers, or ranks of texts; ∞ where missing. */
  readonly cells: Float64Array;
}

function cellsOf({ name, values, categories }: Column): Cells {
  // Adding 0 turns −0 into 0.
  if (!categories)
    return { name, texts: null, cells: values.map((value) => (Number.isNaN(value) ? Infinity : value + 0)) };
  const texts = [...categories.names].sort(compare);
  const rankOf = new Map(texts.map((text, rank) => [text, rank]));
  const ranks = categories.names.map((text) => rankOf.get(text)!);
  return { name, texts, cells: Float64Array.from(categories.codes, (code) => ranks[code] ?? Infinity) };
}

function rowOrder(columns: readonly Float64Array[], rowCount: number): Int32Array {
  const order = Int32Array.from({ length: rowCount }, (_, row) => row);
  return order.sort((a, b) => {
    for (const cells of columns) {
      // ∞ − ∞ is no number, so compare before subtracting.
      if (cells[a] !== cells[b]) return cells[a]! - cells[b]!;
    }
    return 0;
  });
}

/** By UTF-16 units, in every language of the browser. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
