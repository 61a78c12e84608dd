// node test/bench/largeFile.mjs [rows]: reads and counts one column of a CSV and of a Parquet file, in Node by the page's
// own code, by DuckDB with one thread and by polars with one (PYTHON names a Python that has it); twice, in turn. The
// files are made first and removed at the end; 60 million rows are 2 GB.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { build } from "rolldown";

const rows = Number(process.argv[2] ?? 10_000_000);
const folder = mkdtempSync(join(tmpdir(), "curveil-large-"));
const [lower, upper, cells] = [-50_000, 150_000, 65_536];
const scale = (cells - 1) / (upper - lower);

const connection = await (await DuckDBInstance.create(":memory:")).connect();
await connection.run("SELECT setseed(0.42)");
const made = `SELECT i AS id, 30000 + 20000 * sqrt(-2 * ln(1 - random())) * cos(6.283185307179586 * random()) AS income,
  round(random() * 100, 2) AS age, 'g' || (i % 7) AS grp FROM range(${rows}) r(i)`;
const files = { csv: join(folder, "large.csv"), parquet: join(folder, "large.parquet") };
await connection.run(`COPY (${made}) TO '${files.csv}' (HEADER)`);
await connection.run(`COPY (SELECT * FROM '${files.csv}') TO '${files.parquet}' (FORMAT parquet)`);
connection.closeSync();

// Each side in a process of its own, so that its memory is its own.
writeFileSync(
  join(folder, "ours.ts"),
  `import { openAsBlob } from "node:fs";
import { openTableFile } from ${JSON.stringify(new URL("../../workers/tableFile.ts", import.meta.url).pathname)};
import { latticeAccumulation } from ${JSON.stringify(new URL("../../src/core/records/latticeAccumulation.ts", import.meta.url).pathname)};
const quiet = () => Promise.resolve();
const silent = () => undefined;
const limits = { rows: 0, cells: 0 };
const start = performance.now();
const file = await openTableFile(await openAsBlob(process.argv[2]), { reading: {}, checkpoint: quiet, progress: silent, limits });
const counts = latticeAccumulation({ axes: [{ lower: ${lower}, upper: ${upper}, cells: ${cells} }], missing: "drop" });
await file.scan({ columns: [{ name: "income" }], take: counts.take }, quiet, silent);
const records = counts.counted().multiplicities.reduce((a, b) => a + b);
console.log(JSON.stringify([(performance.now() - start) / 1000, records]));`,
);
writeFileSync(
  join(folder, "duckdb.mjs"),
  `import { DuckDBInstance } from ${JSON.stringify(import.meta.resolve("@duckdb/node-api"))};
const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
const start = performance.now();
const found = await (await connection.run(\`SELECT CAST(floor((least(${upper}, greatest(${lower}, income)) - (${lower}) + ${0.5 / scale}) * ${scale}) AS BIGINT), count(*)
  FROM '\${process.argv[2]}' WHERE income IS NOT NULL GROUP BY 1\`)).getRows();
console.log(JSON.stringify([(performance.now() - start) / 1000, found.reduce((sum, [, count]) => sum + Number(count), 0)]));`,
);
writeFileSync(
  join(folder, "count.py"),
  `import json, sys, time
import polars as pl
path = sys.argv[1]
start = time.perf_counter()
rows = pl.scan_csv(path) if path.endswith("csv") else pl.scan_parquet(path)
cell = ((pl.col("income").clip(${lower}, ${upper}) - (${lower}) + ${0.5 / scale}) * ${scale}).floor().cast(pl.Int64)
found = rows.select(cell.alias("cell")).group_by("cell").agg(pl.len().alias("n")).collect()
print(json.dumps([time.perf_counter() - start, int(found["n"].sum())]))`,
);
await build({
  input: join(folder, "ours.ts"),
  output: { file: join(folder, "ours.mjs"), format: "esm", codeSplitting: false },
  platform: "node",
  logLevel: "silent",
  resolve: { modules: [new URL("../../node_modules", import.meta.url).pathname] },
});

const sides = {
  "ours, Node": (path) => [process.execPath, join(folder, "ours.mjs"), path],
  "DuckDB, one thread": (path) => [process.execPath, join(folder, "duckdb.mjs"), path],
  "polars, one thread": (path) => [process.env.PYTHON ?? "python3", join(folder, "count.py"), path],
};
try {
  for (const [format, path] of Object.entries(files)) {
    for (let round = 0; round < 2; round++) {
      for (const [name, command] of Object.entries(sides)) {
        const { status, stdout, stderr } = spawnSync("/usr/bin/time", ["-f", "%U %S %M", ...command(path)], {
          encoding: "utf8",
          env: { ...process.env, POLARS_MAX_THREADS: "1" },
        });
        if (status !== 0) {
          console.log(`${format}, ${name}: not installed (${stderr.trim().split("\n").at(-2) ?? ""})`);
          continue;
        }
        const [seconds, records] = JSON.parse(stdout.trim().split("\n").at(-1));
        const [user, system, kilobytes] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
        const size = `${(statSync(path).size / 1e6).toFixed(0)} MB`;
        console.log(
          `${format} of ${size}, ${records} records, ${name}: ${seconds.toFixed(2)} s, processor ${(user + system).toFixed(2)} s, at most ${(kilobytes / 1000).toFixed(0)} MB`,
        );
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`Commit ${execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()}`);
