import { countText, numberText, percentText, significant } from "../../../core/numberFormats.ts";
import type { DensityPlanAnswer, DensityPlanRequest } from "../../../core/planning/densityPlan.ts";
import type { Functional } from "../../../core/planning/plannedErrors.ts";
import type { ErrorTarget, Solution } from "../../../core/planning/planTarget.ts";

/** The smallest number of three digits that is not below a value. */
export function roundedUp(value: number): number {
  const near = significant(value, 3);
  return near >= value ? near : significant(near + 10 ** (Math.floor(Math.log10(value)) - 2), 3);
}

function functionalText(functional: Functional): string {
  switch (functional.kind) {
    case "value":
      return `f(${numberText(functional.at)})`;
    case "slope":
      return `the slope at ${numberText(functional.at)}`;
    case "difference":
      return `f(${numberText(functional.to)}) − f(${numberText(functional.from)})`;
    case "integral":
      return `the share from ${numberText(functional.from)} to ${numberText(functional.to)}`;
  }
}

const named = { noise: "the noise", total: "the whole error" } as const;
const places = { point: "at each point", everywhere: "everywhere" } as const;

/** Error of the planned release, and its parts. */
export function nowSentence({ release, target }: DensityPlanRequest, answer: DensityPlanAnswer): string {
  const { now } = answer;
  const at = `At ε = ${numberText(release.epsilon)}, n = ${countText(release.recordCount)} and h = ${numberText(release.tuning)} `;
  const parts =
    target.of === "total"
      ? ` Smoothing alone makes ${numberText(now.smoothing)}; with the chance of the records it is ${numberText(now.sampling)}, with the noise ${numberText(now.noise)}.`
      : "";
  const verdict = now.noise <= now.goal * (1 + 1e-9) ? "reached" : "missed";
  return `${at}${errorText(target, answer)}.${parts} The target, ${numberText(now.goal)}, is ${verdict}.`;
}

function errorText(target: ErrorTarget, { now, peak, smoothedPeak }: DensityPlanAnswer): string {
  if (target.kind === "functional") {
    const counting = target.of === "noise" ? "counting the noise only" : "counting everything";
    return `${functionalText(target.functional)} is known to ± ${numberText(now.noise)} with 95 %, ${counting}`;
  }
  const [of, height] = target.of === "noise" ? ["the smoothed curve’s", smoothedPeak] : ["the true", peak];
  const share = `${numberText(now.noise)}, ${percentText(now.noise / height)} of ${of} peak`;
  if (target.confidence !== "deviation")
    return `${named[target.of]} is at most ${share}, ${places[target.confidence]} with 95 %`;
  return target.of === "noise"
    ? `the noise has a standard deviation of ${share}`
    : `the whole error has, where it is largest, a root mean square of ${share}`;
}

/** The reason why no value of a parameter reaches the target. */
export function boundedText(
  { least, goal }: Solution<unknown> & { readonly isReached: false },
  by: "epsilon" | "recordCount" | "tuning",
): string {
  const [who, what] = {
    epsilon: ["No ε reaches it", "without any noise the error is"],
    recordCount: ["No number of records reaches it", "smoothing alone makes"],
    tuning: ["No bandwidth reaches it", "the least error over h is"],
  }[by];
  return `${who}: ${what} ${numberText(least)}, and the target is ${numberText(goal)}.`;
}

/** Mean integrated squared error by its parts, and the bandwidth that makes it least. */
export function riskSentence({ release }: DensityPlanRequest, answer: DensityPlanAnswer): string {
  const { integrated, risk, best } = answer;
  const { smoothing, clipping, sampling, noise } = integrated;
  const moved = Math.abs(clipping) > 1e-3 * risk ? `, ${numberText(clipping)} from records moved to the ends` : "";
  const parts = `${numberText(smoothing)} from smoothing${moved}, ${numberText(sampling)} from the chance of the records, ${numberText(noise)} from noise`;
  const advice = !isBetter(answer)
    ? "No other h is better by a twentieth."
    : `It is least at h = ${numberText(best.tuning)}: ${numberText(best.risk)}, ${numberText(risk / best.risk)} times less.`;
  return `The mean integrated squared error at h = ${numberText(release.tuning)} is ${numberText(risk)}: ${parts}. ${advice}`;
}

/** True where the best h makes the error smaller by a twentieth. */
export function isBetter({ risk, best }: Pick<DensityPlanAnswer, "risk" | "best">): boolean {
  return risk > 1.05 * best.risk;
}

/** How far bumps flatten the declared peaks. */
export function flatteningSentence(
  { release: { tuning: bandwidth } }: Pick<DensityPlanRequest, "release">,
  { narrowest, peak, smoothedPeak }: Pick<DensityPlanAnswer, "narrowest" | "peak" | "smoothedPeak">,
): string {
  const highest = `The highest peak falls from ${numberText(peak)} to ${numberText(smoothedPeak)}.`;
  if (narrowest === Infinity) return highest;
  const lost = 1 - narrowest / Math.hypot(narrowest, bandwidth);
  return `Bumps of h = ${numberText(bandwidth)} take ${percentText(lost)} off a peak as narrow as ${numberText(narrowest)}. ${highest}`;
}

/** Share of the records beyond the ends, if it matters. */
export function movedSentence({ movedShare }: Pick<DensityPlanAnswer, "movedShare">): string | undefined {
  return movedShare < 1e-3
    ? undefined
    : `${percentText(movedShare)} of the declared records lie beyond the domain and are moved to its ends.`;
}
