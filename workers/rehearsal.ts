import { wordsOf } from "../src/core/random/randomWords.ts";
import { seededSource } from "../src/core/random/seededSource.ts";
import { openOnlineDensity } from "../src/core/density/onlineDensity.ts";

const questions = 15_000;

let isDone = false;

/** Asks an online release of made-up records, once per worker, so that the engine compiles beforehand. */
export function rehearseOnline(): void {
  if (isDone) return;
  isDone = true;
  const random = seededSource(1);
  const { release } = openOnlineDensity({
    points: { dimension: 1, coordinates: Float64Array.from({ length: 100 }, () => random.uniform()) },
    words: wordsOf(random),
    budget: { epsilon: 1, delta: 1e-5, calibration: "analytic" },
    domain: [[0, 1]],
    bandwidths: [0.05],
    correlation: 0,
    route: "gaussian",
    relativeRate: 1,
    bump: "exponential",
  });
  for (let k = 0; k < questions; k++) release.query({ dimension: 1, coordinates: Float64Array.of(random.uniform()) });
}
