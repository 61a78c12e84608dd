import { NumericalError } from "../../errors.ts";

/** A lattice, and a scale of noise that is a multiple of its step. */
export interface LatticeScale {
  /** g, a power of two. */
  readonly lattice: number;
  /** r, an integer from 2¹² to 2¹³. */
  readonly multiplier: number;
  /** r g. */
  readonly scale: number;
}

/** A factor that lifts the result of up to six roundings above its exact value. */
export const roundingUp = 1 + 8 * 2 ** -53;

/**
 * The least scale of at least `least` of the form r·2ᵏ with an integer r from 2¹² to 2¹³.
 *
 * @throws {NumericalError} unless 2⁻⁸⁰⁰ < least < 2⁸⁰⁰
 */
export function latticeOfScale(least: number): LatticeScale {
  if (!(least > 2 ** -800 && least < 2 ** 800)) throw new NumericalError(`no lattice for noise of the scale ${least}`);
  const lattice = powerOfTwoBelow(least) * 2 ** -12;
  const multiplier = Math.ceil(least / lattice);
  return { lattice, multiplier, scale: multiplier * lattice };
}

/** The largest power of two that is at most x, for 2⁻¹⁰⁰⁰ < x < 2¹⁰⁰⁰. */
export function powerOfTwoBelow(x: number): number {
  let power = 2 ** Math.floor(Math.log2(x));
  while (power > x) power /= 2;
  while (2 * power <= x) power *= 2;
  return power;
}
