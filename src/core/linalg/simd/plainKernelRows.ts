import type { GaussianRow, MaternRow, PreciseRowSum, RowSum } from "./operations.ts";

/** `gaussianRow` of operations.ts on a memory. */
export function gaussianRow(memory: Float64Array, row: GaussianRow): void {
  for (let j = 0; j < row.count; j++) memory[row.out + j] = Math.exp(-row.decay * squaredDistance(memory, row, j));
}

/** `maternRow` of operations.ts on a memory. */
export function maternRow(memory: Float64Array, row: MaternRow): void {
  for (let j = 0; j < row.count; j++) {
    const t = row.rate * Math.sqrt(squaredDistance(memory, row, j));
    const decayed = Math.exp(-t);
    memory[row.out + j] = decayed > 0 ? (1 + (row.linear + row.square * t) * t) * decayed : 0;
  }
}

function squaredDistance(memory: Float64Array, { points, stride, dimension, centre }: Omit<GaussianRow, "decay">, j: number): number {
  let sum = 0;
  for (let d = points; d < points + dimension * stride; d += stride) {
    const difference = memory[d + j]! - memory[d + centre]!;
    sum += difference * difference;
  }
  return sum;
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
