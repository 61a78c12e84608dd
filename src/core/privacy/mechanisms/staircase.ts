import { checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { randomInteger } from "../../random/randomInteger.ts";
import type { UniformSource } from "../../random/randomSource.ts";
import { uniformsOf, type RandomWords } from "../../random/randomWords.ts";
import { uniformBelow } from "../../random/uniformBelow.ts";
import { exponentialEnclosure } from "../../special/exponentialEnclosure.ts";
import { rationalOf, type Rational } from "../../special/rational.ts";

export const staircaseLattice = 2 ** -20;
const stepsOfOne = 2 ** 20;

/**
 * Numbers released with exact staircase noise on a lattice: the integers
 *
 *     D_i = ⌊c_i/g + ½⌋ + N_i,   P(N = n) ∝ e^(−kε),  k the number of steps s, s + R, s + 2R, … that are at most |n|,
 *
 * with R = 1/g and s the whole number nearest to γR, at least 1: ε-private for a number that changes by at most 1.
 *
 * @param estimate c, shape (m,). Private
 * @param epsilon ε ≥ 2⁻²⁴: smaller ones leave the lattice
 * @param words fresh, from a cryptographic source: some ten a number
 * @see docs/proofs/tableRelease.md, Lemma 7
 */
export function latticeStaircaseRelease({
  estimate,
  epsilon,
  words,
}: {
  readonly estimate: ArrayLike<number>;
  readonly epsilon: number;
  readonly words: RandomWords;
}): Float64Array {
  if (checkPositive("epsilon", epsilon) < 2 ** -24) throw new ParameterError("epsilon", epsilon, "at least 2⁻²⁴");
  const s = Math.max(1, Math.round(stepsOfOne / (1 + Math.exp(epsilon / 2))));
  const x = rationalOf("epsilon", epsilon);
  const random = uniformsOf(words);
  const isLevel = levelTrial(x, s);
  const geometric = createGeometric(x, 2 ** Math.max(0, Math.floor(-Math.log2(epsilon))));
  return Float64Array.from(estimate, (c) => {
    const at = Math.floor(c / staircaseLattice + 0.5);
    if (isLevel(random)) return at + uniformBelow(2 * s - 1, random) - (s - 1);
    const slot = uniformBelow(2 * stepsOfOne, random);
    const size = Math.min(largest, s + geometric(random) * stepsOfOne + (slot >> 1));
    return slot % 2 === 0 ? at + size : at - size;
  });
}

/** Beyond it with a probability of e^(−128) at most. */
const largest = 2 ** 51;

/**
 * Exact draws of k with P(k) ∝ e^(−xk), as k = u + vw: a uniform u below w is kept with probability e^(−xu), and v is
 * geometric with e^(−xw).
 */
function createGeometric({ numerator, denominator }: Rational, w: number): (random: UniformSource) => number {
  const survives = (u: number) =>
    trialOf((precision) => exponentialEnclosure({ numerator: numerator * BigInt(u), denominator }, precision));
  const goesOn = survives(w);
  return (random) => {
    let k = uniformBelow(w, random);
    while (!survives(k)(random)) k = uniformBelow(w, random);
    while (goesOn(random)) k += w;
    return k;
  };
}

/** Exact trials of |N| < s: (2s − 1)(1 − q) to 2Rq, q = e^(−ε). */
function levelTrial(x: Rational, s: number): Trial {
  const [level, tail] = [BigInt(2 * s - 1), BigInt(2 * stepsOfOne)];
  return trialOf((precision) => {
    const one = 1n << BigInt(precision);
    const shareAt = (q: bigint) => [level * (one - q) * one, level * (one - q) + tail * q] as const;
    const { lower, upper } = exponentialEnclosure(x, precision);
    const [least, ofLeast] = shareAt(upper);
    const [most, ofMost] = shareAt(lower);
    return { lower: least / ofLeast, upper: (most + ofMost - 1n) / ofMost };
  });
}

type Trial = (random: UniformSource) => boolean;

/** Exact trials of a probability enclosed by whole numbers over 2^precision. */
function trialOf(enclosureAt: (precision: number) => ReturnType<typeof exponentialEnclosure>): Trial {
  const first = enclosureAt(firstPrecision);
  return (random) => {
    let precision = firstPrecision;
    let bits = randomInteger(random, precision);
    let { lower, upper } = first;
    for (;;) {
      if (bits + 1n <= lower) return true;
      if (bits >= upper) return false;
      bits = (bits << BigInt(precision)) | randomInteger(random, precision);
      precision *= 2;
      ({ lower, upper } = enclosureAt(precision));
    }
  };
}

const firstPrecision = 52;
