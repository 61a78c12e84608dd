import type { RandomWords } from "../../src/core/random/randomWords.ts";
import { exactly } from "./exactRational.ts";

// Karney's and von Neumann's algorithms again, as they are printed, on whole numbers of any length. Nothing is shared with
// src/core: a number is the integer of its digits so far, and comparisons are of intervals.

/** Where an oracle's random choices come from. */
export interface Chooser {
  /** Digits are integers of so many bits. */
  readonly bits: number;
  digit(): bigint;
  /** An integer from 0 to n − 1. */
  choose(n: number): number;
  sign(): boolean;
}

/** A uniform number: its first `count` digits as one integer. */
export interface Uniform {
  value: bigint;
  count: number;
}

export function wordChooser(words: RandomWords): Chooser {
  return {
    bits: 32,
    digit: () => BigInt(words.word()),
    choose: (n) => {
      for (;;) {
        const candidate = BigInt(words.word());
        if (candidate < (2n ** 32n / BigInt(n)) * BigInt(n)) return Number(candidate % BigInt(n));
      }
    },
    sign: () => words.word() >= 0x80000000,
  };
}

export function uniform(from: Chooser): Uniform {
  return { value: from.digit(), count: 1 };
}

export function extend(u: Uniform, from: Chooser): void {
  u.value = (u.value << BigInt(from.bits)) | from.digit();
  u.count++;
}

function less(a: Uniform, b: Uniform, from: Chooser): boolean {
  for (let place = 1; ; place++) {
    if (a.count < place) extend(a, from);
    if (b.count < place) extend(b, from);
    const upTo = (u: Uniform) => u.value >> BigInt((u.count - place) * from.bits);
    if (upTo(a) !== upTo(b)) return upTo(a) < upTo(b);
  }
}

/** Algorithm H: true with probability e^(−1/2). */
export function halfPower(from: Chooser): boolean {
  let last = uniform(from);
  if (last.value >> BigInt(from.bits - 1) === 1n) return true;
  for (let steps = 1; ; steps++) {
    const next = uniform(from);
    if (!less(next, last, from)) return steps % 2 === 0;
    last = next;
  }
}

/** Algorithm B: true with probability exp(−x(2k + x)/(2k + 2)). */
export function fractionPower(k: number, x: Uniform, from: Chooser): boolean {
  let last = x;
  for (let steps = 0; ; steps++) {
    const next = uniform(from);
    if (!less(next, last, from)) return steps % 2 === 0;
    const choice = from.choose(2 * k + 2);
    if (choice === 0) return steps % 2 === 0;
    if (choice === 1 && !less(uniform(from), x, from)) return steps % 2 === 0;
    last = next;
  }
}

export interface Variate {
  readonly negative: boolean;
  readonly whole: number;
  readonly fraction: Uniform;
}

/** One proposal of algorithm N, if it is accepted. */
export function proposeNormal(from: Chooser): Variate | undefined {
  let whole = 0;
  while (halfPower(from)) whole++;
  for (let trial = 0; trial < whole * (whole - 1); trial++) if (!halfPower(from)) return undefined;
  const fraction = uniform(from);
  for (let trial = 0; trial <= whole; trial++) if (!fractionPower(whole, fraction, from)) return undefined;
  return { whole, fraction, negative: from.sign() };
}

export function drawNormal(from: Chooser): Variate {
  for (;;) {
    const accepted = proposeNormal(from);
    if (accepted) return accepted;
  }
}

/** Whether x > u₁ > u₂ > … has an even number of steps. */
export function fallIsEven(x: Uniform, from: Chooser): boolean {
  let last = x;
  for (let steps = 0; ; steps++) {
    const next = uniform(from);
    if (!less(next, last, from)) return steps % 2 === 0;
    last = next;
  }
}

/** Von Neumann's exponential, with a sign. */
export function drawLaplace(from: Chooser): Variate {
  for (let whole = 0; ; whole++) {
    const fraction = uniform(from);
    if (fallIsEven(fraction, from)) return { whole, fraction, negative: from.sign() };
  }
}

const unit = 1100n;

/** Ends of the interval, in units of 2⁻¹¹⁰⁰, that the magnitude of a variate lies in. */
export function interval({ whole, fraction }: Variate, bits: number): [bigint, bigint] {
  const places = BigInt(fraction.count * bits);
  const value = (BigInt(whole) << places) + fraction.value;
  return [value << (unit - places), (value + 1n) << (unit - places)];
}

/** ⌊x + r z + ½⌋, digits drawn until both ends of z's interval agree. */
export function onLattice(z: Variate, x: number, multiplier: number, from: Chooser): bigint {
  for (;;) {
    const [inner, outer] = interval(z, from.bits);
    const [low, high] = z.negative ? [-outer, -inner] : [inner, outer];
    const at = exactly(x) + (1n << (unit - 1n));
    const floors = [at + BigInt(multiplier) * low, at + BigInt(multiplier) * high - 1n].map((value) => value >> unit);
    if (floors[0] === floors[1]) return floors[0]!;
    extend(z.fraction, from);
  }
}

/** The double nearest to z, of the integers of 53 bits and their halves. */
export function nearest(z: Variate, from: Chooser): number {
  for (;;) {
    if (z.fraction.count >= 2) {
      const [low, high] = interval(z, from.bits).map(rounded);
      if (low === high) return z.negative ? -low! : low!;
    }
    extend(z.fraction, from);
  }
}

/** The double nearest to a positive number of 2⁻¹¹⁰⁰, ties to even. */
function rounded(value: bigint): number {
  const spare = BigInt(Math.max(0, value.toString(2).length - 53));
  const [quotient, rest] = [value >> spare, value & ((1n << spare) - 1n)];
  const half = spare === 0n ? 1n : 1n << (spare - 1n);
  const up = rest > half || (rest === half && spare > 0n && quotient % 2n === 1n);
  let result = Number(up ? quotient + 1n : quotient);
  for (let left = Number(spare) - Number(unit); left !== 0;) {
    const step = Math.max(-1000, Math.min(1000, left));
    result *= 2 ** step;
    left -= step;
  }
  return result;
}
