import { arithmetic } from "./arithmetic.ts";
import type { Arithmetic } from "./operations.ts";

/** Replaces each x by e^x, within 4 units in the last place; equal numbers give equal results. */
export function exponentials(values: Float64Array, by: Arithmetic = arithmetic()): void {
  const memory = by.reserve(values.length);
  memory.set(values);
  by.exponentials(0, values.length);
  values.set(memory.subarray(0, values.length));
}

interface QuadraticExponents {
  readonly values: number;
  readonly count: number;
  readonly from: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Writes to the memory that `by` holds, within 4 units in the last place. */
export function exponentialsOfQuadratic(by: Arithmetic, { values, count, from, a, b, c }: QuadraticExponents): void {
  const memory = by.held();
  for (let i = 0, k = from; i < count; i++, k++) memory[values + i] = (a * k + b) * k + c;
  by.exponentials(values, count);
}
