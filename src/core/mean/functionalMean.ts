import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../checks.ts";
import { shrinkage, type CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/** ‖x‖ = √(Σ wᵢ xᵢ²); ∞ if squares overflow. */
export function weightedNorm(curve: ArrayLike<number>, weights: ArrayLike<number>): number {
  const scaled = (scale: number) => {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * (scale * curve[i]!) ** 2;
    return Math.sqrt(sum) / scale;
  };
  const norm = scaled(1);
  return norm > 1e-100 ? norm : scaled(2 ** 600);
}

/**
 * Radial projection of a curve onto the ball of radius τ₀, x · min(1, τ₀/‖x‖), with its factor.
 *
 * @param normBound τ₀ > 0, public
 * @see Mirshani, Reimherr & Slavković (2019), section 4; errata M3
 */
export function clipCurve({
  curve,
  weights,
  normBound,
}: {
  readonly curve: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  readonly normBound: number;
}): { readonly clipped: Float64Array; readonly factor: number; readonly norm: number } {
  checkLength("weights", weights, curve.length);
  const norm = weightedNorm(checkAllFinite("curve", curve), weights);
  const factor = norm > checkPositive("normBound", normBound) ? normBound / norm : 1;
  return { clipped: Float64Array.from(curve, (x) => factor * x), factor, norm };
}

/**
 * Penalised mean of curves,
 *
 *     μ̂ = Σ_j λ_j^η₀ / (λ_j^η₀ + φ) ⟨x̄, v_j⟩ v_j,
 *
 * on the grid; for η₀ = 1 it is (KW + φI)⁻¹ KW x̄.
 *
 * @param curves n ≥ 1 rows, shape (n, m), row-major. Private
 * @param penalty φ > 0
 * @param power η₀ ≥ 1
 * @returns μ̂, shape (m,)
 * @see Mirshani, Reimherr & Slavković (2019), eq. (2); errata M6, M7
 */
export function penalisedMean({
  curves,
  spectrum,
  penalty,
  power,
}: {
  readonly curves: Float64Array;
  readonly spectrum: CovarianceSpectrum;
  readonly penalty: number;
  readonly power: number;
}): Float64Array {
  const m = spectrum.eigenvalues.length;
  const n = checkPositiveInteger("curves.length/m", curves.length / m);
  checkAllFinite("curves", curves);
  const mean = new Float64Array(m);
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) mean[j]! += curves[i * m + j]! / n;
  return shrunk({ spectrum, coefficients: coefficientsOf(mean, spectrum), penalty, power });
}

/** ⟨xᵢ, v_j⟩ of curves, shape (n, m), row-major. */
export function coefficientsOf(
  curves: Float64Array,
  { eigenvectors, weights }: CovarianceSpectrum,
  { reserve, multiplyAdd }: Arithmetic = arithmetic(),
): Float64Array {
  const m = weights.length;
  const size = curves.length;
  const memory = reserve(2 * size + m * m);
  memory.fill(0, 0, size);
  for (let k = 0; k < size; k++) memory[size + k] = Math.sqrt(weights[k % m]!) * curves[k]!;
  memory.set(eigenvectors, 2 * size);
  multiplyAdd({
    c: 0,
    cRow: m,
    a: size,
    aRow: m,
    aColumn: 1,
    b: 2 * size,
    bRow: 1,
    bColumn: m,
    rows: size / m,
    columns: m,
    terms: m,
    scale: 1,
  });
  return memory.slice(0, size);
}

export function shrunk(
  {
    spectrum,
    coefficients,
    penalty,
    power,
  }: {
    readonly spectrum: CovarianceSpectrum;
    readonly coefficients: Float64Array;
    readonly penalty: number;
    readonly power: number;
  },
  out: Float64Array = new Float64Array(coefficients.length),
): Float64Array {
  const { eigenvectors, weights } = spectrum;
  const m = checkLength("out", out, weights.length).length;
  const s = shrinkage(spectrum, penalty, power);
  out.fill(0);
  for (let j = 0; j < m; j++) {
    const c = s[j]! * coefficients[j]!;
    if (c !== 0) for (let i = 0, at = j * m; i < m; i++, at++) out[i]! += c * eigenvectors[at]!;
  }
  for (let i = 0; i < m; i++) out[i]! /= Math.sqrt(weights[i]!);
  return out;
}
