import { describe, expect, test } from "vitest";
import { densityPlans, targetFramed } from "../../../src/core/density/densityPlans.ts";
import { densityChoice } from "../../../src/core/density/densityChoice.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { gridAxis, gridPoints } from "../../../src/core/grids.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { kernelNames, kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import { stationaryKernel } from "../../../src/core/kernels/stationaryKernel.ts";
import { symmetricEigen } from "../../../src/core/linalg/eigen/symmetricEigen.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import type { Points } from "../../../src/core/points.ts";
import { choiceOdds, choosing, type ChoiceSubject } from "../../../src/core/privacy/choice/functionChoice.ts";
import { gridDistanceSensitivity } from "../../../src/core/privacy/sensitivity/gridDistance.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { smoothMeanTarget } from "../../support/meanCurveParameters.ts";
import { fit, inPlane } from "../../support/neighbouringTargets.ts";

test.each(kernelNames)(
  "gridDistanceSensitivity bounds the root of the largest eigenvalue, and is near it: %s",
  (name) => {
    for (const [dimension, count, l] of [
      [1, 60, 0.02],
      [1, 40, 2],
      [2, 9, 0.3],
    ] as const) {
      // prettier-ignore
      const grid = { axes: Array.from({ length: dimension }, () => gridAxis({ lower: 0, upper: 1, count })) };
      const m = count ** dimension;
      const { values } = symmetricEigen(gram(kernelOf(name, l), gridPoints(grid)), m);
      const kernel = stationaryKernel(name, l, dimension);
      const bound = gridDistanceSensitivity({ kernel, grid, sensitivity: 3, weight: 1 / m });
      const exact = 3 * Math.sqrt(values[0]! / m);
      expect(bound).toBeGreaterThanOrEqual(exact);
      expect(bound).toBeLessThan(1.7 * exact);
    }
  },
);

const labelled = { ...fit, responseRange: undefined, loss: "hinge", kernel: "gaussian", penalty: 0.5 } as const;
const boundaryPair = (dimension: number, parameters: typeof labelled | typeof fit) => {
  const n = 4;
  const coordinates = new Float64Array(n * dimension).fill(0.5);
  const responses = (last: number) =>
    Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? last : parameters.responseRange ? 100 : i % 2 ? 1 : -1));
  const [low, high] = parameters.responseRange ?? [-1, 1];
  const domain = Array.from({ length: dimension }, () => [0, 1] as const);
  return [low, high].map((last) =>
    planBoundary({ points: { dimension, coordinates }, responses: responses(last) }).choice({ ...parameters, domain }),
  );
};
const meanPair = (seed: number) => {
  const [n, m] = [3, 12];
  const random = seededSource(seed);
  const rest = Array.from({ length: (n - 1) * m }, () => random.normal());
  return [1, -1].map((sign) =>
    planMeanCurve({
      curves: Float64Array.from([...rest, ...new Array<number>(m).fill(9 * sign)]),
      pointCount: m,
    }).choice({
      ...smoothMeanTarget,
      penalty: 1e-4,
    }),
  );
};
const planePair = (seed: number) => {
  const still = seededSource(seed).uniform();
  return [0.3, 0.7].map((at) => inPlaneChoice({ dimension: 2, coordinates: Float64Array.of(still, still, at, at) }));
};
const inPlaneChoice = (points: Points) =>
  densityChoice(inPlane, points, (asked) => targetFramed(densityPlans({ points, droppedCount: 0 }).framed(asked)));

const onGrid = (count: number, f: (x: number, y: number) => number) =>
  Float64Array.from({ length: count * count }, (_, k) =>
    f((k % count) / (count - 1), Math.floor(k / count) / (count - 1)),
  );
const around = (x: number, l = 0.2) => Math.exp(-0.5 * ((x - 0.5) / l) ** 2);
const tilted = (x: number, y: number, at: number) => {
  const [u, v] = [(x - at) / 0.1, (y - at) / 0.07];
  return Math.exp(-(u * u - u * v + v * v) / 1.5);
};
const onLine = Float64Array.from({ length: 500 }, (_, i) => around(i / 499));

/** Subjects of neighbours, the direction in which they differ, and the least share of s that the search must reach. */
const subjects: readonly (readonly [string, (seed: number) => readonly ChoiceSubject[], Float64Array, number])[] = [
  ["a boundary on a line", () => boundaryPair(1, labelled), onLine, 0.8],
  ["a curve of responses", () => boundaryPair(1, { ...fit, penalty: 1 }), onLine, 0.45],
  ["a boundary in the plane", () => boundaryPair(2, labelled), onGrid(200, (x, y) => around(x) * around(y)), 0.6],
  ["a mean curve", meanPair, new Float64Array(12).fill(1), 0.9],
  ["a density in the plane", planePair, onGrid(200, (x, y) => tilted(x, y, 0.3) - tilted(x, y, 0.7)), 0.55],
];

describe.each(subjects)("choice among functions for %s", (name, pairOf, direction, share) => {
  // The distance to a far candidate in the direction of the difference changes by nearly all of it.
  const far = (factor: number) => direction.map((value) => 1e3 * factor * value);
  const near = direction.map((_, i) => Math.sin(i));

  test("one record changes each distance by at most s, which is approached, and the odds by e^ε", () => {
    let [most, odd] = [0, 0];
    for (let seed = 1; seed <= casesOf(12, name.includes("plane") ? 2 : 4); seed++) {
      const pair = pairOf(seed);
      const [one, other] = pair as [ChoiceSubject, ChoiceSubject];
      expect(other.sensitivity).toBe(one.sensitivity);
      const candidates = [far(1), far(-1), near, near.map((value) => 30 * value)];
      const [p, q] = pair.map((subject) => lastOf(subject.scoring(candidates)));
      // The scores may be in other units than s; both have their own.
      const unit = one.sensitivity / p!.sensitivity;
      p!.distances.forEach(
        (d, k) => (most = Math.max(most, (unit * Math.abs(d - q!.distances[k]!)) / one.sensitivity)),
      );
      const [a, b] = pair.map((subject) => lastOf(choiceOdds(subject, { epsilon: 2, candidates: [near, far(0)] })));
      a!.forEach((value, k) => (odd = Math.max(odd, Math.abs(Math.log(value / b![k]!)))));
      expect(p!.roundingError).toBeLessThan(1e-6 * p!.sensitivity);
    }
    expect(most).toBeLessThanOrEqual(1 + 1e-9);
    expect(most).toBeGreaterThan(share);
    expect(odd).toBeLessThanOrEqual(2);
  });

  test("draws again by the same bits; refuses a list that is none, whatever the records", () => {
    const [one, other] = pairOf(1) as [ChoiceSubject, ChoiceSubject];
    const asked = { epsilon: 1, candidates: [near, far(1)] };
    expect(lastOf(choosing(one, asked, seededSource(5)))).toBe(lastOf(choosing(one, asked, seededSource(5))));
    for (const candidates of [
      [],
      [near],
      [near, near.subarray(1)],
      [near, near.map(() => NaN)],
      [near, far(Infinity)],
    ]) {
      const refusals = [one, other].map((subject) => {
        const draw = () => lastOf(choosing(subject, { epsilon: 1, candidates }, seededSource(1)));
        expect(draw).toThrow(ParameterError);
        return draw;
      });
      expect(refusals).toHaveLength(2);
    }
    expect(() => lastOf(choosing(one, { ...asked, epsilon: 0 }, seededSource(1)))).toThrow(ParameterError);
  });
});

test("persons with several records multiply s", () => {
  const points = { dimension: 1, coordinates: Float64Array.of(0.1, 0.5, 0.9) };
  const responses = Float64Array.of(1, -1, 1);
  const once = planBoundary({ points, responses }).choice(labelled).sensitivity;
  const thrice = planBoundary({ points, responses, recordsPerPerson: 3 }).choice(labelled).sensitivity;
  expect(thrice / once).toBeCloseTo(3, 9);
  const curves = { curves: new Float64Array(24), pointCount: 12 };
  const curve = (curvesPerPerson: number) => planMeanCurve(curves).choice({ ...smoothMeanTarget, curvesPerPerson });
  expect(curve(3).sensitivity / curve(1).sensitivity).toBeCloseTo(3, 9);
});
