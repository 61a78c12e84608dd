import { describe, expect, test } from "vitest";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { postMapped, centreAt, centrePostMap, reachOf, withoutCentre } from "../../../src/core/release/postMap.ts";
import type { Centre } from "../../../src/core/release/postMap.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { recordedWords, publicPart } from "../../support/privateReleases.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";

const curve: Centre = [
  [0, 40],
  [2, 100],
  [10, 60],
];

describe("centreAt", () => {
  test("is a constant, or straight lines between knots and level beyond them", () => {
    expect([...centreAt([[0, 7]], [-5, 0, 3])]).toEqual([7, 7, 7]);
    expect([...centreAt(curve, [-1, 0, 1, 2, 6, 10, 11])]).toEqual([40, 40, 70, 100, 80, 60, 60]);
  });

  test.each([
    [[]],
    [[[0, NaN]]],
    [[[Infinity, 1]]],
    [
      [
        [1, 0],
        [1, 2],
      ],
    ],
    [
      [
        [2, 0],
        [1, 2],
      ],
    ],
  ])("refuses %j", (knots) => {
    expect(() => centreAt(knots as unknown as Centre, [0])).toThrow(/centre must be one or more finite knots/);
  });
});

test("carried(…) is the sum of its terms and offsets; reachOf bounds what noise of at most 1 does", () => {
  const map = {
    terms: [
      { from: Uint32Array.of(0, 2), weights: Float64Array.of(2, -1) },
      { from: Uint32Array.of(1, 1), weights: Float64Array.of(0.5, 3) },
    ],
    offsets: Float64Array.of(10, 20),
  };
  expect([...postMapped(map, [1, 2, 4])]).toEqual([13, 22]);
  expect([...reachOf(map)]).toEqual([2.5, 4]);
  expect(() => postMapped(map, [1, 2, 4], new Float64Array(3))).toThrow(/length/);
});

describe("a mean curve with a declared centre", () => {
  const [n, m] = [40, 25];
  const random = seededSource(5);
  const axis = { lower: 0, upper: 10, count: m };
  const height = centreAt(
    curve,
    Float64Array.from({ length: m }, (_, i) => (10 * i) / (m - 1)),
  );
  const curves = Float64Array.from({ length: n * m }, (_, k) => height[k % m]! + random.normal());
  const parameters = {
    domain: [0, 10],
    rule: "uniform",
    kernel: "matern52",
    noiseKernel: "matern52",
    range: 2,
    penalty: 0.1,
    power: 1,
    normBound: 3,
    curvesPerPerson: 1,
    drawCount: 1,
    seed: 1,
  } as const;
  const plan = planMeanCurve({ curves, pointCount: m });
  const centred = plan.release({ ...parameters, centre: curve });

  test("is the release of the curves less the centre, to the last bit, with the same Δ as without", () => {
    const byHand = planMeanCurve({ curves: withoutCentre(curves, curve, axis), pointCount: m }).release(parameters);
    expect(centred.estimate).toEqual(byHand.estimate);
    expect(centred.sensitivity).toBe(plan.release(parameters).sensitivity);
    expect(centred.clippedCount).toBe(0);
    // Without it τ = 3 would shrink every curve, which are about 80 from zero.
    expect(plan.release(parameters).clippedCount).toBe(n);
  });

  test("a penalty pulls to the centre: what is carried back is near the plain mean, without it near zero", () => {
    const back = postMapped(centrePostMap(curve, axis), centred.estimate);
    const plain = plan.release({ ...parameters, normBound: 200 }).estimate;
    const error = (values: Float64Array) => Math.hypot(...values.map((v, i) => v - centred.rawMean[i]!)) / Math.sqrt(m);
    expect(error(back)).toBeLessThan(0.2);
    expect(error(plain)).toBeGreaterThan(5);
  });

  test("a private release has its numbers about zero and its values about the centre; what is public does not move", () => {
    const release = (of: Float64Array) =>
      lastOf(
        releasingPrivately(
          planMeanCurve({ curves: of, pointCount: m }).target({ ...parameters, centre: curve }),
          { epsilon: 1, delta: 1e-5, calibration: "analytic" },
          recordedWords(9),
        ),
      );
    const neighbour = curves.slice();
    neighbour.fill(1e300, 0, m);
    const [mine, other] = [release(curves), release(neighbour)];
    expect(publicPart(other)).toEqual(publicPart(mine));
    mine.values.forEach((value, i) => expect(value).toBe(mine.lattice * mine.integers[i]! + mine.postMap!.offsets[i]!));
    // The replaced curve moves the mean by at most 2τ/n in norm.
    const distance = Math.hypot(...mine.integers.map((d, i) => (d - other.integers[i]!) * mine.lattice)) / Math.sqrt(m);
    expect(distance).toBeLessThan((2 * 3) / n + 4 * mine.lattice);
    expect(distance).toBeGreaterThan(0.005);
  });
});
