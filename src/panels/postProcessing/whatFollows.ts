import type { Interval } from "../../core/grids.ts";
import {
  highestOf,
  integralFunctional,
  valueFunctional,
  valueOf,
  weightedIntegral,
} from "../../core/release/curveFunctionals.ts";
import { productFunctional, slopeAt } from "../../core/release/gridFunctionals.ts";
import { functionalDeviation, type NoiseLaw } from "../../core/release/noiseLaw.ts";
import { numberText } from "../../core/numberFormats.ts";

export interface FollowedFunction {
  readonly names: readonly string[];
  /** "date" for days since 1970, "time" for hours since midnight; other units are in the names. */
  readonly units?: readonly string[];
  readonly axes: readonly Float64Array[];
  readonly released: Float64Array;
  /** Absent in the outside view. Private. */
  readonly original?: Float64Array | undefined;
  /** Standard deviation of the noise of a product of one functional per axis; of the function of a group, if several. */
  readonly deviationOf?: ((parts: readonly Float64Array[], group: number) => number | undefined) | undefined;
  /** Law of a preview's noise, from which the deviations follow. */
  readonly noise?: PreviewNoise | undefined;
  /** With 95 % the noise is within this of 0 everywhere at once. */
  readonly halfWidth?: number | undefined;
  /** A factor of the half width at each point; 1 if absent. */
  readonly shape?: Float64Array | undefined;
  /** True if absent. */
  readonly hasSlopes?: boolean | undefined;
  /** False if absent. */
  readonly isDensity?: boolean | undefined;
  readonly levels?: readonly string[] | undefined;
}

export type NoiseForm = Pick<NoiseLaw, "kernel" | "grid">;

export interface PreviewNoise {
  /** σ at a point, and factors of it. */
  readonly sigma: number;
  readonly factors?: Float64Array | undefined;
  readonly form: () => Promise<NoiseForm | undefined>;
}

/** Deviations of a preview; undefined for a function whose points have different ones. */
export function previewDeviation({ sigma, factors }: PreviewNoise, form: NoiseForm): FollowedFunction["deviationOf"] {
  const size = form.grid.axes.reduce((product, { count }) => product * count, 1);
  return (parts, group) => {
    const own = factors?.subarray(group * size, (group + 1) * size);
    const factor = own?.[0] ?? 1;
    if (own?.some((other) => Math.abs(other - factor) > 1e-12 * factor)) return undefined;
    return functionalDeviation({ ...form, variance: (sigma * factor) ** 2, white: 0 }, parts);
  };
}

export function partOf(
  { names, axes, released, original, shape, levels, deviationOf, ...rest }: FollowedFunction,
  k: number,
): FollowedFunction {
  const size = released.length / axes.at(-1)!.length;
  const own = (values: Float64Array) => values.subarray(k * size, (k + 1) * size);
  return {
    ...rest,
    deviationOf: deviationOf && ((parts) => deviationOf(parts, k)),
    names: names.slice(0, -1),
    axes: axes.slice(0, -1),
    released: own(released),
    original: original && own(original),
    shape: shape && own(shape),
  };
}

interface Question {
  readonly point: readonly number[];
  /** The whole axis if it lies outside or has equal ends. */
  readonly window: readonly Interval[];
  readonly weight: string;
}

export interface Following {
  readonly name: string;
  readonly released: number;
  readonly original: number | undefined;
  /** Standard deviation of the noise of a linear functional, exact. */
  readonly standardDeviation: number | undefined;
  /** Bound on the noise, with 95 % for all functionals together. */
  readonly within: number | undefined;
  readonly at?: { readonly released: readonly number[]; readonly original: readonly number[] | undefined };
}

export function whatFollows(
  { names, axes, released, original, deviationOf, halfWidth, shape, hasSlopes = true }: FollowedFunction,
  { point, window, weight }: Question,
): readonly Following[] {
  const domains = axes.map((axis): Interval => [axis[0]!, axis.at(-1)!]);
  const windows = axes.map((_, k) => within(window[k]!, domains[k]!));
  const at = axes.map((_, k) => Math.min(domains[k]![1], Math.max(domains[k]![0], point[k]!)));
  // The band bounds a slope too, but far too loosely to help.
  const linear = (name: string, parts: readonly Float64Array[], isSlope = false): Following => {
    const functional = productFunctional(parts);
    return {
      name,
      released: valueOf(functional, released),
      original: original && valueOf(functional, original),
      standardDeviation: deviationOf?.(parts, 0),
      within:
        halfWidth === undefined || isSlope
          ? undefined
          : halfWidth * functional.reduce((sum, a, i) => sum + Math.abs(a) * (shape?.[i] ?? 1), 0),
    };
  };
  const values = axes.map((axis, k) => valueFunctional(axis, at[k]!));
  const integral = axes.map((axis, k) => integralFunctional(axis, windows[k]!));
  const average = integral.map((part, k) => part.map((share) => share / (windows[k]![1] - windows[k]![0])));
  const place = at.map(numberText).join(", ");
  const span = windows.map(([from, to]) => `${numberText(from)} to ${numberText(to)}`).join(" by ");
  const line = axes.length === 1 ? axes[0] : undefined;
  const [[from, to]] = windows as [Interval];
  const before = line ? valueFunctional(line, from) : Float64Array.of();
  const knots = line && weightKnots(weight);
  const slopeOf = (k: number) => values.map((value, j) => (j === k ? slopeAt(axes[k]!, at[k]!) : value));
  const extreme = (name: string, sign: 1 | -1): Following => {
    const top = extremeOf(released, axes, sign);
    const originalTop = original && extremeOf(original, axes, sign);
    return {
      name,
      released: top.value,
      original: originalTop?.value,
      standardDeviation: undefined,
      within: halfWidth === undefined ? undefined : halfWidth * (shape?.reduce((a, b) => Math.max(a, b)) ?? 1),
      at: { released: top.at, original: originalTop?.at },
    };
  };
  return [
    linear(`Value at ${place}`, values),
    ...(hasSlopes
      ? axes.map((_, k) =>
          linear(line ? `Slope at ${place}` : `Slope along ${names[k]!} at ${place}`, slopeOf(k), true),
        )
      : []),
    linear(`Integral from ${span}`, integral),
    linear(`Average from ${span}`, average),
    ...(line ? [linear(`Change from ${span}`, [valueFunctional(line, to).map((share, i) => share - before[i]!)])] : []),
    ...(line && knots && knots.length > 0 ? [linear("Integral with the weight", [weightedIntegral(line, knots)])] : []),
    extreme("Highest value", 1),
    extreme("Lowest value", -1),
    {
      name: "L² norm",
      released: normOf(released, axes),
      original: original && normOf(original, axes),
      standardDeviation: undefined,
      within: undefined,
    },
  ];
}

/** The knots of a typed weight, none for ""; undefined unless there are at least two, at increasing places. */
export function weightKnots(text: string): readonly (readonly [number, number])[] | undefined {
  if (text.trim() === "") return [];
  const knots = text.split(",").map((knot) => knot.split(":").map((part) => (part.trim() === "" ? NaN : Number(part))));
  const whole = knots.every((knot) => knot.length === 2 && knot.every(Number.isFinite));
  const rising = knots.every(([t = NaN], k) => k === 0 || t > knots[k - 1]![0]!);
  return whole && rising && knots.length >= 2 ? (knots as [number, number][]) : undefined;
}

/** √∫f² by the trapezoidal rule. */
function normOf(values: Float64Array, axes: readonly Float64Array[]): number {
  const trapezia = productFunctional(axes.map((axis) => integralFunctional(axis, [axis[0]!, axis.at(-1)!])));
  return Math.sqrt(
    valueOf(
      trapezia,
      values.map((value) => value * value),
    ),
  );
}

function extremeOf(values: Float64Array, axes: readonly Float64Array[], sign: 1 | -1) {
  const indices = Float64Array.from(values, (_, i) => i);
  const signed = sign === 1 ? values : values.map((value) => -value);
  let { at: index } = highestOf(signed, indices);
  const value = values[index]!;
  const at = axes.map((axis) => {
    const here = axis[index % axis.length]!;
    index = Math.floor(index / axis.length);
    return here;
  });
  return { value, at };
}

function within([from, to]: Interval, [lower, upper]: Interval): Interval {
  const window = [Math.max(lower, from), Math.min(upper, to)] as const;
  return window[0] < window[1] ? window : [lower, upper];
}
