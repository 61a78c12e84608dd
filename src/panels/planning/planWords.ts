import { countText, numberText, ratioText, shareRangeText, timesText } from "../../core/numberFormats.ts";
import type { PlanTarget } from "../../core/planning/plan.ts";
import type { CurvePlanAnswer, PlanParameter, PlanQuestion } from "../../core/planning/planAnswer.ts";
import type { Functional } from "../../core/planning/plannedErrors.ts";
import type { ErrorTarget, Solution } from "../../core/planning/planTarget.ts";
import type { RoundsTarget, SimulatedAnswer } from "../../core/planning/simulatedAnswer.ts";
import type { Measure, SimulatedTarget } from "../../core/planning/simulatedPlan.ts";

export interface PlanWords {
  /** Symbol of the tuning parameter, "h"; "bandwidth h" on an axis. */
  readonly symbol: string;
  readonly axis: string;
  /** "a bandwidth" in "No bandwidth reaches it". */
  readonly noun: string;
  readonly records: string;
  /** "Records" in "Records, n". */
  readonly recordsTitle: string;
  readonly about: string;
  readonly parts: readonly [smoothing: string, sampling: string, noise: string];
  /** Answers grow by simulated releases. */
  readonly growing?: boolean;
  readonly isWhole?: boolean;
  readonly integral?: string;
  readonly heights?: { readonly noise: string; readonly total: string };
  /** Errors of simulated releases: "an accuracy" … */
  readonly measures?: Readonly<Partial<Record<Measure, MeasureWords>>>;
}

interface MeasureWords {
  /** "the share of records that are told wrongly". */
  readonly name: string;
  /** "percentage points": the target's unit. */
  readonly unit: string;
  /** Baseline: without noise, or at best. */
  readonly beyond: { readonly noise: string; readonly total: string };
}

export function planTitle({ symbol }: PlanWords): string {
  return `Plan: which ε, n and ${symbol} reach a target`;
}

function functionalText(functional: Functional, { integral = "the integral" }: PlanWords): string {
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

/** @param peak "the true peak" in "% of the true peak" */
export function curveMeasures(peak: string): NonNullable<PlanWords["measures"]> {
  const beyond = { noise: "more than without noise", total: "in all" };
  return {
    place: { name: "the error in place of the highest point", unit: "% of the domain", beyond },
    height: { name: "the error in height of the highest point", unit: `% of ${peak}`, beyond },
    supremum: { name: "the largest error", unit: `% of ${peak}`, beyond },
    peaks: { name: "the share of releases that hide a peak", unit: "%", beyond },
    square: { name: "the root of the integrated squared error", unit: "% of that of the truth", beyond },
  };
}

const named = { noise: "the noise", total: "the whole error" } as const;
const countings = { noise: "counting the noise only", total: "counting everything" } as const;
const places = { point: "at each point", everywhere: "everywhere" } as const;

function percents(error: number): string {
  return numberText(Math.round(1e5 * error) / 1e3);
}

function placeText({ release }: Pick<PlanQuestion, "release">, { symbol }: PlanWords): string {
  return `At ε = ${numberText(release.epsilon)}, n = ${countText(release.recordCount)} and ${symbol} = ${numberText(release.tuning)}`;
}

export function simulatedSentence(
  question: Pick<PlanQuestion, "release">,
  target: RoundsTarget,
  { now, share, halfWidth, releaseCount }: SimulatedAnswer,
  words: PlanWords,
): string {
  const place = placeText(question, words);
  const reached = shareRangeText(share, halfWidth);
  const verdict = `by ${countText(releaseCount)} simulated ones: the target is ${now.noise <= now.goal ? "reached" : "missed"}`;
  const measured = target.kind === "simulated" ? words.measures![target.measure]! : undefined;
  const isTimes = now.noise > mostShare && measured?.unit.startsWith("% of ") === true;
  const text = measured && !isTimes ? percents : numberText;
  const [from, to] = now.within.map(text);
  const parts = (unit: string) => (target.of === "total" ? ` ${partsText(now, words, unit, text)}` : "");
  if (target.kind === "functional")
    return `${place} ${functionalText(target.functional, words)} is known to ± ${text(now.noise)} with 95 % (from ${from} to ${to}), ${countings[target.of]}.${parts("")} Of the releases ${reached} are within ${text(target.width)}, ${verdict}.`;
  const { name, beyond } = measured!;
  const unit = isTimes ? measured.unit.replace("% of", "times") : measured!.unit;
  if (target.measure === "peaks")
    return `${place} all peaks of the truth show in ${reached} of the releases, ${verdict}. By ${words.parts[0]} alone a peak is hidden in ${text(now.smoothing)} % of the releases, with ${words.parts[1]} in ${text(now.sampling)}, with ${words.parts[2]} in ${text(now.noise)}.`;
  return `${place} ${name}${betweenText(target)} is in ${numberText(target.inTen)} of 10 releases at most ${text(now.noise)} ${unit} ${beyond[target.of]} (with 95 % from ${from} to ${to}).${parts(` ${unit}`)} Of the releases ${reached} are within ${numberText(target.percent)} ${measured!.unit.split(" of ")[0]}, ${verdict}.`;
}

/** Above it a share is said in times. */
const mostShare = 10;

/** Percents, or times, for simulated measures. */
export function errorText({ kind }: Pick<PlanTarget, "kind">): (error: number) => string {
  if (kind !== "simulated") return numberText;
  return (error) => (error > mostShare ? timesText(error) : `${percents(error)} %`);
}

function betweenText({ between }: SimulatedTarget): string {
  return between ? ` between ${numberText(between[0])} and ${numberText(between[1])}` : "";
}

function partsText(
  { smoothing, sampling, noise }: SimulatedAnswer["now"],
  { parts }: PlanWords,
  unit: string,
  text: (error: number) => string,
): string {
  return `By ${parts[0]} alone it is ${text(smoothing)}${unit}, with ${parts[1]} ${text(sampling)}, with ${parts[2]} ${text(noise)}.`;
}

export function nowSentence({ release, target }: PlanQuestion, answer: CurvePlanAnswer, words: PlanWords): string {
  const { now } = answer;
  const at = `${placeText({ release }, words)} `;
  const parts =
    target.of === "total"
      ? ` Smoothing alone makes ${numberText(now.smoothing)}; with the chance of the ${words.records} it is ${numberText(now.sampling)}, with the noise ${numberText(now.noise)}.`
      : "";
  const verdict = now.noise <= now.goal * (1 + 1e-9) ? "reached" : "missed";
  const hiding =
    target.kind === "share" && target.percent >= 100
      ? " An error as high as the curve leaves nothing of it to see."
      : "";
  const truth = target.kind === "functional" && target.of === "noise" ? " It holds for any truth." : "";
  return `${at}${curveErrorText(target, answer, words)}.${truth}${parts} The target, ${numberText(now.goal)}, is ${verdict}.${hiding}`;
}

export function targetText(target: PlanTarget, words: PlanWords): string {
  if (target.kind === "simulated") {
    if (target.measure === "peaks") return `all peaks show in ${numberText(target.inTen)} of 10 releases`;
    const { name, unit, beyond } = words.measures![target.measure]!;
    return `${name}${betweenText(target)} at most ${numberText(target.percent)} ${unit} ${beyond[target.of]}, in ${numberText(target.inTen)} of 10 releases`;
  }
  if (target.kind === "functional")
    return `${functionalText(target.functional, words)} to ± ${numberText(target.width)} with 95 %, ${target.of === "noise" ? "noise only" : "in all"}`;
  const where =
    target.confidence === "deviation" ? "as a standard deviation" : `${places[target.confidence]} with 95 %`;
  return `${named[target.of]} below ${numberText(target.percent)} % of ${words.heights?.[target.of]}, ${where}`;
}

function curveErrorText(target: ErrorTarget, { now, peak, smoothedPeak }: CurvePlanAnswer, words: PlanWords): string {
  if (target.kind === "functional") {
    return `${functionalText(target.functional, words)} is known to ± ${numberText(now.noise)} with 95 %, ${countings[target.of]}`;
  }
  const height = target.of === "noise" ? smoothedPeak : peak;
  const share = `${numberText(now.noise)}, ${ratioText(now.noise / height)} ${words.heights?.[target.of]}`;
  if (target.confidence !== "deviation")
    return `${named[target.of]} is at most ${share}, ${places[target.confidence]} with 95 %`;
  return target.of === "noise"
    ? `the noise has a standard deviation of ${share}`
    : `the whole error has, where it is largest, a root mean square of ${share}`;
}

export function boundedText(
  { least, goal }: Solution<unknown> & { readonly isReached: false },
  by: PlanParameter,
  { symbol, noun, records, growing, parts: [smoothing] }: PlanWords,
  target: Pick<PlanTarget, "kind">,
): string {
  const [who, what] = {
    epsilon: growing
      ? ["No simulated ε reaches it", "the least error over ε is"]
      : ["No ε reaches it", "without any noise the error is"],
    recordCount: growing
      ? [`No simulated number of ${records} reaches it`, "the least error over n is"]
      : [`No number of ${records} reaches it`, `${smoothing} alone makes`],
    tuning: [`No ${noun} reaches it`, `the least error over ${symbol} is`],
  }[by];
  const text = errorText(target);
  const more = text(least) === text(goal) ? "a little more than " : "";
  return `${who}: ${what} ${more}${text(least)}, and the target is ${text(goal)}.`;
}

/** Mean integrated squared error by parts, and the best bandwidth. */
export function riskSentence(
  { release }: Pick<PlanQuestion, "release">,
  answer: CurvePlanAnswer,
  { symbol, records }: PlanWords,
): string {
  const { integrated, risk, best } = answer;
  const { smoothing, clipping, sampling, noise } = integrated;
  const moved = Math.abs(clipping) > 1e-3 * risk ? `, ${numberText(clipping)} from records moved to the ends` : "";
  const parts = `${numberText(smoothing)} from smoothing${moved}, ${numberText(sampling)} from the chance of the ${records}, ${numberText(noise)} from noise`;
  const advice = !isBetter(answer)
    ? `No other ${symbol} is better by a twentieth.`
    : `It is least at ${symbol} = ${numberText(best.tuning)}: ${numberText(best.risk)}, ${timesText(risk / best.risk)} less.`;
  return `The mean integrated squared error at ${symbol} = ${numberText(release.tuning)} is ${numberText(risk)}: ${parts}. ${advice}`;
}

/** True where the best h saves a twentieth of the error. */
export function isBetter({ risk, best }: Pick<CurvePlanAnswer, "risk" | "best">): boolean {
  return risk > 1.05 * best.risk;
}
