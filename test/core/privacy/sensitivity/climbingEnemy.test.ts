import { describe, expect, test } from "vitest";
import { regularisedErmTarget } from "../../../../src/core/erm/boundary/ermLatticeTarget.ts";
import { logisticProbabilityTarget } from "../../../../src/core/erm/learners/learnersLatticeTarget.ts";
import { hingeLoss } from "../../../../src/core/erm/solver/losses.ts";
import { polynomialKernel } from "../../../../src/core/kernels/polynomial.ts";
import { fitLinearLogistic, logisticTolerance } from "../../../../src/core/erm/learners/linearLogistic.ts";
import { gaussianNaiveBayes, naiveBayes } from "../../../../src/core/erm/learners/naiveBayes.ts";
import { priestleyChao } from "../../../../src/core/erm/learners/priestleyChao.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import type { Points } from "../../../../src/core/points.ts";
import { latticeLinearLogisticSensitivity } from "../../../../src/core/privacy/sensitivity/linearLogistic.ts";
import { latticeKernelDensitySensitivity } from "../../../support/printedSensitivities.ts";
import {
  gaussianNaiveBayesSensitivity,
  latticeNaiveBayesSensitivity,
} from "../../../../src/core/privacy/sensitivity/naiveBayes.ts";
import { latticePriestleyChaoSensitivity } from "../../../../src/core/privacy/sensitivity/priestleyChao.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { densityTarget } from "../../../../src/core/density/densityLatticeTarget.ts";
import { productPoints } from "../../../../src/core/release/latticeTarget.ts";
import { casesOf, triesAll } from "../../../support/fuzzing.ts";

/**
 * The largest value that an enemy finds by climbing: from some random points of the unit cube, coordinates are moved one by one,
 * by steps of all sizes, to the ends, and onto each other, and what is higher is kept.
 */
function climbed(
  size: number,
  height: (at: Float64Array) => number,
  { starts, steps, seed }: { readonly starts: number; readonly steps: number; readonly seed: number },
): number {
  const random = seededSource(seed);
  let best = 0;
  for (let start = 0; start < starts; start++) {
    const at = Float64Array.from({ length: size }, () => random.uniform());
    let here = height(at);
    for (let step = 0; step < steps; step++) {
      const j = Math.floor(size * random.uniform());
      const before = at[j]!;
      const kind = random.uniform();
      if (kind < 0.15) at[j] = Math.round(random.uniform());
      else if (kind < 0.35) at[j] = at[Math.floor(size * random.uniform())]!;
      else if (kind < 0.45) at[j] = Math.round(8 * random.uniform()) / 8;
      else at[j] = Math.min(1, Math.max(0, before + random.normal() * 10 ** (-4 * random.uniform())));
      const there = height(at);
      if (there >= here) here = there;
      else at[j] = before;
    }
    best = Math.max(best, here);
  }
  return best;
}

const lattice = (degree: number, dimension: number): Points =>
  productPoints(
    new Array<Float64Array>(dimension).fill(Float64Array.from({ length: degree + 1 }, (_, nu) => nu / degree)),
  );

/** The larger of ‖f − g‖₁/Δ₁ and ‖f − g‖₂/Δ₂. */
function ratio(f: Float64Array, g: Float64Array, { l1, l2 }: { readonly l1: number; readonly l2: number }): number {
  const difference = f.map((value, i) => Math.abs(value - g[i]!));
  return Math.max(difference.reduce((sum, x) => sum + x, 0) / l1, Math.hypot(...difference) / l2);
}

/** Records of d coordinates and a label each, from the coordinates of a climber; neighbours differ in the first. */
function neighbours(at: Float64Array, dimension: number, n: number) {
  const recordAt = (i: number) => ({
    place: Array.from(at.subarray(i * (dimension + 1), i * (dimension + 1) + dimension)),
    label: at[i * (dimension + 1) + dimension]! < 0.5 ? -1 : 1,
  });
  const shared = Array.from({ length: n - 1 }, (_, i) => recordAt(i + 2));
  return [0, 1].map((first) => {
    const records = [recordAt(first), ...shared];
    return { points: pointsFrom(records.map(({ place }) => place)), labels: records.map(({ label }) => label) };
  }) as [{ points: Points; labels: number[] }, { points: Points; labels: number[] }];
}

describe("an enemy who climbs towards the worst neighbours, and chooses every parameter", () => {
  test.each([
    [1, 6, 0.3, 0.99],
    [2, 4, 0.15, 0.99],
    [2, 4, 0.5, 0.99],
    [3, 3, 0.15, 0.985],
    [3, 5, 0.22, 0.985],
    [3, 2, 0.6, 0.99],
  ])("density on %i axes, k = %i, h = %d: at most Δ, and at least %d of it", (dimension, degree, h, least) => {
    const axis = Float64Array.from({ length: degree + 1 }, (_, nu) => nu / degree);
    const box = { domain: new Array<[number, number]>(dimension).fill([0, 1]) };
    const bandwidths = new Array<number>(dimension).fill(h);
    const valuesOf = (place: Float64Array) =>
      densityTarget({ points: { dimension, coordinates: place }, ...box, bandwidths }).evaluate(
        new Array<Float64Array>(dimension).fill(axis),
      );
    const bound = latticeKernelDensitySensitivity({
      ...{ recordCount: 1, degree, boxSides: new Array<number>(dimension).fill(1) },
      bandwidthMatrix: bandwidths.map((_, i) => bandwidths.map((_, j) => (i === j ? h * h : 0))),
    });
    const found = climbed(
      2 * dimension,
      (at) => ratio(valuesOf(at.slice(0, dimension)), valuesOf(at.slice(dimension)), bound),
      { starts: casesOf(6, 2), steps: 250, seed: dimension },
    );
    expect(found).toBeLessThanOrEqual(1 + 1e-12);
    expect(found).toBeGreaterThan(least);
  });

  test.each([
    [4, 0.05, 2],
    [5, 0.2, 1],
    [6, 0.1, 20],
  ])("Priestley–Chao with clipped gaps: n = %i, b = %d, c = %d", (n, bandwidth, gapFactor) => {
    const degree = 16;
    const at = lattice(degree, 1);
    const parameters = { recordCount: n, bandwidth, gapFactor, labelBound: 1 };
    const bound = latticePriestleyChaoSensitivity({ ...parameters, side: 1, degree });
    // Two coordinates a record, place and response; responses are any numbers in [−1, 1].
    const found = climbed(
      2 * (n + 1),
      (x) => {
        const [f, g] = [0, 1].map((first) => {
          const rows = [first, ...Array.from({ length: n - 1 }, (_, i) => i + 2)];
          const points = pointsFrom(rows.map((i) => [x[2 * i]!]));
          return priestleyChao({ points, responses: rows.map((i) => 2 * x[2 * i + 1]! - 1), bandwidth, gapFactor, at });
        });
        return ratio(f!, g!, bound);
      },
      { starts: casesOf(10, 2), steps: 900, seed: n },
    );
    expect(found).toBeLessThanOrEqual(1 + 1e-12);
    expect(found).toBeGreaterThan(0.5);
  });

  test.each([
    [1, 5, 0.1],
    [2, 6, 0.1],
    [2, 6, 0.6],
    [3, 7, 0.15],
  ])("naive Bayes with kernel densities on %i axes: n = %i, b = %d", (dimension, n, bandwidth) => {
    const degree = dimension === 3 ? 3 : 6;
    const at = lattice(degree, dimension);
    const bound = latticeNaiveBayesSensitivity({ recordCount: n, dimension, bandwidth, degree });
    const found = climbed(
      (n + 1) * (dimension + 1),
      (x) => {
        const [f, g] = neighbours(x, dimension, n).map((records) => naiveBayes({ ...records, bandwidth, at }));
        return ratio(f!, g!, bound);
      },
      { starts: casesOf(4, 2), steps: 400, seed: 10 * dimension + n },
    );
    expect(found).toBeLessThanOrEqual(1 + 1e-12);
    expect(found).toBeGreaterThan(dimension === 1 ? 0.99 : 0.3);
  });

  test.each([
    [1, 3, 0.001],
    [1, 4, 0.3],
    [2, 5, 0.02],
    [3, 4, 1],
  ])("naive Bayes with normal densities on %i axes, one value: n = %i, v = %d", (dimension, n, leastVariance) => {
    const S = gaussianNaiveBayesSensitivity({ recordCount: n, dimension, leastVariance });
    // The enemy also chooses where to look.
    const found = climbed(
      (n + 1) * (dimension + 1) + dimension,
      (x) => {
        const at = pointsFrom([Array.from(x.subarray(x.length - dimension))]);
        const [f, g] = neighbours(x, dimension, n).map((records) =>
          gaussianNaiveBayes({ ...records, leastVariance, at }),
        );
        return Math.abs(f![0]! - g![0]!) / S;
      },
      { starts: casesOf(6, 3), steps: 600, seed: 100 * dimension + n },
    );
    expect(found).toBeLessThanOrEqual(1 + 1e-12);
    expect(found).toBeGreaterThan(0.2);
  });

  test.each([
    [1, 0.001, 160, 0.99],
    [2, 0.01, 200, 0.93],
    ...(triesAll ? ([[1, 0.001, 600, 0.99], [2, 0.001, 600, 0.99]] as const) : []), // prettier-ignore
  ])(
    "naive Bayes with normal densities on %i axes, v = %d: one more far record than %i changes sides: S to %d",
    (...of) => {
      const [dimension, v, far, least] = of;
      // Most of a class at 0 and some at 1, so that its variance is v without the record at 1 that leaves it: as many as make it
      // v most nearly, since what is above v is lost.
      const m = Math.floor(far / (0.5 - Math.sqrt(0.25 - v)));
      const coordinates = new Float64Array((2 * m + 1) * dimension).fill(1);
      for (const start of [1, m + 1]) coordinates.fill(0, start * dimension, (start + m - far) * dimension);
      const points = { dimension, coordinates };
      const labels = Float64Array.from({ length: 2 * m + 1 }, (_, i) => (i <= m ? 1 : -1));
      const at = pointsFrom([new Array<number>(dimension).fill(far / m - 0.02 * Math.sqrt(v))]);
      const [f, g] = [labels, labels.with(0, -1)].map((of) =>
        gaussianNaiveBayes({ points, labels: of, leastVariance: v, at }),
      );
      const S = gaussianNaiveBayesSensitivity({ recordCount: labels.length, dimension, leastVariance: v });
      const found = Math.abs(f![0]! - g![0]!) / S;
      expect(found).toBeLessThanOrEqual(1);
      expect(found).toBeGreaterThan(least);
    },
  );

  test.each([
    [1, 1, 0.01],
    [1, 3, 10],
    [2, 3, 1],
    [3, 2, 100],
  ])("linear logistic regression on %i axes: n = %i, C = %d", (dimension, n, cost) => {
    const at = lattice(1, dimension);
    const sizes = { recordCount: n, dimension, cost };
    const bound = latticeLinearLogisticSensitivity({ ...sizes, degree: 1 });
    const slack = 2 * Math.sqrt(dimension) * 2 ** dimension * logisticTolerance(sizes);
    const scale = 1 / Math.sqrt(dimension);
    const found = climbed(
      (n + 1) * (dimension + 1),
      (x) => {
        const [f, g] = neighbours(x, dimension, n).map(({ points, labels }) => {
          const inBall = { dimension, coordinates: points.coordinates.map((value) => value * scale) };
          const { weights } = fitLinearLogistic({ points: inBall, labels, cost });
          return Float64Array.from({ length: 2 ** dimension }, (_, i) =>
            weights.reduce((sum, w, j) => sum + w * at.coordinates[i * dimension + j]!, 0),
          );
        });
        return ratio(f!, g!, { l1: bound.l1 + slack, l2: bound.l2 + slack });
      },
      { starts: casesOf(4, 2), steps: 300, seed: 1000 * dimension + n },
    );
    expect(found).toBeLessThanOrEqual(1);
    expect(found).toBeGreaterThan(cost < 1 ? 0.49 : 0.02);
  });

  const unitBox = (dimension: number) => new Array<[number, number]>(dimension).fill([0, 1]);

  test.each([
    [1, 4, 1, 1, 0.5, 0.8],
    [2, 1, 1, 1, 0.5, 0.999],
    [3, 2, 2, 2, 1, 0.5],
  ])("a machine with a polynomial kernel on %i axes: k = %i, p = %i, n = %i, λ = %d", (...of) => {
    const [dimension, degree, power, n, penalty, least] = of;
    const axes = new Array<Float64Array>(dimension).fill(
      Float64Array.from({ length: degree + 1 }, (_, nu) => nu / degree),
    );
    const kernel = polynomialKernel(power, dimension);
    const found = climbed(
      (n + 1) * (dimension + 1),
      (x) => {
        const [f, g] = neighbours(x, dimension, n).map(({ points, labels }) =>
          regularisedErmTarget({
            ...{ points, responses: Float64Array.from(labels), domain: unitBox(dimension) },
            ...{ kernel, loss: hingeLoss, penalty },
          }),
        );
        return ratio(f!.evaluate(axes), g!.evaluate(axes), f!.sensitivity(degree));
      },
      { starts: casesOf(4, 1), steps: 60, seed: 7 * dimension + power },
    );
    // The sensitivity includes an early stop.
    expect(found).toBeLessThanOrEqual(1);
    expect(found).toBeGreaterThan(least / 1.05);
  });

  test.each([
    [1, 3, 2, 0.1],
    [2, 2, 2, 1],
  ])("probabilities of logistic regression on %i axes: k = %i, n = %i, C = %d", (dimension, degree, n, cost) => {
    const axes = new Array<Float64Array>(dimension).fill(
      Float64Array.from({ length: degree + 1 }, (_, nu) => nu / degree),
    );
    const found = climbed(
      (n + 1) * (dimension + 1),
      (x) => {
        const [f, g] = neighbours(x, dimension, n).map((records) =>
          logisticProbabilityTarget({ ...records, domain: unitBox(dimension), cost }),
        );
        const [a, b] = [f!.evaluate(axes), g!.evaluate(axes)];
        const one = ratio(a, b, f!.sensitivity(degree));
        return Math.max(one, ...a.map((value, i) => Math.abs(value - b[i]!) / f!.pointwiseSensitivity));
      },
      { starts: casesOf(4, 2), steps: 100, seed: dimension },
    );
    expect(found).toBeLessThanOrEqual(1);
    expect(found).toBeGreaterThan(cost < 1 ? 0.49 : 0.3);
  });
});
