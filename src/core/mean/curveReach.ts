import { shrinkage, type CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";

interface CurveReach {
  /** sup |Sx(tᵢ)| over curves of norm at most τ₀, shape (m,). */
  readonly bound: Float64Array;
  /** Σₖ |S_ik|: factor of a curve's deviation by smoothing. */
  readonly gain: Float64Array;
}

/**
 * Largest value of one smoothed curve at each point. With s the shrinkage and S = Σ s_j v_j v_jᵀW,
 *
 *     bound = τ₀ √(Σ_j s_j² v_j(tᵢ)²),   gain = Σₖ |S_ik|.
 *
 * Both are public. The bound is attained by x = τ₀ Σ s_j v_j(tᵢ)v_j over its norm.
 *
 * @param normBound τ₀ > 0
 * @see docs/proofs/population.md, Lemma 2
 */
export function curveReach(
  spectrum: CovarianceSpectrum,
  { penalty, power, normBound }: { readonly penalty: number; readonly power: number; readonly normBound: number },
): CurveReach {
  const { eigenvectors, weights } = spectrum;
  const m = weights.length;
  const kept = Array.from(shrinkage(spectrum, penalty, power).entries()).filter(([, share]) => share > 1e-12);
  const bound = new Float64Array(m);
  const gain = new Float64Array(m);
  const row = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    row.fill(0);
    for (const [j, share] of kept) {
      const own = share * eigenvectors[j * m + i]!;
      bound[i]! += own * own;
      for (let k = 0; k < m; k++) row[k]! += own * eigenvectors[j * m + k]!;
    }
    bound[i] = normBound * Math.sqrt(bound[i]! / weights[i]!);
    gain[i] = row.reduce((sum, value, k) => sum + Math.abs(value) * Math.sqrt(weights[k]! / weights[i]!), 0);
  }
  return { bound, gain };
}
