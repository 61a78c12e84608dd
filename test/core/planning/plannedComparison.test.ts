import { expect, test } from "vitest";
import type { DensityComparisonParameters } from "../../../src/core/density/densityComparison.ts";
import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { noiseOfPlan } from "../../../src/core/planning/planTarget.ts";
import { plannedComparison } from "../../../src/core/planning/plannedComparison.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { eightHundred, twoPeaks } from "./mixtures.ts";

const comparisonAt = (h: number, mechanism: "gaussianProcess" | "histogram"): DensityComparisonParameters => ({
  mechanism,
  recordCount: 800,
  epsilons: [1],
  delta: 1e-4,
  repeats: 40,
  seed: 1,
  shown: { epsilon: 1, count: 1 },
  density: { domain: [twoPeaks.domain], bandwidths: [h], correlation: 0, route: "gaussian", relativeRate: 1 },
});
const errorsAt = (h: number, mechanism: "gaussianProcess" | "histogram") =>
  lastOf(plannedComparison({ truth: twoPeaks.truth, comparison: comparisonAt(h, mechanism) })).errors[0]!;

test("plannedComparison: against the declared density a smaller h wins, which the smoothed curve hides", () => {
  const wide = errorsAt(5.5, "gaussianProcess");
  const narrow = errorsAt(2.2, "gaussianProcess");
  // Largest errors 0.0112 and 0.0051, mean 0.0030 and 0.0013, over 200 data sets with numpy.
  expect(Math.abs(wide.supremum.mean - 0.0112)).toBeLessThan(0.0015);
  expect(Math.abs(narrow.supremum.mean - 0.0051)).toBeLessThan(0.0015);
  expect(narrow.average.mean).toBeLessThan(wide.average.mean / 1.5);
  const histogram = errorsAt(5.5, "histogram");
  expect(histogram.average.mean).toBeLessThan(wide.average.mean);
});

test("plannedComparison of the process is within the planner's bound everywhere", () => {
  const errors = densityErrors(twoPeaks).of(5.5);
  const noiseScale = noiseOfPlan(errors, eightHundred);
  const bound = errors.largest("everywhere", { recordCount: 800, noiseScale }).noise;
  expect(errorsAt(5.5, "gaussianProcess").supremum.ninetieth).toBeLessThan(bound);
});

test("plannedComparison draws from a drawn curve, too", () => {
  const truth = { kind: "drawn", heights: [0, 1, 3, 1, 0] } as const;
  const { errors } = lastOf(plannedComparison({ truth, comparison: comparisonAt(5.5, "gaussianProcess") }));
  expect(errors[0]!.average.mean).toBeLessThan(0.005);
});
