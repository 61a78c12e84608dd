import { expect, test } from "vitest";
import { sumDeviation, sumQuantile } from "../../../src/core/affineHull/fabrication/entrySums.ts";
import { spreadOfLaw } from "../../../src/core/bernstein/latticeLaw.ts";
import { noiseLaws } from "../../../src/core/privacy/bands/noiseLaws.ts";

test("spreadOfLaw: 95 % of weighted sums of Laplace numbers are within ln 20/√2 standard deviations, by the characteristic function", () => {
  const weightsOf: readonly (readonly number[])[] = [
    [1],
    [1, 1],
    [1, 0.5],
    [1, 0.1, 0.1],
    new Array<number>(20).fill(1),
    [1, 0.9, 0.5, -0.4, 0.3, -0.2],
    Array.from({ length: 30 }, (_, i) => 0.8 ** i),
  ];
  for (const weights of weightsOf) {
    const sd = Math.sqrt(2 * weights.reduce((sum, w) => sum + w * w, 0));
    const q = spreadOfLaw.laplace.pointwiseFactor * sd;
    // P(|X| ≤ q) = (2/π) ∫ sin(qt)/t Π 1/(1 + w²t²) dt; the integrand falls at least as t⁻³.
    const [step, end] = [0.002, 400];
    let sum = q / 2;
    for (let i = 1; i * step <= end; i++) {
      const t = i * step;
      sum += (Math.sin(q * t) / t) * weights.reduce((product, w) => product / (1 + (w * t) ** 2), 1);
    }
    expect((2 / Math.PI) * sum * step).toBeGreaterThanOrEqual(0.95 - 1e-5);
  }
});

test("noiseLaws: 95 % of weighted sums of staircase numbers are within √80/3 standard deviations, and of one Laplace number just so", () => {
  for (const epsilon of [0.01, 0.5, 1, 3, 8]) {
    for (const terms of [[1], [1, 1], [1, 0.3, 0.3], [1, 0.9, -0.5, 0.4, 0.2]]) {
      const weighted = terms.map((weight) => ({ weight, count: 1 }));
      const law = { kind: "staircase", epsilon } as const;
      const needed = sumQuantile(law, weighted, 0.05) / sumDeviation(law, weighted);
      expect(needed, `${epsilon}: ${terms.join(", ")}`).toBeLessThanOrEqual(noiseLaws.staircase.factor);
    }
  }
  const one = sumQuantile({ kind: "laplace", scale: 1, delta: 0 }, [{ weight: 1, count: 1 }], 0.05);
  expect(one / noiseLaws.laplace.factor).toBeCloseTo(Math.SQRT2, 10);
});
