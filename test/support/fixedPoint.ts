import type { CapableKernel } from "../../src/core/kernels/kernel.ts";
import type { Points } from "../../src/core/points.ts";
import { pointAt, pointCount } from "../../src/core/points.ts";

// Numbers of 240 binary places, as whole numbers of 2⁻²⁴⁰: doubles and their products are exact, or far below any rounding.
const places = 240n;
const one = 1n << places;

export function fixed(x: number): bigint {
  if (x === 0) return 0n;
  const exponent = Math.max(-1022, Math.floor(Math.log2(Math.abs(x)))) - 53;
  // Two factors, since 2⁻¹⁰⁷⁵ is 0.
  const whole = BigInt(Math.round(x * 2 ** -Math.floor(exponent / 2) * 2 ** -(exponent - Math.floor(exponent / 2))));
  const shift = places + BigInt(exponent);
  return shift >= 0n ? whole << shift : whole >> -shift;
}

export function toDouble(x: bigint): number {
  const size = x < 0n ? -x : x;
  const extra = BigInt(Math.max(0, size.toString(2).length - 64));
  const value = Number(size >> extra) * 2 ** (Number(extra) - Number(places));
  return x < 0n ? -value : value;
}

export function times(a: bigint, b: bigint): bigint {
  return (a * b) >> places;
}

/** Σ_k a_k b_k. */
export function innerProduct(a: readonly bigint[], b: readonly bigint[]): bigint {
  return a.reduce((sum, value, k) => sum + value * b[k]!, 0n) >> places;
}

/** The kernel matrix of a Gaussian or Matérn kernel, whose decay or rate is the double that it is. */
export function fixedGram({ decay, matern }: CapableKernel, at: Points): bigint[][] {
  const rows = Array.from({ length: pointCount(at) }, (_, i) => Array.from(pointAt(at, i), fixed));
  return rows.map((x) =>
    rows.map((y) => {
      const squared = x.reduce((sum, value, d) => sum + times(value - y[d]!, value - y[d]!), 0n);
      if (decay !== undefined) return expOfNegative(times(fixed(decay), squared));
      const t = times(fixed(matern!.rate), root(squared));
      const square = matern!.square === 1 / 3 ? one / 3n : fixed(matern!.square);
      return times(one + times(fixed(matern!.linear) + times(square, t), t), expOfNegative(t));
    }),
  );
}

/** e^(−t), t ≥ 0: by 60 terms of the series of t/1024, squared ten times. */
export function expOfNegative(t: bigint): bigint {
  if (t > one << 9n) return 0n;
  const small = t >> 10n;
  let term = one;
  let sum = one;
  for (let k = 1n; k <= 60n; k++) {
    term = -times(term, small) / k;
    sum += term;
  }
  for (let k = 0; k < 10; k++) sum = times(sum, sum);
  return sum;
}

export function root(x: bigint): bigint {
  const square = x << places;
  if (square === 0n) return 0n;
  let value = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (value + square / value) >> 1n;
    if (next >= value) return value;
    value = next;
  }
}

/** 2π, by Machin's formula π/4 = 4 atan 1/5 − atan 1/239. */
export const fullTurn = 8n * (4n * atanOfInverse(5n) - atanOfInverse(239n));

function atanOfInverse(n: bigint): bigint {
  let sum = 0n;
  for (let power = one / n, k = 1n; power !== 0n; power = -power / (n * n), k += 2n) sum += power / k;
  return sum;
}

/** cos and sin of 2πt, by the series at t/1024 of a turn from the nearest whole one, doubled ten times. */
export function cosSinOfTurns(t: bigint): readonly [cos: bigint, sin: bigint] {
  const part = t - ((t + (one >> 1n)) >> places) * one;
  const angle = times(fullTurn, part) >> 10n;
  let [term, cos, sin] = [one, 0n, 0n];
  for (let k = 1n; k <= 50n; k++) {
    // Terms are those of e^(iφ): real, imaginary, −real, −imaginary, …
    const sign = (k - 1n) % 4n < 2n ? 1n : -1n;
    if (k % 2n === 1n) cos += sign * term;
    else sin += sign * term;
    term = times(term, angle) / k;
  }
  for (let k = 0; k < 10; k++) [cos, sin] = [2n * times(cos, cos) - one, 2n * times(sin, cos)];
  return [cos, sin];
}
