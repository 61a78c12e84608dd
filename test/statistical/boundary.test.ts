import { expect, test } from "vitest";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import type { BoundaryParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";
import { expectedAccuracy } from "../../src/core/erm/boundary/boundaryUtility.ts";
import { scaleRelease } from "../../src/core/release/scale.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";

const random = seededSource(1);
const points = { dimension: 2, coordinates: Float64Array.from({ length: 120 }, () => 10 * random.uniform()) };
const labels = Float64Array.from({ length: 60 }, (_, i) => (points.coordinates[2 * i]! > 5 ? 1 : -1));
const parameters: BoundaryParameters = {
  domain: [
    [0, 10],
    [0, 10],
  ],
  kernel: "productExponential",
  lengthScale: 0.3,
  loss: "hinge",
  lossParameter: 0.5,
  penalty: 0.05,
  solver: "exact",
  drawCount: 50,
  seed: 0,
};

function run<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test("the certainty map is the share of releases with a positive value: 4000 draws at 6 grid points", () => {
  const plan = planBoundary({ points, responses: labels });
  const multiplier = 3;
  const at = [0, 5_000, 12_345, 20_100, 31_007, 39_999];
  const positive = new Float64Array(at.length);
  const out = new Float64Array(40_000);
  let answer = run(plan.releasing({ ...parameters, seed: 0 }));
  for (let block = 0; block < 80; block++) {
    if (block > 0) answer = run(plan.releasing({ ...parameters, seed: 1000 + block }));
    for (let k = 0; k < 50; k++) {
      scaleRelease(answer, k, multiplier, out);
      at.forEach((index, i) => (positive[i]! += out[index]! > 0 ? 1 : 0));
    }
  }
  const deviation = multiplier * answer.sensitivity * Math.sqrt(1 + answer.jitter);
  at.forEach((index, i) => {
    const expected = expectedAccuracy(answer.estimate.slice(index, index + 1), Float64Array.of(1), deviation);
    // A share of 4000 draws: sd at most 1/(2√4000) = 7.9e-3; six points, each 4.8 sd: together below 1e-5.
    expect(Math.abs(positive[i]! / 4000 - expected)).toBeLessThan(4.8 * 7.91e-3);
  });
});
