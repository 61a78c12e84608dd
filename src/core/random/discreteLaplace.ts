import { exponentialEnclosure } from "../special/exponentialEnclosure.ts";
import type { Rational } from "../special/rational.ts";
import { randomInteger } from "./randomInteger.ts";
import type { RandomSource } from "./randomSource.ts";

/**
 * True with probability e^(−x), exactly, for a fraction x ≥ 0, by an enclosure of e^(−x).
 *
 * @param random two uniform draws, more with a probability of 2⁻⁶⁰
 */
export function drawExponentialTrial(x: Rational, random: RandomSource): boolean {
  if (x.numerator === 0n) return true;
  let precision = 64;
  let bits = randomInteger(random, precision);
  for (;;) {
    const { lower, upper } = exponentialEnclosure(x, precision);
    if (bits + 1n <= lower) return true;
    if (bits >= upper) return false;
    bits = (bits << BigInt(precision)) | randomInteger(random, precision);
    precision *= 2;
  }
}

/**
 * A whole number drawn exactly from the discrete Laplace law P(k) ∝ e^(−x|k|), for a fraction x > 0.
 *
 * The magnitude is geometric, P(G ≥ g) = e^(−xg). Its bits below 2^j ≈ 1/x are independent, bit i set with odds e^(−x
 * 2ⁱ) to 1; the rest counts successes of trials of probability e^(−x 2^j). Then comes a sign; −0 is drawn again.
 *
 * @param random some uniform draws for each bit
 * @see Canonne, Kamath & Steinke (2020), NeurIPS, section 5
 */
export function drawDiscreteLaplace(x: Rational, random: RandomSource): bigint {
  const { numerator, denominator } = x;
  const bits = Math.max(0, (denominator / numerator).toString(2).length);
  const times = (factor: bigint): Rational => ({ numerator: numerator * factor, denominator });
  for (;;) {
    let magnitude = 0n;
    for (let i = 0n; i < BigInt(bits); i++) {
      if (drawOdds(times(1n << i), random)) magnitude += 1n << i;
    }
    while (drawExponentialTrial(times(1n << BigInt(bits)), random)) magnitude += 1n << BigInt(bits);
    const isNegative = randomInteger(random, 1) === 1n;
    if (magnitude > 0n || !isNegative) return isNegative ? -magnitude : magnitude;
  }
}

/** True with odds e^(−y) to 1: a fair coin decides; true must also pass a trial, else all is drawn again. */
function drawOdds(y: Rational, random: RandomSource): boolean {
  for (;;) {
    if (randomInteger(random, 1) === 0n) return false;
    if (drawExponentialTrial(y, random)) return true;
  }
}
