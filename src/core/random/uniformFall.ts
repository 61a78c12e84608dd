import type { ExactReal } from "./exactReal.ts";
import type { RandomWords } from "./randomWords.ts";

/**
 * True if the number of steps of a fall u > u₁ > u₂ > … of fresh uniform numbers is even. A step is taken while the
 * next number is below the last and `goesOn(z)` is true, with probability q: at least j steps have probability
 * (uq)ʲ/j!, an even number e^(−uq).
 *
 * @param first first digit of u, in base 2³²
 * @param digits all digits of u drawn so far, if u is needed afterwards: a comparison may add to them
 */
export function fallIsEven(
  first: number,
  digits: number[] | undefined,
  z: ExactReal,
  goesOn: (z: ExactReal, words: RandomWords) => boolean,
  words: RandomWords,
): boolean {
  let last = first;
  let longer = digits;
  for (let isEven = true; ; isEven = !isEven) {
    const next = words.word();
    let tied: number[] | undefined;
    if (next > last) return isEven;
    if (next === last) {
      tied = [next];
      if (!isLess(tied, longer ?? [last], words)) return isEven;
    }
    if (!goesOn(z, words)) return isEven;
    last = next;
    longer = tied;
  }
}

/** True if uniform a < b, given by first digits; further digits are drawn as needed, a's before b's. */
export function isLess(a: number[], b: number[], words: RandomWords): boolean {
  for (let i = 0; ; i++) {
    if (i === a.length) a.push(words.word());
    if (i === b.length) b.push(words.word());
    if (a[i] !== b[i]) return a[i]! < b[i]!;
  }
}
