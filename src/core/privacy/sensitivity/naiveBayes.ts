import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { representableBound } from "../../representableBound.ts";
import { latticeSize } from "../calibration/laplace.ts";
import { latticeBumps } from "./bumps/latticeBumps.ts";
import type { LatticeSensitivity } from "./bumps/latticeSensitivity.ts";
import type { IsotropicDensity } from "./kernelDensity.ts";

/**
 * Sensitivity in the supremum norm of naiveBayes, with Gaussian kernel density estimates of bandwidth b on each axis,
 * for one replaced record,
 *
 *     S = 2 max(1, ℓ − 1) κ^ℓ / n,   κ = 1/(√(2π) b).
 *
 * @param recordCount n ≥ 1, public
 * @param dimension ℓ ≥ 1
 * @param bandwidth b > 0, public
 * @throws {NumericalError} beyond the doubles
 * @see docs/proofs/naiveBayes.md, Lemma 4; Aldà & Rubinstein (2017), section 6 and Appendix F; errata A7
 */
export function naiveBayesSensitivity({ recordCount, dimension, bandwidth }: IsotropicDensity): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const peak = 1 / (Math.sqrt(2 * Math.PI) * checkPositive("bandwidth", bandwidth));
  return representableBound(((2 * Math.max(1, d - 1) * peak ** d) / n) * (1 + 1e-13 * d));
}

/**
 * Sensitivities of the values of naiveBayes on the lattice of (k + 1)^ℓ points of the unit cube. With sup ‖φ‖ of
 * latticeBumps,
 *
 *     Δ₁ = 2(2ℓ − 1) (κ sup ‖φ‖₁)^ℓ / n,   Δ₂ = 2(2ℓ − 1) (κ sup ‖φ‖₂)^ℓ / n,   for ℓ = 2 even Δ₂ = 2√3 (κ sup ‖φ‖₂)² / n,
 *
 * or (k + 1)^ℓ and (k + 1)^(ℓ/2) times naiveBayesSensitivity if less.
 *
 * @param bandwidth b > 0, public, as a share of the sides
 * @param degree k ≥ 1
 * @see docs/proofs/naiveBayes.md, Lemmas 5 to 7
 */
export function latticeNaiveBayesSensitivity({
  recordCount,
  dimension,
  bandwidth,
  degree,
}: IsotropicDensity & { readonly degree: number }): LatticeSensitivity {
  const pointwise = naiveBayesSensitivity({ recordCount, dimension, bandwidth });
  const count = latticeSize(degree, dimension);
  const { mass, square } = latticeBumps({ degree, deviation: bandwidth });
  const peak = 1 / (Math.sqrt(2 * Math.PI) * bandwidth);
  const factor = ((2 * (2 * dimension - 1)) / recordCount) * (1 + 1e-12 * dimension);
  const factor2 = dimension === 2 ? ((2 * Math.sqrt(3)) / recordCount) * (1 + 1e-12) : factor;
  return {
    l1: representableBound(Math.min(factor * (peak * mass) ** dimension, count * pointwise)),
    l2: representableBound(Math.min(factor2 * (peak * Math.sqrt(square)) ** dimension, Math.sqrt(count) * pointwise)),
  };
}

/**
 * Sensitivity in the supremum norm of gaussianNaiveBayes on the unit cube, for one replaced record. Variances of the
 * classes are at least v:
 *
 *     S = 2κ^ℓ min(1, max(1 + ℓR, ℓD)/n),   κ = 1/√(2πv),
 *     D = max e^(−t²/2) (t/√v + max((1 − t²)/(2v), (t² − 1)/2)),   R = max e^(−t²/2) (t/√v + max((t² − 1)/(2v), (1 − t²)/2))
 *
 * over t ≥ 0, and R = D = 1/√(ev) from v = ¼ on.
 *
 * @param recordCount n ≥ 1, public
 * @param dimension ℓ ≥ 1
 * @param leastVariance v > 0, public, in squared sides of the cube
 * @throws {NumericalError} beyond the doubles
 * @see docs/proofs/naiveBayes.md, Lemma 11
 */
export function gaussianNaiveBayesSensitivity({
  recordCount,
  dimension,
  leastVariance,
}: {
  readonly recordCount: number;
  readonly dimension: number;
  readonly leastVariance: number;
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const v = checkPositive("leastVariance", leastVariance);
  const peak = 1 / Math.sqrt(2 * Math.PI * v);
  const { rise, drop } = densityChanges(v);
  return representableBound(2 * peak ** d * Math.min(1, Math.max(1 + d * rise, d * drop) / n) * (1 + 1e-13 * d));
}

function densityChanges(v: number): { readonly rise: number; readonly drop: number } {
  const u = Math.sqrt(v);
  if (v >= 0.25) return { rise: Math.exp(-0.5) / u, drop: Math.exp(-0.5) / u };
  const height = (t: number, factor: number) => Math.exp(-0.5 * t * t) * (t / u + Math.abs(1 - t * t) * factor);
  // The slope, up to a factor, falls through 0 once in each interval.
  const inner = crossing(0, 1, (t) => 2 * u - 3 * t - 2 * u * t * t + t ** 3);
  const outer = crossing(1, 3, (t) => 2 + 3 * u * t - 2 * t * t - u * t ** 3);
  const innerRise = crossing(0, 1, (t) => 2 - 3 * u * t - 2 * t * t + u * t ** 3);
  const outerRise = crossing(1, 3, (t) => 2 * u + 3 * t - 2 * u * t * t - t ** 3);
  return {
    rise: Math.max(height(innerRise, 0.5), height(outerRise, 0.5 / v)),
    drop: Math.max(height(inner, 0.5 / v), height(outer, 0.5)),
  };
}

function crossing(low: number, high: number, of: (t: number) => number): number {
  let [from, to] = [low, high];
  for (let step = 0; step < 60; step++) {
    const middle = (from + to) / 2;
    if (of(middle) > 0) from = middle;
    else to = middle;
  }
  return to;
}
