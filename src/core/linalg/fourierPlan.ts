import { ParameterError } from "../errors.ts";
import { checkPositiveInteger } from "../checks.ts";
import { rootsOfUnity } from "./rootsOfUnity.ts";
import type { Arithmetic } from "./simd/operations.ts";

/**
 * The stages of a transform of length N = Π r: the radices, even ones first, so that rows soon hold an even number.
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
 * Where the plan of the transforms of length N = 2^a 3^b 5^c is kept in the memory of an arithmetic: N, the number of
 * stages, their radices r, then for each stage, with N/(rm) transforms of length rm to its left, e^(−2πikp/rm), real and imaginary part,
 * for p = 1 … m − 1 and within it k = 1 … r − 1. The first stage of a single transform has for each k all real, then all imaginary parts
 * of p = 0 … m − 1.
 *
 * @param isSingle whether the plan is for one transform, or for several that are interleaved
 * @throws {ParameterError} unless N = 2^a 3^b 5^c
 */
export function keptFourierPlan(arithmetic: Arithmetic, length: number, isSingle: boolean): number {
  let places = knownPlaces.get(arithmetic);
  if (!places) knownPlaces.set(arithmetic, (places = new Map<number, number>()));
  const key = isSingle ? -length : length;
  let place = places.get(key);
  if (place === undefined) places.set(key, (place = arithmetic.keep(fourierPlan(length, isSingle))));
  return place;
}

const knownPlaces = new WeakMap<Arithmetic, Map<number, number>>();

function fourierPlan(length: number, isSingle: boolean): Float64Array {
  const radices = radicesOf(length);
  const { cosines, sines } = rootsOfUnity(length);
  const plan = [length, radices.length, ...radices];
  let n = length;
  for (const [stage, radix] of radices.entries()) {
    const m = n / radix;
    const turn = length / n;
    if (stage === 0 && isSingle) {
      for (let k = 1; k < radix; k++) {
        for (let p = 0; p < m; p++) plan.push(cosines[k * p]!);
        for (let p = 0; p < m; p++) plan.push(-sines[k * p]!);
      }
    } else {
      for (let p = 1; p < m; p++) {
        for (let k = 1; k < radix; k++) plan.push(cosines[k * p * turn]!, -sines[k * p * turn]!);
      }
    }
    n = m;
  }
  return Float64Array.from(plan);
}

/** Doubles that the transforms of `batch` interleaved sequences of length N need beside them. */
export function fourierWork(length: number, batch: number): number {
  return 4 * length * Math.min(batch, 9);
}
