import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { meanOfSums, wholeTerms } from "../../../src/core/records/curveSums.ts";
import { clippedCurveSums } from "../../support/clippedCurveSums.ts";
import { curveSumsFrom, sumNames, sumTermsOf } from "../../../src/core/records/curveSumsTable.ts";
import { curveSumsQuery } from "../../../src/core/records/queries/curveSumsQuery.ts";
import { meanCurveRecordsFrom } from "../../../src/core/records/curves/meanCurveRecords.ts";
import type { SummedCurves } from "../../../src/core/records/curves/meanCurveRecords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import type { MeanCurvePlan } from "../../../src/core/mean/meanCurve.ts";
import { meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { swept } from "../../support/swept.ts";
import { smoothMean } from "../../support/meanCurveParameters.ts";
import { recordedWords } from "../../support/privateReleases.ts";
import { readTable } from "../../support/readTable.ts";
import { startPostgres } from "../../support/postgres.ts";
import { readingsFor, termsOf } from "../../support/readingsOfCurves.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-sums-of-groups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.entries(termsOf))("sums of clipped curves in groups, %s", (rule, terms) => {
  const columns = { curve: "curve", time: "time", value: "value" };
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
  const path = join(folder, `${rule}-groups.csv`);
  writeFileSync(path, grouped);
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
    const written = curveSumsQuery({ engine: "duckdb", table: `read_csv('${path}', columns = ${types})`, ...query });
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

  // In every run that of latticeCounts and curveSums.
  swept("PostgreSQL's are the same, where it is installed", (context) => {
    const server = startPostgres(folder);
    if (typeof server === "string") {
      context.skip(server);
      return;
    }
    const created = `CREATE TEMP TABLE readings (curve bigint, time double precision, value double precision, arm text); COPY readings FROM '${path}' WITH (FORMAT csv, HEADER);`;
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
    const sums = join(folder, `${rule}-polars-sums.csv`);
    const program = `import polars as pl
readings = pl.read_csv("${path}", schema_overrides={"arm": pl.String})
${curveSumsQuery({ engine: "polars", table: "readings", ...query })}.write_csv("${sums}")
`;
    const { stderr, status, error } = spawnSync("python3", ["-c", program], { encoding: "utf8" });
    if (error || /No module named .polars/.test(stderr)) context.skip("Polars is not installed here.");
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
    expect([added.sensitivity, added.extra]).toEqual([single.sensitivity, single.extra]);
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
    const table = `(SELECT *, curve // 4 AS person FROM read_csv('${path}', columns = ${types}))`;
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
