import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { openOnlineDensity } from "../../src/core/density/onlineDensity.ts";

/** An online release of exponential bumps on seeded records, from seeded words: for measuring only. */
export function recordedOnline(recordCount, rate) {
  const random = seededSource(recordCount);
  return openOnlineDensity({
    points: { dimension: 1, coordinates: Float64Array.from({ length: recordCount }, () => random.uniform()) },
    words: wordsOf(random),
    budget: { epsilon: 1, delta: 1e-5, calibration: "analytic" },
    domain: [[0, 1]],
    bandwidths: [1 / rate],
    correlation: 0,
    route: "gaussian",
    relativeRate: 1,
    bump: "exponential",
  });
}
