import { checkPositive } from "../../checks.ts";
import { exactLaplace } from "../../random/exactLaplace.ts";
import type { RandomWords } from "../../random/randomWords.ts";
import { latticeOfLoss, type LatticeScale } from "./latticeScale.ts";

/** Public. */
interface LaplaceLattice extends LatticeScale {
  /** Δ₁ + 2η₁, rounded up. */
  readonly sensitivity: number;
  /** ε = (Δ₁ + 2η₁)/b, rounded up, at most the requested one. */
  readonly epsilon: number;
}

/**
 * Lattice and scale of Laplace noise: a power of two g and an integer r from 2¹² to 2¹³ with
 *
 *     b = r g ≥ (Δ₁ + 2η₁)/ε,
 *
 * and less than a part in 2¹² above it.
 *
 * @param sensitivity Δ₁ > 0 in the ℓ₁ norm over all numbers released
 * @param roundingError η₁ ≥ 0, bound on ‖computed − exact‖₁, whatever the records
 * @param epsilon ε > 0
 * @throws {NumericalError} if b would leave the range from 2⁻⁸⁰⁰ to 2⁸⁰⁰
 */
export function laplaceLattice({
  sensitivity,
  roundingError,
  epsilon,
}: {
  readonly sensitivity: number;
  readonly roundingError: number;
  readonly epsilon: number;
}): LaplaceLattice {
  const { loss, ...lattice } = latticeOfLoss({ sensitivity, roundingError, loss: checkPositive("epsilon", epsilon) });
  return { ...lattice, epsilon: loss };
}

/**
 * Numbers released with exact Laplace noise on a lattice: the integers
 *
 *     D_i = ⌊c_i/g + r L_i + ½⌋,  L_i independent of density ½e^(−|z|),
 *
 * which stand for g D_i: (Δ₁ + 2η₁)/b-private, b = r g, for neighbours with ‖f − f′‖₁ ≤ Δ₁ and ‖c − f‖₁ ≤ η₁. Numbers
 * are clipped at ±2⁵¹ g.
 *
 * @param estimate c, shape (m,). Private
 * @param words consumed in order, about 6 a number
 * @returns D, shape (m,)
 */
export function latticeLaplaceRelease({
  estimate,
  lattice: { lattice, multiplier },
  words,
}: {
  readonly estimate: ArrayLike<number>;
  readonly lattice: Pick<LatticeScale, "lattice" | "multiplier">;
  readonly words: RandomWords;
}): Float64Array {
  return exactLaplace(words).allOnLattice(estimate, lattice, multiplier);
}
