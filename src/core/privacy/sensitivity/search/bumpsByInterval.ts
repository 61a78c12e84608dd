import { checkPositive, checkPositiveInteger } from "../../../checks.ts";
import { placesPerAxis } from "./farthestPair.ts";
import type { AxisBump } from "../bumps/latticeBumps.ts";

/**
 * Bounds on a Gaussian bump φ(x)_ν = e^(−t²/2), t = (ν/k − x)/σ, ν = 0, …, k, with its centre x in an interval,
 * numbered as in farthestPair.ts.
 */
export interface BumpsByInterval {
  /** sup ‖φ(x)‖₁ */
  readonly mass: (interval: number) => number;
  /** sup ‖φ(x)‖₂² */
  readonly square: (interval: number) => number;
  /** sup |Σ_{ν<c} φ_ν″(x) − Σ_{ν≥c} φ_ν″(x)| over x and all cuts c */
  readonly bend: (interval: number) => number;
  /** sup ‖φ″(x)‖₂² */
  readonly squareOfBend: (interval: number) => number;
  /** sup −(‖φ(x)‖₂²)″, which may be negative */
  readonly hollow: (interval: number) => number;
  /** sup φ_ν(x), for each ν */
  readonly most: (interval: number) => Float64Array;
  /** sup max(0, φ_ν″(x)), for each ν */
  readonly steepest: (interval: number) => Float64Array;
}

/** Bounds of BumpsByInterval from a net of step ξ ≤ σ/16. In a cell f is below the larger of its ends plus ξ²/8 sup(−f″). */
export function bumpsByInterval({ degree, deviation }: AxisBump): BumpsByInterval {
  const n = checkPositiveInteger("degree", degree) + 1;
  const sigma = checkPositive("deviation", deviation);
  const level = Math.min(Math.max(3, Math.ceil(Math.log2(16 / sigma))), Math.log2(placesPerAxis));
  const cells = 2 ** level;
  const beyond = (n / 8) * (1 / (cells * sigma)) ** 2;
  const rounding = n * (2 * n + 200) * 2 ** -53;
  const slack = [1, 2, 3, 14, 12].map((most) => most * beyond + 4 * rounding);
  const trees = slack.map(() => new Float64Array(2 * cells));
  let before: readonly number[] = [];
  for (let i = 0; i <= cells; i++) {
    const sums = sumsAt(i / cells, degree, sigma);
    if (i > 0) trees.forEach((tree, f) => (tree[cells + i - 1] = Math.max(before[f]!, sums[f]!) + slack[f]!));
    before = sums;
  }
  for (const tree of trees) {
    for (let at = cells - 1; at >= 1; at--) tree[at] = Math.max(tree[2 * at]!, tree[2 * at + 1]!);
  }
  const [mass, square, bend, squareOfBend, hollow] = trees.map((tree, f) => {
    const unit = [1, 1, sigma ** -2, sigma ** -4, sigma ** -2][f]!;
    return (interval: number) => {
      const finer = Math.max(0, 31 - Math.clz32(interval) - level);
      return unit * tree[interval >> finer]!;
    };
  });
  const byPoint = (unit: number, of: (near: number, far: number) => number) => {
    const known = new Map<number, Float64Array>();
    return (interval: number) => {
      const before = known.get(interval);
      if (before) return before;
      const length = 2 ** -(31 - Math.clz32(interval));
      const start = interval * length - 1;
      const made = new Float64Array(n);
      for (let nu = 0; nu < n; nu++) {
        const below = (nu / degree - start) / sigma;
        const above = (start + length - nu / degree) / sigma;
        made[nu] = unit * (of(Math.max(0, -below, -above), Math.max(below, above)) + 100 * 2 ** -53);
      }
      known.set(interval, made);
      return made;
    };
  };
  return {
    mass: mass!,
    square: square!,
    bend: bend!,
    squareOfBend: squareOfBend!,
    hollow: hollow!,
    most: byPoint(1, (near) => Math.exp(-0.5 * near * near)),
    steepest: byPoint(sigma ** -2, largestBend),
  };
}

/** Largest max(0, t² − 1) e^(−t²/2) over near ≤ |t| ≤ far. */
export function largestBend(near: number, far: number): number {
  const curved = (t: number) => (t * t - 1) * Math.exp(-0.5 * t * t);
  return near > Math.sqrt(3) ? curved(near) : far < Math.sqrt(3) ? Math.max(0, curved(far)) : curved(Math.sqrt(3));
}

/** Suprema over all centres x ∈ ℝ, the first four as in BumpsByInterval. */
export interface BumpsAnywhere {
  readonly mass: number;
  readonly square: number;
  readonly bend: number;
  readonly squareOfBend: number;
  /** sup ‖φ″(x)‖₁ */
  readonly absoluteBend: number;
  readonly absolute: number;
  /** sup Σ |t|φ_ν over t > 0, or over t < 0 */
  readonly lean: number;
  /** sup Σ max(0, t² − 1)φ_ν */
  readonly steep: number;
  /** sup Σ |t⁴ − 6t² + 3|φ_ν = sup σ⁴‖φ⁗(x)‖₁ */
  readonly quartic: number;
}

/** Suprema of BumpsAnywhere, from a net as in bumpsByInterval. */
export function bumpsAnywhere({ degree, deviation }: AxisBump): BumpsAnywhere {
  const n = checkPositiveInteger("degree", degree) + 1;
  const sigma = checkPositive("deviation", deviation);
  const cells = Math.ceil(16 / sigma) + 96;
  const step = (1 + 6 * sigma) / cells;
  const beyond = (n / 8) * (step / sigma) ** 2;
  const rounding = 4 * n * (2 * n + 200) * 2 ** -53;
  const most = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i <= cells; i++) {
    const [mass, square, bend, squareOfBend, , ...others] = sumsAt(i * step - 3 * sigma, degree, sigma);
    for (const [f, sum] of [mass, square, bend, squareOfBend, ...others].entries()) most[f] = Math.max(most[f]!, sum);
  }
  const [mass, square, bend, squareOfBend, absolute, lean, steep, quartic] = most.map(
    (sum, f) => sum + [1, 2, 3, 14, 3, 2, 2, 15][f]! * beyond + rounding,
  );
  return {
    mass: mass!,
    square: square!,
    bend: bend! / sigma ** 2,
    squareOfBend: squareOfBend! / sigma ** 4,
    absoluteBend: absolute! / sigma ** 2,
    absolute: absolute!,
    lean: lean!,
    steep: steep!,
    quartic: quartic!,
  };
}

/**
 * Σφ, Σφ², `bend`, Σ(1 − t²)²φ², Σ(2 − 4t²)φ², Σ|1 − t²|φ, Σ|t|φ on one side, Σmax(0, t² − 1)φ, Σ|t⁴ − 6t² + 3|φ; all
 * for σ = 1.
 */
function sumsAt(
  x: number,
  degree: number,
  sigma: number,
): readonly [number, number, number, number, number, number, number, number, number] {
  let [mass, square, total, squareOfBend, hollow, absolute, steep, quartic] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [below, above] = [0, 0];
  let [least, most] = [0, 0];
  for (let nu = 0; nu <= degree; nu++) {
    const t = (nu / degree - x) / sigma;
    const t2 = t * t;
    const value = Math.exp(-0.5 * t2);
    const bent = (1 - t2) * value;
    mass += value;
    square += value * value;
    total += bent;
    squareOfBend += bent * bent;
    hollow += (2 - 4 * t2) * value * value;
    absolute += Math.abs(bent);
    if (t > 0) above += t * value;
    else below -= t * value;
    if (bent < 0) steep -= bent;
    quartic += Math.abs(t2 * t2 - 6 * t2 + 3) * value;
    if (total < least) least = total;
    if (total > most) most = total;
  }
  const bend = Math.max(Math.abs(2 * most - total), Math.abs(2 * least - total));
  return [mass, square, bend, squareOfBend, hollow, absolute, Math.max(below, above), steep, quartic];
}
