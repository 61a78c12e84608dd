import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, describe, expect, test } from "vitest";
import { meanOfSums, valueCells, wholeTerms } from "../../../src/core/records/curveSums.ts";
import { clippedCurve, clippedCurveSums, squareOf } from "../../support/clippedCurveSums.ts";
import type { CurveSums, CurveSumsTerms } from "../../../src/core/records/curveSums.ts";
import { curveSumsFrom, sumNames, sumTermsOf } from "../../../src/core/records/curveSumsTable.ts";
import { curveSumsQuery } from "../../../src/core/records/queries/curveSumsQuery.ts";
import { engines } from "../../../src/core/records/queries/engineDialects.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { readTable } from "../../support/readTable.ts";
import { startPostgres } from "../../support/postgres.ts";
import { readingsFor, termsOf } from "../../support/readingsOfCurves.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { swept } from "../../support/swept.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-sums-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

    // In every run that of one rule.
    const once = rule === "uniform" ? test : swept;
    once("PostgreSQL's are the same, where it is installed", (context) => {
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

  test("a clipped curve has a norm of τ₀ at most, whatever it was, and comes near it", () => {
    const whole = wholeTerms(terms);
    const m = terms.times.cells;
    const weights = meanWeights(m, terms.rule);
    const random = seededSource(8);
    let most = 0;
    for (let trial = 0; trial < casesOf(3000, 300); trial++) {
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
