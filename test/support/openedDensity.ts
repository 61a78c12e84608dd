import { onlineDensity } from "../../src/core/density/onlineDensity.ts";
import type { DensityTargetParameters } from "../../src/core/density/densityParameters.ts";
import type { Points } from "../../src/core/points.ts";
import type { PrivacyBudget } from "../../src/core/privacy/calibration/privacyBudget.ts";
import type { RandomWords } from "../../src/core/random/randomWords.ts";
import { openOnline } from "../../src/core/release/onlineFunction.ts";

/** An online release of a density. */
export function openOnlineDensity({
  points,
  words,
  budget,
  ...parameters
}: DensityTargetParameters & {
  readonly points: Points;
  readonly words: RandomWords;
  readonly budget: PrivacyBudget;
}) {
  return openOnline(onlineDensity(parameters, points), budget, words);
}
