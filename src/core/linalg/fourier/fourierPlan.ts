import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { rootsOfUnity } from "./rootsOfUnity.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";

/**
 * Radices of a transform of length N = Π r, even ones first.
 *
 * @throws {ParameterError} unless N = 2^a 3^b 5^c
 */
export function radicesOf(length: number): number[] {
  let left = checkPositiveInteger("length", length);
  const radices: number[] = [];
  for (const radix of [4, 2, 3, 5]) {
    for (; left % radix === 0; left /= radix) radices.push(radix);
  }
  if (left !== 1) throw new ParameterError("length", length, "a product of twos, threes and fives");
  return radices;
}

/**
 * The least even length 2^a 3^b 5^c ≥ n, for `createRealFft`; at most 4n/3 if n ≥ 2.
 *
 * @param n > 0
 */
export function fastLength(n: number): number {
  let least = Infinity;
  const count = checkPositive("n", n);
  for (let fives = 2; fives < 5 * count + 2; fives *= 5) {
    for (let length = fives; length < 3 * count + 2; length *= 3) {
      let even = length;
      while (even < count) even *= 2;
      least = Math.min(least, even);
    }
  }
  return least;
}

/**
 * Place of the kept plan of transforms of length N = 2^a 3^b 5^c: N, the number of stages, their radices r, then the
 * roots of each stage. A stage turns transforms of length rm into transforms of length m and has e^(−2πikp/rm), real
 * and imaginary part, for each p = 0 … m − 1 all k = 1 … r − 1; the first stage of a single transform all real, then
 * all imaginary parts.
 *
 * @param isSingle true for one transform, false for several interleaved ones
 * @throws {ParameterError} unless N = 2^a 3^b 5^c
 */
export function keptFourierPlan(arithmetic: Arithmetic, length: number, isSingle: boolean): number {
  return keptOnce(arithmetic, `${isSingle ? "one" : "several"} of ${length}`, () => fourierPlan(length, isSingle));
}

/** Place of kept cos 2πk/N for 0 ≤ k ≤ N/4, then sin, N even. */
export function keptQuarterOfRoots(arithmetic: Arithmetic, length: number): number {
  return keptOnce(arithmetic, `roots of ${length}`, () => {
    const { cosines, sines } = rootsOfUnity(length);
    const count = (length >> 2) + 1;
    const roots = new Float64Array(2 * count);
    roots.set(cosines.subarray(0, count));
    roots.set(sines.subarray(0, count), count);
    return roots;
  });
}

function keptOnce(arithmetic: Arithmetic, name: string, values: () => Float64Array): number {
  let places = knownPlaces.get(arithmetic);
  if (!places) knownPlaces.set(arithmetic, (places = new Map<string, number>()));
  let place = places.get(name);
  if (place === undefined) places.set(name, (place = arithmetic.keep(values())));
  return place;
}

const knownPlaces = new WeakMap<Arithmetic, Map<string, number>>();

function fourierPlan(length: number, isSingle: boolean): Float64Array {
  const radices = radicesOf(length);
  const { cosines, sines } = rootsOfUnity(length);
  const plan = new Float64Array(2 + radices.length + 2 * length * radices.length);
  plan.set([length, radices.length, ...radices]);
  let at = 2 + radices.length;
  let n = length;
  for (const [stage, radix] of radices.entries()) {
    const m = n / radix;
    const turn = length / n;
    if (stage === 0 && isSingle) {
      for (let k = 1; k < radix; k++) {
        for (let p = 0; p < m; p++, at++) {
          plan[at] = cosines[k * p]!;
          plan[at + m] = -sines[k * p]!;
        }
        at += m;
      }
    } else {
      for (let p = 0; p < m; p++) {
        for (let k = 1; k < radix; k++, at += 2) {
          plan[at] = cosines[k * p * turn]!;
          plan[at + 1] = -sines[k * p * turn]!;
        }
      }
    }
    n = m;
  }
  return plan.slice(0, at);
}

/** Scratch of an N × M plane, in doubles. */
export function planeWork(width: number, depth: number): number {
  return 4 * Math.max(width, 8 * depth);
}
