import { defined } from "../defined.ts";
import type { Interval } from "../grids.ts";
import { exactText, significant } from "../numberFormats.ts";
import { takenFrom } from "../takenFrom.ts";
import { mostClasses, mostColumns, type ClassPart, type DeclaredClasses } from "./declaredClasses.ts";
import type { DeclaredCurves } from "./meanErrors.ts";
import { mostHeights, mostParts, type DeclaredTruth } from "./declaredTruth.ts";
import type { Functional } from "./plannedErrors.ts";
import type { Pin, PlanParameter } from "./planAnswer.ts";
import type { ErrorTarget, Limits } from "./planTarget.ts";
import { measures, type SimulatedTarget } from "./simulatedPlan.ts";

export type PlanTarget = ErrorTarget | SimulatedTarget;

type PlanTruth =
  | DeclaredTruth
  /** The heights of a second group, if there are groups. */
  | ({ readonly kind: "curves"; readonly second?: readonly number[] | undefined } & DeclaredCurves)
  | ({ readonly kind: "classes" } & DeclaredClasses);

export interface Plan<Truth extends PlanTruth = PlanTruth> {
  readonly truth: Truth;
  /** Records; those of the data if absent. */
  readonly recordCount?: number | undefined;
  readonly target: PlanTarget;
  readonly pins?: readonly Pin[] | undefined;
  /** Parameter that gives way, so that the target stays reached. */
  readonly held?: PlanParameter | undefined;
  readonly taken?: Readonly<Record<string, number>> | undefined;
  /** Fields that were taken over from a plan on private records. */
  readonly looked?: Readonly<Record<string, number>> | undefined;
}

const version = "1";
export const mostPins = 3;
const confidences = ["deviation", "point", "everywhere"] as const;

export const planLimits = {
  recordCount: { min: 1, max: 1e12, integer: true },
  percent: { min: 1e-3, max: 1e3 },
  inTen: { min: 0.1, max: 9.9 },
  place: { min: -1e15, max: 1e15 },
  positive: { min: 1e-15, max: 1e15 },
  size: { min: 0, max: 1e15 },
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
export function planText({ truth, recordCount, target, pins = [], held, taken = {}, looked = {} }: Plan): string {
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
    ...Object.entries(looked).map(([field, value]) => line("looked", field, value)),
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

interface PlanOf<Kind extends PlanTruth["kind"], Target extends PlanTarget> extends Plan<
  Extract<PlanTruth, { kind: Kind }>
> {
  readonly target: Target;
}

/** The plan in a text, if truth and target are of the given kinds. Never throws. */
function planOfKind<Truth extends PlanTruth["kind"], Target extends PlanTarget["kind"]>(
  text: string,
  truths: readonly Truth[],
  targets: readonly Target[],
): PlanOf<Truth, Extract<PlanTarget, { kind: Target }>> | undefined {
  const plan = planOfText(text);
  const suits = plan && isIn(truths, plan.truth.kind) && isIn(targets, plan.target.kind);
  return suits ? (plan as PlanOf<Truth, Extract<PlanTarget, { kind: Target }>>) : undefined;
}

export const densityPlanOf = (text: string) => planOfKind(text, ["normals", "drawn"], ["share", "functional"]);
export const meanPlanOf = (text: string) => planOfKind(text, ["curves"], ["share", "functional"]);
export const meanRoutePlanOf = (text: string) => planOfKind(text, ["curves"], ["simulated"]);
export const routePlanOf = (text: string) => planOfKind(text, ["normals", "drawn"], ["simulated", "functional"]);
export const classesPlanOf = (text: string) => planOfKind(text, ["classes"], ["simulated"]);

export type DensityPlan = NonNullable<ReturnType<typeof densityPlanOf>>;
export type RoutePlan = NonNullable<ReturnType<typeof routePlanOf>>;
export type MeanPlan = NonNullable<ReturnType<typeof meanPlanOf>>;
export type MeanRoutePlan = NonNullable<ReturnType<typeof meanRoutePlanOf>>;
export type ClassesPlan = NonNullable<ReturnType<typeof classesPlanOf>>;

function isIn(kinds: readonly string[], kind: string): boolean {
  return kinds.includes(kind);
}

const shape =
  /^1,([^,]+)(?:,n_([^,]+))?,([^,]+)((?:,pin_[^,]+){0,3})(?:,held_(epsilon|recordCount|tuning))?((?:,(?:took|looked)_[^,]+)*)$/;

/** Plan of such a text; undefined for any other. Never throws. */
export function planOfText(text: string): Plan | undefined {
  const [, truthLine = "", n, targetLine = "", pinLines = "", held, tookLines = ""] = shape.exec(text) ?? [];
  const [truth, target] = [truthOfLine(truthLine.split("_")), targetOfLine(targetLine.split("_"))];
  const counts = numbersIn(n === undefined ? [] : [n], () => planLimits.recordCount);
  const pins = pinLines.split(",").slice(1).map(pinOfLine);
  const [taken, looked] = [takenFrom(text), takenFrom(text, "looked")];
  const [takenCount, lookedCount] = [taken, looked].map((fields) => Object.keys(fields).length) as [number, number];
  const isRead = tookLines.split(",").length - 1 === takenCount + lookedCount;
  if (!truth || !target || !counts || !isWhole(pins) || !isRead) return undefined;
  return {
    ...{ truth, target },
    ...defined({
      recordCount: counts[0],
      pins: pins.length > 0 ? pins : undefined,
      held: held as PlanParameter | undefined,
      taken: takenCount > 0 ? taken : undefined,
      looked: lookedCount > 0 ? looked : undefined,
    }),
  };
}

function pinOfLine(line: string): Pin | undefined {
  const { positive, recordCount: count } = planLimits;
  const words = line.split("_").slice(1);
  const pin = words.length === 3 ? numbersIn(words, (k) => (k === 1 ? count : positive)) : undefined;
  return pin && { epsilon: pin[0]!, recordCount: pin[1]!, tuning: pin[2]! };
}

function truthOfLine([kind, ...words]: readonly string[]): PlanTruth | undefined {
  const { place, positive } = planLimits;
  switch (kind) {
    case "curves":
      return curvesOfWords(words);
    case "classes":
      return classesOfWords(words);
    case "drawn": {
      const heights = numbersIn(words, () => planLimits.size) ?? [];
      const isCurve = heights.length >= 3 && heights.length <= mostHeights && heights.some((height) => height !== 0);
      return isCurve ? { kind, heights } : undefined;
    }
    case "normals": {
      const numbers = numbersIn(words, (k) => (k % 3 === 1 ? place : positive));
      const parts = partsOf(numbers, 3)?.map(([weight, mean, deviation]) => ({
        ...{ weight: weight!, mean: mean!, deviation: deviation! },
      }));
      return parts && { kind, parts };
    }
    default:
      return undefined;
  }
}

function partsOf(numbers: readonly number[] | undefined, size: number): readonly (readonly number[])[] | undefined {
  const count = (numbers?.length ?? 0) / size;
  if (!(Number.isInteger(count) && count >= 1 && count <= mostParts)) return undefined;
  return Array.from({ length: count }, (_, j) => numbers!.slice(j * size, (j + 1) * size));
}

function curvesOfWords([a = "", l = "", ...words]: readonly string[]): PlanTruth | undefined {
  const [deviation, lengthScale] = numbersIn([a, l], (k) => (k === 0 ? planLimits.size : planLimits.positive)) ?? [];
  const and = words.indexOf("and");
  const [heights, second] = (and < 0 ? [words] : [words.slice(0, and), words.slice(and + 1)]).map((curve) => {
    const found = numbersIn(curve, () => planLimits.place) ?? [];
    return found.length <= mostHeights && new Set(found).size > 1 ? found : undefined;
  });
  if (deviation === undefined || lengthScale === undefined || !heights || (and >= 0 && !second)) return undefined;
  return { kind: "curves", deviation, lengthScale, heights, ...(second && { second }) };
}

function classesOfWords([columns = "", ...words]: readonly string[]): PlanTruth | undefined {
  const [p = NaN] = numbersIn([columns], () => ({ min: 1, max: mostColumns, integer: true })) ?? [];
  const { place, positive } = planLimits;
  const limits = (k: number) =>
    k === 0 ? { min: 0, max: mostClasses - 1, integer: true } : k > 1 && k < 2 + p ? place : positive;
  const numbers = numbersIn(words, (k) => limits(k % (2 + 2 * p)));
  const parts = partsOf(numbers, 2 + 2 * p)?.map(([of, weight, ...places]): ClassPart => ({
    ...{ of: of!, weight: weight!, means: places.slice(0, p), deviations: places.slice(p) },
  }));
  return parts && { kind: "classes", parts };
}

function targetOfLine([of, kind = "", ...words]: readonly string[]): PlanTarget | undefined {
  const { percent: percents, inTen: tenths, place, positive } = planLimits;
  if (of === "peaks") {
    const [inTen, ...more] = numbersIn([kind, ...words], () => tenths) ?? [];
    const isGood = inTen !== undefined && more.length === 0;
    return isGood ? { kind: "simulated", of: "total", measure: "peaks", percent: 1, inTen } : undefined;
  }
  if (of !== "noise" && of !== "total") return undefined;
  const measure = measures.find((name) => name === kind && name !== "peaks");
  if (measure) {
    const numbers = numbersIn(words, (k) => [percents, tenths][k] ?? place) ?? [];
    const [percent, inTen, from, to] = numbers;
    const target = { kind: "simulated", of, measure, percent: percent!, inTen: inTen! } as const;
    if (numbers.length === 2) return target;
    return numbers.length === 4 && from! < to! ? { ...target, between: [from!, to!] } : undefined;
  }
  const confidence = confidences.find((name) => name === kind);
  if (confidence) {
    const [percent, ...more] = numbersIn(words, () => percents) ?? [];
    const isGood = percent !== undefined && more.length === 0;
    return isGood ? { kind: "share", of, confidence, percent } : undefined;
  }
  const numbers = numbersIn(words, (k) => (k === words.length - 1 ? positive : place));
  const functional = functionalOf(kind, numbers?.slice(0, -1) ?? []);
  return functional && { kind: "functional", of, functional, width: numbers!.at(-1)! };
}

function functionalOf(kind: string, [a, b, ...more]: readonly number[]): Functional | undefined {
  if (a === undefined || more.length > 0) return undefined;
  if (b === undefined) return kind === "value" || kind === "slope" ? { kind, at: a } : undefined;
  return kind === "difference" || kind === "integral" ? { kind, from: a, to: b } : undefined;
}

type NumberLimits = Limits & { readonly integer?: boolean };

function numbersIn(words: readonly string[], limits: (k: number) => NumberLimits): readonly number[] | undefined {
  const numbers = words.map((word, k) => {
    const value = /^-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : NaN;
    const { min, max, integer = false } = limits(k);
    return value >= min && value <= max && (!integer || Number.isInteger(value)) ? value : undefined;
  });
  return isWhole(numbers) ? numbers : undefined;
}

function isWhole<T>(values: readonly (T | undefined)[]): values is readonly T[] {
  return values.every((value) => value !== undefined);
}
