import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { countsQuery } from "../../../src/core/records/queries/countsQuery.ts";
import { engines } from "../../../src/core/records/queries/engineDialects.ts";
import { countColumnsOf, countNames } from "../../../src/core/records/countColumns.ts";
import { recordsFromCounts } from "../../../src/core/records/countedRecords.ts";
import { latticeAccumulation } from "../../../src/core/records/latticeAccumulation.ts";
import { latticeCell, latticeScale } from "../../../src/core/records/latticeCounts.ts";
import { countOnLattice } from "../../support/countOnLattice.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import { startPostgres } from "../../support/postgres.ts";
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
  const inputs = [{ of: "value", axis: lattice }];
  const name = countNames({ inputs, rowsPerPerson: 1 }).count;

  test("DuckDB's and the page's are the same, bit for bit, and so are the releases", async () => {
    const path = join(folder, `values-${lattice.cells}-${lattice.upper}.csv`);
    writeFileSync(path, text(values));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const table = `read_csv('${path}', columns = {'id': 'BIGINT', 'value': 'DOUBLE'})`;
    const query = countsQuery({ engine: "duckdb", table, inputs });
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
    const server = startPostgres(folder);
    if (typeof server === "string") {
      context.skip(server);
      return;
    }
    const path = join(folder, `pg-${lattice.cells}-${lattice.upper}.csv`);
    writeFileSync(path, text(values));
    const query = countsQuery({ engine: "postgresql", table: "v", inputs });
    const rows = server(
      `CREATE TEMP TABLE v (id bigint, value double precision); COPY v FROM '${path}' WITH (FORMAT csv, HEADER); ${query};`,
    );
    const theirs = new Float64Array(lattice.cells);
    for (const [cell, count] of rows) theirs[Number(cell)] = Number(count);
    expect(theirs).toEqual(own);
  });
});

describe("an atom and groups, counted by an engine", () => {
  const axis = { lower: 0, upper: 200_000, cells: 2 ** 16 };
  const random = seededSource(29);
  const regions = ["north", "south", "else where", ""];
  const rows = Array.from({ length: 5000 }, (_, i) => {
    const kind = random.uniform();
    const value =
      kind < 0.2
        ? "0"
        : kind < 0.25
          ? "-0.0"
          : kind < 0.27
            ? ""
            : kind < 0.3
              ? "-4"
              : String(3e5 * random.uniform() ** 3);
    return `${i % 4000},${value},${regions[Math.floor(4 * random.uniform())]!}`;
  });
  const text = `id,value,region\n${rows.join("\n")}\n`;
  const path = join(folder, "atom.csv");
  const table = readTable(text);
  const query = { inputs: [{ of: "value", axis }], label: { of: "region" }, pointMass: 0 };
  const domain = [[axis.lower, axis.upper]] as const;
  const groups = { column: "region", levels: ["south", "north"] };

  /** Each row by the page's own reading: its cell, −1 at the atom, and its region. */
  const own = () => {
    const counts = new Map<string, number>();
    const [, { values }, { categories }] = table.columns as [
      unknown,
      (typeof table.columns)[0],
      (typeof table.columns)[0],
    ];
    values.forEach((value, row) => {
      const region = categories!.names[categories!.codes[row]!];
      if (!Number.isFinite(value) || region === undefined) return;
      const key = `${value === 0 ? -1 : latticeCell(value, axis, latticeScale(axis))}|${region}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    });
    return counts;
  };
  const found = async () => {
    writeFileSync(path, text);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const typed = `read_csv('${path}', columns = {'id': 'BIGINT', 'value': 'DOUBLE', 'region': 'VARCHAR'}, header = true)`;
    const result = await connection.run(countsQuery({ engine: "duckdb", table: typed, ...query }));
    const counted = (await result.getRows()) as (bigint | string)[][];
    const header = result.columnNames();
    connection.closeSync();
    return { counted, table: readTable(`${header.join(",")}\n${counted.map((row) => row.join(",")).join("\n")}\n`) };
  };

  test("DuckDB's are the page's, bit for bit, and so is the density beside the atom of the same file in pieces", async () => {
    const theirs = await found();
    expect(new Map(theirs.counted.map((row) => [row.slice(0, -1).join("|"), Number(row.at(-1))]))).toEqual(own());
    const { points, multiplicities, pointMass: atom, labels } = recordsFromCounts(theirs.table, true);
    const whole = recordsFromCounts(theirs.table);
    expect(whole.multiplicities.reduce((a, b) => a + b)).toBe(multiplicities.reduce((a, b) => a + b) + atom!.count);
    expect(atom!.count).toBeGreaterThan(900);
    // The page's own reading of the rows that the query takes, in pieces.
    const counting = latticeAccumulation({ axes: [axis], missing: "drop", pointMass: 0 });
    const [, value, region] = table.columns as [unknown, (typeof table.columns)[0], (typeof table.columns)[0]];
    counting.take(
      value.values.map((v, row) => (region.categories!.codes[row]! < 0 ? NaN : v)),
      table.rowCount,
    );
    expect(counting.pointMassCount()).toBe(atom!.count);
    const parameters = {
      ...{ domain, bandwidths: [9000], correlation: 0, relativeRate: 1, drawCount: 1, seed: 3 },
      route: "gaussian" as const,
    };
    const apart = (count: number) => [{ name: "share of the records at 0", at: 0, count }];
    expect(
      planDensity({ points, multiplicities, domain, pointMassRecords: apart(atom!.count) }).release(parameters),
    ).toEqual(
      planDensity({ ...counting.counted()!, domain, pointMassRecords: apart(counting.pointMassCount()) }).release(
        parameters,
      ),
    );
    expect(labels!.names.toSorted()).toEqual(["else where", "north", "south"]);
  });

  test("groups by a label are those of the same file in pieces", async () => {
    const { studyWorker } = await import("../../../workers/studies/density.ts");
    const choice = { columns: ["cell_of_value"], missing: "refuse", counted: true } as const;
    const counted = studyWorker.recordsFrom((await found()).table, {
      ...choice,
      groups: { ...groups, column: "label_of_region" },
    });
    const counting = latticeAccumulation({
      axes: [axis],
      missing: "drop",
      groups: { count: 2, of: (key) => key },
    });
    const [, value, region] = table.columns as [unknown, (typeof table.columns)[0], (typeof table.columns)[0]];
    const { names, codes } = region.categories!;
    const places = names.map((name) => groups.levels.indexOf(name));
    const taken = Array.from(value.values, (v, row) => [codes[row]! < 0 ? NaN : v, places[codes[row]!] ?? -1]);
    counting.take(Float64Array.from(taken.flat()), taken.length);
    expect(counted.groups!.elsewhere).toBe(counting.elsewhereCount());
    const cells = (of: typeof counted.groups) => of!.levels;
    expect(cells(counted.groups)).toEqual(groups.levels);
    const sizes = (levels: Int32Array, counts: Float64Array) =>
      [0, 1].map((k) => counts.reduce((sum, count, i) => sum + (levels[i] === k ? count : 0), 0));
    const mine = counting.counted()!;
    expect(sizes(counted.groups!.of, counted.multiplicities!)).toEqual(sizes(mine.levels!, mine.multiplicities));
  });

  test("PostgreSQL's are the same, where it is installed", (context) => {
    const server = startPostgres(folder);
    if (typeof server === "string") {
      context.skip(server);
      return;
    }
    writeFileSync(path, text);
    const created = `CREATE TEMP TABLE a (id bigint, value double precision, region text); COPY a FROM '${path}' WITH (FORMAT csv, HEADER);`;
    const rows = server(`${created} ${countsQuery({ engine: "postgresql", table: "a", ...query })};`, 3);
    expect(new Map(rows.map((row) => [row.slice(0, -1).join("|"), Number(row.at(-1))]))).toEqual(own());
  });

  test("an atom is of one column, and its cell of no table that names none", () => {
    const two = [...query.inputs, { of: "age", axis }];
    expect(() => countsQuery({ engine: "duckdb", table: "t", inputs: two, pointMass: 0 })).toThrow(/pointMass must be/);
    expect(countColumnsOf(["cell_of_x", "cell_of_y", "counts_0_1_11__0_1_11_per_1_atom_0"])).toBeUndefined();
    expect(() => recordsFromCounts(readTable("cell_of_x,counts_0_1_11_per_1\n-1,2\n2,2\n"))).toThrow("cell -1");
    const atAtom = readTable("cell_of_x,counts_0_1_11_per_1_atom_0p5\n-1,2\n2,3\n");
    expect(recordsFromCounts(atAtom, true)).toMatchObject({ pointMass: { at: 0.5, count: 2 } });
    expect([...recordsFromCounts(atAtom).points.coordinates]).toEqual([0.5, 0.2]);
  });
});

test("of one person the query keeps as many rows as were declared, whatever the others have", async () => {
  const rows = [0.1, 0.2, 0.3].flatMap((v) => [`1,${v}`, `2,${v + 0.5}`]).concat("3,0.9", ",0.4");
  const path = join(folder, "persons.csv");
  writeFileSync(path, `id,value\n${rows.join("\n")}\n`);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const lattice = { lower: 0, upper: 1, cells: 11 };
  const person = { column: "id", bound: 2 };
  const query = countsQuery({ engine: "duckdb", table: `'${path}'`, inputs: [{ of: "value", axis: lattice }], person });
  const result = await connection.run(query);
  expect(result.columnNames()).toEqual(["cell_of_value", "counts_0_1_11_per_2"]);
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

test.each([
  ["a cell beyond the lattice", "11,3\n1,2", "cell 11"],
  ["half a record", "1,2.5\n2,2", "count 2.5"],
  ["a cell twice", "1,2\n1,2", "cell 1 twice"],
  ["no record", "1,0\n2,0", "0 records"],
])("%s is refused", (_, rows, sentence) => {
  const name = countNames({ inputs: [{ of: "x", axis: { lower: 0, upper: 1, cells: 11 } }], rowsPerPerson: 1 }).count;
  expect(() => recordsFromCounts(readTable(`cell_of_x,${name}\n${rows}\n`))).toThrow(sentence);
});

test("every engine is asked for whole numbers by one GROUP BY, with the bounds as literals and names quoted", () => {
  for (const engine of engines) {
    const query = countsQuery({
      ...{ engine, table: "t", inputs: [{ of: 'in`co"me', axis: lattices[0] }] },
      person: { column: "who", bound: 3 },
    });
    expect(query.match(/group_by\("cell|GROUP BY/g)).toHaveLength(1);
    expect(query).toContain("counts_0_200000_65536_per_3");
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
