import { clampedToLattice, nearestDouble, roundedToLattice, type ExactReal } from "./exactReal.ts";
import type { RandomWords } from "./randomWords.ts";

/** Independent exact draws of one distribution, each used once: on a lattice, or as the nearest double. */
export interface ExactDraws {
  /**
   * ⌊x + r z + ½⌋ for a fresh z, exactly.
   *
   * @param x of magnitude at most 2⁵¹
   * @param multiplier r, an integer from 1 to 2²⁰
   */
  onLattice(x: number, multiplier: number): number;
  /**
   * ⌊x_i + r z_i + ½⌋ for fresh z_i, x_i = values_i/lattice moved into ±2⁵¹ (NaN becomes 0).
   *
   * @param lattice a power of two from 2⁻⁹⁰⁰ to 2⁹⁰⁰
   */
  allOnLattice(values: ArrayLike<number>, lattice: number, multiplier: number): Float64Array;
  /** The double nearest to a fresh z. */
  nearest(): number;
  /** Fresh draws in place of all elements. */
  fillNearest(out: Float64Array): void;
}

export function exactDraws(draw: (z: ExactReal) => void, words: RandomWords): ExactDraws {
  const z: ExactReal = { isNegative: false, whole: 0, digits: [0] };
  const nearest = () => {
    draw(z);
    return nearestDouble(z, words);
  };
  const onLattice = (x: number, multiplier: number) => {
    draw(z);
    return roundedToLattice(z, x, multiplier, words);
  };
  return {
    onLattice,
    allOnLattice: (values, lattice, multiplier) => {
      const integers = new Float64Array(values.length);
      for (let i = 0; i < integers.length; i++) {
        integers[i] = onLattice(clampedToLattice(values[i]! / lattice), multiplier);
      }
      return integers;
    },
    nearest,
    fillNearest: (out) => {
      for (let i = 0; i < out.length; i++) out[i] = nearest();
    },
  };
}
