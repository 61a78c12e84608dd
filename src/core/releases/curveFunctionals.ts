import { checkLength, checkPositive } from "../checks.ts";
import type { Kernel } from "../kernels/kernel.ts";

/** A linear functional of a released curve, with the standard deviation that the noise gives it. */
export interface LinearFunctional {
  readonly value: number;
  readonly standardDeviation: number;
}

/**
 * ℓ(f̃) = Σ aᵢ f̃(tᵢ) of a released curve f̃ = f + σG, with the exact standard deviation of its noise,
 *
 *     σ √(aᵀ(K + τI)a).
 *
 * It reads nothing but the release, so it costs no privacy.
 *
 * @param functional a, shape (m,)
 * @param released f̃ on the grid, shape (m,)
 * @param grid shape (m,)
 * @param scale σ > 0
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if shapes differ or σ is not positive
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
  readonly grid: ArrayLike<number>;
  readonly kernel: Kernel;
  readonly scale: number;
  readonly jitter: number;
}): LinearFunctional {
  const m = grid.length;
  checkLength("functional", functional, m);
  checkLength("released", released, m);
  checkPositive("scale", scale);
  let value = 0;
  let variance = 0;
  for (let i = 0; i < m; i++) {
    const a = functional[i]!;
    if (a === 0) continue;
    value += a * released[i]!;
    variance += a * a * jitter;
    for (let j = 0; j < m; j++) if (functional[j] !== 0) variance += a * functional[j]! * kernel.evaluate([grid[i]!], [grid[j]!]);
  }
  return { value, standardDeviation: scale * Math.sqrt(Math.max(0, variance)) };
}

/** Where a curve is highest, and how high. */
export function highestOf(values: ArrayLike<number>, grid: ArrayLike<number>): { readonly at: number; readonly value: number } {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return { at: grid[best]!, value: values[best]! };
}

/** The functional that takes the slope between the two grid points around index i, 1 ≤ i ≤ m − 2. */
export function slopeFunctional(grid: ArrayLike<number>, i: number): Float64Array {
  const functional = new Float64Array(grid.length);
  const width = grid[i + 1]! - grid[i - 1]!;
  functional[i + 1] = 1 / width;
  functional[i - 1] = -1 / width;
  return functional;
}
