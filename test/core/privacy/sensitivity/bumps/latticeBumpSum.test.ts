import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { definiteMatrix, quadraticForm } from "../../../../../src/core/linalg/smallMatrix.ts";
import { bumpSum } from "../../../../../src/core/privacy/sensitivity/bumps/bumpSum.ts";
import { latticeBumpSum } from "../../../../../src/core/privacy/sensitivity/bumps/latticeBumpSum.ts";
import { slantedBumpSum } from "../../../../../src/core/privacy/sensitivity/bumps/slantedBumpSum.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { notPositive } from "../../relative.ts";

const covariance = (deviations: readonly number[], r: readonly number[]) =>
  deviations.map((a, i) => deviations.map((b, j) => a * b * (i === j ? 1 : r[i + j - 1]!)));

/** The sum over a block of the lattice, point by point. */
function sumAt(centre: readonly number[], inverse: readonly (readonly number[])[], reach: number): number {
  const n = 2 * reach + 1;
  let sum = 0;
  for (let p = 0; p < n ** centre.length; p++) {
    const z = centre.map((c, j) => (Math.floor(p / n ** j) % n) - reach - c);
    sum += Math.exp(-0.5 * quadraticForm(inverse, z));
  }
  return sum;
}

describe.each([
  ["narrow", [0.2, 0.15], [0.5], 4],
  ["a ridge between the points", [0.9, 0.8], [0.97], 9],
  ["a long ridge", [3, 0.5], [-0.9], 32],
  ["wide", [2, 3], [0.4], 30],
] as [string, number[], number[], number][])("%s", (_, deviations, r, reach) => {
  const { factor, inverse, roundoff } = definiteMatrix("A", covariance(deviations, r));

  test("it is the sum at a point of the lattice, and no other centre has a larger one", () => {
    const bound = latticeBumpSum(factor, roundoff);
    expect(
      sumAt(
        deviations.map(() => 0),
        inverse,
        reach,
      ) / bound,
    ).toBeCloseTo(1, 9);
    const random = seededSource(600);
    for (let trial = 0; trial < 40; trial++) {
      const centre = deviations.map(() => random.uniform() - 0.5);
      expect(sumAt(centre, inverse, reach)).toBeLessThanOrEqual(bound);
    }
  });
});

test("where a bump is upright it is the product of the axes, and one that is scaled has the other sum", () => {
  for (const [a, b] of [
    [0.1, 0.3],
    [0.39, 0.4],
    [0.4, 0.41],
    [2, 0.1],
    [30, 7],
  ] as const) {
    const of = [
      [a, 0],
      [0, b],
    ];
    expect(latticeBumpSum(of, 0) / (bumpSum(a) * bumpSum(b))).toBeCloseTo(1, 7);
  }
});

test("a sum with too many terms is not begun, and bounds nothing", () => {
  expect(
    latticeBumpSum(
      [
        [1e9, 0],
        [0, 1e-12],
      ],
      0,
    ),
  ).toBe(Infinity);
});

test("in the plane no line by line bound is below it but for what the border cuts off", () => {
  const [degree, across, slope, along] = [40, 0.01, 0.37, 0.05];
  // H₂₂ = along², H₁₂ = slope along², the first axis given the second has deviation `across`.
  const H = [
    [across ** 2 + (slope * along) ** 2, slope * along ** 2],
    [slope * along ** 2, along ** 2],
  ].map((row) => row.map((value) => value * degree ** 2));
  const { factor, roundoff } = definiteMatrix("H", H);
  const lineByLine = slantedBumpSum({ degree, across, slope, along });
  expect(latticeBumpSum(factor, roundoff)).toBeLessThanOrEqual(lineByLine * (1 + 1e-9));
});

test.each([...notPositive])("%s is refused", (value) => {
  expect(() =>
    latticeBumpSum(
      [
        [1, 0],
        [0, value],
      ],
      0,
    ),
  ).toThrow(ParameterError);
  expect(() => latticeBumpSum([[value]], 0)).toThrow(ParameterError);
});
