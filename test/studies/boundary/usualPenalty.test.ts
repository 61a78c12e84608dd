import { expect, test } from "vitest";
import { fitRegularisedErm } from "../../../src/core/erm/solver/regularisedErm.ts";
import { huberLoss } from "../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { usualPenalty } from "../../../src/studies/boundary/model/columns.ts";
import { lossParameterOf } from "../../../src/studies/boundary/model/fields.ts";

const truths: readonly (readonly [string, (x: number) => number])[] = [
  ["parabola", (x) => 1.6 * x * x - 0.9],
  ["wave", (x) => 0.6 * Math.sin(5 * x)],
  ["line", (x) => 0.8 * x - 0.6],
];
const threshold = lossParameterOf("huber").usual;

test.each(truths)("λ = ½/√n is near the least error of a regression, and 0.05 is not: %s", (_, truth) => {
  const random = seededSource(5);
  const xs = Array.from({ length: 400 }, () => random.uniform());
  const responses = xs.map((x) => truth(x) + 0.1 * random.normal());
  const at = Array.from({ length: 101 }, (_, i) => i / 100);
  const errorOf = (penalty: number, n: number) => {
    const points = pointsFrom(xs.map((x) => [x]));
    const problem = { points, responses, kernel: gaussianKernel(0.2), loss: huberLoss(threshold) };
    const fit = fitRegularisedErm({ ...problem, penalty, gapTolerance: 1e-6 });
    const fitted = fit.evaluate(pointsFrom(at.map((x) => [x])));
    const bias = at.reduce((sum, x, i) => sum + (fitted[i]! - truth(x)) ** 2, 0) / at.length;
    const sigma = (analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 }) * threshold) / (penalty * n);
    return Math.sqrt(bias + sigma ** 2);
  };
  const penalties = Array.from({ length: 17 }, (_, k) => 10 ** (-4 + k / 4));
  for (const n of [400, 2000, 10_000]) {
    const least = Math.min(...penalties.map((penalty) => errorOf(penalty, n)));
    expect(errorOf(usualPenalty(n).penalty, n)).toBeLessThan(1.2 * least);
    if (n === 10_000) expect(errorOf(0.05, n)).toBeGreaterThan(2 * least);
  }
});
