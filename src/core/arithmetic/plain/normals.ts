import { normalQuantile } from "../../special/normal.ts";

/** (k + ½)/2⁵² with k of the upper 26 bits of two 32-bit integers: never 0 or 1. */
export function unitOfBits(first: number, second: number): number {
  return ((first >>> 6) * 2 ** 26 + (second >>> 6) + 0.5) * 2 ** -52;
}

export function normalOfBits(first: number, second: number): number {
  return normalQuantile(unitOfBits(first, second));
}

export function normals(memory: Float64Array, values: number, count: number): void {
  const words = new Uint32Array(memory.buffer, memory.byteOffset + 8 * values, 2 * count);
  for (let i = 0; i < count; i++) memory[values + i] = normalOfBits(words[2 * i]!, words[2 * i + 1]!);
}
