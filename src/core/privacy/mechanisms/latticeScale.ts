import { checkNonNegative, checkPositive } from "../../checks.ts";
import { NumericalError } from "../../errors.ts";

export interface LatticeScale {
  /** g, a power of two. */
  readonly lattice: number;
  /** r, an integer from 2¹² to 2¹³. */
  readonly multiplier: number;
  /** r g. */
  readonly scale: number;
}

/** Factor that covers up to six roundings. */
export const roundingUp = 1 + 8 * 2 ** -53;

/**
 * Least scale of at least `least` of the form r·2ᵏ, r an integer from 2¹² to 2¹³.
 *
 * @throws {NumericalError} unless 2⁻⁸⁰⁰ < least < 2⁸⁰⁰
 */
export function latticeOfScale(least: number): LatticeScale {
  if (!(least > 2 ** -800 && least < 2 ** 800)) throw new NumericalError(`no lattice for noise of the scale ${least}`);
  const lattice = powerOfTwoBelow(least) * 2 ** -12;
  const multiplier = Math.ceil(least / lattice);
  return { lattice, multiplier, scale: multiplier * lattice };
}

interface LatticeOfLoss extends LatticeScale {
  /** Δ + 2η, rounded up. */
  readonly sensitivity: number;
  /** At most the requested loss, rounded up. */
  readonly loss: number;
}

/**
 * Lattice of the least scale with r g ≥ (Δ + 2η)/loss.
 *
 * @param sensitivity Δ > 0
 * @param roundingError η ≥ 0, bound on rounding in the norm of Δ, whatever the records
 * @param loss > 0: ε of Laplace, μ of Gaussian noise
 * @throws {NumericalError} if the scale would leave the range from 2⁻⁸⁰⁰ to 2⁸⁰⁰
 */
export function latticeOfLoss({
  sensitivity,
  roundingError,
  loss,
}: {
  readonly sensitivity: number;
  readonly roundingError: number;
  readonly loss: number;
}): LatticeOfLoss {
  checkPositive("sensitivity", sensitivity);
  checkNonNegative("roundingError", roundingError);
  const inflated = (sensitivity + 2 * roundingError) * roundingUp;
  const lattice = latticeOfScale((inflated / loss) * roundingUp);
  return { ...lattice, sensitivity: inflated, loss: Math.min(loss, (inflated / lattice.scale) * roundingUp) };
}

/** Largest power of two up to x, for 2⁻¹⁰⁰⁰ < x < 2¹⁰⁰⁰. */
export function powerOfTwoBelow(x: number): number {
  let power = 2 ** Math.floor(Math.log2(x));
  while (power > x) power /= 2;
  while (2 * power <= x) power *= 2;
  return power;
}
