import { countText, numberText, percentText, significant } from "../../core/numberFormats.ts";
import type { PlanAnswer, PlanParameter, PlanQuestion } from "../../core/planning/planAnswer.ts";
import type { Functional } from "../../core/planning/plannedErrors.ts";
import type { ErrorTarget, Solution } from "../../core/planning/planTarget.ts";

/** The smallest number of three digits that is not below a value. */
export function roundedUp(value: number): number {
  const near = significant(value, 3);
  return near >= value ? near : significant(near + 10 ** (Math.floor(Math.log10(value)) - 2), 3);
}

/** The words of a study's plan. */
export interface PlanWords {
  /** Symbol of the tuning parameter, "h"; "bandwidth h" on an axis. */
  readonly symbol: string;
  readonly axis: string;
  /** "a bandwidth" in "No bandwidth reaches it". */
  readonly noun: string;
  readonly records: string;
  readonly integral: string;
  /** Height to which shares refer, for the noise and for the whole error. */
  readonly heights: { readonly noise: string; readonly total: string };
}

function functionalText(functional: Functional, { integral }: PlanWords): string {
  switch (functional.kind) {
    case "value":
      return `f(${numberText(functional.at)})`;
    case "slope":
      return `the slope at ${numberText(functional.at)}`;
    case "difference":
      return `f(${numberText(functional.to)}) − f(${numberText(functional.from)})`;
    case "integral":
      return `${integral} from ${numberText(functional.from)} to ${numberText(functional.to)}`;
  }
}

const named = { noise: "the noise", total: "the whole error" } as const;
const places = { point: "at each point", everywhere: "everywhere" } as const;

/** Error of the planned release, and its parts. */
export function nowSentence({ release, target }: PlanQuestion, answer: PlanAnswer, words: PlanWords): string {
  const { now } = answer;
  const at = `At ε = ${numberText(release.epsilon)}, n = ${countText(release.recordCount)} and ${words.symbol} = ${numberText(release.tuning)} `;
  const parts =
    target.of === "total"
      ? ` Smoothing alone makes ${numberText(now.smoothing)}; with the chance of the ${words.records} it is ${numberText(now.sampling)}, with the noise ${numberText(now.noise)}.`
      : "";
  const verdict = now.noise <= now.goal * (1 + 1e-9) ? "reached" : "missed";
  return `${at}${errorText(target, answer, words)}.${parts} The target, ${numberText(now.goal)}, is ${verdict}.`;
}

function errorText(target: ErrorTarget, { now, peak, smoothedPeak }: PlanAnswer, words: PlanWords): string {
  if (target.kind === "functional") {
    const counting = target.of === "noise" ? "counting the noise only" : "counting everything";
    return `${functionalText(target.functional, words)} is known to ± ${numberText(now.noise)} with 95 %, ${counting}`;
  }
  const height = target.of === "noise" ? smoothedPeak : peak;
  const share = `${numberText(now.noise)}, ${percentText(now.noise / height)} of ${words.heights[target.of]}`;
  if (target.confidence !== "deviation")
    return `${named[target.of]} is at most ${share}, ${places[target.confidence]} with 95 %`;
  return target.of === "noise"
    ? `the noise has a standard deviation of ${share}`
    : `the whole error has, where it is largest, a root mean square of ${share}`;
}

/** The reason why no value of a parameter reaches the target. */
export function boundedText(
  { least, goal }: Solution<unknown> & { readonly isReached: false },
  by: PlanParameter,
  { symbol, noun, records }: PlanWords,
): string {
  const [who, what] = {
    epsilon: ["No ε reaches it", "without any noise the error is"],
    recordCount: [`No number of ${records} reaches it`, "smoothing alone makes"],
    tuning: [`No ${noun} reaches it`, `the least error over ${symbol} is`],
  }[by];
  return `${who}: ${what} ${numberText(least)}, and the target is ${numberText(goal)}.`;
}

/** Mean integrated squared error by its parts, and the bandwidth that makes it least. */
export function riskSentence({ release }: PlanQuestion, answer: PlanAnswer, { symbol, records }: PlanWords): string {
  const { integrated, risk, best } = answer;
  const { smoothing, clipping, sampling, noise } = integrated;
  const moved = Math.abs(clipping) > 1e-3 * risk ? `, ${numberText(clipping)} from records moved to the ends` : "";
  const parts = `${numberText(smoothing)} from smoothing${moved}, ${numberText(sampling)} from the chance of the ${records}, ${numberText(noise)} from noise`;
  const advice = !isBetter(answer)
    ? `No other ${symbol} is better by a twentieth.`
    : `It is least at ${symbol} = ${numberText(best.tuning)}: ${numberText(best.risk)}, ${numberText(risk / best.risk)} times less.`;
  return `The mean integrated squared error at ${symbol} = ${numberText(release.tuning)} is ${numberText(risk)}: ${parts}. ${advice}`;
}

/** True where the best h makes the error smaller by a twentieth. */
export function isBetter({ risk, best }: Pick<PlanAnswer, "risk" | "best">): boolean {
  return risk > 1.05 * best.risk;
}
