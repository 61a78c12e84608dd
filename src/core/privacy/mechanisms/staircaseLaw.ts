import { checkPositive } from "../../checks.ts";

/**
 * Mean absolute value and variance of staircase noise for a number that changes by at most 1: its density is level on
 * |v| < γ and falls by the factor e^(−ε) at |v| = γ, γ + 1, …, with γ = 1/(1 + e^(ε/2)),
 *
 *     E|v| = 1/(2 sinh(ε/2)),
 *
 * the least of all pure ε-private additive noise; Laplace noise has 1/ε (errata K13).
 *
 * @param epsilon ε > 0
 * @see Geng & Viswanath (2016), IEEE Trans. Inf. Theory 62:925–951, Theorem 3
 */
export function staircaseMoments(epsilon: number): { readonly meanAbsolute: number; readonly variance: number } {
  const { gamma, b, height } = shapeOf(epsilon);
  // Σ bᵏ (u² − u + 1/3) with u = k + γ, from k = 1 on.
  const one = b / -Math.expm1(-epsilon);
  const first = one / -Math.expm1(-epsilon);
  const second = (first * (1 + b)) / -Math.expm1(-epsilon);
  const tail = second + (2 * gamma - 1) * first + (gamma * gamma - gamma + 1 / 3) * one;
  return { meanAbsolute: 1 / (2 * Math.sinh(epsilon / 2)), variance: 2 * height * (gamma ** 3 / 3 + tail) };
}

/**
 * Quantile of staircase noise. For display, not for release.
 *
 * @param at t in (0, 1)
 */
export function staircaseQuantile(at: number, epsilon: number): number {
  const { gamma, b, height } = shapeOf(epsilon);
  const mass = Math.abs(2 * at - 1);
  const level = 2 * height * gamma;
  const sign = at < 0.5 ? -1 : 1;
  if (mass <= level) return (sign * mass) / (2 * height);
  const left = (1 - mass) / (1 - level);
  const k = Math.floor(Math.log(left) / -epsilon);
  return sign * (gamma + k + (1 - left / b ** k) / -Math.expm1(-epsilon));
}

function shapeOf(epsilon: number) {
  checkPositive("epsilon", epsilon);
  const gamma = 1 / (1 + Math.exp(epsilon / 2));
  const b = Math.exp(-epsilon);
  return { gamma, b, height: -Math.expm1(-epsilon) / (2 * (gamma + b * (1 - gamma))) };
}

/** Characteristic function E cos(tV) of staircase noise: its density is a sum of steps, and Σ bᵏ sin(γt + kt) is geometric. */
export function staircaseTransform(t: number, epsilon: number): number {
  if (t === 0) return 1;
  const { gamma, b, height } = shapeOf(epsilon);
  const waves = (Math.sin(gamma * t) - b * Math.sin((gamma - 1) * t)) / (1 - 2 * b * Math.cos(t) + b * b);
  return (2 * height * (1 - b) * waves) / t;
}
