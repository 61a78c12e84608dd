import { weightedNorm } from "../../core/estimators/functionalMean.ts";
import type { Interval } from "../../core/grids.ts";
import {
  highestOf,
  integralFunctional,
  linearFunctional,
  slopeFunctional,
  valueFunctional,
  valueOf,
  weightedIntegral,
} from "../../core/releases/curveFunctionals.ts";
import { curveKernel } from "../../core/releases/meanCurve.ts";
import type { CurveKernelName } from "../../core/releases/meanCurve.ts";
import { numberText } from "../../panels/words.ts";
import { coordinatesOf } from "../../state/releaseView.ts";
import type { MeanCurveView } from "./view.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import { requestOf } from "./request.ts";

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

/**
 * What follows from the release without further cost (Mirshani 2019, Corollary 3.1): integral, average and change over
 * a window, the slope in its middle, an integral with a weight of one's own, the highest value and the norm.
 */
export function functionalsOf(shown: MeanCurveScenario, view: MeanCurveView): readonly Functional[] {
  const { window, weight } = shown;
  const { released, original, facts } = view;
  const [times] = coordinatesOf(view.axes) as [Float64Array];
  const domain = domainOf(view);
  const [from, to] = within(window, domain);
  const linear = (name: string, functional: Float64Array): Functional => ({
    name,
    original: original && valueOf(functional, original),
    ...noisy(shown, view, functional),
  });
  const integral = integralFunctional(times, [from, to]);
  const before = valueFunctional(times, from);
  const norm = (curve: Float64Array) => weightedNorm(curve, facts.weights) * Math.sqrt(domain[1] - domain[0]);
  const knots = weightKnots(weight);
  const top = highestOf(released, times);
  const originalTop = original && highestOf(original, times);
  const span = `${numberText(from)} to ${numberText(to)}`;
  const middle = Math.max(1, nearest(times, (from + to) / 2));
  return [
    linear(`Integral from ${span}`, integral),
    linear(
      `Average from ${span}`,
      integral.map((weight) => weight / (to - from)),
    ),
    linear(
      `Change from ${span}`,
      valueFunctional(times, to).map((weight, i) => weight - before[i]!),
    ),
    ...(hasSlopes(shown, view)
      ? [linear(`Slope at ${numberText(times[middle]!)}`, slopeFunctional(times, middle))]
      : []),
    ...(knots && knots.length > 0 ? [linear("Integral with the weight", weightedIntegral(times, knots))] : []),
    {
      name: "Highest value",
      released: top.value,
      original: originalTop?.value,
      standardDeviation: undefined,
      at: { released: top.at, original: originalTop?.at },
    },
    {
      name: "L² norm",
      released: norm(released),
      original: original && norm(original),
      standardDeviation: undefined,
    },
  ];
}

/** The knots of a weight as it is typed, none for ""; undefined unless there are at least two with increasing times. */
export function weightKnots(text: string): readonly (readonly [number, number])[] | undefined {
  if (text.trim() === "") return [];
  const knots = text.split(",").map((knot) => knot.split(":").map((part) => (part.trim() === "" ? NaN : Number(part))));
  const whole = knots.every((knot) => knot.length === 2 && knot.every(Number.isFinite));
  const rising = knots.every(([t = NaN], k) => k === 0 || t > knots[k - 1]![0]!);
  return whole && rising && knots.length >= 2 ? (knots as [number, number][]) : undefined;
}

/** The kernels of noise with paths that have a derivative. */
export function isSmooth(kernel: CurveKernelName): boolean {
  return kernel !== "exponential";
}

/** Whether a slope can be told of a view's curves. */
export function hasSlopes(shown: MeanCurveScenario, { axes }: MeanCurveView): boolean {
  return isSmooth(requestOf(shown).noiseKernel) && axes[0]!.count > 2;
}

/** The slopes between the neighbours of each inner grid point, and the standard deviation of their noise. */
export function slopesOf(
  shown: MeanCurveScenario,
  view: MeanCurveView,
): {
  readonly times: Float64Array;
  readonly slopes: (curve: Float64Array) => Float64Array;
  readonly standardDeviation: number;
} {
  const [times] = coordinatesOf(view.axes) as [Float64Array];
  return {
    times: times.slice(1, -1),
    slopes: (curve) =>
      Float64Array.from(
        { length: times.length - 2 },
        (_, i) => (curve[i + 2]! - curve[i]!) / (times[i + 2]! - times[i]!),
      ),
    standardDeviation: noisy(shown, view, slopeFunctional(times, 1)).standardDeviation,
  };
}

function domainOf({ axes: [axis] }: MeanCurveView): Interval {
  return [axis!.lower, axis!.upper];
}

function noisy(shown: MeanCurveScenario, { axes, released, budget, facts }: MeanCurveView, functional: Float64Array) {
  const { noiseKernel, range } = requestOf(shown);
  const { value, standardDeviation } = linearFunctional({
    functional,
    released,
    grid: axes[0]!,
    kernel: curveKernel(noiseKernel, range),
    scale: budget.multiplier * facts.sensitivity,
    jitter: facts.jitter,
  });
  return { released: value, standardDeviation };
}

/** The part of a window inside the domain; the whole domain if there is none. */
function within([from, to]: Interval, [lower, upper]: Interval): Interval {
  const window = [Math.max(lower, from), Math.min(upper, to)] as const;
  return window[0] < window[1] ? window : [lower, upper];
}

/** The inner grid point nearest to a time. */
function nearest(times: Float64Array, time: number): number {
  const share = (time - times[0]!) / (times.at(-1)! - times[0]!);
  return Math.min(times.length - 2, Math.round(share * (times.length - 1)));
}
