import type { SmoothedDraws } from "../../../core/affineHull/fabrication/smoothedDraws.ts";
import { numberText, percentText, ratioText } from "../../../core/numberFormats.ts";
import { entryNoiseQuantile } from "../../../core/privacy/mechanisms/entryNoise.ts";
import { staircaseQuantile } from "../../../core/privacy/mechanisms/staircaseLaw.ts";
import { normalQuantile } from "../../../core/special/normal.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import { requestOf } from "../model/request.ts";
import { protectionSentence } from "../model/words.ts";
import type { FabricationInside, FabricationView } from "../model/view.ts";
import type { FabricationScenario } from "../model/scenario.ts";

export function sentenceOf(shown: FabricationScenario, view: FabricationView): string {
  const { facts, inside, original } = view;
  const noise = `In 95 of 100 draws the noise of a number is at most ${ratioText(noiseWithin(shown, view))} its range`;
  const promise = protectionSentence(shown, view);
  if (!inside || !original) {
    const steps = `${facts.errors.length - 1} ${facts.errors.length === 2 ? "step" : "steps"}`;
    return `${noise}; ${steps} of smoothing took the error of the machines from ${numberText(facts.errors[0]!)} to ${numberText(facts.errors.at(-1)!)}. ${promise}`;
  }
  const [before, after] = [facts.noisy.coordinates, view.released].map((rows) => meanDistance(shown, original, rows));
  const smoothing = isPatternGone(shown, view)
    ? "Smoothing pulls the rows together, wherever the records are"
    : smoothingWords(before!, after!, inside.smoothed);
  return `${noise}. ${smoothing}.${testWords(facts.classNames.length, inside)} ${promise}`;
}

/** From public numbers alone. */
export function isPatternGone(shown: FabricationScenario, view: FabricationView): boolean {
  return noiseWithin(shown, view, 0.5) > 1;
}

/** Distances with equal texts count as equal. */
export function smoothingWords(before: number, after: number, all?: SmoothedDraws): string {
  const [from, to] = [ratioText(all?.before ?? before), ratioText(all?.after ?? after)];
  const isNearer = all ? all.after < all.before : after < before;
  const count = all && (isNearer ? all.nearerCount : all.drawCount - all.nearerCount);
  const draws = all ? `In ${count} of ${all.drawCount} draws` : "In this draw";
  const average = all ? "on average " : "";
  if (from === to)
    return `${all ? "On average" : draws} smoothing leaves the rows as far from the records: ${from} the ranges`;
  return isNearer
    ? `${draws} smoothing brings the rows nearer to the records: ${average}from ${from} the ranges away to ${to} them`
    : `${draws} smoothing hurts: it takes the rows away from the records, ${average}from ${from} the ranges to ${to} them`;
}

/** About the draws that the words before it are about. */
export function testWords(
  classCount: number,
  { accuracy, smoothed }: Pick<FabricationInside, "accuracy" | "smoothed">,
): string {
  const share = smoothed ? smoothed.accuracy : accuracy;
  if (share === undefined || classCount < 2) return "";
  const draws = smoothed ? `On average over ${smoothed.drawCount} draws` : "In this draw";
  return ` ${draws} the machines find the class of ${percentText(share)} of the records kept for the test; random guesses find ${percentText(1 / classCount)}.`;
}

/** Shares of the range that hold a share of the noise. */
export function noiseWithin(shown: FabricationScenario, { sigma, budget }: FabricationView, share = 0.95): number {
  const p = (1 + share) / 2;
  const { protection, epsilon, delta, adjacency, staircase } = { ...requestOf(shown), ...pick(budget, "epsilon") };
  if (protection === "record") return normalQuantile(p) * sigma;
  if (staircase) return staircaseQuantile(p, epsilon);
  return entryNoiseQuantile({ epsilon, delta, adjacency, at: [p] })[0]!;
}

function meanDistance(scenario: FabricationScenario, records: Float64Array, rows: Float64Array): number {
  const sides = requestOf(scenario).ranges.map(([lower, upper]) => upper - lower);
  const p = sides.length;
  let sum = 0;
  for (let k = 0; k < rows.length; k += p) {
    sum += Math.hypot(...sides.map((side, j) => (rows[k + j]! - records[k + j]!) / side));
  }
  return (p * sum) / rows.length;
}
