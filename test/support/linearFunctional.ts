import { checkAllFinite, checkLength, checkNonNegative, checkPositive } from "../../src/core/checks.ts";
import { gramOnLine, pointCountOf, type LineGrid } from "../../src/core/kernels/gramOnLine.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { valueOf } from "../../src/core/release/curveFunctionals.ts";

interface LinearFunctional {
  readonly value: number;
  readonly standardDeviation: number;
}

/**
 * ℓ(f̃) = Σ aᵢ f̃(tᵢ) of a released curve f̃ = f + σG, with the standard deviation of its noise,
 *
 *     σ √(aᵀ(K + τI)a).
 *
 * Post-processing.
 *
 * @param functional a, shape (m,)
 * @param released f̃ on the grid, shape (m,)
 * @param grid m points, of the noise: a release's axis
 * @param scale σ > 0
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if shapes differ, a is not finite, or σ or τ is out of range
 * @see Mirshani, Reimherr & Slavković (2019), Theorem 3.2 and Corollary 3.1
 */
export function linearFunctional({
  functional,
  released,
  grid,
  kernel,
  scale,
  jitter,
}: {
  readonly functional: ArrayLike<number>;
  readonly released: ArrayLike<number>;
  readonly grid: LineGrid;
  readonly kernel: Kernel;
  readonly scale: number;
  readonly jitter: number;
}): LinearFunctional {
  const m = pointCountOf(grid);
  checkAllFinite("functional", checkLength("functional", functional, m));
  checkLength("released", released, m);
  checkPositive("scale", scale);
  checkNonNegative("jitter", jitter);
  const K = gramOnLine(kernel, grid);
  let variance = 0;
  for (let i = 0; i < m; i++) {
    const a = functional[i]!;
    if (a === 0) continue;
    let sum = a * jitter;
    for (let j = 0, at = i * m; j < m; j++, at++) sum += K[at]! * functional[j]!;
    variance += a * sum;
  }
  return { value: valueOf(functional, released), standardDeviation: scale * Math.sqrt(Math.max(0, variance)) };
}
