import { checkPositive } from "../../checks.ts";
import { exactLaplace } from "../../random/exactLaplace.ts";
import type { RandomWords } from "../../random/randomWords.ts";
import { latticeOfLoss } from "./latticeScale.ts";
import type { LatticeScale } from "./latticeScale.ts";

/** What is public of a Laplace release on a lattice, before anything is drawn. */
interface LaplaceLattice extends LatticeScale {
  /** Δ₁ + 2η₁, rounded up: the ℓ₁ sensitivity of the estimate as it is computed. */
  readonly sensitivity: number;
  /** The release is ε-private with this ε = (Δ₁ + 2η₁)/b, rounded up; at most the one asked for. */
  readonly epsilon: number;
}

/**
 * Lattice and scale for numbers that are released with Laplace noise: a power of two g and an integer r from 2¹² to 2¹³ with
 *
 *     b = r g ≥ (Δ₁ + 2η₁)/ε,
 *
 * and less than a part in 2¹² above it. All of it is public.
 *
 * @param sensitivity Δ₁ > 0 in the ℓ₁ norm over all numbers released
 * @param roundingError η₁ ≥ 0: computed minus exact numbers have at most this ℓ₁ norm, whatever the records
 * @param epsilon ε > 0
 * @throws {ParameterError} if an argument is outside its range
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
 * which stand for g D_i. The computed numbers c are real numbers like any others, c/g is exact and so is what is drawn: this is
 * the Laplace mechanism of scale b = r g applied to c, rounded afterwards, so (Δ₁ + 2η₁)/b-private for neighbours with
 * ‖f − f′‖₁ ≤ Δ₁ and ‖c − f‖₁ ≤ η₁. Each integer alone is (S + 2η)/b-private where one number changes by at most S. The
 * lattice itself adds nothing, since c is not rounded to it before noise is added.
 * Numbers beyond ±2⁵¹ g are moved there first, which brings no two further apart; no value is refused.
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
