import type { CellKeys } from "./cellKeying.ts";

/** A prime; both halves of a key are below. */
const prime = 2 ** 31 - 1;
/** Products of numbers below 2³¹ and 2¹⁶ with an exact sum. */
const exactTerms = 32;
/** Sizes of the doubles that are keys of texts: 2⁶⁴ to 2⁵⁷⁵, of either sign. */
const sizes = Float64Array.from({ length: 1024 }, (_, k) => (k % 2 === 0 ? 1 : -1) * 2 ** (12 + (k >> 1)));

/**
 * Keys that nobody can choose texts for: cells differ in their keys but for a probability of (2³¹ − 1)⁻² over the
 * secret words, for any two texts that do not depend on them.
 *
 * A text of 16-bit units t₁ … tₗ has two halves
 *
 *     h(t) = Σᵢ kᵢ (tᵢ + 1) mod p,   p = 2³¹ − 1,
 *
 * with independent uniform kᵢ, drawn when a text is first that long. Two texts differ in some tᵢ + 1 (0 beyond the
 * shorter) by less than p, so one kᵢ of p makes their halves equal. Both halves, below 2⁶², become a double of at least
 * 2⁶⁴; a number below 2⁵³ is its own key: numbers and texts never meet.
 *
 * @param words secret, uniform integers of 32 bits; two for each place of the longest text, and a few unused
 * @see Carter & Wegman (1979), Journal of Computer and System Sciences 18:143–154, on multilinear hashing
 */
export function secretKeys({ word }: { readonly word: () => number }): CellKeys {
  let places = 0;
  let secrets = new Float64Array(64);
  const secret = (): number => {
    for (;;) {
      const drawn = word() >>> 1;
      if (drawn < prime) return drawn;
    }
  };
  const draw = (length: number) => {
    if (2 * length > secrets.length) {
      const larger = new Float64Array(Math.max(2 * length, 2 * secrets.length));
      larger.set(secrets);
      secrets = larger;
    }
    while (places < length) {
      secrets[2 * places] = secret();
      secrets[2 * places + 1] = secret();
      places++;
    }
  };
  const ofText = (text: string): number => {
    const { length } = text;
    if (length > places) draw(length);
    const drawn = secrets;
    let a = 0;
    let b = 0;
    for (let i = 0; i < length;) {
      const end = Math.min(length, i + exactTerms);
      for (; i < end; i++) {
        const unit = text.charCodeAt(i) + 1;
        a += drawn[2 * i]! * unit;
        b += drawn[2 * i + 1]! * unit;
      }
      a = modulo(a);
      b = modulo(b);
    }
    // 2⁵² + m, m the lower 21 bits of a half and the other half, times one of 2¹⁰ sizes for the upper bits.
    const upper = Math.floor(a / 2 ** 21);
    return (2 ** 52 + (a - upper * 2 ** 21) * 2 ** 31 + b) * sizes[upper]!;
  };
  return { ofValue: (value) => value, ofDigits: ofText, ofText };
}

/** A whole number below 2⁵³ modulo p. */
function modulo(sum: number): number {
  const upper = Math.floor(sum / 2 ** 31);
  const folded = sum - upper * 2 ** 31 + upper;
  return folded >= prime ? folded - prime : folded;
}
