import { checkPositive } from "../../checks.ts";
import { exactNormals } from "../../random/exactNormal.ts";
import type { RandomWords } from "../../random/randomWords.ts";
import { latticeOfLoss, type LatticeScale } from "./latticeScale.ts";

/** Public. */
interface GaussianLattice extends LatticeScale {
  /** Δ + 2η, rounded up. */
  readonly sensitivity: number;
  /** μ = (Δ + 2η)/σ, rounded up, at most the requested one. */
  readonly mu: number;
}

/**
 * Lattice and scale of Gaussian noise: a power of two g and an integer r from 2¹² to 2¹³ with
 *
 *     σ = r g ≥ (Δ + 2η)/μ,
 *
 * and less than a part in 2¹² above it.
 *
 * @param sensitivity Δ > 0 in the ℓ₂ norm of the coordinates
 * @param roundingError η ≥ 0, bound on ‖computed − exact‖₂, whatever the records
 * @param mu μ > 0
 * @throws {NumericalError} if σ would leave the range from 2⁻⁸⁰⁰ to 2⁸⁰⁰
 */
export function gaussianLattice({
  sensitivity,
  roundingError,
  mu,
}: {
  readonly sensitivity: number;
  readonly roundingError: number;
  readonly mu: number;
}): GaussianLattice {
  const { loss, ...lattice } = latticeOfLoss({ sensitivity, roundingError, loss: checkPositive("mu", mu) });
  return { ...lattice, mu: loss };
}

/**
 * Coordinates released with exact Gaussian noise on a lattice: the integers
 *
 *     D_j = ⌊c_j/g + r z_j + ½⌋,  z_j independent standard normals,
 *
 * which stand for g D_j: (Δ + 2η)/σ-GDP for neighbours with ‖f − f′‖₂ ≤ Δ and ‖c − f‖₂ ≤ η. Coordinates are clipped at
 * ±2⁵¹ g.
 *
 * @param estimate c, shape (m,). Private
 * @param words consumed in order, about 12 a coordinate
 * @returns D, shape (m,)
 */
export function latticeGaussianRelease({
  estimate,
  lattice: { lattice, multiplier },
  words,
}: {
  readonly estimate: ArrayLike<number>;
  readonly lattice: GaussianLattice;
  readonly words: RandomWords;
}): Float64Array {
  return exactNormals(words).allOnLattice(estimate, lattice, multiplier);
}
