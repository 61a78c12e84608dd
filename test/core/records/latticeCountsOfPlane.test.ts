import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { countsQuery } from "../../../src/core/records/queries/countsQuery.ts";
import { mostWrittenOut, recordsFromCounts, writtenOut } from "../../../src/core/records/countedRecords.ts";
import { boundaryRecordsFrom } from "../../../src/core/records/boundaryRecords.ts";
import { latticeAccumulation } from "../../../src/core/records/latticeAccumulation.ts";
import { latticeCell, latticeScale, latticeValue } from "../../../src/core/records/latticeCounts.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import { swept } from "../../support/swept.ts";
import { startPostgres } from "../../support/postgres.ts";
import { readTable } from "../../support/readTable.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-plane-counts-"));
chmodSync(folder, 0o777);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("counts in the plane, with labels or with responses", () => {
  const axes = [
    { lower: -1.3, upper: 2.7, cells: 1024 },
    { lower: 0, upper: 110, cells: 1024 },
  ] as const;
  const responseAxis = { lower: -5, upper: 5, cells: 512 };
  const random = seededSource(19);
  const rows = Array.from({ length: 4000 }, (_, i) => {
    const absent = (text: string) => (random.uniform() < 0.02 ? "" : text);
    const a = absent(String(5 * random.uniform() - 1.8));
    const b = absent(String(Math.floor(130 * random.uniform() - 10)));
    const z = absent(String(12 * random.uniform() - 6));
    const label = absent(["yes", "no", 'may"be'][Math.floor(3 * random.uniform())]!);
    return [i % 700, a, b, z, label.includes('"') ? `"${label.replaceAll('"', '""')}"` : label].join(",");
  });
  const text = `id,a,b,z,label\n${rows.join("\n")}\n`;
  const path = join(folder, "plane.csv");
  const table = readTable(text);
  const value = (name: string) => table.columns.find((column) => column.name === name)!.values;
  const labels = table.columns.at(-1)!.categories!;
  const inputs = [
    { of: "a", axis: axes[0] },
    { of: "b", axis: axes[1] },
  ];
  const typed = `read_csv('${path}', columns = {'id': 'BIGINT', 'a': 'DOUBLE', 'b': 'DOUBLE', 'z': 'DOUBLE', 'label': 'VARCHAR'}, header = true)`;

  /** Cells, and label where there is one, of each complete row, by the page's own reading. */
  const own = (
    names: readonly { of: string; axis: (typeof axes)[number] | typeof responseAxis }[],
    labelled: boolean,
  ) => {
    const counts = new Map<string, number>();
    for (let row = 0; row < table.rowCount; row++) {
      const values = names.map(({ of }) => value(of)[row]!);
      if (values.some(Number.isNaN) || (labelled && labels.codes[row]! < 0)) continue;
      const cells = names.map(({ axis }, j) => latticeCell(values[j]!, axis, latticeScale(axis)));
      const key = [...cells, ...(labelled ? [labels.names[labels.codes[row]!]!] : [])].join("|");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const cases = [
    ["a density of two columns", { inputs }, own(inputs, false)],
    ["a boundary", { inputs, label: { of: "label" } }, own(inputs, true)],
    [
      "a regression",
      { inputs: inputs.slice(0, 1), response: { of: "z", axis: responseAxis } },
      own([inputs[0]!, { of: "z", axis: responseAxis }], false),
    ],
  ] as const;

  test.each(cases)("DuckDB's for %s are the page's", async (_, counted, counts) => {
    writeFileSync(path, text);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const result = await connection.run(countsQuery({ engine: "duckdb", table: typed, ...counted }));
    const found = (await result.getRows()) as (bigint | string)[][];
    const header = result.columnNames();
    connection.closeSync();
    expect(new Map(found.map((row) => [row.slice(0, -1).join("|"), Number(row.at(-1))]))).toEqual(counts);
    const csv = (order: typeof found) =>
      readTable(
        `${header.join(",")}\n${order.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")).join("\n")}\n`,
      );
    const records = recordsFromCounts(csv(found));
    expect(records.multiplicities.reduce((a, b) => a + b)).toBe(Array.from(counts.values()).reduce((a, b) => a + b));
    // The same for any order of the rows, but for the codes that labels get.
    const { labels: theirs, ...rest } = recordsFromCounts(csv([...found].reverse()));
    const { labels: before, ...expected } = records;
    if (!before) expect(rest).toEqual(expected);
    else expect(theirs!.names.toSorted()).toEqual(before.names.toSorted());
  });

  // In every run that of latticeCounts and curveSums.
  swept.for(cases)("PostgreSQL's for %s are the same, where it is installed", ([, counted, counts], context) => {
    const server = startPostgres(folder);
    if (typeof server === "string") {
      context.skip(server);
      return;
    }
    writeFileSync(path, text);
    const query = countsQuery({ engine: "postgresql", table: "p", ...counted });
    const columns = "id bigint, a double precision, b double precision, z double precision, label text";
    const width = counts.keys().next().value!.split("|").length + 1;
    const found = server(
      `CREATE TEMP TABLE p (${columns}); COPY p FROM '${path}' WITH (FORMAT csv, HEADER); ${query};`,
      width,
    );
    expect(new Map(found.map((row) => [row.slice(0, -1).join("|"), Number(row.at(-1))]))).toEqual(counts);
  });

  test("the density of counts is that of the page's own reading of the same file in pieces", async () => {
    writeFileSync(path, text);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const result = await connection.run(countsQuery({ engine: "duckdb", table: typed, inputs }));
    const found = (await result.getRows()) as bigint[][];
    const counted = recordsFromCounts(
      readTable(`${result.columnNames().join(",")}\n${found.map((row) => row.join(",")).join("\n")}\n`),
    );
    connection.closeSync();
    const counting = latticeAccumulation({ axes, missing: "drop" });
    const values = Float64Array.from({ length: 2 * table.rowCount }, (_, k) => value(k % 2 === 0 ? "a" : "b")[k >> 1]!);
    counting.take(values, table.rowCount);
    expect({ points: counted.points, multiplicities: counted.multiplicities }).toEqual(counting.counted());
    const domain = axes.map(({ lower, upper }) => [lower, upper] as const);
    const parameters = {
      ...{ domain, bandwidths: [0.2, 6], correlation: 0.3, relativeRate: 1, drawCount: 1, seed: 3 },
      route: "gaussian" as const,
    };
    expect(planDensity({ ...counted, domain }).release(parameters)).toEqual(
      planDensity({ ...counting.counted()!, domain }).release(parameters),
    );
  });

  test("a boundary and a regression get each record at its point of the lattice", () => {
    const csv = "cell_of_a,cell_of_b,label_of_c,counts_0_1_11__0_1_11_per_2\n1,2,yes,2\n3,4,no,1\n";
    const choice = { task: "classification", x: "", y: "", response: "", positive: "yes", missing: "refuse" } as const;
    const records = boundaryRecordsFrom(readTable(csv), { ...choice, counted: true });
    const axis = { lower: 0, upper: 1, cells: 11 };
    const at = (...cells: number[]) => cells.map((cell) => latticeValue(cell, axis));
    expect(records).toMatchObject({ classNames: ["no", "yes"], recordsPerPerson: 2, droppedCount: 0 });
    expect(Array.from(records.points.coordinates)).toEqual(at(1, 2, 1, 2, 3, 4));
    expect(Array.from(records.responses)).toEqual([1, 1, -1]);
    const line = "cell_of_a,response_cell_of_z,counts_0_1_11__0_1_11_per_1\n1,2,2\n3,4,1\n";
    const regression = boundaryRecordsFrom(readTable(line), {
      ...{ task: "regression", x: "", response: "", missing: "refuse", counted: true },
    });
    expect(Array.from(regression.responses)).toEqual(at(2, 2, 4));
    const both = () => boundaryRecordsFrom(readTable(line), { ...choice, counted: true });
    expect(both).toThrow("counts without labels");
    expect(() => writtenOut({ multiplicities: Float64Array.of(mostWrittenOut, 1) })).toThrow(
      "a density takes any number",
    );
  });
});

test("one person's rows move at most k units of count, in the plane and through the quota, and come to it", () => {
  const axes = [
    { lower: 0, upper: 1, cells: 64 },
    { lower: 0, upper: 1, cells: 64 },
  ];
  const random = seededSource(31);
  const bound = 3;
  let most = 0;
  for (let trial = 0; trial < 200; trial++) {
    // A person with any number of rows anywhere among the others is replaced by one with others, in other places.
    const others = Array.from({ length: 40 }, () => [
      random.uniform(),
      random.uniform(),
      Math.floor(9 * random.uniform()),
    ]);
    const withPerson = () => {
      const rows = [...others];
      const many = Math.floor(8 * random.uniform());
      for (let k = 0; k < many; k++)
        rows.splice(Math.floor(random.uniform() * rows.length), 0, [random.uniform(), random.uniform(), 99]);
      const counting = latticeAccumulation({ axes, missing: "drop", bound });
      counting.take(Float64Array.from(rows.flat()), rows.length);
      const { points, multiplicities } = counting.counted()!;
      return new Map(
        Array.from(multiplicities, (count, i) => [points.coordinates.subarray(2 * i, 2 * i + 2).join(), count]),
      );
    };
    const [before, after] = [withPerson(), withPerson()];
    let moved = 0;
    for (const key of new Set([...before.keys(), ...after.keys()]))
      moved += Math.abs((before.get(key) ?? 0) - (after.get(key) ?? 0));
    expect(moved).toBeLessThanOrEqual(2 * bound);
    most = Math.max(most, moved);
  }
  expect(most).toBe(2 * bound);
});
