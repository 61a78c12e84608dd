import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import {
  clippedCurve,
  clippedCurveSums,
  meanOfSums,
  squareOf,
  valueCells,
  wholeTerms,
} from "../../../src/core/datasets/curveSums.ts";
import type { CurveSums, CurveSumsTerms } from "../../../src/core/datasets/curveSums.ts";
import { curveSumsFrom, sumNames, sumTermsOf } from "../../../src/core/datasets/curveSumsTable.ts";
import { curveSumsQuery } from "../../../src/core/datasets/curveSumsQuery.ts";
import { engines } from "../../../src/core/datasets/engineDialects.ts";
import { meanCurveRecordsFrom } from "../../../src/core/datasets/meanCurveRecords.ts";
import type { SummedCurves } from "../../../src/core/datasets/meanCurveRecords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planMeanCurve } from "../../../src/core/releases/meanCurve.ts";
import type { MeanCurvePlan } from "../../../src/core/releases/meanCurve.ts";
import { meanWeights } from "../../../src/core/releases/meanCurveGrid.ts";
import type { MeanCurveParameters } from "../../../src/core/releases/meanCurveParameters.ts";
import { releasingPrivately } from "../../../src/core/releases/releasingPrivately.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { smoothMean } from "../../support/meanCurveParameters.ts";
import { recordedWords } from "../../support/privateReleases.ts";
import { readTable } from "../../support/readTable.ts";
import { startPostgres } from "../../support/postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-sums-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const termsOf: Record<string, CurveSumsTerms> = {
  uniform: {
    times: { lower: 0, upper: 21, cells: 12 },
    values: { lower: 0, upper: 400 },
    centre: 120,
    normBound: 60,
    rule: "uniform",
  },
  trapezoid: {
    times: { lower: -1.5, upper: 3, cells: 7 },
    values: { lower: -3, upper: 11 },
    centre: 0,
    normBound: 2.7,
    rule: "trapezoid",
  },
};

/** Curves near and far from the centre, some twice at a time, some with gaps, some readings outside. */
function readingsFor({ times, values, centre, normBound }: CurveSumsTerms, seed = 3) {
  const random = seededSource(seed);
  const rows: { curve: number; time: number; value: number }[] = [];
  const step = (times.upper - times.lower) / (times.cells - 1);
  for (let curve = 0; curve < 300; curve++) {
    const reach = normBound * [0.3, 1, 3, 30][curve % 4]!;
    for (let j = 0; j < times.cells; j++) {
      if (curve % 17 === 3 && j === 2) continue;
      const value = centre + reach * random.normal();
      rows.push({ curve, time: times.lower + j * step, value });
      if (curve % 5 === 1)
        rows.push({ curve, time: times.lower + (j + 0.2 * random.uniform()) * step, value: value + 1 });
    }
    rows.push({ curve, time: times.upper + 5, value: values.upper });
  }
  return rows;
}

const textOf = (rows: ReturnType<typeof readingsFor>) =>
  `curve,time,value\n${rows.map(({ curve, time, value }) => `${curve},${time},${value}`).join("\n")}\n1,0,\n,0,5\n`;

const ownSums = (text: string, terms: CurveSumsTerms) => {
  const [curves, times, values] = readTable(text).columns.map((column) => column.values) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return clippedCurveSums({ curves, times, values }, terms);
};

describe.each(Object.entries(termsOf))("sums of clipped curves, %s", (rule, terms) => {
  const text = textOf(readingsFor(terms));
  const own = ownSums(text, terms);
  const path = join(folder, `${rule}.csv`);
  writeFileSync(path, text);
  const columns = { curve: "curve", time: "time", value: "value" };
  const resultOf = (rows: readonly (readonly unknown[])[]) => {
    const { time, sum, count } = sumNames(terms);
    return curveSumsFrom(
      readTable(`${time},${sum},${count}\n${rows.map((row) => row.map(String).join(",")).join("\n")}\n`),
    );
  };

  test("DuckDB's and the page's are the same whole numbers, and their table is read back with its terms", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const table = `read_csv('${path}', columns = {'curve': 'BIGINT', 'time': 'DOUBLE', 'value': 'DOUBLE'})`;
    const rows = await (
      await connection.run(curveSumsQuery({ engine: "duckdb", table, ...columns, ...terms }))
    ).getRows();
    connection.closeSync();
    const theirs = resultOf(rows);
    expect([...theirs.sums]).toEqual([...own.sums]);
    expect(theirs.curveCount).toBe(own.curveCount);
    expect(theirs.terms).toEqual(terms);
    expect(own.curveCount).toBe(300 - Math.ceil((300 - 3) / 17));
  });

  test("PostgreSQL's are the same, where it is installed", (context) => {
    const server = startPostgres(folder);
    if (typeof server === "string") {
      context.skip(server);
      return;
    }
    const query = curveSumsQuery({ engine: "postgresql", table: "readings", ...columns, ...terms });
    const rows = server(
      `CREATE TEMP TABLE readings (curve bigint, time double precision, value double precision); COPY readings FROM '${path}' WITH (FORMAT csv, HEADER); ${query};`,
      3,
    );
    const theirs = resultOf(rows);
    expect([...theirs.sums]).toEqual([...own.sums]);
    expect(theirs.curveCount).toBe(own.curveCount);
  });

  describe("of persons with several curves", () => {
    const ofPersons = { ...terms, perPerson: 2 };
    /** A person has up to four curves; the same name may stand for curves of several persons. */
    const personOf = (curve: number) => Math.floor(curve / 4);
    const personText = (rows: ReturnType<typeof readingsFor>) =>
      `person,curve,time,value\n${rows.map(({ curve, time, value }) => `${personOf(curve)},${curve % 23},${time},${value}`).join("\n")}\n,5,${terms.times.lower},1\n`;
    const sumsOf = (text: string, perPerson = 2) => {
      const [persons, curves, times, values] = readTable(text).columns.map((column) => column.values) as [
        ...[Float64Array, Float64Array, Float64Array, Float64Array],
      ];
      return clippedCurveSums({ persons, curves, times, values }, { ...terms, perPerson });
    };
    const rows = readingsFor(terms, 5);
    const several = personText(rows);
    const mine = sumsOf(several);
    const severalPath = join(folder, `${rule}-persons.csv`);
    writeFileSync(severalPath, several);
    const query = { ...columns, person: "person", ...ofPersons };
    const readBack = (found: readonly (readonly unknown[])[]) => {
      const { time, sum, count } = sumNames(ofPersons);
      const table = readTable(`${time},${sum},${count}\n${found.map((row) => row.map(String).join(",")).join("\n")}\n`);
      return curveSumsFrom(table);
    };

    test("DuckDB's sums of the first two of each are the page's, and their names say the bound", async () => {
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      const table = `read_csv('${severalPath}', columns = {'person': 'BIGINT', 'curve': 'BIGINT', 'time': 'DOUBLE', 'value': 'DOUBLE'})`;
      const found = await (await connection.run(curveSumsQuery({ engine: "duckdb", table, ...query }))).getRows();
      connection.closeSync();
      const theirs = readBack(found);
      expect([...theirs.sums]).toEqual([...mine.sums]);
      expect(theirs.terms).toEqual(ofPersons);
      // 75 persons, whose curves are whole but for one in 17.
      expect([theirs.curveCount, mine.curveCount]).toEqual([150, 150]);
      expect(sumsOf(several, 4).curveCount).toBe(own.curveCount);
    });

    test("PostgreSQL's are the same, where it is installed", (context) => {
      const server = startPostgres(folder);
      if (typeof server === "string") {
        context.skip(server);
        return;
      }
      const created = `CREATE TEMP TABLE readings (person bigint, curve bigint, time double precision, value double precision); COPY readings FROM '${severalPath}' WITH (FORMAT csv, HEADER);`;
      const found = server(`${created} ${curveSumsQuery({ engine: "postgresql", table: "readings", ...query })};`, 3);
      expect([...readBack(found).sums]).toEqual([...mine.sums]);
    });

    test("replacing all curves of a person moves the mean by 2kτ₀/n at most, and by nearly that", () => {
      const weights = meanWeights(terms.times.cells, terms.rule);
      const few = rows.filter(({ curve }) => curve < 24);
      const replaced = (to: number) => {
        const changed = few.map((row) => (personOf(row.curve) === 1 ? { ...row, value: to } : row));
        // Others of that person's names, before and after those that were kept.
        const more = [0, 22].flatMap((curve) =>
          few.filter((row) => row.curve === 8).map((row) => ({ ...row, curve, value: to })),
        );
        const extra = more.map(({ curve, time, value }) => `1,${curve},${time},${value}`).join("\n");
        return sumsOf(`${personText(changed)}${extra}\n`);
      };
      const [low, high] = [terms.values.lower, terms.values.upper].map(replaced) as [CurveSums, CurveSums];
      expect(low.curveCount).toBe(high.curveCount);
      const [f, g] = [low, high].map((sums) => meanOfSums(sums, ofPersons).mean) as [Float64Array, Float64Array];
      const distance = Math.sqrt(f.reduce((sum, value, j) => sum + weights[j]! * (value - g[j]!) ** 2, 0));
      const bound = (2 * 2 * terms.normBound) / low.curveCount;
      expect(distance).toBeLessThanOrEqual(bound * (1 + 1e-12));
      expect(distance).toBeGreaterThan(0.99 * bound);
    });

    test("a bound needs persons, and persons need a bound", () => {
      const readings = { curves: [1], times: [1], values: [1] };
      expect(() => clippedCurveSums(readings, ofPersons)).toThrow(/perPerson/);
      expect(() => clippedCurveSums({ ...readings, persons: [1] }, terms)).toThrow(/perPerson/);
      expect(() => curveSumsQuery({ engine: "duckdb", table: "t", ...columns, ...ofPersons })).toThrow(/perPerson/);
      for (const perPerson of [0, -1, 1.5, NaN, Infinity])
        expect(() => wholeTerms({ ...terms, perPerson })).toThrow(/perPerson/);
      expect(sumTermsOf(Object.values({ ...sumNames(terms), count: "curves_per_0" }))).toBeUndefined();
    });
  });

  describe("of curves in groups", () => {
    const ofGroups = { ...terms, group: "arm" };
    const [column, levels] = ["label_of_arm", ["west, or so", "north", "nobody", "7"]];
    /** In the order of their bytes: a curve with two labels has the first of them. */
    const labels = ["10", "7", "north", "west, or so"];
    const labelAt = (curve: number, j: number) => [NaN, 0, 1, 2, 3, j % 2 === 0 ? 3 : 2, j < 2 ? NaN : 1][curve % 7]!;
    const rows = readingsFor(terms, 8);
    const labelOf = rows.map(({ curve }, i) => labelAt(curve, i % 9));
    const grouped = `curve,time,value,arm\n${rows
      .map(
        ({ curve, time, value }, i) =>
          `${curve},${time},${value},${labels[labelOf[i]!] ? `"${labels[labelOf[i]!]}"` : ""}`,
      )
      .join("\n")}\n`;
    const path2 = join(folder, `${rule}-groups.csv`);
    writeFileSync(path2, grouped);
    const query = { ...columns, ...ofGroups };
    const of = (key: "curve" | "time" | "value") => rows.map((row) => row[key]);
    const mine = clippedCurveSums(
      { curves: of("curve"), times: of("time"), values: of("value"), labels: labelOf },
      ofGroups,
    );
    const m = terms.times.cells;
    /** What the page makes of its own sums, without a table. */
    const ownSummed = (): SummedCurves => {
      const each = levels.map((level) => mine.ofLabels!.get(labels.indexOf(level)));
      const counts = each.map((own) => own?.curveCount ?? 0);
      const sums = Float64Array.from(each.flatMap((own) => [...(own?.sums ?? new Float64Array(m))]));
      const { curveCount } = mine;
      const mean = meanOfSums({ sums, curveCount }, terms).mean;
      const rest = curveCount - counts.reduce((a, b) => a + b);
      return {
        ...{ mean: meanOfSums(mine, terms).mean, curveCount, terms: ofGroups },
        groups: {
          ...{ column, levels, mean, counts: Float64Array.of(...counts, rest) },
          curves: mean.map((value, i) => {
            const count = counts[Math.floor(i / m)]!;
            return count === 0 ? 0 : terms.centre + (value * curveCount) / count;
          }),
        },
      };
    };
    const { lower, upper } = terms.times;
    const parameters: MeanCurveParameters = {
      ...{
        ...smoothMean,
        domain: [lower, upper],
        rule: terms.rule,
        range: (upper - lower) / 8,
        normBound: terms.normBound,
      },
      ...{ centre: [[lower, terms.centre]], groups: { levels, shares: [0.2, 0.3, 0.1, 0.4] } },
    };
    const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
    const recordsOf = (text: string) =>
      meanCurveRecordsFrom(readTable(text), {
        ...{ layout: { shape: "wide", times: [] }, domain: [lower, upper], points: m, perPerson: 1, missing: "drop" },
        ...{ summed: true, groups: { column, levels } },
      });
    /** Preview and release of groups, and of one mean of all, are what they are of the page's own sums, bit for bit. */
    const expectOwn = (text: string) => {
      const { curves, summed } = recordsOf(text);
      const own = ownSummed();
      expect(summed).toEqual(own);
      const [theirs, ours] = [summed!, own].map((some) => planMeanCurve({ curves, pointCount: m, summed: some })) as [
        MeanCurvePlan,
        MeanCurvePlan,
      ];
      const { groups, ...ofAll } = parameters;
      for (const asked of [parameters, ofAll]) {
        expect(theirs.release(asked)).toEqual(ours.release(asked));
        const releases = [theirs, ours].map((plan) =>
          lastOf(releasingPrivately(plan.target(asked), budget, recordedWords(8))),
        );
        expect(releases[0]).toEqual(releases[1]);
        expect(releases[0]!.integers).toHaveLength(asked === parameters ? 4 * m + 5 : m);
      }
    };

    test("DuckDB's file of them is released as the page's own sums are, bit for bit", async () => {
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      const types = "{'curve': 'BIGINT', 'time': 'DOUBLE', 'value': 'DOUBLE', 'arm': 'VARCHAR'}";
      const written = curveSumsQuery({ engine: "duckdb", table: `read_csv('${path2}', columns = ${types})`, ...query });
      const sums = join(folder, `${rule}-group-sums.csv`);
      await connection.run(`COPY (${written}) TO '${sums}' (FORMAT csv, HEADER)`);
      connection.closeSync();
      const text = readFileSync(sums, "utf8");
      expect(text).toContain('"west, or so"');
      expectOwn(text);
      // A number is the same however it is written; without groups all labels are added together.
      const table = readTable(text);
      const sevens = ["7.0", "north"].map((level) => curveSumsFrom(table, { column, levels: [level] }).groups!);
      expect([...sevens[0]!.sums]).toEqual([...mine.ofLabels!.get(1)!.sums]);
      expect(curveSumsFrom(table).sums).toEqual(mine.sums);
      expect(curveSumsFrom(table).terms).toEqual(ofGroups);
      expect(() => curveSumsFrom(table, { column: "arm", levels })).toThrow(/one of/);
      expect(() => curveSumsFrom(table, { column, levels: ["7", "7.0"] })).toThrow(/different/);
    });

    test("PostgreSQL's are the same, where it is installed", (context) => {
      const server = startPostgres(folder);
      if (typeof server === "string") {
        context.skip(server);
        return;
      }
      const created = `CREATE TEMP TABLE readings (curve bigint, time double precision, value double precision, arm text); COPY readings FROM '${path2}' WITH (FORMAT csv, HEADER);`;
      const written = curveSumsQuery({ engine: "postgresql", table: "readings", ...query });
      const { time, label, sum, count } = sumNames(ofGroups);
      // What is missing is not printed.
      const all = `SELECT "${time}", COALESCE("${label!}", '') AS label, "${sum}", "${count}" FROM (${written}) AS found`;
      const found = server(`${created} ${all};`, 4);
      expectOwn(
        `${[time, label, sum, count].join(",")}\n${found.map(([t, name, ...rest]) => `${t},"${name}",${rest.join(",")}`).join("\n")}\n`,
      );
    });

    test("Polars' are the same, where it is installed", (context) => {
      if (spawnSync("python3", ["-c", "import polars"]).status !== 0) context.skip("Polars is not installed here.");
      const sums = join(folder, `${rule}-polars-sums.csv`);
      const program = `import polars as pl
readings = pl.read_csv("${path2}", schema_overrides={"arm": pl.String})
${curveSumsQuery({ engine: "polars", table: "readings", ...query })}.write_csv("${sums}")
`;
      const { stderr, status } = spawnSync("python3", ["-c", program], { encoding: "utf8" });
      expect([stderr, status]).toEqual(["", 0]);
      expectOwn(readFileSync(sums, "utf8"));
    });

    test("their means are those of clipped curves by groups, to the lattice's steps, with the same counts and the same Δ", () => {
      // Whole curves with one value at each time, which the page reads one by one, too.
      const some = Array.from({ length: 60 }, (_, curve) => {
        const random = seededSource(curve);
        return Array.from(
          { length: m },
          () => terms.centre + terms.normBound * [0.3, 1, 2][curve % 3]! * random.normal(),
        );
      });
      const inside = (value: number) => Math.min(terms.values.upper, Math.max(terms.values.lower, value));
      const curves = Float64Array.from(some.flat(), inside);
      const step = (upper - lower) / (m - 1);
      const at = Array.from(curves, (_, i) => lower + (i % m) * step);
      const curveOf = Array.from(curves, (_, i) => Math.floor(i / m));
      const names = ["a", "b"];
      const groupOf = Int32Array.from(some, (_, curve) => (curve % 5 === 4 ? -1 : curve % 2));
      const found = clippedCurveSums(
        {
          ...{ curves: curveOf, times: at, values: curves },
          labels: curveOf.map((curve) => (groupOf[curve]! < 0 ? NaN : groupOf[curve]!)),
        },
        ofGroups,
      );
      const { time, label, sum, count } = sumNames(ofGroups);
      const lines = Array.from(found.ofLabels!).flatMap(([key, { sums, curveCount }]) =>
        Array.from(sums, (value, j) => `${j},${names[key] ?? ""},${value},${curveCount}`),
      );
      const groups = { column, levels: names };
      const { curves: drawn, summed } = meanCurveRecordsFrom(
        readTable(`${[time, label, sum, count].join(",")}\n${lines.join("\n")}\n`),
        {
          ...{ layout: { shape: "wide", times: [] }, domain: [lower, upper], points: m, perPerson: 1, missing: "drop" },
          ...{ summed: true, groups },
        },
      );
      const asked = { ...parameters, groups: { levels: names, shares: [0.5, 0.5] } };
      const added = planMeanCurve({ curves: drawn, pointCount: m, summed }).release(asked);
      const single = planMeanCurve({ curves, pointCount: m, groups: { ...groups, of: groupOf } }).release(asked);
      expect([added.sensitivity, added.beside]).toEqual([single.sensitivity, single.beside]);
      expect([...added.estimate.subarray(2 * m)]).toEqual([...single.estimate.subarray(2 * m)]);
      expect(added.estimate).toHaveLength(2 * m + 3);
      // A value is rounded to half a step, a shrunk one by the factor's 2/2²⁰ of at most 4.5 deviations, and truncated.
      const off = 2 * wholeTerms(terms).step + (9 * 2 * terms.normBound) / 2 ** 20;
      for (let i = 0; i < 2 * m; i++)
        expect(Math.abs(added.estimate[i]! - single.estimate[i]!)).toBeLessThan(Math.sqrt(m) * off);
    });

    test("a replaced curve moves the sums of its group by 2τ₀/n at most, of two by √2 τ₀/n, and by nearly that", () => {
      const weights = meanWeights(m, terms.rule);
      const replaced = (to: number, label: number) => {
        const own = (of0: number, others: readonly number[]) =>
          others.map((other, i) => (rows[i]!.curve === 1 ? of0 : other));
        return clippedCurveSums(
          { curves: of("curve"), times: of("time"), values: own(to, of("value")), labels: own(label, labelOf) },
          ofGroups,
        );
      };
      const distance = (a: ReturnType<typeof replaced>, b: ReturnType<typeof replaced>) => {
        const squares = [NaN, 0, 1, 2, 3].map((key) => {
          const [f, g] = [a, b].map(({ ofLabels }) => ofLabels!.get(key)?.sums ?? new Float64Array(m)) as [
            Float64Array,
            Float64Array,
          ];
          const mean = meanOfSums({ sums: f.map((value, j) => value - g[j]!), curveCount: a.curveCount }, terms).mean;
          return mean.reduce((sum, value, j) => sum + weights[j]! * value ** 2, 0);
        });
        return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
      };
      const [low, high] = [terms.values.lower, terms.values.upper];
      const [stays, moves] = [
        distance(replaced(low, 2), replaced(high, 2)),
        distance(replaced(low, 2), replaced(high, 3)),
      ];
      const delta = (2 * terms.normBound) / mine.curveCount;
      for (const [reached, bound] of [
        [stays, delta],
        [moves, delta * Math.SQRT1_2],
      ] as const) {
        expect(reached).toBeLessThanOrEqual(bound * (1 + 1e-12));
        expect(reached).toBeGreaterThan(0.99 * bound);
      }
    });

    test("labels need a column of groups, and a column needs labels", () => {
      const readings = { curves: [1], times: [1], values: [1] };
      expect(() => clippedCurveSums(readings, ofGroups)).toThrow(/group/);
      expect(() => clippedCurveSums({ ...readings, labels: [1] }, terms)).toThrow(/group/);
      const { time, label, sum, count } = sumNames(ofGroups);
      expect(sumTermsOf([time, label!, sum, count])?.terms).toEqual(ofGroups);
      expect(sumTermsOf([time, label!, sum, count, "label_of_another"])).toBeUndefined();
    });

    test("files put together, a label that lacks a time, and uneven counts are refused", () => {
      const { time, label, sum, count } = sumNames(ofGroups);
      const lines = ["a", ""].flatMap((name) =>
        Array.from({ length: m }, (_, t) => `${t},${name},${3 - t},${name === "" ? 2 : 5}`),
      );
      const read = (some: readonly string[]) =>
        curveSumsFrom(readTable(`${[time, label, sum, count].join(",")}\n${some.join("\n")}\n`), {
          column,
          levels: ["a", "b"],
        });
      const { groups, curveCount } = read(lines);
      expect([curveCount, ...groups!.counts]).toEqual([7, 5, 0, 2]);
      expect(() => read([...lines, ...lines])).toThrow(/once for each label/);
      expect(() => read(lines.slice(1))).toThrow(/one row for each/);
      expect(() => read(lines.slice(0, -1))).toThrow(/one row for each/);
      expect(() => read(lines.with(1, "1,a,2,6"))).toThrow(/same number/);
      expect(() => read(lines.with(1, "1,a,2,0"))).toThrow(/at least one/);
    });

    test("of persons with several curves DuckDB's are the page's, too", async () => {
      const bound = { ...ofGroups, perPerson: 2 };
      const persons = of("curve").map((curve) => Math.floor(curve / 4));
      const own = clippedCurveSums(
        { persons, curves: of("curve"), times: of("time"), values: of("value"), labels: labelOf },
        bound,
      );
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      const types = "{'curve': 'BIGINT', 'time': 'DOUBLE', 'value': 'DOUBLE', 'arm': 'VARCHAR'}";
      const table = `(SELECT *, curve // 4 AS person FROM read_csv('${path2}', columns = ${types}))`;
      const written = curveSumsQuery({ engine: "duckdb", table, ...columns, person: "person", ...bound });
      const sums = join(folder, `${rule}-person-sums.csv`);
      await connection.run(`COPY (${written}) TO '${sums}' (FORMAT csv, HEADER)`);
      connection.closeSync();
      const found = curveSumsFrom(readTable(readFileSync(sums, "utf8")), { column, levels });
      expect([found.curveCount, [...found.sums]]).toEqual([own.curveCount, [...own.sums]]);
      const each = levels.map((level) => own.ofLabels!.get(labels.indexOf(level)));
      expect([...found.groups!.counts.subarray(0, 4)]).toEqual(each.map((some) => some?.curveCount ?? 0));
      expect([...found.groups!.sums]).toEqual(each.flatMap((some) => [...(some?.sums ?? new Float64Array(m))]));
      expect(own.curveCount).toBeLessThan(mine.curveCount);
    });
  });

  test("a clipped curve has a norm of τ₀ at most, whatever it was, and comes near it", () => {
    const whole = wholeTerms(terms);
    const m = terms.times.cells;
    const weights = meanWeights(m, terms.rule);
    const random = seededSource(8);
    let most = 0;
    for (let trial = 0; trial < 3000; trial++) {
      const reach = valueCells * random.uniform() ** 4;
      const q = Float64Array.from({ length: m }, () => Math.round(reach * (2 * random.uniform() - 1)));
      const p = clippedCurve(q, whole);
      expect(squareOf(p, whole)).toBeLessThanOrEqual(whole.largestSquare);
      const norm = Math.sqrt(p.reduce((sum, value, j) => sum + weights[j]! * (whole.step * value) ** 2, 0));
      expect(norm).toBeLessThanOrEqual(terms.normBound);
      most = Math.max(most, norm);
      if (squareOf(q, whole) <= whole.largestSquare) expect(p).toEqual(q);
    }
    expect(most).toBeGreaterThan(0.99 * terms.normBound);
  });

  test("replacing one curve moves the mean by 2τ₀/n in the norm at most, and by nearly that", () => {
    const m = terms.times.cells;
    const weights = meanWeights(m, terms.rule);
    const rows = readingsFor(terms).filter(({ curve }) => curve < 20 && curve % 17 !== 3);
    const n = new Set(rows.map(({ curve }) => curve)).size;
    const replaced = (by: (row: (typeof rows)[number]) => number) =>
      ownSums(textOf(rows.map((row) => (row.curve === 0 ? { ...row, value: by(row) } : row))), terms);
    const random = seededSource(6);
    const choices = [
      () => terms.values.lower,
      () => terms.values.upper,
      () => terms.centre,
      () => terms.centre + terms.normBound * random.normal(),
    ];
    let most = 0;
    for (const a of choices) {
      for (const b of choices) {
        const [f, g] = [replaced(a), replaced(b)].map((sums) => meanOfSums(sums, terms).mean) as [
          Float64Array,
          Float64Array,
        ];
        const distance = Math.sqrt(f.reduce((sum, value, j) => sum + weights[j]! * (value - g[j]!) ** 2, 0));
        expect(distance).toBeLessThanOrEqual(((2 * terms.normBound) / n) * (1 + 1e-12));
        most = Math.max(most, distance);
      }
    }
    expect(most).toBeGreaterThan((0.99 * 2 * terms.normBound) / n);
  });
});

test("their names say the terms, and are read as they were written", () => {
  for (const terms of Object.values(termsOf)) {
    const { time, sum, count } = sumNames(terms);
    expect(sumTermsOf(["other", time, sum, count])?.terms).toEqual(terms);
    expect(sumTermsOf([time, sum])).toBeUndefined();
  }
  const long = {
    ...termsOf["uniform"]!,
    normBound: 0.123456789012345,
    values: { lower: -123456.789012, upper: 987654.321098 },
  };
  expect(() => sumNames({ ...long, centre: 0.3333333333 })).toThrow(/fewer digits/);
});

test("every engine gets a query with the declared numbers, and terms that are none are refused", () => {
  const terms = termsOf["trapezoid"]!;
  const columns = { table: "t", curve: 'a"b', time: "time", value: "value" };
  for (const engine of engines) {
    const query = curveSumsQuery({ engine, ...columns, ...terms });
    const ofGroups = curveSumsQuery({ engine, ...columns, ...terms, group: "arm" });
    expect(ofGroups).toMatch(/MIN\(label( COLLATE "C")?\) AS label|pl\.col\("label"\)\.min\(\)/);
    expect(ofGroups).toContain("label_of_arm");
    expect(query).not.toContain("label");
    const ofPersons = curveSumsQuery({ engine, ...columns, person: "who", ...terms, perPerson: 3 });
    expect(ofPersons).toContain(sumNames({ ...terms, perPerson: 3 }).count);
    expect(ofPersons).toMatch(/k <= 3|"r"\) <= 3/);
    expect(query).toContain(sumNames(terms).sum);
    expect(query).toContain(String(wholeTerms(terms).largestSquare));
  }
  expect(curveSumsQuery({ engine: "duckdb", ...columns, ...terms })).toContain('"a""b"');
  for (const wrong of [
    { normBound: 0 },
    { normBound: NaN },
    { normBound: 1e-12 },
    { centre: 12 },
    { centre: Infinity },
    { values: { lower: 3, upper: 3 } },
    { times: { lower: 0, upper: 1, cells: 1001 } },
  ])
    expect(() => wholeTerms({ ...terms, ...wrong })).toThrow(/must be/);
});

test.each([
  ["a time twice", (rows: string[]) => [rows[0]!, rows[0]!, ...rows.slice(2)], /once/],
  ["a row too few", (rows: string[]) => rows.slice(1), /one row for each/],
  [
    "another number of curves in a row",
    (rows: string[]) => rows.map((row, i) => (i === 2 ? row.replace(/\d+$/, "9") : row)),
    /same number/,
  ],
  [
    "a sum beyond all curves",
    (rows: string[]) => rows.map((row, i) => (i === 1 ? `1,${2 ** 40},8` : row)),
    /whole number/,
  ],
  ["a sum that is missing", (rows: string[]) => rows.map((row, i) => (i === 1 ? "1,,8" : row)), /whole number/],
  ["half a curve", (rows: string[]) => rows.map((row, i) => (i === 1 ? "1,0.5,8" : row)), /whole number/],
])("a table of sums with %s is refused", (_, change, sentence) => {
  const terms = termsOf["trapezoid"]!;
  const { time, sum, count } = sumNames(terms);
  const rows = Array.from({ length: terms.times.cells }, (__, t) => `${t},${10 * t - 5},8`);
  const text = (lines: string[]) => `${time},${sum},${count}\n${lines.join("\n")}\n`;
  expect(curveSumsFrom(readTable(text(rows))).curveCount).toBe(8);
  expect(() => curveSumsFrom(readTable(text(change(rows))))).toThrow(sentence);
});
