import { nearestDouble, roundedToLattice } from "./exactReal.ts";
import type { ExactReal } from "./exactReal.ts";
import type { RandomWords } from "./randomWords.ts";

/** Independent exact draws of one distribution, each used once: on a lattice, or as the nearest double. */
export interface ExactDraws {
  /**
   * ⌊x + r z + ½⌋ for a fresh z, exactly.
   *
   * @param x of magnitude at most 2⁵¹
   * @param multiplier r, an integer from 1 to 2²⁰
   * @throws {ParameterError} if one is out of range
   */
  onLattice(x: number, multiplier: number): number;
  /** The double nearest to a fresh z. */
  nearest(): number;
  /** Fresh draws as nearest doubles in place of all elements. */
  fillNearest(out: Float64Array): void;
}

/** Draws of a distribution on a lattice or as doubles, from a function that draws an exact number. */
export function exactDraws(draw: (z: ExactReal) => void, words: RandomWords): ExactDraws {
  const z: ExactReal = { isNegative: false, whole: 0, digits: [0] };
  const nearest = () => {
    draw(z);
    return nearestDouble(z, words);
  };
  return {
    onLattice: (x, multiplier) => {
      draw(z);
      return roundedToLattice(z, x, multiplier, words);
    },
    nearest,
    fillNearest: (out) => {
      for (let i = 0; i < out.length; i++) out[i] = nearest();
    },
  };
}
