import { expect } from "vitest";

type TypedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/**
 * Set-up of all tests in Node: typed arrays of one kind, whose numbers are the same one by one (NaN is NaN, −0 is not 0), are
 * equal. So says vitest, but it looks each number up by the name of its index: 2 to 9 ms for 1,000 numbers in place of 0.01.
 * What differs is left to it, which then says where.
 */
function sameNumbers(a: unknown, b: unknown): true | undefined {
  if (!isTypedArray(a) || !isTypedArray(b)) return undefined;
  if (a.constructor !== b.constructor || a.length !== b.length) return undefined;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return undefined;
  return true;
}

const isTypedArray = (value: unknown): value is TypedArray => ArrayBuffer.isView(value) && !(value instanceof DataView);

// A process tests file after file, and testers add up.
const process = globalThis as { curveilEqualArrays?: true };
if (!process.curveilEqualArrays) {
  process.curveilEqualArrays = true;
  expect.addEqualityTesters([sameNumbers]);
}
