import { checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { largestEigenvalueBound } from "../../linalg/eigen/largestEigenvalue.ts";
import type { LatticeSensitivity } from "./bumps/latticeSensitivity.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * Sensitivities of the values on a lattice of a function that changes by at most Δ in the RKHS of a kernel K ≥ 0. With
 * the kernel's matrix G on the lattice
 *
 *     Δ₁ = Δ √(Σ_pq G_pq),   Δ₂ = Δ √λ_max(G).
 *
 * @param rkhsSensitivity Δ > 0
 * @param axisGrams non-negative, positive semi-definite matrices of the axes of a product kernel, `sizes[j]`² elements
 * each; else that of the whole lattice
 * @see docs/proofs/sensitivities.md, Lemma 5
 */
export function latticeRkhsSensitivity({
  rkhsSensitivity,
  axisGrams,
  sizes,
}: {
  readonly rkhsSensitivity: number;
  readonly axisGrams: readonly Float64Array[];
  readonly sizes: readonly number[];
}): LatticeSensitivity {
  const delta = checkPositive("rkhsSensitivity", rkhsSensitivity);
  checkLength("sizes", sizes, axisGrams.length);
  let [sum, largest] = [1, 1];
  axisGrams.forEach((gram, j) => {
    const m = checkPositiveInteger(`sizes[${j}]`, sizes[j]!);
    checkLength(`axisGrams[${j}]`, gram, m * m);
    if (!gram.every((value) => value >= 0)) {
      throw new ParameterError(`axisGrams[${j}]`, Math.min(...gram), "non-negative");
    }
    sum *= gram.reduce((total, value) => total + value, 0) * (1 + m * m * 2 ** -52);
    largest *= largestEigenvalueBound(gram, m);
  });
  return {
    l1: representableBound(delta * Math.sqrt(sum) * (1 + 1e-14)),
    l2: representableBound(delta * Math.sqrt(Math.min(largest, sum)) * (1 + 1e-14)),
  };
}

/**
 * The same for a kernel K(x, y) = φ(x)·φ(y) of any sign. With the features of the N lattice points as rows of Φ
 *
 *     Δ₁ ≤ Δ min(Σ_p ‖φ(p)‖, √(N λ_max(ΦᵀΦ))),   Δ₂ = Δ √λ_max(ΦᵀΦ).
 *
 * @param rkhsSensitivity Δ > 0
 * @param features Φ, shape (N, r)
 * @see docs/proofs/sensitivities.md, Lemma 5a
 */
export function latticeFeatureSensitivity({
  rkhsSensitivity,
  features,
  count,
}: {
  readonly rkhsSensitivity: number;
  readonly features: Float64Array;
  readonly count: number;
}): LatticeSensitivity {
  const delta = checkPositive("rkhsSensitivity", rkhsSensitivity);
  const r = checkPositiveInteger("count", count);
  const N = checkPositiveInteger("features.length / count", features.length / r);
  const moments = new Float64Array(r * r);
  let [lengths, trace] = [0, 0];
  for (let p = 0; p < N; p++) {
    const row = features.subarray(p * r, (p + 1) * r);
    let square = 0;
    for (let a = 0; a < r; a++) {
      square += row[a]! * row[a]!;
      for (let b = 0; b <= a; b++) moments[a * r + b]! += row[a]! * row[b]!;
    }
    lengths += Math.sqrt(square);
    trace += square;
  }
  for (let a = 0; a < r; a++) for (let b = 0; b < a; b++) moments[b * r + a] = moments[a * r + b]!;
  // Sums of N products are off by at most Nu of the sum of their magnitudes.
  const largest = largestEigenvalueBound(moments, r) + (N + r) * 2 ** -52 * trace;
  const up = 1 + (N + r) * 2 ** -52;
  return {
    l1: representableBound(delta * Math.min(lengths, Math.sqrt(N * largest)) * up),
    l2: representableBound(delta * Math.sqrt(largest) * up),
  };
}
