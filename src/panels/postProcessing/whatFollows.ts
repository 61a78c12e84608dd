import type { Interval } from "../../core/grids.ts";
import {
  highestOf,
  integralFunctional,
  valueFunctional,
  valueOf,
  weightedIntegral,
} from "../../core/release/curveFunctionals.ts";
import { polynomialDeviation, type PolynomialNoise } from "../../core/bernstein/polynomialDeviation.ts";
import { spreadOfLaw, type LatticeLaw } from "../../core/bernstein/latticeLaw.ts";
import { simultaneousQuantile } from "../../core/privacy/bands/simultaneousQuantile.ts";
import { productFunctional, slopeAt } from "../../core/release/gridFunctionals.ts";
import type { DeviationOf, NoiseLaw } from "../../core/release/noiseLaw.ts";
import { postMappedDeviation } from "../../core/release/postMappedDeviation.ts";
import type { PostMap } from "../../core/release/postMap.ts";
import { numberText } from "../../core/numberFormats.ts";

export interface FollowedFunction {
  readonly names: readonly string[];
  /** "date" for days since 1970, "time" for hours since midnight; others are in the names. */
  readonly units?: readonly string[];
  readonly axes: readonly Float64Array[];
  readonly released: Float64Array;
  /** Absent outside. Private. */
  readonly original?: Float64Array | undefined;
  readonly deviationOf?: DeviationOf | undefined;
  /** Deviations with 95 % of a functional's noise; 1.96 if absent. */
  readonly pointwiseFactor?: number | undefined;
  /** Gives the deviations of a preview. */
  readonly noise?: PreviewNoise | undefined;
  /** With 95 % the noise is within it everywhere at once. */
  readonly halfWidth?: number | undefined;
  /** Factor of the half width at each point; 1 if absent. */
  readonly shape?: Float64Array | undefined;
  readonly isDensity?: boolean | undefined;
  readonly levels?: readonly string[] | undefined;
}

export type NoiseForm =
  | Pick<NoiseLaw, "kernel" | "grid">
  | (Omit<PolynomialNoise, "variance"> & { readonly law: LatticeLaw });

export interface PreviewNoise {
  /** Before the post-map, with τ. */
  readonly sigma: number;
  readonly jitter: number;
  readonly postMap?: PostMap | undefined;
  readonly form: () => Promise<NoiseForm | undefined>;
}

/** Adds deviations, and a band if it has none. */
export function withNoise(
  of: FollowedFunction,
  { sigma, jitter, postMap }: PreviewNoise,
  form: NoiseForm,
): FollowedFunction {
  const variance = sigma ** 2 / (1 + jitter);
  if ("degree" in form) {
    const spread = spreadOfLaw[form.law];
    const deviationOf = polynomialDeviation({ ...form, variance: spread.variance * variance });
    return { ...of, pointwiseFactor: spread.pointwiseFactor, deviationOf };
  }
  const copies = of.levels?.length ?? 1;
  return {
    ...of,
    halfWidth: of.halfWidth ?? sigma * simultaneousQuantile({ ...form, jitter, coverage: 0.95, copies }),
    deviationOf: postMappedDeviation({ ...form, variance, white: jitter * variance }, postMap),
  };
}

/** The function of group k, less that of another. */
export function partOf(
  { names, axes, released, original, halfWidth, shape, levels, isDensity, deviationOf, ...rest }: FollowedFunction,
  k: number,
  other?: number,
): FollowedFunction {
  const size = released.length / axes.at(-1)!.length;
  const isLess = other !== undefined;
  const own = (values: Float64Array, sign = -1) => {
    const first = values.subarray(k * size, (k + 1) * size);
    return isLess ? first.map((value, i) => value + sign * values[other * size + i]!) : first;
  };
  return {
    ...rest,
    isDensity: isDensity && !isLess,
    deviationOf: deviationOf && ((parts, _, less) => deviationOf(parts, k, less, other)),
    names: names.slice(0, -1),
    axes: axes.slice(0, -1),
    released: own(released),
    original: original && own(original),
    halfWidth: halfWidth && halfWidth * (isLess && !shape ? 2 : 1),
    shape: shape && own(shape, 1),
  };
}

interface Question {
  readonly point: readonly number[];
  /** The whole axis if outside or of equal ends. */
  readonly window: readonly Interval[];
  readonly weight: string;
}

export interface Following {
  readonly name: string;
  readonly released: number;
  readonly original: number | undefined;
  /** Exact, for the noise of a linear functional. */
  readonly standardDeviation: number | undefined;
  /** With 95 % for the noise of all functionals together. */
  readonly within: number | undefined;
  readonly at?: { readonly released: readonly number[]; readonly original: readonly number[] | undefined };
}

export function whatFollows(
  { names, axes, released, original, deviationOf, halfWidth, shape }: FollowedFunction,
  { point, window, weight }: Question,
): readonly Following[] {
  const domains = axes.map((axis): Interval => [axis[0]!, axis.at(-1)!]);
  const windows = axes.map((_, k) => within(window[k]!, domains[k]!));
  const at = axes.map((_, k) => Math.min(domains[k]![1], Math.max(domains[k]![0], point[k]!)));
  // The band bounds slopes far too loosely.
  const linear = (
    name: string,
    parts: readonly Float64Array[],
    { isSlope = false, less }: { readonly isSlope?: boolean; readonly less?: readonly Float64Array[] } = {},
  ): Following => {
    const before = less && productFunctional(less);
    const functional = productFunctional(parts).map((share, i) => share - (before?.[i] ?? 0));
    return {
      name,
      released: valueOf(functional, released),
      original: original && valueOf(functional, original),
      standardDeviation: deviationOf?.(parts, 0, less),
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
  const valuesAt = (end: 0 | 1) => axes.map((axis, k) => valueFunctional(axis, windows[k]![end]));
  const [first, last] = [valuesAt(0), valuesAt(1)];
  const corner = (end: 0 | 1) => windows.map((window) => numberText(window[end])).join(", ");
  const change = `Change from ${corner(0)} to ${corner(1)}`;
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
    ...axes.map((_, k) =>
      linear(line ? `Slope at ${place}` : `Slope along ${names[k]!} at ${place}`, slopeOf(k), { isSlope: true }),
    ),
    linear(`Integral from ${span}`, integral),
    linear(`Average from ${span}`, average),
    line ? linear(change, [last[0]!.map((share, i) => share - first[0]![i]!)]) : linear(change, last, { less: first }),
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

/** None for ""; undefined unless two or more, at increasing places. */
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
