import { checkAllFinite, checkFinite, checkNonNegative, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { normalCdf } from "../special/normal.ts";

export interface NormalPart {
  readonly weight: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Density that a person declares without looking at records. */
export type DeclaredTruth =
  | { readonly kind: "normals"; readonly parts: readonly NormalPart[] }
  /** Relative heights at even places of the domain, with straight lines between. */
  | { readonly kind: "drawn"; readonly heights: readonly number[] };

export const mostParts = 5;
export const mostHeights = 65;

interface Nodes {
  readonly places: Float64Array;
  readonly weights: Float64Array;
}

/** A declared density f on a domain; mass beyond an end is moved to it. */
export interface Truth {
  readonly domain: Interval;
  readonly densityAt: (x: number) => number;
  /** E φ_h(x − X) of records X within the domain, φ_h the normal density of deviation h. */
  readonly smoothedInside: (x: number, h: number) => number;
  readonly moved: readonly [number, number];
  /** Least deviation of a part, or infinity. */
  readonly narrowest: number;
  readonly breaks: readonly number[];
}

/**
 * A declared truth on its domain, of integral 1 before mass is moved.
 *
 * @param domain finite, lower < upper
 * @throws {ParameterError} unless there are one to five normals of positive weight and deviation at least a
 *   thousandth of the domain, or three to 65 heights ≥ 0 that are not all 0
 */
export function truthOn(declared: DeclaredTruth, domain: Interval): Truth {
  const [lower, upper] = domain;
  if (!(checkFinite("upper", upper) > checkFinite("lower", lower)))
    throw new ParameterError("upper", upper, `greater than lower = ${lower}`);
  return declared.kind === "normals"
    ? truthOfNormals(declared.parts, domain)
    : truthOfHeights(declared.heights, domain);
}

function truthOfNormals(given: readonly NormalPart[], domain: Interval): Truth {
  const [lower, upper] = domain;
  if (!(given.length >= 1 && given.length <= mostParts))
    throw new ParameterError("parts.length", given.length, `from 1 to ${mostParts}`);
  const total = given.reduce((sum, { weight }, j) => sum + checkPositive(`parts[${j}].weight`, weight), 0);
  const least = (upper - lower) / 1e3;
  const parts = given.map(({ weight, mean, deviation }, j) => {
    if (!(deviation >= least && deviation < Infinity))
      throw new ParameterError(`parts[${j}].deviation`, deviation, `finite, and at least ${least}`);
    return { weight: weight / total, mean: checkFinite(`parts[${j}].mean`, mean), deviation };
  });
  const moved = [
    parts.reduce((sum, { weight, mean, deviation }) => sum + weight * normalCdf((lower - mean) / deviation), 0),
    parts.reduce((sum, { weight, mean, deviation }) => sum + weight * normalCdf((mean - upper) / deviation), 0),
  ] as const;
  return {
    domain,
    moved,
    narrowest: Math.min(...parts.map(({ deviation }) => deviation)),
    breaks: domain,
    densityAt: (x) =>
      parts.reduce((sum, { weight, mean, deviation: s }) => sum + weight * normalDensity(x - mean, s), 0),
    smoothedInside: (x, h) => {
      let sum = 0;
      for (const { weight, mean, deviation: s } of parts) {
        const width = Math.sqrt(s * s + h * h);
        if (Math.abs(x - mean) > farthest * width) continue;
        // Given its sum with the bump, a record is normal around c with deviation t.
        const c = mean + (x - mean) * (s / width) ** 2;
        const t = (s * h) / width;
        sum += weight * normalDensity(x - mean, width) * normalMass((lower - c) / t, (upper - c) / t);
      }
      return sum;
    },
  };
}

function truthOfHeights(given: readonly number[], domain: Interval): Truth {
  const [lower, upper] = domain;
  if (!(given.length >= 3 && given.length <= mostHeights))
    throw new ParameterError("heights.length", given.length, `from 3 to ${mostHeights}`);
  checkAllFinite("heights", given);
  given.forEach((height, j) => checkNonNegative(`heights[${j}]`, height));
  const step = (upper - lower) / (given.length - 1);
  const area = step * given.reduce((sum, height, j) => sum + (j % (given.length - 1) === 0 ? height / 2 : height), 0);
  if (!(area > 0 && area < Infinity)) throw new ParameterError("heights", given.join(", "), "above 0 somewhere");
  const heights = given.map((height) => height / area);
  const places = heights.map((_, j) => (j === heights.length - 1 ? upper : lower + j * step));
  return {
    domain,
    moved: [0, 0],
    narrowest: Infinity,
    breaks: places,
    densityAt: (x) => {
      if (!(x >= lower && x <= upper)) return 0;
      const j = Math.min(heights.length - 2, Math.floor((x - lower) / step));
      return heights[j]! + ((heights[j + 1]! - heights[j]!) * (x - places[j]!)) / step;
    },
    smoothedInside: (x, h) => {
      let sum = 0;
      for (let j = 0; j + 1 < heights.length; j++) {
        const [from, to] = [(places[j]! - x) / h, (places[j + 1]! - x) / h];
        if (from > farthest || to < -farthest) continue;
        const slope = (heights[j + 1]! - heights[j]!) / step;
        sum += (heights[j]! + slope * (x - places[j]!)) * normalMass(from, to);
        sum -= slope * h * h * (normalDensity(to * h, h) - normalDensity(from * h, h));
      }
      return Math.max(0, sum);
    },
  };
}

const farthest = 9;

/** E φ_h(x − X), with moved records. */
export function smoothedAt(truth: Truth, x: number, h: number): number {
  return truth.smoothedInside(x, h) + movedAt(truth, x, h);
}

/** Part of E φ_h(x − X) from moved records. */
export function movedAt({ domain: [lower, upper], moved: [below, above] }: Truth, x: number, h: number): number {
  return below * normalDensity(x - lower, h) + above * normalDensity(x - upper, h);
}

/** φ(x/s)/s. */
export function normalDensity(x: number, s: number): number {
  return Math.exp(-0.5 * (x / s) ** 2) / (Math.sqrt(2 * Math.PI) * s);
}

/** Φ(b) − Φ(a), a ≤ b, without cancellation in the upper tail. */
export function normalMass(a: number, b: number): number {
  if (a < -farthest && b > farthest) return 1;
  return a > 0 ? normalCdf(-a) - normalCdf(-b) : normalCdf(b) - normalCdf(a);
}

/**
 * Gauss–Legendre nodes, eight to a panel. Products of two normals on its scale are integrated to 10⁻¹¹.
 *
 * @param breaks increasing; panels end there
 * @param widest > 0, the largest width of a panel
 */
export function nodesBetween(breaks: readonly number[], widest: number): Nodes {
  checkPositive("widest", widest);
  const counts = breaks.slice(1).map((end, j) => Math.max(1, Math.ceil((end - breaks[j]!) / widest)));
  const size = 8 * counts.reduce((sum, count) => sum + count, 0);
  const [places, weights] = [new Float64Array(size), new Float64Array(size)];
  let at = 0;
  counts.forEach((count, j) => {
    const half = (breaks[j + 1]! - breaks[j]!) / count / 2;
    for (let panel = 0; panel < count; panel++) {
      const centre = breaks[j]! + (2 * panel + 1) * half;
      for (const [node, weight] of gaussLegendre) {
        for (const sign of [-1, 1]) {
          places[at] = centre + sign * node * half;
          weights[at++] = weight * half;
        }
      }
    }
  });
  return { places, weights };
}

/** Positive nodes on [−1, 1] and their weights, of sum 1. @see Abramowitz & Stegun (1964), table 25.4 */
const gaussLegendre = [
  [0.18343464249564981, 0.36268378337836199],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.22238103445337448],
  [0.9602898564975363, 0.10122853629037626],
] as const;

/** Highest value of a function: the best of a grid, then by golden section. */
export function highestOn(f: (x: number) => number, [lower, upper]: Interval): { at: number; value: number } {
  const steps = 1000;
  const place = (j: number) => (j === steps ? upper : lower + (j * (upper - lower)) / steps);
  let best = 0;
  const values = Float64Array.from({ length: steps + 1 }, (_, j) => f(place(j)));
  for (let j = 1; j <= steps; j++) if (values[j]! > values[best]!) best = j;
  const at = goldenSection((x) => -f(x), [place(Math.max(0, best - 1)), place(Math.min(steps, best + 1))], 60);
  const value = f(at);
  return value >= values[best]! ? { at, value } : { at: place(best), value: values[best]! };
}

export function goldenSection(f: (x: number) => number, [from, to]: Interval, steps: number): number {
  const share = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [from, to];
  for (let k = 0; k < steps; k++) {
    const [left, right] = [b - share * (b - a), a + share * (b - a)];
    if (f(left) <= f(right)) b = right;
    else a = left;
  }
  return (a + b) / 2;
}
