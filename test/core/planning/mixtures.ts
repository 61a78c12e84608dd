import type { PlannedDensity } from "../../../src/core/planning/densityErrors.ts";
import type { PlannedRelease } from "../../../src/core/planning/planTarget.ts";
import type { RandomSource } from "../../../src/core/random/randomSource.ts";

/** 0.6 N(35, 6²) + 0.4 N(62, 5²) on 0 … 110. */
export const twoPeaks: PlannedDensity = {
  truth: {
    kind: "normals",
    parts: [
      { weight: 0.6, mean: 35, deviation: 6 },
      { weight: 0.4, mean: 62, deviation: 5 },
    ],
  },
  domain: [0, 110],
  route: "gaussian",
  relativeRate: 1,
};

export const eightHundred: PlannedRelease = {
  recordCount: 800,
  recordsPerPerson: 1,
  epsilon: 1,
  delta: 1e-4,
  tuning: 5.5,
};

/** A random mixture whose mass may lie beyond the ends of 0 … 1. */
export function randomMixture(random: RandomSource, route: PlannedDensity["route"] = "gaussian"): PlannedDensity {
  const parts = Array.from({ length: 1 + Math.floor(5 * random.uniform()) }, () => ({
    weight: 0.1 + random.uniform(),
    mean: random.uniform(),
    deviation: 0.02 + 0.2 * random.uniform(),
  }));
  return { truth: { kind: "normals", parts }, domain: [0, 1], route, relativeRate: 1 };
}
