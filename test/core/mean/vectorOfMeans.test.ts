import { describe, expect, test } from "vitest";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid } from "../../../src/core/mean/meanCurveGrid.ts";
import { meanCurveRecordsFrom } from "../../../src/core/records/curves/meanCurveRecords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { publicPart, recordedWords, releaser } from "../../support/privateReleases.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { requestOf } from "../../../src/studies/meanCurve/model/request.ts";
import { layoutOf } from "../../../src/studies/meanCurve/model/scenario.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/model/scenario.ts";
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
const scenario: MeanCurveScenario = { ...own, shape: "wide", person: "", ...withColumnRanges(declared, own) };
const random = seededSource(41);
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;

type Row = readonly number[];

/** The number behind the columns is that of the person. */
function recordsOf(rows: readonly Row[], kept = scenario) {
  const columns = [
    { name: "who", numbers: rows.map((row, i) => row[m] ?? i) },
    ...names.map((name, j) => ({ name, numbers: rows.map((row) => row[j]!) })),
  ];
  const table = tableOf(columns.map(({ name, numbers }) => ({ name, values: Float64Array.from(numbers) })));
  const layout = layoutOf(
    names.map((name) => ({ name, text: false })),
    kept,
  );
  const missing = { countedAs: [0.5, 0.5, 0.5, 0.5] };
  const { domain, points, perPerson } = kept;
  return meanCurveRecordsFrom(table, { layout, domain, points, perPerson, missing });
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
    const drawn = (last: Row) => releaser(targetOf([...others, last]), budget, recordedWords(3))();
    const [one, other] = [drawn(corner(0)), drawn(corner(15))];
    expect(publicPart(one)).toEqual(publicPart(other));
    expect(one.integers).not.toEqual(other.integers);
  });

  test("of persons with up to three records Δ is three times as much, which a person at opposite corners reaches", () => {
    const kept = { ...scenario, person: "who", perPerson: 3 };
    const withPerson = (records: readonly Row[]) => {
      const all: Row[] = others.map((one, i) => [...one, i + 1]);
      records.forEach((one) => all.splice(Math.floor((all.length + 1) * random.uniform()), 0, [...one, 0]));
      return all;
    };
    const first = withPerson([row(), row(), row(), row(), row()]);
    const target = targetOf(first, kept);
    const count = n + 2;
    expect(recordsOf(first, kept).curves).toHaveLength(count * m);
    expect((target.sensitivity.value * count) / Math.sqrt(m)).toBeCloseTo(3, 4);
    const noise = noiseOf(target);
    const apart = (a: readonly Row[], b: readonly Row[]) => {
      const [f, g] = [a, b].map((records) => lastOf(targetOf(withPerson(records), kept).estimating()));
      return noise.norm(f!.map((value, j) => value - g![j]!));
    };
    const some = () => Array.from({ length: 3 + Math.floor(3 * random.uniform()) }, row);
    for (let trial = 0; trial < casesOf(20_000, 20); trial++)
      expect(apart(some(), some())).toBeLessThanOrEqual(target.sensitivity.value);
    const at = (bits: number) => [corner(bits), corner(bits), corner(bits)];
    expect(apart(at(5), at(10))).toBeGreaterThan(0.999 * target.sensitivity.value);
    const drawn = (records: readonly Row[]) =>
      publicPart(releaser(targetOf(withPerson(records), kept), budget, recordedWords(4))());
    expect(drawn(at(5))).toEqual(drawn([row(), row(), row(), row()]));
  });

  test("with n private a record more, less or replaced moves means and absent share by at most Δ, and nothing tells n", () => {
    const N = 20;
    const kept = { ...scenario, most: N };
    const rowsOf = (count: number) => Array.from({ length: count }, row);
    const target = targetOf(rowsOf(N), kept);
    const { value: Δ } = target.sensitivity;
    expect(Δ * N).toBeCloseTo(Math.sqrt(m), 4);
    const noise = noiseOf(target);
    const distance = (some: readonly Row[], more: readonly Row[]) => {
      const [f, g] = [some, more].map((rows) => lastOf(targetOf(rows, kept).estimating()));
      const delta = f!.map((value, j) => value - g![j]!);
      return Math.hypot(noise.norm(delta.subarray(0, m)), ...delta.subarray(m));
    };
    for (let trial = 0; trial < casesOf(20_000, 30); trial++) {
      const rows = rowsOf(N - 2 + Math.floor(5 * random.uniform()));
      const at = Math.floor(rows.length * random.uniform());
      const changed = [[...rows, row()], rows.toSpliced(at, 1), rows.with(at, row())][trial % 3]!;
      expect(distance(rows, changed)).toBeLessThanOrEqual(Δ);
    }
    const rest = rowsOf(N - 1);
    expect(distance([...rest, corner(6)], [...rest, corner(9)]) / Δ).toBeGreaterThan(0.999);
    expect(distance([...rest, corner(6)], rest) / Δ).toBeCloseTo(Math.SQRT1_2, 3);
    const drawn = (count: number) => {
      const { extra, ...release } = releaser(targetOf(rowsOf(count), kept), budget, recordedWords(5))();
      return { ...publicPart(release), extra: extra!.map(({ value: _, ...told }) => told) };
    };
    for (const count of [2, N - 1, N + 3]) expect(drawn(count)).toEqual(drawn(N));
  });

  test("has records that no range reads, and refuses ranges that are none", () => {
    for (const text of ["", "a: 0..1", "a: 0..1; a: 0..2", "a: 1..0; b: 0..1", "a: 0..1e16; b: 0..1", "a: ..; b: 0..1"])
      expect(withColumnRanges(text, scenario).points).toBeUndefined();
    expect(() => recordsOf(others, { ...scenario, columnRanges: "age: 0..1; weight: 0..2" })).toThrow(/weight/);
  });
});
