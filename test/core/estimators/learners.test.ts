import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { fitLinearLogistic, logisticTolerance } from "../../../src/core/estimators/linearLogistic.ts";
import { gaussianNaiveBayes, naiveBayes } from "../../../src/core/estimators/naiveBayes.ts";
import { priestleyChao } from "../../../src/core/estimators/priestleyChao.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import {
  latticeLinearLogisticSensitivity,
  linearLogisticSensitivity,
  linearLogisticSensitivityPrinted,
} from "../../../src/core/privacy/sensitivity/linearLogistic.ts";
import {
  gaussianNaiveBayesSensitivity,
  latticeNaiveBayesSensitivity,
  naiveBayesSensitivity,
} from "../../../src/core/privacy/sensitivity/naiveBayes.ts";
import {
  clippedPriestleyChaoSensitivity,
  latticePriestleyChaoSensitivity,
} from "../../../src/core/privacy/sensitivity/priestleyChao.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";

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

describe("naive Bayes", () => {
  interface Inputs {
    readonly X: Rows;
    readonly labels: number[];
    readonly b: number;
    readonly points: Rows;
  }

  test.each(goldenCases<Inputs, object>("bernstein-naive-bayes").map((c, i) => [i, c] as const))(
    "agrees with bernstein-naive-bayes.json, case %i",
    (_, reference) => {
      const { X, labels, b: bandwidth, points } = reference.inputs;
      const values = naiveBayes({ points: pointsFrom(X), labels, bandwidth, at: pointsFrom(points) });
      expectGolden(reference, "values", values);
      const dimension = X[0]!.length;
      expectGolden(reference, "sensitivity", naiveBayesSensitivity({ recordCount: X.length, dimension, bandwidth }));
    },
  );

  const printed = (n: number, d: number, b: number) => 2 * (1 / n + (2 ** d - 1) / (n * Math.sqrt(2 * Math.PI) * b));
  const valueAt = (X: Rows, labels: number[], bandwidth: number, y: number[]) =>
    naiveBayes({ points: pointsFrom(X), labels, bandwidth, at: pointsFrom([y]) })[0]!;

  test("counterexample to the printed bound (A7): 6.366 against 2.494 in two dimensions, where ours is attained", () => {
    // One record of each class at y, the others of the class far away: its label decides which class has a peak.
    const [n, b] = [20, 0.05];
    const X = Array.from({ length: n }, () => [0.5, 0.5]);
    const labels = X.map((_, i) => (i < 10 ? 1 : -1));
    const before = valueAt(X, labels, b, [0.5, 0.5]);
    const after = valueAt(X, labels.with(0, -1), b, [0.5, 0.5]);
    const change = Math.abs(after - before);
    const bound = naiveBayesSensitivity({ recordCount: n, dimension: 2, bandwidth: b });
    expect(change).toBeCloseTo(6.366, 3);
    expect(printed(n, 2, b)).toBeCloseTo(2.494, 3);
    expect(change).toBeLessThanOrEqual(bound);
    expect(change / bound).toBeGreaterThan(0.99999);
  });

  test.each([1, 2, 3])("falsifier in %i dimensions: never above S, and close to it", (dimension) => {
    const random = seededSource(dimension);
    const bandwidth = 0.02;
    const y = new Array<number>(dimension).fill(0.5);
    let largest = 0;
    for (let trial = 0; trial < 3000; trial++) {
      const n = 2 + Math.floor(14 * random.uniform());
      // On each axis a record is at y or far from it.
      const share = random.uniform();
      const place = () => y.map((value) => (random.uniform() < share ? value : 0));
      const X = Array.from({ length: n }, place);
      const labels: number[] = X.map(() => (random.uniform() < 0.7 ? 1 : -1));
      if (trial % 2 === 0) X.forEach((_, i) => i > 0 && (X[i] = y.slice()));
      if (trial % 4 === 0) X[0] = new Array<number>(dimension).fill(0).with(0, 0.5);
      const after = X.with(0, place());
      const flipped = labels.with(0, random.uniform() < 0.5 ? -labels[0]! : labels[0]!);
      const change = Math.abs(valueAt(X, labels, bandwidth, y) - valueAt(after, flipped, bandwidth, y));
      const bound = naiveBayesSensitivity({ recordCount: n, dimension, bandwidth });
      expect(change).toBeLessThanOrEqual(bound * (1 + 1e-12));
      largest = Math.max(largest, change / bound);
    }
    // Attained in one and two dimensions; in three the supremum is approached by classes of many records.
    expect(largest).toBeGreaterThan(dimension < 3 ? 0.999 : 0.7);
  });

  test.each([
    [1, 0.03],
    [1, 0.3],
    [2, 0.05],
    [2, 0.2],
    [3, 0.1],
  ])("falsifier of the whole lattice, %i axes, b = %d: never above Δ₁ and Δ₂", (dimension, bandwidth) => {
    const random = seededSource(50 + dimension);
    const degree = dimension === 3 ? 6 : 12;
    const at = gridPoints({
      axes: Array.from({ length: dimension }, () => ({ lower: 0, upper: 1, count: degree + 1 })),
    });
    let [largest1, largest2] = [0, 0];
    for (let trial = 0; trial < 150; trial++) {
      const n = 1 + Math.floor(6 * random.uniform());
      const place = () => Array.from({ length: dimension }, () => Math.round(degree * random.uniform()) / degree);
      const X = Array.from({ length: n }, place);
      const labels: number[] = X.map(() => (random.uniform() < 0.5 ? 1 : -1));
      const moved = X.with(0, trial % 2 === 0 ? X[0]! : place());
      const changed = labels.with(0, -labels[0]!);
      const [f, g] = [
        naiveBayes({ points: pointsFrom(X), labels, bandwidth, at }),
        naiveBayes({ points: pointsFrom(moved), labels: changed, bandwidth, at }),
      ];
      const { l1, l2 } = latticeNaiveBayesSensitivity({ recordCount: n, dimension, bandwidth, degree });
      const difference = f.map((value, i) => Math.abs(value - g[i]!));
      largest1 = Math.max(largest1, difference.reduce((sum, x) => sum + x, 0) / l1);
      largest2 = Math.max(largest2, Math.hypot(...difference) / l2);
    }
    expect(Math.max(largest1, largest2)).toBeLessThanOrEqual(1 + 1e-12);
    // On one axis a flipped label in the middle attains both.
    expect(Math.min(largest1, largest2)).toBeGreaterThan(dimension === 1 ? 0.99 : 0.1);
    const S = naiveBayesSensitivity({ recordCount: 9, dimension, bandwidth });
    const { l1 } = latticeNaiveBayesSensitivity({ recordCount: 9, dimension, bandwidth, degree });
    expect(l1).toBeLessThanOrEqual((degree + 1) ** dimension * S * (1 + 1e-12));
  });

  test.each([
    [1, true],
    [2, true],
    [3, false],
  ])("an enemy comes within 1 %% of Δ₁ on the lattice of %i axes, and of Δ₂: %s", (dimension, reaches2) => {
    const [m, degree, bandwidth] = [400, dimension === 3 ? 8 : 20, 0.02];
    const at = gridPoints({
      axes: Array.from({ length: dimension }, () => ({ lower: 0, upper: 1, count: degree + 1 })),
    });
    // Both classes stand at one place; one record far from it changes sides.
    const place = (x: number) => new Array<number>(dimension).fill(x);
    const X = [place(0.75), ...Array.from({ length: 2 * m }, () => place(0.25))];
    const labels = [1, ...Array.from({ length: 2 * m }, (_, i) => (i < m ? 1 : -1))];
    const [f, g] = [labels, labels.with(0, -1)].map((of) =>
      naiveBayes({ points: pointsFrom(X), labels: of, bandwidth, at }),
    );
    const difference = f!.map((value, i) => Math.abs(value - g![i]!));
    const { l1, l2 } = latticeNaiveBayesSensitivity({ recordCount: X.length, dimension, bandwidth, degree });
    const [ratio1, ratio2] = [difference.reduce((sum, x) => sum + x, 0) / l1, Math.hypot(...difference) / l2];
    expect(Math.max(ratio1, ratio2)).toBeLessThanOrEqual(1 + 1e-12);
    expect(ratio1).toBeGreaterThan(0.99);
    expect(ratio2).toBeGreaterThan(reaches2 ? 0.99 : 0.5);
  });

  test("a class without records contributes 0", () => {
    expect(valueAt([[0.2], [0.4]], [1, 1], 0.1, [0.3])).toBeGreaterThan(0);
    expect(valueAt([[0.2], [0.4]], [-1, -1], 0.1, [0.3])).toBeLessThan(0);
  });

  test("gaussianNaiveBayes is the textbook's formula, and its sensitivity is never exceeded", () => {
    const X = [[0.1], [0.3], [0.8]];
    const at = pointsFrom([[0.4]]);
    const [F] = gaussianNaiveBayes({ points: pointsFrom(X), labels: [1, 1, -1], leastVariance: 0.0025, at });
    const normal = (y: number, mean: number, v: number) =>
      Math.exp((-0.5 * (y - mean) ** 2) / v) / Math.sqrt(2 * Math.PI * v);
    expect(F).toBeCloseTo((2 / 3) * normal(0.4, 0.2, 0.01) - (1 / 3) * normal(0.4, 0.8, 0.0025), 12);

    const random = seededSource(5);
    let largest = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const dimension = 1 + (trial % 3);
      const n = 1 + Math.floor(10 * random.uniform());
      const leastVariance = 10 ** (-4 + 3 * random.uniform());
      const place = () => Array.from({ length: dimension }, () => Math.round(10 * random.uniform()) / 10);
      const y = place();
      const before = Array.from({ length: n }, () => (random.uniform() < 0.6 ? y.slice() : place()));
      const labels: number[] = before.map(() => (random.uniform() < 0.7 ? 1 : -1));
      const valueOf = (rows: Rows, of: number[]) =>
        gaussianNaiveBayes({ points: pointsFrom(rows), labels: of, leastVariance, at: pointsFrom([y]) })[0]!;
      const change = Math.abs(valueOf(before, labels) - valueOf(before.with(0, place()), labels.with(0, -labels[0]!)));
      const bound = gaussianNaiveBayesSensitivity({ recordCount: n, dimension, leastVariance });
      expect(change).toBeLessThanOrEqual(bound);
      largest = Math.max(largest, change / bound);
    }
    expect(largest).toBeGreaterThan(0.05);
  });
});

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
    for (let trial = 0; trial < 300; trial++) {
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
      const { l1, l2 } = latticeLinearLogisticSensitivity(sizes);
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
    expect(S(1e9)).toBeCloseTo(1.0517, 4);
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
  const at = column([0.5]);
  expect(() => priestleyChao({ points, responses: [1], bandwidth: 0.1, at })).toThrow(ParameterError);
  expect(() => priestleyChao({ points, responses: [1, NaN], bandwidth: 0.1, at })).toThrow(ParameterError);
  expect(() => naiveBayes({ points, labels: [1, 0], bandwidth: 0.1, at })).toThrow(ParameterError);
  expect(() => naiveBayes({ points, labels: [1, 1], bandwidth: 0.1, at: pointsFrom([[0, 0]]) })).toThrow(
    ParameterError,
  );
  expect(() => fitLinearLogistic({ points: column([0.1, 1.5]), labels: [1, -1], cost: 1 })).toThrow(/norm at most 1/);
  expect(() => fitLinearLogistic({ points, labels: [1, 2], cost: 1 })).toThrow(ParameterError);
  for (const bad of [NaN, 0, -1, Infinity]) {
    expect(() => priestleyChao({ points, responses: [1, 1], bandwidth: bad, at })).toThrow(ParameterError);
    expect(() => priestleyChao({ points, responses: [1, 1], bandwidth: 1, at, gapFactor: bad })).toThrow(
      ParameterError,
    );
    expect(() => naiveBayes({ points, labels: [1, 1], bandwidth: bad, at })).toThrow(ParameterError);
    expect(() => gaussianNaiveBayes({ points, labels: [1, 1], leastVariance: bad, at })).toThrow(ParameterError);
    expect(() => fitLinearLogistic({ points, labels: [1, -1], cost: bad })).toThrow(ParameterError);
    for (const key of ["recordCount", "dimension", "bandwidth"] as const) {
      const base = { recordCount: 3, dimension: 2, bandwidth: 0.1 };
      expect(() => naiveBayesSensitivity({ ...base, [key]: bad })).toThrow(ParameterError);
      expect(() => latticeNaiveBayesSensitivity({ ...base, degree: 3, [key]: bad })).toThrow(ParameterError);
    }
    for (const key of ["recordCount", "bandwidth", "gapFactor", "labelBound"] as const) {
      const base = { recordCount: 3, bandwidth: 0.1, gapFactor: 1, labelBound: 1 };
      expect(() => clippedPriestleyChaoSensitivity({ ...base, [key]: bad })).toThrow(ParameterError);
    }
    for (const key of ["recordCount", "dimension", "cost"] as const) {
      const base = { recordCount: 3, dimension: 2, cost: 1 };
      expect(() => linearLogisticSensitivity({ ...base, [key]: bad })).toThrow(ParameterError);
      expect(() => logisticTolerance({ ...base, [key]: bad })).toThrow(ParameterError);
    }
    for (const key of ["recordCount", "dimension", "leastVariance"] as const) {
      const base = { recordCount: 3, dimension: 2, leastVariance: 0.01 };
      expect(() => gaussianNaiveBayesSensitivity({ ...base, [key]: bad })).toThrow(ParameterError);
    }
  }
});
