import { describe, expect, test } from "vitest";
import { iteratedBernstein } from "../../support/iteratedBernstein.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planBernsteinDensity } from "../../../src/core/density/bernsteinDensity.ts";
import { heldAxes } from "../../../src/core/release/heldBox.ts";
import type { PolynomialChoice } from "../../../src/core/bernstein/polynomialChoice.ts";
import { releasingPolynomial } from "../../../src/core/bernstein/privatePolynomial.ts";
import type { PrivateRelease } from "../../../src/core/release/privateRelease.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { publicPart, recordedWords } from "../../support/privateReleases.ts";

const never = () => {
  throw new Error("the original is summed exactly");
};
const random = seededSource(41);
const rows = Array.from({ length: 60 }, () => [random.uniform(), 2 * random.uniform(), 4 + 3 * random.uniform()]);
const space = {
  domain: [[0, 1], [0, 2], [4, 7]], // prettier-ignore
  bandwidths: [0.2, 0.4, 0.6],
  correlation: 0,
  held: [5.5],
} as const;
const byHand = (degree: number, iterations: number, law: PolynomialChoice["law"] = "laplace"): PolynomialChoice => ({
  law,
  size: { kind: "byHand", degree, iterations },
});
const planOf = (records: number[][], more: object = {}) =>
  planBernsteinDensity({ points: pointsFrom(records), ...space, ...more, drawnOnGrid: never });

describe("a density of three columns", () => {
  test("is shown on the slice where the third is held: the polynomial of all lattice values there, draw by draw", () => {
    const plan = planOf(rows);
    const choice = byHand(5, 3);
    const release = plan.release(choice, { drawCount: 1, seed: 4 });
    expect([...release.gridCounts]).toEqual([200, 200, 1]);
    expect(release.polynomial.valueCount).toBe(6 ** 3);
    const lattice = plan.target(choice).values();
    const polynomial = iteratedBernstein({ degree: 5, iterations: 3, dimension: 3, lattice });
    for (const [i, j] of [
      [0, 0],
      [40, 17],
      [199, 120],
    ] as const) {
      // prettier-ignore
      const [expected] = polynomial.evaluate({ dimension: 3, coordinates: Float64Array.of(i / 199, j / 199, 0.5) });
      expect(release.estimate[i + 200 * j]).toBeCloseTo(expected!, 12);
    }
    // The original of the slice is the density itself.
    const [x, y, z] = [0, 0, 5.5];
    const direct =
      rows.reduce((sum, [a, b, c]) => {
        const q = ((x - a!) / 0.2) ** 2 + ((y - b!) / 0.4) ** 2 + ((z - c!) / 0.6) ** 2;
        return sum + Math.exp(-q / 2);
      }, 0) /
      (rows.length * (2 * Math.PI) ** 1.5 * 0.2 * 0.4 * 0.6);
    expect(release.original[0]).toBeCloseTo(direct, 12);
    expect(release.approximationError).toBeLessThanOrEqual(release.polynomial.approximationBound + 1e-12);
  });

  test("k = 20 in space is 9261 values of 2000 records; the budget alone chooses no more", () => {
    const many = Array.from({ length: 2000 }, () => [random.uniform(), 2 * random.uniform(), 4 + 3 * random.uniform()]);
    const plan = planOf(many, { bandwidths: [0.1, 0.2, 0.3] });
    const release = plan.release(byHand(20, 2), { drawCount: 1, seed: 1 });
    expect(release.polynomial.valueCount).toBe(9261);
    expect(() => plan.release(byHand(21, 2), { drawCount: 1, seed: 1 })).toThrow(/degree must be at most 20/);
    const { degree } = plan.sizeOf({ law: "laplace", size: { kind: "automatic", epsilon: 1, delta: 0 } });
    expect(degree).toBeGreaterThan(1);
    expect(degree).toBeLessThanOrEqual(20);
  });

  test.each(["laplace", "gaussian"] as const)(
    "%s: neighbours differ by at most Δ in the file's numbers, nothing else tells them apart, and the file says where the slice is",
    (law) => {
      const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
      const released = (records: number[][]) =>
        lastOf(
          releasingPolynomial(
            planOf(records).target(byHand(4, 2, law)),
            { axes: [], held: heldAxes(space), units: { scale: 1, offset: 0 }, formula: "" },
            budget,
            recordedWords(7),
          ),
        );
      const [here, there] = [rows, rows.with(0, [0.9, 0.1, 6.9])].map(released) as [PrivateRelease, PrivateRelease];
      expect(publicPart(there)).toEqual(publicPart(here));
      expect(here.basis?.parameters).toContainEqual({ name: "values are shown at, on axis 1", value: 5.5 });
      const steps = here.integers.map((value, i) => Math.abs(value - there.integers[i]!) * here.lattice);
      const distance = law === "laplace" ? steps.reduce((a, b) => a + b, 0) : Math.hypot(...steps);
      const rounded = here.lattice * (law === "laplace" ? steps.length : Math.sqrt(steps.length));
      expect(distance).toBeGreaterThan(0);
      expect(distance).toBeLessThanOrEqual(here.sensitivity.value + 2 * here.estimateError + rounded);
    },
  );
});

describe("a person with several records", () => {
  const line = { domain: [[0, 1]], bandwidths: [0.03], held: [] } as const; // prettier-ignore

  test.each(["laplace", "gaussian"] as const)(
    "%s: k records that move together come to k times Δ, and never above",
    (law) => {
      const n = 12;
      for (const k of [1, 3, 12]) {
        const choice = byHand(20, 2, law);
        const at = (x: number) => Array.from({ length: n }, (_, i) => [i < k ? x : 0.5]);
        const targets = [0.25, 0.75].map((x) => planOf(at(x), { ...line, recordsPerPerson: k }).target(choice));
        const [f, g] = targets.map((target) => target.values());
        const steps = f!.map((value, i) => Math.abs(value - g![i]!));
        const distance = law === "laplace" ? steps.reduce((a, b) => a + b, 0) : Math.hypot(...steps);
        const { sensitivity, roundingError } = targets[0]!;
        expect(distance).toBeLessThanOrEqual(sensitivity + 2 * roundingError);
        expect(distance).toBeGreaterThan(0.99 * sensitivity);
      }
    },
  );

  test("the degree that suits falls, as the noise grows k times", () => {
    const many = Array.from({ length: 500 }, () => [random.uniform()]);
    const automatic: PolynomialChoice = { law: "laplace", size: { kind: "automatic", epsilon: 1, delta: 0 } };
    const degreeOf = (k: number) => planOf(many, { ...line, recordsPerPerson: k }).sizeOf(automatic).degree;
    expect(degreeOf(20)).toBeLessThan(degreeOf(1));
  });

  test.each([NaN, 0, -1, 1.5, Infinity])("a bound of %s records is refused", (recordsPerPerson) => {
    expect(() => planOf([[0.1], [0.9]], { ...line, recordsPerPerson })).toThrow(/recordsPerPerson must be/);
  });
});
