import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

/** A Parquet file of digits as DuckDB writes it: a column named label, and pixels row by row. */
export async function digitParquet(
  rows: readonly { readonly label: number; readonly pixels: readonly number[] }[],
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), "curveil-digits-"));
  try {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const path = join(folder, "digits.parquet");
    const names = rows[0]!.pixels.map((_, j) => `pixel${j}`);
    await connection.run(
      `CREATE TABLE digits (place INTEGER, label INTEGER, ${names.map((name) => `${name} UTINYINT`).join(", ")})`,
    );
    const values = rows.map(({ label, pixels }, i) => `(${[i, label, ...pixels].join(",")})`);
    await connection.run(`INSERT INTO digits VALUES ${values.join(",")}`);
    await connection.run(`COPY (SELECT * EXCLUDE (place) FROM digits ORDER BY place) TO '${path}' (FORMAT parquet)`);
    connection.closeSync();
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true });
  }
}
