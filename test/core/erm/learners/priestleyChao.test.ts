import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { priestleyChao } from "../../../../src/core/erm/learners/priestleyChao.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import {
  clippedPriestleyChaoSensitivity,
  latticePriestleyChaoSensitivity,
} from "../../../../src/core/privacy/sensitivity/priestleyChao.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";

type Rows = number[][];
const column = (values: readonly number[]) => pointsFrom(values.map((value) => [value]));
const unitLattice = (degree: number) => Array.from({ length: degree + 1 }, (_, i) => i / degree);

describe("Priestley–Chao", () => {
  interface Inputs {
    readonly data: Rows;
    readonly b: number;
    readonly c: number;
    readonly labelBound: number;
    readonly points: number[];
  }

  test.each(goldenCases<Inputs, object>("bernstein-priestley-chao").map((c, i) => [i, c] as const))(
    "agrees with bernstein-priestley-chao.json, case %i",
    (_, reference) => {
      const { data, b: bandwidth, c: gapFactor, labelBound, points: at } = reference.inputs;
      const records = { points: column(data.map(([d]) => d!)), responses: data.map(([, l]) => l!) };
      const shared = { ...records, bandwidth, at: column(at) };
      expectGolden(reference, "values", priestleyChao(shared));
      expectGolden(reference, "clippedValues", priestleyChao({ ...shared, gapFactor }));
      const S = clippedPriestleyChaoSensitivity({ recordCount: data.length, bandwidth, gapFactor, labelBound });
      expectGolden(reference, "clippedSensitivity", S);
    },
  );

  const valuesOf = (data: Rows, at: number[], bandwidth: number, gapFactor?: number) =>
    priestleyChao({
      points: column(data.map(([d]) => d!)),
      responses: data.map(([, l]) => l!),
      bandwidth,
      at: column(at),
      gapFactor,
    });

  test("counterexample to the printed bound (A6): 3.59 against 0.399, and the bound for clipped gaps holds", () => {
    const [before, after] = [1, -1].map((l) => [
      [0, 1],
      [0.05, 1],
      [0.95, l],
      [1, 1],
    ]);
    const at = unitLattice(1000);
    const parameters = { recordCount: 4, bandwidth: 0.2, gapFactor: 0.2, labelBound: 1 };
    const bound = clippedPriestleyChaoSensitivity(parameters);
    const largest = (gapFactor?: number) => {
      const [f, g] = [valuesOf(before!, at, 0.2, gapFactor), valuesOf(after!, at, 0.2, gapFactor)];
      return f.reduce((most, value, i) => Math.max(most, Math.abs(value - g[i]!)), 0);
    };
    // Printed: (4Bc/nb) sup K, the same number, for records with a neighbour within c/n = 0.05, as all of these have.
    expect(bound).toBeCloseTo(0.399, 3);
    expect(largest()).toBeCloseTo(3.59, 2);
    expect(largest(0.2)).toBeLessThanOrEqual(bound);
  });

  test("falsifier: never above S, Δ₁ and Δ₂, and an adversary comes within 1 % of all three", () => {
    const random = seededSource(8);
    const degree = 20;
    const at = unitLattice(degree);
    const compare = (before: Rows, after: Rows, bandwidth: number, gapFactor: number) => {
      const parameters = { recordCount: before.length, bandwidth, gapFactor, labelBound: 1 };
      const S = clippedPriestleyChaoSensitivity(parameters);
      const { l1, l2 } = latticePriestleyChaoSensitivity({ ...parameters, side: 1, degree });
      const [f, g] = [valuesOf(before, at, bandwidth, gapFactor), valuesOf(after, at, bandwidth, gapFactor)];
      const difference = f.map((value, i) => Math.abs(value - g[i]!));
      return [
        Math.max(...difference) / S,
        difference.reduce((sum, x) => sum + x, 0) / l1,
        Math.sqrt(difference.reduce((sum, x) => sum + x * x, 0)) / l2,
      ];
    };
    for (let trial = 0; trial < 400; trial++) {
      const n = 2 + Math.floor(6 * random.uniform());
      const place = () => (random.uniform() < 0.5 ? random.uniform() : Math.round(4 * random.uniform()) / 4);
      const before = Array.from({ length: n }, () => [place(), random.uniform() < 0.5 ? 1 : -1]);
      const after = before.with(0, [place(), 2 * random.uniform() - 1]);
      for (const ratio of compare(before, after, 0.05 + 0.4 * random.uniform(), 0.2 + 3 * random.uniform())) {
        expect(ratio).toBeLessThanOrEqual(1 + 1e-12);
      }
    }
    // The first of two records near one place carries its gap; the replaced one takes it away from one and gives it to another.
    const [x, step] = [0.5, 0.001];
    const before = [
      [0.1, 1],
      [x, -1],
      [x, 1],
      [x + 2 * step, -1],
    ];
    const after = before.with(1, [x + 2 * step - 1e-9, 1]);
    const ratios = compare(before, after, 0.06, 4 * step);
    for (const ratio of ratios) {
      expect(ratio).toBeLessThanOrEqual(1 + 1e-12);
      expect(ratio).toBeGreaterThan(0.99);
    }
  });
});

test("records and parameters out of range are refused", () => {
  const points = column([0.1, 0.9]);
  const at = column([0.5]);
  expect(() => priestleyChao({ points, responses: [1], bandwidth: 0.1, at })).toThrow(ParameterError);
  expect(() => priestleyChao({ points, responses: [1, NaN], bandwidth: 0.1, at })).toThrow(ParameterError);
  for (const bad of [NaN, 0, -1, Infinity]) {
    expect(() => priestleyChao({ points, responses: [1, 1], bandwidth: bad, at })).toThrow(ParameterError);
    expect(() => priestleyChao({ points, responses: [1, 1], bandwidth: 1, at, gapFactor: bad })).toThrow(
      ParameterError,
    );
    for (const key of ["recordCount", "bandwidth", "gapFactor", "labelBound"] as const) {
      const base = { recordCount: 3, bandwidth: 0.1, gapFactor: 1, labelBound: 1 };
      expect(() => clippedPriestleyChaoSensitivity({ ...base, [key]: bad })).toThrow(ParameterError);
    }
  }
});
