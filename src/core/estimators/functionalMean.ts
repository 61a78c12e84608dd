import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gramOnLine, pointCountOf } from "../kernels/gramOnLine.ts";
import type { LineGrid } from "../kernels/gramOnLine.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";
import { symmetricEigen } from "../linalg/symmetricEigen.ts";

/** How integrals over the grid are approximated: every point alike, or by trapezia. */
export type QuadratureRule = "uniform" | "trapezoid";

/**
 * Quadrature weights of a grid: 1/m each, or half the distance between a point's two neighbours.
 *
 * @param grid m ≥ 2 increasing points, public
 * @throws {ParameterError} if the grid does not increase
 * @see Mirshani, Reimherr & Slavković (2019), section 5; errata M7
 */
export function quadratureWeights({
  grid,
  rule,
}: {
  readonly grid: ArrayLike<number>;
  readonly rule: QuadratureRule;
}): Float64Array {
  const m = grid.length;
  if (m < 2) throw new ParameterError("grid", m, "of at least two points");
  for (let i = 1; i < m; i++) {
    if (!(grid[i]! > grid[i - 1]!)) throw new ParameterError(`grid[${i}]`, grid[i]!, `greater than ${grid[i - 1]!}`);
  }
  if (rule === "uniform") return new Float64Array(m).fill(1 / m);
  return Float64Array.from({ length: m }, (_, i) => (grid[Math.min(m - 1, i + 1)]! - grid[Math.max(0, i - 1)]!) / 2);
}

/** The spectrum of a discretised covariance operator. */
export interface CovarianceSpectrum {
  /** λ₁ ≥ λ₂ ≥ …, those that rounding made negative set to 0; shape (m,). */
  readonly eigenvalues: Float64Array;
  /** u_j, orthonormal, row by row, shape (m, m); the eigenfunctions are v_j = W^(−1/2) u_j. */
  readonly eigenvectors: Float64Array;
  /** Σ wᵢ k(tᵢ, tᵢ). */
  readonly trace: number;
  readonly weights: Float64Array;
}

/**
 * Eigenvalues and eigenvectors of W^(1/2) K W^(1/2), K = [k(tᵢ, tⱼ)], W = diag(w): the covariance operator on the
 * space of curves with the norm Σ wᵢ xᵢ².
 *
 * @param grid m ≥ 2 points, public
 * @param weights w > 0, shape (m,)
 * @throws {ParameterError} if shapes differ or a weight is not positive
 * @see Mirshani, Reimherr & Slavković (2019), section 2.3; errata M7
 */
export function covarianceSpectrum(operator: CovarianceOperator): CovarianceSpectrum {
  const { matrix, trace } = operatorMatrix(operator);
  const weights = Float64Array.from(operator.weights);
  const { values, vectors } = symmetricEigen(matrix, weights.length);
  return { eigenvalues: values.map((v) => Math.max(0, v)), eigenvectors: vectors, trace, weights };
}

/** A kernel on the points of a line with quadrature weights w > 0, shape (m,): all of it is public. */
interface CovarianceOperator {
  readonly kernel: Kernel;
  readonly grid: LineGrid;
  readonly weights: ArrayLike<number>;
}

/**
 * W^(1/2) K W^(1/2), shape (m, m), and its trace Σ wᵢ k(tᵢ, tᵢ).
 *
 * @throws {ParameterError} if shapes differ or a weight is not positive
 */
export function operatorMatrix({ kernel, grid, weights }: CovarianceOperator): {
  readonly matrix: Float64Array;
  readonly trace: number;
} {
  const m = pointCountOf(grid);
  checkLength("weights", weights, m);
  const root = Float64Array.from({ length: m }, (_, i) => Math.sqrt(checkPositive(`weights[${i}]`, weights[i]!)));
  const matrix = gramOnLine(kernel, grid);
  let trace = 0;
  for (let i = 0; i < m; i++) {
    trace += weights[i]! * matrix[i * m + i]!;
    for (let j = 0; j < m; j++) matrix[i * m + j]! *= root[i]! * root[j]!;
  }
  return { matrix, trace };
}

/** ‖x‖ = √(Σ wᵢ xᵢ²); ∞ where squares overflow, which clips to nothing and is safe. */
export function weightedNorm(curve: ArrayLike<number>, weights: ArrayLike<number>): number {
  const scaled = (scale: number) => {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * (scale * curve[i]!) ** 2;
    return Math.sqrt(sum) / scale;
  };
  const norm = scaled(1);
  // Squares may have underflowed, and a curve that looks too small would not be clipped.
  return norm > 1e-100 ? norm : scaled(2 ** 600);
}

/**
 * The radial projection of a curve onto the ball of radius τ₀, x · min(1, τ₀/‖x‖).
 *
 * @param normBound τ₀ > 0, public: taken from the curves it would not be private
 * @returns the curve and its factor, at most 1
 * @throws {ParameterError} if shapes differ, the curve is not finite or τ₀ is not positive
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
 * The penalised mean of curves,
 *
 *     μ̂ = Σ_j λ_j^η₀ / (λ_j^η₀ + φ) ⟨x̄, v_j⟩ v_j,
 *
 * on the grid; for η₀ = 1 it is (KW + φI)⁻¹ KW x̄.
 *
 * @param curves n ≥ 1 rows over the grid, shape (n, m), row-major. Private
 * @param penalty φ > 0
 * @param power η₀ ≥ 1
 * @returns μ̂, shape (m,)
 * @throws {ParameterError} if a shape or a range above is violated
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

/** ⟨xᵢ, v_j⟩ of curves that are rows over the grid, shape (n, m), row-major. */
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

/** λ^η₀/(λ^η₀ + φ) of each eigenvalue. @throws {ParameterError} unless φ > 0 and η₀ ≥ 1 are finite */
export function shrinkage({ eigenvalues }: CovarianceSpectrum, penalty: number, power: number): Float64Array {
  checkPositive("penalty", penalty);
  if (!(power >= 1 && power < Infinity)) throw new ParameterError("power", power, "at least 1 and finite");
  return eigenvalues.map((lambda) => {
    const raised = lambda ** power;
    return raised / (raised + penalty);
  });
}

/** Σ_j s_j c_j v_j on the grid, s the shrinkage, into `out`, shape (m,). */
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
