import { checkLength, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { symmetricEigen } from "../linalg/eigen/symmetricEigen.ts";
import { gramOnLine, pointCountOf, type LineGrid } from "./gramOnLine.ts";
import type { Kernel } from "./kernel.ts";
import { oneOf } from "../untrusted.ts";

/** Equal weights, or trapezia. */
export type QuadratureRule = "uniform" | "trapezoid";

/**
 * Quadrature weights of a grid: 1/m each, or half the distance between a point's two neighbours.
 *
 * @param grid m ≥ 2 increasing points, public
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
  if (checkRule(rule, "rule") === "uniform") return new Float64Array(m).fill(1 / m);
  return Float64Array.from({ length: m }, (_, i) => (grid[Math.min(m - 1, i + 1)]! - grid[Math.max(0, i - 1)]!) / 2);
}

const checkRule = oneOf("uniform", "trapezoid");

export interface CovarianceSpectrum {
  /** λ₁ ≥ λ₂ ≥ … ≥ 0; shape (m,). */
  readonly eigenvalues: Float64Array;
  /** u_j, orthonormal, row by row, shape (m, m); v_j = W^(−1/2) u_j. */
  readonly eigenvectors: Float64Array;
  /** Σ wᵢ k(tᵢ, tᵢ). */
  readonly trace: number;
  readonly weights: Float64Array;
}

/**
 * Eigenvalues and eigenvectors of W^(1/2) K W^(1/2), K = [k(tᵢ, tⱼ)], W = diag(w): the covariance operator on the
 * curves with the norm Σ wᵢ xᵢ².
 *
 * @param grid m ≥ 2 points, public
 * @param weights w > 0, shape (m,)
 * @see Mirshani, Reimherr & Slavković (2019), section 2.3; errata M7
 */
export function covarianceSpectrum(operator: CovarianceOperator): CovarianceSpectrum {
  const { matrix, trace } = operatorMatrix(operator);
  const weights = Float64Array.from(operator.weights);
  const { values, vectors } = symmetricEigen(matrix, weights.length);
  return { eigenvalues: values.map((v) => Math.max(0, v)), eigenvectors: vectors, trace, weights };
}

/** Public. */
interface CovarianceOperator {
  readonly kernel: Kernel;
  readonly grid: LineGrid;
  readonly weights: ArrayLike<number>;
}

/** W^(1/2) K W^(1/2), shape (m, m), and its trace. */
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

/** λ^η₀/(λ^η₀ + φ) of each eigenvalue. @throws {ParameterError} unless φ > 0 and η₀ ≥ 1 are finite */
export function shrinkage({ eigenvalues }: CovarianceSpectrum, penalty: number, power: number): Float64Array {
  checkPositive("penalty", penalty);
  if (!(Number.isFinite(power) && power >= 1)) throw new ParameterError("power", power, "at least 1 and finite");
  return eigenvalues.map((lambda) => {
    const raised = lambda ** power;
    return raised / (raised + penalty);
  });
}
