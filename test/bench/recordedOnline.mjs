import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { openOnline } from "../../src/core/release/onlineFunction.ts";
import { lastOf } from "../../src/core/slices.ts";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import { onlineDensity } from "../../src/core/density/onlineDensity.ts";

/** An online release of exponential bumps on seeded records, from seeded words: for measuring only. */
export function recordedOnline(recordCount, rate) {
  const random = seededSource(recordCount);
  const points = { dimension: 1, coordinates: Float64Array.from({ length: recordCount }, () => random.uniform()) };
  const shape = { domain: [[0, 1]], bandwidths: [1 / rate], correlation: 0, route: "gaussian", relativeRate: 1 };
  const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" };
  return openOnline(onlineDensity({ ...shape, bump: "exponential" }, points), budget, wordsOf(random));
}

/** The same of a regression with the exponential kernel. */
export function recordedBoundary(recordCount, rate) {
  const random = seededSource(recordCount);
  const points = { dimension: 1, coordinates: Float64Array.from({ length: recordCount }, () => random.uniform()) };
  const responses = points.coordinates.map((x) => Math.sin(6 * x) + 0.2 * random.normal());
  const shape = { domain: [[0, 1]], responseRange: [-2, 2], kernel: "exponential", lengthScale: 1 / rate };
  const fit = { loss: "huber", lossParameter: 0.5, penalty: 0.1, solver: "exact" };
  const target = lastOf(planBoundary({ points, responses }).online({ ...shape, ...fit }));
  return openOnline(target, { epsilon: 1, delta: 1e-5, calibration: "analytic" }, wordsOf(random));
}
