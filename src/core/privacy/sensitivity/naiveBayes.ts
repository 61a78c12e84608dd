import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { representableBound } from "../../representableBound.ts";
import { latticeSize } from "../calibration/laplace.ts";
import { latticeBumps } from "./latticeBumps.ts";
import type { LatticeSensitivity } from "./latticeKernelDensity.ts";

/**
 * Sensitivity in the supremum norm of naiveBayes, whose likelihoods are Gaussian kernel density estimates of bandwidth b
 * on each axis, when one of n records is replaced (n is public),
 *
 *     S = 2 max(1, ℓ − 1) κ^ℓ / n,   κ = 1/(√(2π) b).
 *
 * **Proof** for κ = 1. A class of m records with sums S_j ∈ [0, m] of the kernel on each axis contributes T = m^(1−ℓ)ΠS_j/n.
 * To add a record changes nT by at most 1, since the difference grows with each mean S_j/m and is 1 at 1, and by at least
 * −m(1 − (m/(m + 1))^(ℓ−1)) > −(ℓ − 1). A label flip, with or without a move, changes nF by one addition and one deletion of the
 * other class, in [−2, 2(ℓ − 1)]; a move inside a class by at most m(1 − (1 − 1/m)^ℓ) ≤ ℓ ≤ 2 max(1, ℓ − 1). Attained for ℓ ≤ 2.
 *
 * The bound as printed, 2(1/n + (2^ℓ − 1)/(n√(2π)b)), takes densities to be below 1 and is false for ℓ ≥ 2.
 *
 * @param recordCount n ≥ 1, public
 * @param dimension ℓ ≥ 1
 * @param bandwidth b > 0, public
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if a double cannot hold the result
 * @see Aldà & Rubinstein (2017), section 6 and Appendix F; errata A7
 */
export function naiveBayesSensitivity({
  recordCount,
  dimension,
  bandwidth,
}: {
  readonly recordCount: number;
  readonly dimension: number;
  readonly bandwidth: number;
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const peak = 1 / (Math.sqrt(2 * Math.PI) * checkPositive("bandwidth", bandwidth));
  return representableBound(((2 * Math.max(1, d - 1) * peak ** d) / n) * (1 + 1e-13 * d));
}

/**
 * Sensitivities of the values of naiveBayes on the lattice of (k + 1)^ℓ points of the unit cube, as one vector, for records in
 * the cube: with φ(x) what one axis of the lattice sees of a bump of height 1 at x (latticeBumps),
 *
 *     Δ₁ = 2(2ℓ − 1) (κ sup ‖φ‖₁)^ℓ / n,   Δ₂ = 2(2ℓ − 1) (κ sup ‖φ‖₂)^ℓ / n,   for ℓ = 2 even Δ₂ = 2√3 (κ sup ‖φ‖₂)² / n,
 *
 * or (k + 1)^ℓ and (k + 1)^(ℓ/2) times naiveBayesSensitivity where that is less.
 *
 * **Proof** for κ = 1. A class contributes T with nT = m^(1−ℓ) S₁⊗…⊗S_ℓ, S_j = Σ_i φ(x_ij). A new record, with u_j =
 * φ(x_j), makes it (m + 1)^(1−ℓ) ⊗(S_j + u_j), so nT changes by (m + 1)^(1−ℓ)(⊗(S_j + u_j) − ⊗S_j) − (m^(1−ℓ) − (m +
 * 1)^(1−ℓ)) ⊗S_j. A norm of a product of vectors of different axes is the product of their norms, and with s = sup ‖φ‖
 * those of S_j and u_j are at most ms and s. Multiplied out, the first difference has the norm ≤ ((m + 1)^ℓ − m^ℓ)s^ℓ.
 * In all at most
 *
 *     (2m + 1 − 2m (m/(m + 1))^(ℓ−1)) s^ℓ = (1 + 2m(1 − (m/(m + 1))^(ℓ−1))) s^ℓ < (2ℓ − 1) s^ℓ.
 *
 * A replacement, whatever its labels, is a deletion and an addition. For ℓ = 1 a flipped label attains it; for more axes Δ₁ is
 * approached by large classes at one place and a record far from it that changes sides.
 *
 * **For ℓ = 2** let v_j = S_j/m, of norm at most s, and c = 1/(m + 1): the same change is (1 − c)E + c u₁⊗u₂ with
 * E = u₁⊗u₂ − (u₁ − v₁)⊗(u₂ − v₂). With p_j = ‖u_j‖², q_j = ‖v_j‖² and r_j = ⟨u_j, v_j⟩ ≥ 0,
 *
 *     ‖E‖² = p₁p₂ + (p₁ + q₁ − 2r₁)(p₂ + q₂ − 2r₂) − 2(p₁ − r₁)(p₂ − r₂)
 *
 * has in p₁ the slope q₂ and in q₁ the slope ‖u₂ − v₂‖², so both may be s², and is linear in r₁ between 0 and s²: at 0 it is
 * s²(p₂ + 2q₂ − 2r₂) ≤ 3s⁴, at s² it is s²p₂. So ‖E‖ ≤ √3 s², and that of the change with it.
 *
 * @param recordCount n ≥ 1, public
 * @param dimension ℓ ≥ 1
 * @param bandwidth b > 0, public, as a share of the sides
 * @param degree k ≥ 1
 * @throws {ParameterError} if an argument is out of range
 */
export function latticeNaiveBayesSensitivity({
  recordCount,
  dimension,
  bandwidth,
  degree,
}: {
  readonly recordCount: number;
  readonly dimension: number;
  readonly bandwidth: number;
  readonly degree: number;
}): LatticeSensitivity {
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
 * Sensitivity in the supremum norm of gaussianNaiveBayes on the unit cube, whose likelihoods are normal densities with the
 * mean of the class and its variance, but at least v, when one of n records is replaced (n is public),
 *
 *     S = 2κ^ℓ min(1, (1 + ℓL)/n),   κ = 1/√(2πv),   L = 1/√(ev) + 1/(2v).
 *
 * **Proof.** 1. To add a record of [0, 1] to m of them moves a mean by at most 1/(m + 1), and a variance w by
 * (m(x − μ)² − (m + 1)w)/(m + 1)², in [−1/4, 1]/(m + 1) since w ≤ ¼; the larger of w and v moves by no more.
 * 2. With t = (y − μ)/√w and w ≥ v the density φ ≤ κ has |∂φ/∂μ| = |t|e^(−t²/2)/(√(2π)w) ≤ κ/√(ev) and
 * |∂φ/∂w| = |t² − 1|e^(−t²/2)/(2w√(2πw)) ≤ κ/(2v), so φ moves by at most κL/(m + 1).
 * 3. A class contributes T = (m/n)Πφ_j. To add a record changes nT by Πφ_j⁺ + m(Πφ_j⁺ − Πφ_j), at most
 * κ^ℓ + mℓκ^ℓ L/(m + 1). 4. A replacement is a deletion and an addition. 5. |F| ≤ κ^ℓ.
 *
 * The paper names this learner without a bound. This one is approached up to a third: by a record that leaves the far end of a
 * large class of variance v for that of another one.
 *
 * @param recordCount n ≥ 1, public
 * @param dimension ℓ ≥ 1
 * @param leastVariance v > 0, public, in units of the squared sides of the cube
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), section 6, Naive Bayes Classification
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
  const slope = 1 / Math.sqrt(Math.E * v) + 1 / (2 * v);
  return representableBound(2 * peak ** d * Math.min(1, (1 + d * slope) / n) * (1 + 1e-13 * d));
}
