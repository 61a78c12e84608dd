import type { GaussianRow, PreciseRowSum, RowSum } from "./operations.ts";

/** `gaussianRow` of operations.ts on a memory. */
export function gaussianRow(memory: Float64Array, { points, stride, dimension, centre, decay, out, count }: GaussianRow): void {
  for (let j = 0; j < count; j++) {
    let sum = 0;
    for (let d = points; d < points + dimension * stride; d += stride) {
      const difference = memory[d + j]! - memory[d + centre]!;
      sum += difference * difference;
    }
    memory[out + j] = Math.exp(-decay * sum);
  }
}

/** `addRows` of operations.ts on a memory. */
export function addRows(memory: Float64Array, { to, count, rows: [A, B, C, D], factors: [a, b, c, d] }: RowSum): void {
  for (let i = 0; i < count; i++) {
    memory[to + i]! += a * memory[A + i]! + b * memory[B + i]! + (c * memory[C + i]! + d * memory[D + i]!);
  }
}

/** `addRowsPrecisely` of operations.ts on a memory. */
export function addRowsPrecisely(memory: Float64Array, { to, carried, count, rowA, a, rowB, b }: PreciseRowSum): void {
  for (let i = 0; i < count; i++) {
    for (const term of [a * memory[rowA + i]!, b * memory[rowB + i]!]) {
      const before = memory[to + i]!;
      const sum = before + term;
      const added = sum - before;
      memory[carried + i]! += before - (sum - added) + (term - added);
      memory[to + i] = sum;
    }
  }
}
