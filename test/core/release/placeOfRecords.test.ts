import { describe, expect, test } from "vitest";
import { densityTarget } from "../../../src/core/density/densityLatticeTarget.ts";
import {
  linearLogisticTarget,
  naiveBayesTarget,
  priestleyChaoTarget,
} from "../../../src/core/erm/learners/learnersLatticeTarget.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { shuffle } from "../../../src/core/random/shuffle.ts";
import type { LatticeTarget } from "../../../src/core/release/latticeTarget.ts";

// Polynomials: where the numbers of a data set stand and in which order its rows come is no matter of what is fitted.

const side = 64;
const random = seededSource(38);
/** Quarters, which doubles next to 2⁵⁰ still tell apart. */
const quarter = () => Math.floor(4 * side * random.uniform()) / 4;
const rows = Array.from({ length: 60 }, () => ({ x: [quarter(), quarter()], isB: random.uniform() < 0.4 }));
type Rows = typeof rows;
type Place = (value: number) => number;

type Learner = (some: Rows, place: Place) => LatticeTarget;
const inputs = (some: Rows, place: Place, dimension: number) => {
  const [a, b] = [place(0), place(side)];
  return {
    points: { dimension, coordinates: Float64Array.from(some.flatMap(({ x }) => x.slice(0, dimension).map(place))) },
    domain: Array.from({ length: dimension }, () => (a < b ? ([a, b] as const) : ([b, a] as const))),
  };
};
const labelled = (some: Rows) => Float64Array.from(some, ({ isB }) => (isB ? 1 : -1));
const learners: Readonly<Record<string, Learner>> = {
  density: (some, place) => densityTarget({ ...inputs(some, place, 1), bandwidths: [8] }),
  "density in the plane": (some, place) =>
    densityTarget({ ...inputs(some, place, 2), bandwidths: [8, 12], correlation: 0.5 }),
  "naive Bayes with kernels": (some, place) =>
    naiveBayesTarget({ ...inputs(some, place, 2), labels: labelled(some), likelihood: { bandwidth: 0.2 } }),
  "naive Bayes with normals": (some, place) =>
    naiveBayesTarget({ ...inputs(some, place, 2), labels: labelled(some), likelihood: { leastVariance: 0.02 } }),
  "logistic regression": (some, place) =>
    linearLogisticTarget({ ...inputs(some, place, 2), labels: labelled(some), cost: 2 }),
  "Priestley–Chao": (some, place) =>
    priestleyChaoTarget({
      ...inputs(some, place, 1),
      ...{ responses: some.map(({ x }) => x[1]! / side), bandwidth: 0.2, gapFactor: 3, labelBound: 1 },
    }),
};

const degree = 8;
const axis = Float64Array.from({ length: degree + 1 }, (_, k) => k / degree);
const valuesOf = (target: LatticeTarget) => target.evaluate(Array.from({ length: target.dimension }, () => axis));
const boundsOf = (target: LatticeTarget) => [
  target.sensitivity(degree),
  target.pointwiseSensitivity,
  target.roundingError,
];

/** Farthest apart, as a share of the largest value. */
const apart = (found: Float64Array, expected: Float64Array) =>
  found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0) /
  expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe.each(Object.entries(learners))("%s", (name, targetOf) => {
  const usual = targetOf(rows, (x) => x);
  const values = valuesOf(usual);

  test.each([2 ** 31, 2 ** 50, -(2 ** 50)])(
    "of records moved by %d has the same values and bounds, bit for bit",
    (by) => {
      const moved = targetOf(rows, (x) => x + by);
      expect(valuesOf(moved)).toEqual(values);
      expect(boundsOf(moved)).toEqual(boundsOf(usual));
    },
  );

  test("of rows in another order has the same bounds, and values within rounding", () => {
    const order = Array.from(shuffle(Array.from(rows.keys()), seededSource(5)));
    const other = targetOf(
      order.map((i) => rows[i]!),
      (x) => x,
    );
    expect(boundsOf(other)).toEqual(boundsOf(usual));
    expect(apart(valuesOf(other), values)).toBeLessThan(1e-9);
  });

  // A gap of Priestley–Chao counts for the record at its right end; a linear function without offset is 0 at the lower corner.
  test.skipIf(name === "Priestley–Chao" || name === "logistic regression")(
    "of mirrored records is the mirror image, with the same bounds",
    () => {
      const mirrored = targetOf(rows, (x) => -x);
      expect(boundsOf(mirrored)).toEqual(boundsOf(usual));
      expect(apart(valuesOf(mirrored).toReversed(), values)).toBeLessThan(1e-9);
    },
  );
});

test.each(["naive Bayes with kernels", "naive Bayes with normals", "logistic regression"])(
  "%s of exchanged classes is its negative",
  (name) => {
    const targetOf = learners[name]!;
    const exchanged = rows.map((row) => ({ ...row, isB: !row.isB }));
    const [one, other] = [rows, exchanged].map((some) => targetOf(some, (x) => x));
    expect(boundsOf(other!)).toEqual(boundsOf(one!));
    expect(
      apart(
        valuesOf(other!).map((value) => -value),
        valuesOf(one!),
      ),
    ).toBeLessThan(1e-9);
  },
);
