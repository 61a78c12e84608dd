import { arithmetic } from "./arithmetic.ts";
import type { Arithmetic } from "./operations.ts";

/** Replaces each x by e^x, within 4 units in the last place; equal numbers give equal results. */
export function exponentials(values: Float64Array, by: Arithmetic = arithmetic()): void {
  const memory = by.reserve(values.length);
  memory.set(values);
  by.exponentials(0, values.length);
  values.set(memory.subarray(0, values.length));
}
