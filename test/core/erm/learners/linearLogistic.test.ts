import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fitLinearLogistic, logisticTolerance } from "../../../../src/core/erm/learners/linearLogistic.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import {
  latticeLinearLogisticSensitivity,
  linearLogisticSensitivity,
} from "../../../../src/core/privacy/sensitivity/linearLogistic.ts";
import { linearLogisticSensitivityPrinted } from "../../../support/printedSensitivities.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { casesOf } from "../../../support/fuzzing.ts";

type Rows = number[][];
const column = (values: readonly number[]) => pointsFrom(values.map((value) => [value]));

describe("linear logistic regression", () => {
  interface Inputs {
    readonly X: Rows;
    readonly labels: number[];
    readonly C: number;
    readonly points: Rows;
  }

  test.each(goldenCases<Inputs, object>("bernstein-logistic").map((c, i) => [i, c] as const))(
    "agrees with bernstein-logistic.json, case %i",
    (_, reference) => {
      const { X, labels, C: cost, points } = reference.inputs;
      const { weights, distance } = fitLinearLogistic({ points: pointsFrom(X), labels, cost });
      expectGolden(reference, "w", weights);
      expectGolden(
        reference,
        "values",
        points.map((y) => y.reduce((sum, value, j) => sum + value * weights[j]!, 0)),
      );
      const sizes = { recordCount: X.length, dimension: X[0]!.length, cost };
      expectGolden(reference, "sensitivityLinear", linearLogisticSensitivityPrinted(sizes));
      expectGolden(reference, "sensitivitySigmoid", linearLogisticSensitivityPrinted(sizes) / 4);
      expect(linearLogisticSensitivity(sizes)).toBeLessThan(linearLogisticSensitivityPrinted(sizes));
      expect(distance).toBeLessThanOrEqual(logisticTolerance(sizes));
      expect(logisticTolerance(sizes)).toBeLessThan(1e-11);
    },
  );

  /** ρ: equal records of norm 1, or of the norm at which t/(1 + e^t) is largest, 0.27846. */
  const longestWeights = (cost: number) => {
    let r = Math.sqrt(0.2784645427610738 * cost);
    if (cost < 5.869)
      for (let step = 0; step < 2000; step++) r += 0.1 * (cost / (1 + Math.exp(r)) - r) * Math.min(1, 1 / cost);
    return r;
  };

  /** Where 2σ(ra)√(1 − a²) is largest over a grid, and what it is. */
  const widestPair = (r: number) => {
    const places = Array.from({ length: 10_001 }, (_, k) => k / 10_000);
    const width = (a: number) => (2 * Math.sqrt(1 - a * a)) / (1 + Math.exp(-r * a));
    const a = places.reduce((best, at) => (width(at) > width(best) ? at : best), 0);
    return [a, width(a)] as const;
  };

  test("the gradient at the weights vanishes, for costs from 10⁻³ to 10⁵ and separable data", () => {
    const random = seededSource(4);
    for (const cost of [1e-3, 1, 1e3, 1e5]) {
      const X = Array.from({ length: 60 }, () => [0.7 * random.uniform(), 0.7 * random.uniform()]);
      const labels = X.map(([a, b]) => (a! > b! ? 1 : -1));
      const { weights } = fitLinearLogistic({ points: pointsFrom(X), labels, cost });
      const gradient = weights.slice();
      X.forEach((x, i) => {
        const margin = labels[i]! * (x[0]! * weights[0]! + x[1]! * weights[1]!);
        x.forEach((value, j) => (gradient[j]! -= ((cost / 60) * labels[i]! * value) / (1 + Math.exp(margin))));
      });
      expect(Math.hypot(...gradient)).toBeLessThan(1e-9 * (1 + cost));
    }
  });

  test("falsifier: never above S, Δ₁ and Δ₂ at the corners; a flipped label comes within 1 % of Δ₁ and S as C → 0", () => {
    const random = seededSource(12);
    const largest = [0, 0, 0];
    for (let trial = 0; trial < casesOf(300, 100); trial++) {
      const dimension = 1 + (trial % 3);
      const n = 1 + Math.floor(5 * random.uniform());
      const cost = 10 ** (-3 + 5 * random.uniform());
      const place = () => {
        const x = Array.from({ length: dimension }, () => random.uniform());
        const norm = Math.hypot(...x);
        return x.map((value) => value / norm);
      };
      const X = Array.from({ length: n }, place);
      const labels: number[] = X.map(() => (random.uniform() < 0.5 ? 1 : -1));
      const even = new Array<number>(dimension).fill(1 / Math.sqrt(dimension));
      if (trial % 2 === 0) X[0] = even;
      const before = fitLinearLogistic({ points: pointsFrom(X), labels, cost }).weights;
      const moved = pointsFrom(X.with(0, trial % 2 === 0 ? even : place()));
      const after = fitLinearLogistic({ points: moved, labels: labels.with(0, -labels[0]!), cost }).weights;
      const sizes = { recordCount: n, dimension, cost };
      const { l1, l2 } = latticeLinearLogisticSensitivity({ ...sizes, degree: 1 });
      const corners = Array.from({ length: 2 ** dimension }, (_, corner) =>
        before.reduce((sum, w, j) => sum + (w - after[j]!) * ((corner >> j) & 1), 0),
      );
      const slack = 2 * logisticTolerance(sizes) * 2 ** dimension;
      const sup = Math.max(...corners.map(Math.abs));
      const sum = corners.reduce((total, value) => total + Math.abs(value), 0);
      expect(sup).toBeLessThanOrEqual(linearLogisticSensitivity(sizes) + slack);
      expect(sum).toBeLessThanOrEqual(l1 + slack);
      expect(Math.hypot(...corners)).toBeLessThanOrEqual(l2 + slack);
      largest[dimension - 1] = Math.max(largest[dimension - 1]!, sum / l1);
    }
    for (const found of largest) expect(found).toBeGreaterThan(0.99);
  });

  test("no weights are longer than ρ, which equal records reach", () => {
    const random = seededSource(13);
    for (const cost of [0.01, 1, 5, 20, 1000]) {
      const longest = longestWeights(cost);
      let found = 0;
      // A margin of 1.27846 is where m/(1 + e^m) is largest.
      for (const size of [1, Math.min(1, 1.27846 / longest), random.uniform(), random.uniform()]) {
        const { weights } = fitLinearLogistic({ points: column([size, size]), labels: [1, 1], cost });
        found = Math.max(found, Math.abs(weights[0]!));
      }
      expect(found).toBeLessThanOrEqual(longest * (1 + 1e-9));
      expect(found).toBeGreaterThan(0.999 * longest);
    }
  });

  test.each([0.01, 1, 5.8, 6, 20, 1000])(
    "two inputs: a record and its mirror image come within a hundredth of S, C = %d",
    (cost) => {
      const [n, longest] = [2000 + 100 * cost, longestWeights(cost)];
      const size = Math.min(1, 1.27846 / longest) * Math.SQRT1_2;
      const [a] = widestPair(longest);
      const [along, across] = [-a * Math.SQRT1_2, Math.sqrt(0.5 * (1 - a * a))];
      const labels = new Float64Array(n).fill(1);
      const weightsFor = (side: number) => {
        const coordinates = Float64Array.from({ length: 2 * n }, (_, k) => (k % 2 === 0 ? size : -size));
        coordinates.set([along + side * across, -along + side * across]);
        return fitLinearLogistic({ points: { dimension: 2, coordinates }, labels, cost }).weights;
      };
      const [one, other] = [weightsFor(1), weightsFor(-1)];
      const found = Math.abs(one[0]! + one[1]! - other[0]! - other[1]!);
      const S = linearLogisticSensitivity({ recordCount: n, dimension: 2, cost });
      expect(found / S).toBeLessThanOrEqual(1);
      expect(found / S).toBeGreaterThan(0.99);
    },
  );

  test("no two gradients of records of norm at most 1 are further apart than D of the longest weights", () => {
    const random = seededSource(14);
    const disc = () => {
      const [angle, radius] = [
        2 * Math.PI * random.uniform(),
        random.uniform() < 0.5 ? 1 : Math.sqrt(random.uniform()),
      ];
      return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
    };
    for (const cost of [0.1, 2, 5.8, 8, 60, 1e4]) {
      const r = longestWeights(cost);
      const [, widest] = widestPair(r);
      expect(linearLogisticSensitivity({ recordCount: 1, dimension: 4, cost }) / (2 * cost)).toBeCloseTo(widest, 3);
      for (let trial = 0; trial < 20_000; trial++) {
        const [[x, y], [u, v]] = [disc(), disc()];
        const [s, t] = [1 / (1 + Math.exp(r * x)), 1 / (1 + Math.exp(r * u))];
        if (!(Math.hypot(s * x - t * u, s * y - t * v) <= widest * (1 + 1e-9)))
          expect([cost, x, y, u, v]).toBe("nearer");
      }
    }
  });

  test("one input: C/n is reached up to C = 175 and false beyond, and S is nearly reached for every C", () => {
    const change = (n: number, cost: number, size: number, from: number) => {
      const inputs = new Float64Array(n).fill(size);
      const labels = new Float64Array(n).fill(1);
      inputs[0] = from;
      const before = fitLinearLogistic({ points: { dimension: 1, coordinates: inputs }, labels, cost }).weights[0]!;
      const moved = fitLinearLogistic({
        points: { dimension: 1, coordinates: inputs.with(0, 1) },
        labels: labels.with(0, -1),
        cost,
      }).weights[0]!;
      return (Math.abs(before - moved) * n) / cost;
    };
    const S = (cost: number) => linearLogisticSensitivity({ recordCount: 1, dimension: 1, cost }) / cost;
    // The others hold the weight at w, from z with C z/(1 + e^(wz)) = w; one moves from 1.2785/w with label 1 to 1 with label −1.
    for (const [cost, w] of [
      [200, 2.6],
      [300, 3],
      [1000, 3.6],
      [4000, 4],
    ] as const) {
      let z = (2 * w) / cost;
      for (let step = 0; step < 100; step++) z = ((1 + Math.exp(w * z)) * w) / cost;
      const found = change(40 * cost, cost, z, 1.2785 / w);
      expect(found).toBeGreaterThan(1);
      expect(found / S(cost)).toBeGreaterThan(0.99);
      expect(found / S(cost)).toBeLessThanOrEqual(1);
    }
    expect(S(1e9)).toBeCloseTo(1.05164, 5);
    for (const cost of [0.01, 5.8, 10, 58, 100, 170]) {
      expect(S(cost)).toBeCloseTo(1, 9);
      expect(change(100 * Math.ceil(cost), cost, 0, 1)).toBeGreaterThan(0.99);
    }
    for (const small of [0.01, 1, 5.8]) {
      expect(linearLogisticSensitivity({ recordCount: 4, dimension: 1, cost: small })).toBeCloseTo(small / 4, 9);
      for (const size of [0.05, 0.5, 1]) expect(change(40, small, size, 1)).toBeLessThanOrEqual(1);
    }
    expect(change(4, 0.01, 1, 1)).toBeGreaterThan(0.99);
  });
});

test("records and parameters out of range are refused", () => {
  const points = column([0.1, 0.9]);
  expect(() => fitLinearLogistic({ points: column([0.1, 1.5]), labels: [1, -1], cost: 1 })).toThrow(/norm at most 1/);
  expect(() => fitLinearLogistic({ points, labels: [1, 2], cost: 1 })).toThrow(ParameterError);
  for (const bad of [NaN, 0, -1, Infinity]) {
    expect(() => fitLinearLogistic({ points, labels: [1, -1], cost: bad })).toThrow(ParameterError);
    for (const key of ["recordCount", "dimension", "cost"] as const) {
      const base = { recordCount: 3, dimension: 2, cost: 1 };
      expect(() => linearLogisticSensitivity({ ...base, [key]: bad })).toThrow(ParameterError);
      expect(() => logisticTolerance({ ...base, [key]: bad })).toThrow(ParameterError);
    }
  }
});
