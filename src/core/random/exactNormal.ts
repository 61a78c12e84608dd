import { exactDraws, type ExactDraws } from "./exactDraws.ts";
import type { ExactReal } from "./exactReal.ts";
import type { RandomWords } from "./randomWords.ts";
import { fallIsEven, isLess } from "./uniformFall.ts";

/**
 * Exact standard normal draws. A number ±(k + x) is proposed with k geometric, P(k) ∝ e^(−k/2), and x uniform on [0,
 * 1), and accepted with probability exp(−½k(k−1)) exp(−½x(2k + x)). Trials compare uniform numbers digit by digit.
 * About 12 words a draw.
 *
 * @param words consumed in order: trials of k, first digit of x, trials of x, the sign, then digits for rounding
 * @see Karney (2016), ACM TOMS 42(1), Algorithm N; arXiv 1303.6257
 */
export function exactNormals(words: RandomWords): ExactDraws {
  return exactDraws((z) => drawNormal(z, words), words);
}

function drawNormal(z: ExactReal, words: RandomWords): void {
  do {
    z.whole = integerPart(z, words);
    z.digits.length = 1;
    z.digits[0] = words.word();
  } while (!acceptsFraction(z, words));
  z.isNegative = words.word() >= 2 ** 31;
}

/** k ≥ 0 with probability proportional to e^(−k²/2): geometric, kept with probability exp(−½k(k−1)). */
function integerPart(z: ExactReal, words: RandomWords): number {
  for (;;) {
    let k = 0;
    while (halfPowerTrial(z, words)) k++;
    let trials = k * (k - 1);
    while (trials > 0 && halfPowerTrial(z, words)) trials--;
    if (trials <= 0) return k;
  }
}

/** True with probability e^(−½): the fall from ½. A first number above ½ ends it. */
function halfPowerTrial(z: ExactReal, words: RandomWords): boolean {
  const first = words.word();
  return first >= 2 ** 31 || !fallIsEven(first, undefined, z, () => true, words);
}

/** True with probability exp(−½x(2k + x)): k + 1 trials of exp(−x(2k + x)/(2k + 2)). */
function acceptsFraction(z: ExactReal, words: RandomWords): boolean {
  for (let trial = 0; trial <= z.whole; trial++)
    if (!fallIsEven(z.digits[0]!, z.digits, z, goesOn, words)) return false;
  return true;
}

/** True with probability (2k + x)/(2k + 2). */
function goesOn(z: ExactReal, words: RandomWords): boolean {
  const choice = uniformBelow(2 * z.whole + 2, words);
  if (choice !== 1) return choice > 1;
  const u = words.word();
  return u === z.digits[0]! ? isLess([u], z.digits, words) : u < z.digits[0]!;
}

function uniformBelow(n: number, words: RandomWords): number {
  const fair = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = words.word();
    if (word < fair) return word % n;
  }
}
