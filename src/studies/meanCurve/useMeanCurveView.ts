import { useMemo } from "react";
import { gridCoordinates } from "../../core/grids.ts";
import { curveKernel, meanCurveGrid } from "../../core/releases/meanCurve.ts";
import { highestOf, linearFunctional, slopeFunctional, valueOf } from "../../core/releases/curveFunctionals.ts";
import { scaleRelease } from "../../core/releases/scale.ts";
import { weightedNorm } from "../../core/estimators/functionalMean.ts";
import { useCalibration } from "../../panels/useCalibration.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import type { MeanCurveAnswer } from "./session.ts";

/** What is computed from a curve, with the noise of the release where it has a simple law. */
export interface Functional {
  readonly name: string;
  readonly released: number;
  /** Absent in the outside view. */
  readonly original: number | undefined;
  /** Of a linear functional, exact. */
  readonly standardDeviation: number | undefined;
  /** Where, for a maximum. */
  readonly at?: { readonly released: number; readonly original: number | undefined };
}

/** A mean-curve release at the present budget: everything that is drawn, said or exported. */
export interface MeanCurveView {
  readonly times: Float64Array;
  readonly domain: readonly [number, number];
  /** Absent in the outside view. */
  readonly inside: { readonly original: Float64Array; readonly rawMean: Float64Array } | undefined;
  readonly released: Float64Array;
  readonly others: readonly Float64Array[];
  /** σ√(1 + τ) at one point. */
  readonly standardDeviation: number;
  readonly simultaneousHalfWidth: number;
  readonly noiseMultiplier: number;
  readonly deltaAchieved: number;
  readonly answer: MeanCurveAnswer;
}

/** Rescales the last answer of the worker to the present budget, on the main thread. */
export function useMeanCurveView(scenario: MeanCurveScenario, answer: MeanCurveAnswer | undefined): MeanCurveView | undefined {
  const { noiseMultiplier, deltaAchieved } = useCalibration(scenario);
  const { view } = scenario;
  return useMemo(
    () => answer && meanCurveViewOf(answer, { noiseMultiplier, deltaAchieved, view }),
    [answer, noiseMultiplier, deltaAchieved, view],
  );
}

/** The view of an answer under a calibrated budget. */
export function meanCurveViewOf(
  answer: MeanCurveAnswer,
  {
    noiseMultiplier,
    deltaAchieved,
    view,
  }: { readonly noiseMultiplier: number; readonly deltaAchieved: number; readonly view: MeanCurveScenario["view"] },
): MeanCurveView {
  const { release, parameters } = answer;
  const m = release.estimate.length;
  const drawn = (k: number) => scaleRelease(release, k, noiseMultiplier, new Float64Array(m));
  const standardDeviation = noiseMultiplier * release.sensitivity * Math.sqrt(1 + release.jitter);
  return {
    times: gridCoordinates(meanCurveGrid(parameters.domain, m).axes[0]!),
    domain: parameters.domain,
    inside: view === "inside" ? { original: release.estimate, rawMean: release.rawMean } : undefined,
    released: drawn(0),
    others: release.unitNoise.slice(1).map((_, k) => drawn(k + 1)),
    standardDeviation,
    simultaneousHalfWidth: release.simultaneousQuantile * standardDeviation,
    noiseMultiplier,
    deltaAchieved,
    answer,
  };
}

/** What follows from the release without further cost (Corollary 3.1): integral, norm, maximum, slope in the middle. */
export function functionalsOf({ times, released, inside, noiseMultiplier, answer }: MeanCurveView): readonly Functional[] {
  const { release, parameters } = answer;
  const { weights, jitter } = release;
  const kernel = curveKernel(parameters.noiseKernel, parameters.range);
  const scale = noiseMultiplier * release.sensitivity;
  const linear = (name: string, functional: Float64Array): Functional => {
    const original = inside && valueOf(functional, inside.original);
    const { value, standardDeviation } = linearFunctional({ functional, released, grid: times, kernel, scale, jitter });
    return { name, released: value, original, standardDeviation };
  };
  const side = parameters.domain[1] - parameters.domain[0];
  const top = highestOf(released, times);
  const originalTop = inside && highestOf(inside.original, times);
  const functionals = [
    linear("Integral over the domain", weights.map((w) => w * side)),
    {
      name: "Highest value",
      released: top.value,
      original: originalTop?.value,
      standardDeviation: undefined,
      at: { released: top.at, original: originalTop?.at },
    },
    {
      name: "Root mean square",
      released: weightedNorm(released, weights),
      original: inside && weightedNorm(inside.original, weights),
      standardDeviation: undefined,
    },
  ];
  const smooth = parameters.noiseKernel !== "exponential" && times.length > 2;
  return smooth
    ? [...functionals, linear("Slope in the middle", slopeFunctional(times, Math.floor(times.length / 2)))]
    : functionals;
}
