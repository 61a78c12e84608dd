import { exactDraws, type ExactDraws } from "./exactDraws.ts";
import type { ExactReal } from "./exactReal.ts";
import type { RandomWords } from "./randomWords.ts";
import { fallIsEven } from "./uniformFall.ts";

/**
 * Exact draws of the Laplace distribution of scale 1, density ½e^(−|z|): an exponential magnitude and a sign. About 6
 * words a draw.
 *
 * @param words consumed in order: the falls of the magnitude, the sign, then digits for rounding
 */
export function exactLaplace(words: RandomWords): ExactDraws {
  return exactDraws((z) => {
    drawExponential(z, words);
    z.isNegative = words.word() >= 2 ** 31;
  }, words);
}

/**
 * Von Neumann's algorithm: the fall from a uniform x is even with probability e^(−x), and then x is the fraction; else
 * the integer part grows by one.
 *
 * @see von Neumann (1951); Karney (2016), Algorithm V
 */
function drawExponential(z: ExactReal, words: RandomWords): void {
  for (z.whole = 0; ; z.whole++) {
    z.digits.length = 1;
    z.digits[0] = words.word();
    if (fallIsEven(z.digits[0], z.digits, z, () => true, words)) return;
  }
}
