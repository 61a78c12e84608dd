import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { binnedSobolevKernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/binnedSobolevKernelDensity.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { bump, sobolevInnerProduct } from "../../../support/sobolev.ts";
import { expectRelative, notPositive } from "../relative.ts";
import { rkhsDistance, splineBinned } from "./rkhs.ts";
import { casesOf } from "../../../support/fuzzing.ts";

/** On ℝ: bumps at distance t have ∫f g = e^{−t²/4h²}/(2√π h) and ∫f′g′ = (1/2h² − t²/4h⁴) of that. */
const innerOnLine = (h: number, gamma: number, t: number) => {
  const product = Math.exp((-t * t) / (4 * h * h)) / (2 * Math.sqrt(Math.PI) * h);
  return product * ((1 / (2 * h * h) - (t * t) / (4 * h ** 4)) / (2 * gamma) + gamma / 2);
};

const inner =
  (bandwidths: readonly number[], rates: readonly number[]) => (a: readonly number[], b: readonly number[]) =>
    bandwidths.reduce((product, h, j) => product * innerOnLine(h, rates[j]!, a[j]! - b[j]!), 1);

describe("binnedSobolevKernelDensitySensitivity", () => {
  test("its inner product is that of quadrature, for bumps well inside the box", () => {
    for (const [t, gamma] of [
      [0, 5],
      [0.1, 5],
      [0.23, 40],
    ] as const) {
      const [h, a] = [0.04, 0.4];
      expectRelative(innerOnLine(h, gamma, t), sobolevInnerProduct(bump(a, h), bump(a + t, h), gamma), 1e-8);
    }
  });

  test("bounds binned records wherever they are, and is nearly reached", () => {
    const random = seededSource(5);
    for (let i = 0; i < casesOf(300, 100); i++) {
      const d = 1 + (i % 2);
      const h = Array.from({ length: d }, () => 10 ** (-1.5 + 1.5 * random.uniform()));
      const rates = h.map((width) => 10 ** (-1 + 2 * random.uniform()) / width);
      const steps = h.map((width) => 0.4 * random.uniform() * width);
      const bandwidths = h.map((width, j) => Math.sqrt(width ** 2 - steps[j]! ** 2 / 3));
      const bound = binnedSobolevKernelDensitySensitivity({ recordCount: 1, bandwidths, rates, steps });
      // The worst distance on the axis whose factor can be the most negative, none on the other.
      const factor = bandwidths.map(
        (width, j) => (-2 * Math.exp(-1.5 - (rates[j]! * width) ** 2)) / (1 + 2 * (rates[j]! * width) ** 2),
      );
      const axis = factor.indexOf(Math.min(...factor));
      const x = h.map((width) => width * random.uniform());
      const far = x.with(
        axis,
        x[axis]! + bandwidths[axis]! * Math.sqrt(6 + 4 * (rates[axis]! * bandwidths[axis]!) ** 2),
      );
      const anywhere = h.map((width) => 10 * width * random.uniform());
      const product = inner(bandwidths, rates);
      const distance = (a: readonly number[], b: readonly number[]) =>
        rkhsDistance(splineBinned(a, steps), splineBinned(b, steps), product);
      expect(distance(x, anywhere)).toBeLessThanOrEqual(bound * (1 + 1e-12));
      expect(distance(x, far)).toBeLessThanOrEqual(bound * (1 + 1e-12));
      expect(distance(x, far)).toBeGreaterThan(0.98 * bound);
    }
  });

  test("costs less than a thousandth more than without bins at a fifth of a bandwidth, a hundredth at 0.4", () => {
    const added = (d: number, step: number) => {
      const of = (steps: number) => ({
        recordCount: 1,
        bandwidths: new Array<number>(d).fill(Math.sqrt(1 - steps ** 2 / 3)),
        rates: new Array<number>(d).fill(1),
        steps: new Array<number>(d).fill(steps),
      });
      return binnedSobolevKernelDensitySensitivity(of(step)) / binnedSobolevKernelDensitySensitivity(of(0)) - 1;
    };
    for (const d of [1, 2]) {
      expect(added(d, 0.2)).toBeLessThan(1.2e-3);
      expect(added(d, 0.4)).toBeLessThan(1e-2);
      expect(added(d, 0.4)).toBeGreaterThan(0);
    }
  });

  test.each(notPositive)("refuses %s for each parameter, by name", (bad) => {
    const at = { recordCount: 10, bandwidths: [1], rates: [1], steps: [0.1] };
    expect(() => binnedSobolevKernelDensitySensitivity({ ...at, recordCount: bad })).toThrow(/^recordCount must/);
    expect(() => binnedSobolevKernelDensitySensitivity({ ...at, bandwidths: [bad] })).toThrow(/^bandwidths\[0\] must/);
    expect(() => binnedSobolevKernelDensitySensitivity({ ...at, rates: [bad] })).toThrow(/^rates\[0\] must/);
    if (bad !== 0)
      expect(() => binnedSobolevKernelDensitySensitivity({ ...at, steps: [bad] })).toThrow(/^steps\[0\] must/);
  });

  test("refuses lengths that differ, and a Δ that is no double", () => {
    const at = { recordCount: 1, bandwidths: [1], rates: [1], steps: [0] };
    expect(() => binnedSobolevKernelDensitySensitivity({ ...at, rates: [] })).toThrow(/^rates must/);
    expect(() => binnedSobolevKernelDensitySensitivity({ ...at, steps: [0, 0] })).toThrow(/^steps must/);
    expect(() => binnedSobolevKernelDensitySensitivity({ ...at, bandwidths: [1e-200], rates: [1e200] })).toThrow(
      NumericalError,
    );
  });
});
