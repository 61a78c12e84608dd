import type { Interval } from "../grids.ts";
import { exactText, significant } from "../numberFormats.ts";
import { takenFrom } from "../takenFrom.ts";
import { mostClasses, mostColumns, type ClassPart, type DeclaredClasses } from "./declaredClasses.ts";
import type { DeclaredCurves } from "./meanErrors.ts";
import { mostHeights, mostParts, type DeclaredTruth } from "./declaredTruth.ts";
import type { Confidence, Functional } from "./plannedErrors.ts";
import type { Pin, PlanParameter } from "./planAnswer.ts";
import type { ErrorTarget } from "./planTarget.ts";
import { measures, type Measure, type SimulatedTarget } from "./simulatedPlan.ts";

export type PlanTarget = ErrorTarget | SimulatedTarget;

type PlanTruth =
  | DeclaredTruth
  /** The heights of a second group, if there are groups. */
  | ({ readonly kind: "curves"; readonly second?: readonly number[] | undefined } & DeclaredCurves)
  | ({ readonly kind: "classes" } & DeclaredClasses);

/** Declarations of a person for a plan. */
export interface Plan<Truth extends PlanTruth = PlanTruth> {
  readonly truth: Truth;
  /** Records; those of the data if absent. */
  readonly recordCount?: number | undefined;
  readonly target: PlanTarget;
  readonly pins?: readonly Pin[] | undefined;
  /** The parameter that gives way, so that the target stays reached while others move. */
  readonly held?: PlanParameter | undefined;
  readonly taken?: Readonly<Record<string, number>> | undefined;
}

const version = "1";
export const mostPins = 3;
const parameters = ["epsilon", "recordCount", "tuning"] as const;

export const planLimits = {
  recordCount: { min: 1, max: 1e12 },
  percent: { min: 1e-3, max: 1e3 },
  inTen: { min: 0.1, max: 9.9 },
  place: { min: -1e15, max: 1e15 },
  positive: { min: 1e-15, max: 1e15 },
} as const;

/** Normal density in the middle of a domain, and noise below 5 % of the peak everywhere. */
export function usualPlan([lower, upper]: Interval): DensityPlan {
  const part = { weight: 1, mean: (lower + upper) / 2, deviation: significant((upper - lower) / 6, 2) };
  return {
    truth: { kind: "normals", parts: [part] },
    target: { kind: "share", of: "noise", confidence: "everywhere", percent: 5 },
  };
}

/**
 * A plan as text for a link: version, truth, records and target, such as
 * `1,normals_0.6_35_6_0.4_62_5,n_800,noise_everywhere_5,took_epsilon_0.86`.
 */
export function planText({ truth, recordCount, target, pins = [], held, taken = {} }: Plan): string {
  const line = (...words: readonly (string | number)[]) =>
    words.map((word) => (typeof word === "number" ? exactText(word) : word)).join("_");
  return [
    version,
    truthLine(),
    ...(recordCount === undefined ? [] : [line("n", recordCount)]),
    targetLine(target),
    ...pins.map(({ epsilon, recordCount: n, tuning }) => line("pin", epsilon, n, tuning)),
    ...(held === undefined ? [] : [line("held", held)]),
    ...Object.entries(taken).map(([field, value]) => line("took", field, value)),
  ].join(",");

  function truthLine(): string {
    switch (truth.kind) {
      case "drawn":
        return line("drawn", ...truth.heights);
      case "curves":
        return line(
          ...["curves", truth.deviation, truth.lengthScale, ...truth.heights],
          ...(truth.second ? ["and", ...truth.second] : []),
        );
      case "normals":
        return line("normals", ...truth.parts.flatMap(({ weight, mean, deviation }) => [weight, mean, deviation]));
      case "classes":
        return line(
          ...["classes", truth.parts[0]?.means.length ?? 0],
          ...truth.parts.flatMap(({ of, weight, means, deviations }) => [of, weight, ...means, ...deviations]),
        );
    }
  }

  function targetLine(of: PlanTarget): string {
    if (of.kind === "simulated" && of.measure === "peaks") return line("peaks", of.inTen);
    if (of.kind === "simulated") return line(of.of, of.measure, of.percent, of.inTen, ...(of.between ?? []));
    if (of.kind === "share") return line(of.of, of.confidence, of.percent);
    const { functional, width } = of;
    return "at" in functional
      ? line(of.of, functional.kind, functional.at, width)
      : line(of.of, functional.kind, functional.from, functional.to, width);
  }
}

/** A plan whose truth and target suit a study. */
interface PlanOf<Kind extends PlanTruth["kind"], Target extends PlanTarget> extends Plan<
  Extract<PlanTruth, { kind: Kind }>
> {
  readonly target: Target;
}

/** The plan in such a text, if its truth and target are of the given kinds; undefined for any other text. Never throws. */
function planOfKind<Truth extends PlanTruth["kind"], Target extends PlanTarget["kind"]>(
  text: string,
  truths: readonly Truth[],
  targets: readonly Target[],
): PlanOf<Truth, Extract<PlanTarget, { kind: Target }>> | undefined {
  const plan = planOfText(text);
  const suits = plan && isIn(truths, plan.truth.kind) && isIn(targets, plan.target.kind);
  return suits ? (plan as PlanOf<Truth, Extract<PlanTarget, { kind: Target }>>) : undefined;
}

/** The plan of a density in such a text. */
export const densityPlanOf = (text: string) => planOfKind(text, ["normals", "drawn"], ["share", "functional"]);
/** The plan of a mean curve in such a text. */
export const meanPlanOf = (text: string) => planOfKind(text, ["curves"], ["share", "functional"]);
/** The plan of a mean curve, or of those of groups, by simulated releases in such a text. */
export const meanRoutePlanOf = (text: string) => planOfKind(text, ["curves"], ["simulated"]);
/** The plan of a density by simulated releases in such a text. */
export const routePlanOf = (text: string) => planOfKind(text, ["normals", "drawn"], ["simulated"]);
/** The plan of a boundary, a fabricated table or the densities of groups in such a text. */
export const classesPlanOf = (text: string) => planOfKind(text, ["classes"], ["simulated"]);

export type DensityPlan = NonNullable<ReturnType<typeof densityPlanOf>>;
export type RoutePlan = NonNullable<ReturnType<typeof routePlanOf>>;
export type MeanPlan = NonNullable<ReturnType<typeof meanPlanOf>>;
export type MeanRoutePlan = NonNullable<ReturnType<typeof meanRoutePlanOf>>;
export type ClassesPlan = NonNullable<ReturnType<typeof classesPlanOf>>;

function isIn(kinds: readonly string[], kind: string): boolean {
  return kinds.includes(kind);
}

/** The plan of such a text; undefined for any other text, also of another version. Never throws. */
export function planOfText(text: string): Plan | undefined {
  const [first, truthLine = "", ...rest] = text.split(",");
  const counted = rest[0]?.startsWith("n_") ? rest.shift()!.split("_") : undefined;
  const [targetLine = "", ...more] = rest;
  const others = more.findIndex((line) => !line.startsWith("pin_"));
  const pinLines = others < 0 ? more : more.slice(0, others);
  const held = parameters.find((name) => more[pinLines.length] === `held_${name}`);
  const tookLines = more.slice(pinLines.length + (held ? 1 : 0));
  const truth = truthOfLine(truthLine.split("_"));
  const target = targetOfLine(targetLine.split("_"));
  const pins = pinLines.map((line) => pinOfLine(line.split("_")));
  const taken = takenFrom(text);
  if (!(pinLines.length <= mostPins && isWhole(pins))) return undefined;
  if (first !== version || !truth || !target || tookLines.length !== Object.keys(taken).length) return undefined;
  const plan = {
    truth,
    target,
    ...(pins.length > 0 && { pins }),
    ...(held && { held }),
    ...(tookLines.length > 0 && { taken }),
  };
  if (!counted) return plan;
  const recordCount = numberIn(counted[1], planLimits.recordCount);
  return counted.length === 2 && Number.isInteger(recordCount) ? { ...plan, recordCount } : undefined;
}

function pinOfLine([, ...words]: readonly string[]): Pin | undefined {
  const [epsilon, tuning] = [words[0], words[2]].map((word) => numberIn(word, planLimits.positive));
  const recordCount = numberIn(words[1], planLimits.recordCount);
  const isPin = words.length === 3 && epsilon !== undefined && tuning !== undefined && Number.isInteger(recordCount);
  return isPin ? { epsilon, recordCount: recordCount!, tuning } : undefined;
}

function truthOfLine([kind, ...words]: readonly string[]): PlanTruth | undefined {
  if (kind === "curves") return curvesOfWords(words);
  if (kind === "classes") return classesOfWords(words);
  if (kind === "drawn") {
    const heights = words.map((word) => numberIn(word, { min: 0, max: planLimits.positive.max }));
    const isCurve = heights.length >= 3 && heights.length <= mostHeights && heights.some((height) => height !== 0);
    return isCurve && isWhole(heights) ? { kind, heights } : undefined;
  }
  if (kind !== "normals" || words.length % 3 !== 0 || words.length === 0 || words.length > 3 * mostParts)
    return undefined;
  const parts = Array.from({ length: words.length / 3 }, (_, j) => ({
    weight: numberIn(words[3 * j], planLimits.positive) ?? NaN,
    mean: numberIn(words[3 * j + 1], planLimits.place) ?? NaN,
    deviation: numberIn(words[3 * j + 2], planLimits.positive) ?? NaN,
  }));
  const isGood = parts.every(({ weight, mean, deviation }) => Number.isFinite(weight + mean + deviation));
  return isGood ? { kind, parts } : undefined;
}

function curvesOfWords([a, l, ...words]: readonly string[]): PlanTruth | undefined {
  const deviation = numberIn(a, { min: 0, max: planLimits.positive.max });
  const lengthScale = numberIn(l, planLimits.positive);
  const and = words.indexOf("and");
  const curves = (and < 0 ? [words] : [words.slice(0, and), words.slice(and + 1)]).map((curve) =>
    curve.map((word) => numberIn(word, planLimits.place)),
  );
  const isCurve = (heights: readonly (number | undefined)[]): heights is readonly number[] =>
    heights.length >= 2 && heights.length <= mostHeights && new Set(heights).size > 1 && isWhole(heights);
  const [heights, second] = curves;
  if (deviation === undefined || lengthScale === undefined || !isCurve(heights!)) return undefined;
  if (!second) return { kind: "curves", deviation, lengthScale, heights };
  return isCurve(second) ? { kind: "curves", deviation, lengthScale, heights, second } : undefined;
}

function classesOfWords([columns, ...words]: readonly string[]): PlanTruth | undefined {
  const p = numberIn(columns, { min: 1, max: mostColumns }) ?? NaN;
  const size = 2 + 2 * p;
  const count = words.length / size;
  if (!(Number.isInteger(p) && Number.isInteger(count) && count >= 1 && count <= mostParts)) return undefined;
  const parts = Array.from({ length: count }, (_, j): ClassPart => {
    const [of, weight, ...places] = words.slice(j * size, (j + 1) * size);
    return {
      of: numberIn(of, { min: 0, max: mostClasses - 1 }) ?? NaN,
      weight: numberIn(weight, planLimits.positive) ?? NaN,
      means: places.slice(0, p).map((word) => numberIn(word, planLimits.place) ?? NaN),
      deviations: places.slice(p).map((word) => numberIn(word, planLimits.positive) ?? NaN),
    };
  });
  const isGood = parts.every(
    ({ of, weight, means, deviations }) =>
      Number.isInteger(of) && [weight, ...means, ...deviations].every(Number.isFinite),
  );
  return isGood ? { kind: "classes", parts } : undefined;
}

function targetOfLine([first, kind = "", ...words]: readonly string[]): PlanTarget | undefined {
  if (first === "peaks") {
    const inTen = numberIn(kind, planLimits.inTen);
    const isGood = inTen !== undefined && words.length === 0;
    return isGood ? { kind: "simulated", of: "total", measure: "peaks", percent: 1, inTen } : undefined;
  }
  if (first !== "noise" && first !== "total") return undefined;
  if (isMeasure(kind) && kind !== "peaks") {
    const [percent, inTen] = [numberIn(words[0], planLimits.percent), numberIn(words[1], planLimits.inTen)];
    const between = words.slice(2).map((word) => numberIn(word, planLimits.place));
    const isInterval = between.length === 0 || (between.length === 2 && isWhole(between) && between[0]! < between[1]!);
    if (!isInterval || percent === undefined || inTen === undefined) return undefined;
    const target = { kind: "simulated", of: first, measure: kind, percent, inTen } as const;
    return between.length === 0 ? target : { ...target, between: between as unknown as Interval };
  }
  const [a, b, c] = words.map((word) => numberIn(word, planLimits.place));
  if (isConfidence(kind)) {
    const percent = words.length === 1 ? numberIn(words[0], planLimits.percent) : undefined;
    return percent === undefined ? undefined : { kind: "share", of: first, confidence: kind, percent };
  }
  const width = numberIn(words.at(-1), planLimits.positive);
  const functional = functionalOf(kind, words.length, [a, b, c]);
  return functional && width !== undefined ? { kind: "functional", of: first, functional, width } : undefined;
}

function functionalOf(kind: string, count: number, [a, b]: readonly (number | undefined)[]): Functional | undefined {
  if (a === undefined) return undefined;
  if ((kind === "value" || kind === "slope") && count === 2) return { kind, at: a };
  if ((kind === "difference" || kind === "integral") && count === 3 && b !== undefined) return { kind, from: a, to: b };
  return undefined;
}

function isMeasure(word: string): word is Measure {
  return (measures as readonly string[]).includes(word);
}

function isConfidence(word: string): word is Confidence {
  return word === "deviation" || word === "point" || word === "everywhere";
}

function numberIn(word: string | undefined, { min, max }: { readonly min: number; readonly max: number }) {
  const value = word !== undefined && /^-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : NaN;
  return value >= min && value <= max ? value : undefined;
}

function isWhole<T>(values: readonly (T | undefined)[]): values is readonly T[] {
  return values.every((value) => value !== undefined);
}
