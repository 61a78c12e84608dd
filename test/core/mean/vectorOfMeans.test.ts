import { describe, expect, test } from "vitest";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid } from "../../../src/core/mean/meanCurveGrid.ts";
import { meanCurveRecordsFrom } from "../../../src/core/records/meanCurveRecords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { publicPart, recordedWords, releaser } from "../../support/privateReleases.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { requestOf } from "../../../src/studies/meanCurve/model/request.ts";
import { layoutOf } from "../../../src/studies/meanCurve/model/scenario.ts";
import { withColumnRanges } from "../../../src/studies/meanCurve/model/separateColumns.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { noiseNorm } from "../privacy/sensitivity/curveNeighbours.ts";
import { own } from "../../studies/meanCurve/scenarios.ts";

// Hall, Rinaldo & Wasserman (2013), Proposition 3 and Remark 2, from the cells of a table: docs/proofs/meanCurve.md, Lemma 5.

const declared = "age: 0..100 years; height: 40..250 cm; share: -1..0; income: 0..2e5";
const ends = [
  [0, 100],
  [40, 250],
  [-1, 0],
  [0, 2e5],
] as const;
const names = ["age", "height", "share", "income"];
const [n, m] = [30, ends.length];
const scenario = { ...own, shape: "wide" as const, person: "", perPerson: 1, ...withColumnRanges(declared, own) };
const random = seededSource(41);

type Row = readonly number[];

function recordsOf(rows: readonly Row[], kept = scenario) {
  const columns = [
    { name: "other", numbers: rows.map(() => 7) },
    ...names.map((name, j) => ({ name, numbers: rows.map((row) => row[j]!) })),
  ];
  const table = tableOf(columns.map(({ name, numbers }) => ({ name, values: Float64Array.from(numbers) })));
  const layout = layoutOf(
    names.map((name) => ({ name, text: false })),
    kept,
  );
  const missing = { countedAs: [0.5, 0.5, 0.5, 0.5] };
  return meanCurveRecordsFrom(table, { layout, domain: kept.domain, points: kept.points, perPerson: 1, missing });
}
const targetOf = (rows: readonly Row[], kept = scenario) =>
  planMeanCurve(recordsOf(rows, kept)).target(requestOf(kept));
const meansOf = (rows: readonly Row[]) => lastOf(targetOf(rows).estimating());
const row = (): Row => ends.map(([low, high]) => low + (high - low) * (1.4 * random.uniform() - 0.2));
const corner = (bits: number): Row => ends.map((range, j) => range[(bits >> j) & 1]!);
const others = Array.from({ length: n - 1 }, row);

function noiseOf({ jitter }: { readonly jitter: number }, kept = scenario) {
  const K = gramOnLine(curveKernel(kept.kernel, kept.range), gridCoordinates(meanCurveGrid(kept.domain, m).axes[0]!));
  for (let i = 0; i < m; i++) K[i * m + i]! += jitter;
  return { K, ...noiseNorm(K, m) };
}

describe("a vector of means of columns with declared ranges", () => {
  test("is the mean of each column's share of its range, less ½; values beyond count as the end", () => {
    const rows = [...others, [1e9, -5, -0.25, 5e4]];
    const shares = ends.map(([low, high], j) =>
      rows.reduce((sum, own) => sum + (Math.min(high, Math.max(low, own[j]!)) - low) / (high - low) / n, 0),
    );
    meansOf(rows).forEach((value, j) => expect(value).toBeCloseTo((shares[j]! - 0.5) / (1 + m * 1e-6), 12));
  });

  test("a row that lacks a column counts as the middle, so that n tells nothing", () => {
    const lacking = meansOf([...others, [30, NaN, -0.5, 1e4]]);
    expect(lacking).toEqual(meansOf([...others, [50, 145, -0.5, 1e5]]));
  });

  test("M is the identity, and Δ is √m/n, which opposite corners of the ranges reach", () => {
    const target = targetOf([...others, row()]);
    const noise = noiseOf(target);
    for (let i = 0; i < m * m; i++) expect(noise.K[i]).toBeCloseTo(i % (m + 1) === 0 ? 1 : 0, 8);
    expect(target.sensitivity.value * n).toBeCloseTo(Math.sqrt(m), 4);
    const apart = (a: Row, b: Row) => {
      const other = meansOf([...others, b]);
      return noise.norm(meansOf([...others, a]).map((value, j) => value - other[j]!));
    };
    for (let trial = 0; trial < casesOf(20_000, 20); trial++)
      expect(apart(row(), row())).toBeLessThanOrEqual(target.sensitivity.value);
    const most = Array.from({ length: 2 ** m }, (_, bits) => apart(corner(bits), corner(2 ** m - 1 - bits)));
    expect(Math.max(...most)).toBeLessThanOrEqual(target.sensitivity.value);
    expect(Math.min(...most)).toBeGreaterThan(0.999 * target.sensitivity.value);
  });

  test("by another kernel an enemy who tries all corners stays within Δ, and comes near", () => {
    const kept = { ...scenario, kernel: "exponential" as const, noiseKernel: "same" as const, range: 2, penalty: 0.01 };
    const target = targetOf([...others, row()], kept);
    const noise = noiseOf(target, kept);
    const means = Array.from({ length: 2 ** m }, (_, bits) =>
      lastOf(targetOf([...others, corner(bits)], kept).estimating()),
    );
    const most = Math.max(...means.flatMap((a) => means.map((b) => noise.norm(a.map((value, j) => value - b[j]!)))));
    expect(most).toBeLessThanOrEqual(target.sensitivity.value);
    expect(most).toBeGreaterThan(0.8 * target.sensitivity.value);
  });

  test("replayed with the same bits on a neighbour only the numbers differ", () => {
    const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
    const drawn = (last: Row) => releaser(targetOf([...others, last]), budget, recordedWords(3))();
    const [one, other] = [drawn(corner(0)), drawn(corner(15))];
    expect(publicPart(one)).toEqual(publicPart(other));
    expect(one.integers).not.toEqual(other.integers);
  });

  test("has records that no range reads, and refuses ranges that are none", () => {
    for (const text of ["", "a: 0..1", "a: 0..1; a: 0..2", "a: 1..0; b: 0..1", "a: 0..1e16; b: 0..1", "a: ..; b: 0..1"])
      expect(withColumnRanges(text, scenario).points).toBeUndefined();
    expect(() => recordsOf(others, { ...scenario, columnRanges: "age: 0..1; weight: 0..2" })).toThrow(/weight/);
  });
});
