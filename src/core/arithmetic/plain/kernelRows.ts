/** out[j] = exp(−decay ‖xⱼ − x_centre‖²), j < count, even; coordinate d of xⱼ is at points + d·stride + j. */
export interface GaussianRow {
  readonly points: number;
  readonly stride: number;
  readonly dimension: number;
  readonly centre: number;
  readonly decay: number;
  readonly out: number;
  readonly count: number;
}

/** out[j] = (1 + linear·t + square·t²) e^(−t), t = rate ‖xⱼ − x_centre‖. */
export interface MaternRow extends Omit<GaussianRow, "decay"> {
  readonly rate: number;
  readonly linear: number;
  readonly square: number;
}

/** to += a A + b B + c C + d D, for rows of shape (count,), count even. */
export interface RowSum {
  readonly to: number;
  readonly count: number;
  readonly rows: readonly [A: number, B: number, C: number, D: number];
  readonly factors: readonly [a: number, b: number, c: number, d: number];
}

/** to + carried += a A + b B, for rows of shape (count,), count even: `carried` takes the rounding errors of `to`. */
export interface PreciseRowSum {
  readonly to: number;
  readonly carried: number;
  readonly count: number;
  readonly rowA: number;
  readonly a: number;
  readonly rowB: number;
  readonly b: number;
}

export function gaussianRow(memory: Float64Array, row: GaussianRow): void {
  for (let j = 0; j < row.count; j++) memory[row.out + j] = Math.exp(-row.decay * squaredDistance(memory, row, j));
}

export function maternRow(memory: Float64Array, row: MaternRow): void {
  for (let j = 0; j < row.count; j++) {
    const t = row.rate * Math.sqrt(squaredDistance(memory, row, j));
    const decayed = Math.exp(-t);
    memory[row.out + j] = decayed > 0 ? (1 + (row.linear + row.square * t) * t) * decayed : 0;
  }
}

function squaredDistance(
  memory: Float64Array,
  { points, stride, dimension, centre }: Omit<GaussianRow, "decay">,
  j: number,
): number {
  let sum = 0;
  for (let d = 0, from = points; d < dimension; d++, from += stride) {
    const difference = memory[from + j]! - memory[from + centre]!;
    sum += difference * difference;
  }
  return sum;
}

export function addRows(memory: Float64Array, { to, count, rows: [A, B, C, D], factors: [a, b, c, d] }: RowSum): void {
  for (let i = 0; i < count; i++) {
    memory[to + i]! += a * memory[A + i]! + b * memory[B + i]! + (c * memory[C + i]! + d * memory[D + i]!);
  }
}

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
