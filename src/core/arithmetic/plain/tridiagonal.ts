/** S −= u wᵀ + w uᵀ, then y = S x, for rows and columns from `from` on of a symmetric matrix; what is before stays. */
export interface UpdateAndProduct {
  /** S(i, j) is at matrix + i·size + j; only the upper triangle, i ≤ j, is read and written. */
  readonly matrix: number;
  readonly size: number;
  readonly from: number;
  /** Vectors of shape (size,). */
  readonly u: number;
  readonly w: number;
  readonly x: number;
  readonly y: number;
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
