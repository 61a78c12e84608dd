import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { countsQuery, engines } from "../../../src/core/datasets/countsQuery.ts";
import {
  countOnLattice,
  countsColumnName,
  latticeCell,
  latticeOfColumns,
  latticeScale,
  recordsFromCounts,
} from "../../../src/core/datasets/latticeCounts.ts";
import { binMultiplesOnSplines, binOnSplines } from "../../../src/core/estimators/splineBinning.ts";
import { gridAxis } from "../../../src/core/grids.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planDensity } from "../../../src/core/releases/density.ts";
import { readTable } from "../../support/readTable.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-counts-"));
chmodSync(folder, 0o777);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Values that engines may round differently: ends, halves of a step, neighbours of them, beyond the domain, none. */
function awkwardValues(lattice: { lower: number; upper: number; cells: number }): (number | undefined)[] {
  const random = seededSource(7);
  const { lower, upper, cells } = lattice;
  const step = (upper - lower) / (cells - 1);
  const near = (x: number) => [x, x * (1 + 2 ** -52), x * (1 - 2 ** -53), x + step / 2, x - step / 2];
  const values: (number | undefined)[] = [lower, upper, lower - 1e6, upper + 1e300, -0, 5e-324, undefined, undefined];
  for (let i = 0; i < 3000; i++) values.push(lower + (upper - lower) * (1.2 * random.uniform() - 0.1));
  for (let i = 0; i < 1500; i++) values.push(...near(lower + (Math.floor(random.uniform() * cells) + 0.5) * step));
  return values;
}

const lattices = [
  { lower: 0, upper: 200_000, cells: 2 ** 16 },
  { lower: -1.3, upper: 2.7, cells: 1000 },
  { lower: 1e-3, upper: 1e12, cells: 2 ** 16 },
] as const;

const text = (values: readonly (number | undefined)[]) =>
  `id,value\n${values.map((value, i) => `${i % 900},${value ?? ""}`).join("\n")}\n`;

const csvOf = (name: string, rows: readonly (readonly unknown[])[], cell: string) =>
  `${cell},${name}\n${rows.map(([k, n]) => `${String(k)},${String(n)}`).join("\n")}\n`;

describe.each(lattices)("counts of awkward values on %j", (lattice) => {
  const values = awkwardValues(lattice);
  const read = readTable(text(values)).columns[1]!.values;
  const own = countOnLattice(read, lattice);
  const name = countsColumnName({ ...lattice, rowsPerPerson: 1 });

  test("DuckDB's and the page's are the same, bit for bit, and so are the releases", async () => {
    const path = join(folder, `values-${lattice.cells}-${lattice.upper}.csv`);
    writeFileSync(path, text(values));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const table = `read_csv('${path}', columns = {'id': 'BIGINT', 'value': 'DOUBLE'})`;
    const query = countsQuery({ engine: "duckdb", table, column: "value", lattice });
    const rows = (await (await connection.run(query)).getRows()) as [bigint, bigint][];
    connection.closeSync();
    const theirs = new Float64Array(lattice.cells);
    for (const [cell, count] of rows) theirs[Number(cell)] = Number(count);
    expect(theirs).toEqual(own);

    const counted = recordsFromCounts(readTable(csvOf(name, rows, "cell_of_value")));
    expect(counted.multiplicities.reduce((a, b) => a + b)).toBe(values.filter((value) => value !== undefined).length);
    // The page's own records, each moved to its point of the lattice by hand.
    const scale = latticeScale(lattice);
    const moved = read.filter(Number.isFinite).map((value) => {
      const k = latticeCell(value, lattice, scale);
      return k === lattice.cells - 1
        ? lattice.upper
        : lattice.lower + ((lattice.upper - lattice.lower) * k) / (lattice.cells - 1);
    });
    const domain = [[lattice.lower, lattice.upper]] as const;
    const parameters = {
      domain,
      bandwidths: [(lattice.upper - lattice.lower) / 40],
      ...({ correlation: 0, route: "gaussian", relativeRate: 1, drawCount: 1, seed: 5 } as const),
    };
    const records = planDensity({ points: { dimension: 1, coordinates: moved }, domain }).release(parameters);
    expect(planDensity({ ...counted, domain }).release(parameters)).toEqual(records);
  });

  test("PostgreSQL's are the same, where it is installed", (context) => {
    const server = postgres();
    if (typeof server === "string") {
      context.skip(server);
      return;
    }
    const path = join(folder, `pg-${lattice.cells}-${lattice.upper}.csv`);
    writeFileSync(path, text(values));
    const query = countsQuery({ engine: "postgresql", table: "v", column: "value", lattice });
    const rows = server(
      `CREATE TEMP TABLE v (id bigint, value double precision); COPY v FROM '${path}' WITH (FORMAT csv, HEADER); ${query};`,
    );
    const theirs = new Float64Array(lattice.cells);
    for (const [cell, count] of rows) theirs[Number(cell)] = Number(count);
    expect(theirs).toEqual(own);
  });
});

/** Runs statements in a PostgreSQL server of our own that needs no network; why not, where there is none. */
let started: ((sql: string) => string[][]) | string | undefined;
function postgres(): NonNullable<typeof started> {
  started ??= startPostgres();
  return started;
}

function startPostgres(): NonNullable<typeof started> {
  const bin = spawnSync("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | tail -1"], { encoding: "utf8" }).stdout.trim();
  if (bin === "") return "PostgreSQL is not installed here.";
  const data = join(folder, "pg");
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const as = (command: string) =>
    isRoot
      ? spawnSync("runuser", ["-u", "postgres", "--", "sh", "-c", command], {
          encoding: "utf8",
          cwd: "/",
          maxBuffer: 2 ** 30,
        })
      : spawnSync("sh", ["-c", command], { encoding: "utf8", maxBuffer: 2 ** 30 });
  const initialised = as(`${bin}/initdb -D ${data} -A trust -U curveil --no-sync`);
  if (initialised.status !== 0) return `PostgreSQL cannot be set up here: ${initialised.stderr.slice(0, 200)}`;
  // Single-user mode: no server stays behind.
  return (sql) => {
    const oneLine = sql.replace(/\s+/g, " ").replace(/; /g, ";\n");
    writeFileSync(join(folder, "query.sql"), `${oneLine}\n`);
    const { stdout, status, stderr } = as(`${bin}/postgres --single -D ${data} template1 < ${folder}/query.sql`);
    if (status !== 0 || stderr.includes("ERROR")) throw new Error(stderr);
    const values = Array.from(stdout.matchAll(/= "(-?\d+)"/g), ([, value]) => value!);
    return Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i]!, values[2 * i + 1]!]);
  };
}

test("of one person the query keeps as many rows as were declared, whatever the others have", async () => {
  const rows = [0.1, 0.2, 0.3].flatMap((v) => [`1,${v}`, `2,${v + 0.5}`]).concat("3,0.9", ",0.4");
  const path = join(folder, "persons.csv");
  writeFileSync(path, `id,value\n${rows.join("\n")}\n`);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const lattice = { lower: 0, upper: 1, cells: 11 };
  const person = { column: "id", bound: 2 };
  const query = countsQuery({ engine: "duckdb", table: `'${path}'`, column: "value", lattice, person });
  const result = await connection.run(query);
  expect(result.columnNames()).toEqual(["cell_of_value", "records_from_0_to_1_cells_11_person_2"]);
  const found = ((await result.getRows()) as [bigint, bigint][]).map(([k, n]) => [Number(k), Number(n)]);
  connection.closeSync();
  expect(found).toEqual([
    [1, 1],
    [2, 1],
    [6, 1],
    [7, 1],
    [9, 1],
  ]);
});

test("replacing one record moves one unit of count, and the density of counts by at most Δ: it comes near", () => {
  const lattice = { lower: 0, upper: 1, cells: 2 ** 16 };
  const random = seededSource(3);
  const values = Float64Array.from({ length: 50 }, () => random.uniform());
  let most = 0;
  for (let trial = 0; trial < 300; trial++) {
    const other = values.slice();
    other[trial % 50] = trial % 3 === 0 ? 2 * random.uniform() - 0.5 : random.uniform();
    const [a, b] = [countOnLattice(values, lattice), countOnLattice(other, lattice)];
    const moved = a.reduce((sum, count, k) => sum + Math.abs(count - b[k]!), 0);
    expect(moved).toBeLessThanOrEqual(2);
    most = Math.max(most, moved);
  }
  expect(most).toBe(2);
});

test("binMultiplesOnSplines are the bins of records written out as often as they occur", () => {
  const random = seededSource(11);
  const coordinates = Float64Array.from({ length: 40 }, () => 1.4 * random.uniform() - 0.2);
  const multiplicities = coordinates.map((_, i) => 1 + ((i * i * 37) % 200));
  const mesh = { axes: [gridAxis({ lower: 0, upper: 1, count: 101 })] };
  const written = Float64Array.from(
    Array.from(coordinates).flatMap((x, i) => Array.from({ length: multiplicities[i]! }, () => x)),
  );
  expect(binMultiplesOnSplines({ points: { dimension: 1, coordinates }, multiplicities, mesh })).toEqual(
    binOnSplines({ points: { dimension: 1, coordinates: written }, mesh }),
  );
  for (const wrong of [0, -1, 1.5, NaN, Infinity]) {
    const bad = Float64Array.from(multiplicities);
    bad[3] = wrong;
    expect(() => binMultiplesOnSplines({ points: { dimension: 1, coordinates }, multiplicities: bad, mesh })).toThrow(
      /multiplicities must be/,
    );
  }
});

test("the name of the counts says the lattice, and is read as it was written", () => {
  for (const lattice of [...lattices, { lower: -1e-7, upper: 1.5e21, cells: 3 }]) {
    const all = { ...lattice, rowsPerPerson: 4 };
    const name = countsColumnName(all);
    expect(name).toMatch(/^\w+$/);
    expect(latticeOfColumns(["cell_of_x", name])).toEqual({ cell: "cell_of_x", count: name, of: "x", lattice: all });
  }
  expect(latticeOfColumns(["cell_of_x", "n"])).toBeUndefined();
  expect(latticeOfColumns(["x", countsColumnName({ ...lattices[0], rowsPerPerson: 1 })])).toBeUndefined();
});

test.each([
  ["a cell beyond the lattice", "11,3\n1,2", "cell 11"],
  ["half a record", "1,2.5\n2,2", "count 2.5"],
  ["a cell twice", "1,2\n1,2", "cell 1 twice"],
  ["one record", "1,1\n2,0", "1 records"],
])("%s is refused", (_, rows, sentence) => {
  const name = countsColumnName({ lower: 0, upper: 1, cells: 11, rowsPerPerson: 1 });
  expect(() => recordsFromCounts(readTable(`cell_of_x,${name}\n${rows}\n`))).toThrow(sentence);
});

test("every engine is asked for whole numbers by one GROUP BY, with the bounds as literals and names quoted", () => {
  for (const engine of engines) {
    const query = countsQuery({
      ...{ engine, table: "t", column: 'in`co"me', lattice: lattices[0] },
      person: { column: "who", bound: 3 },
    });
    expect(query.match(/group_by\("cell|GROUP BY/g)).toHaveLength(1);
    expect(query).toContain("records_from_0_to_200000_cells_65536_person_3");
    expect(query).toContain(String(latticeScale(lattices[0])));
  }
});

test.each([
  [1, 0],
  [0, 0],
  [NaN, 1],
  [0, Infinity],
])("a lattice from %d to %d is refused", (lower, upper) => {
  expect(() => latticeScale({ lower, upper, cells: 10 })).toThrow(/domain must be/);
  for (const cells of [0, 1, 1.5, 2 ** 21]) expect(() => latticeScale({ lower: 0, upper: 1, cells })).toThrow(/cells/);
});
