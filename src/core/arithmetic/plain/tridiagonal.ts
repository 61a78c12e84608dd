/** S −= u wᵀ + w uᵀ, then y = S x, for rows and columns from `from` on of a symmetric matrix. */
export interface UpdateAndProduct extends SymmetricTimesVector {
  /** Vectors of shape (size,). */
  readonly u: number;
  readonly w: number;
}

export function updateAndMultiply(memory: Float64Array, { matrix, size, from, u, w, x, y }: UpdateAndProduct): void {
  memory.fill(0, y + from, y + size);
  for (let i = from; i < size; i++) {
    const row = matrix + i * size;
    const ui = memory[u + i]!;
    const wi = memory[w + i]!;
    const xi = memory[x + i]!;
    memory[row + i]! -= 2 * ui * wi;
    let sum = memory[row + i]! * xi;
    for (let j = i + 1; j < size; j++) {
      const a = memory[row + j]! - (ui * memory[w + j]! + wi * memory[u + j]!);
      memory[row + j] = a;
      sum += a * memory[x + j]!;
      memory[y + j]! += a * xi;
    }
    memory[y + i]! += sum;
  }
}

/** S −= Σₚ uₚ wₚᵀ + wₚ uₚᵀ, then y = S x. S below its diagonal may be overwritten. */
export interface ManyUpdatesAndProduct extends UpdateAndProduct {
  /** uₚ is at u + p·size, wₚ at w + p·size, p < pairs. */
  readonly pairs: number;
  /** `panelsOfPairs` doubles of scratch. */
  readonly panels: number;
}

/** In doubles. */
export function panelsOfPairs(size: number, pairs: number): number {
  return 2 * pairs * (size + 10);
}

export function updateManyAndMultiply(memory: Float64Array, argument: ManyUpdatesAndProduct): void {
  const { matrix, size, from, pairs, u, w, x, y } = argument;
  for (let p = 0; p < pairs; p++) {
    for (let i = from; i < size; i++) {
      const row = matrix + i * size;
      const ui = memory[u + p * size + i]!;
      const wi = memory[w + p * size + i]!;
      for (let j = i; j < size; j++)
        memory[row + j]! -= ui * memory[w + p * size + j]! + wi * memory[u + p * size + j]!;
    }
  }
  multiplySymmetric(memory, { matrix, size, from, x, y });
}

/** y = S x for rows and columns from `from` on of a symmetric matrix. */
export interface SymmetricTimesVector {
  /** S(i, j) is at matrix + i·size + j; only the upper triangle is used. */
  readonly matrix: number;
  readonly size: number;
  readonly from: number;
  /** Vectors of shape (size,). */
  readonly x: number;
  readonly y: number;
}

export function multiplySymmetric(memory: Float64Array, { matrix, size, from, x, y }: SymmetricTimesVector): void {
  memory.fill(0, y + from, y + size);
  for (let i = from; i < size; i++) {
    const row = matrix + i * size;
    const xi = memory[x + i]!;
    let sum = memory[row + i]! * xi;
    for (let j = i + 1; j < size; j++) {
      const a = memory[row + j]!;
      sum += a * memory[x + j]!;
      memory[y + j]! += a * xi;
    }
    memory[y + i]! += sum;
  }
}

/** rows_p(j) is at rows + p·stride + j, p < count, j < length. */
interface RowsOfNumbers {
  readonly rows: number;
  readonly stride: number;
  readonly count: number;
  readonly length: number;
}

/** out_p = Σ_j rows_p(j) x(j). */
export interface InnerProducts extends RowsOfNumbers {
  readonly x: number;
  /** Shape (count,). */
  readonly out: number;
}

export function innerProducts(memory: Float64Array, { rows, stride, count, x, length, out }: InnerProducts): void {
  for (let p = 0; p < count; p++) {
    let sum = 0;
    for (let j = 0; j < length; j++) sum += memory[rows + p * stride + j]! * memory[x + j]!;
    memory[out + p] = sum;
  }
}

/** to(j) −= Σ_p factors_p rows_p(j). */
export interface Multiples extends RowsOfNumbers {
  readonly to: number;
  /** Shape (count,). */
  readonly factors: number;
}

export function subtractMultiples(memory: Float64Array, { to, rows, stride, count, factors, length }: Multiples): void {
  for (let p = 0; p < count; p++) {
    const factor = memory[factors + p]!;
    for (let j = 0; j < length; j++) memory[to + j]! -= factor * memory[rows + p * stride + j]!;
  }
}
