import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Points } from "../../points.ts";

export interface HullEncoder {
  /** Mean of the rows, shape (p,). */
  readonly mean: Float64Array;
  /** E, shape (n, p), row-major. */
  readonly encoder: Float64Array;
  readonly n: number;
}

/** Codes z = E(y − mean) of points, shape (m, n). */
export function encode({ dimension: p, coordinates }: Points, { mean, encoder, n }: HullEncoder): Float64Array {
  const m = coordinates.length / p;
  const { reserve, multiplyAdd } = arithmetic();
  const centred = 0;
  const axes = m * p;
  const out = axes + n * p;
  const memory = reserve(out + m * n);
  for (let i = 0; i < m; i++) for (let j = 0; j < p; j++) memory[i * p + j] = coordinates[i * p + j]! - mean[j]!;
  memory.set(encoder, axes);
  memory.fill(0, out, out + m * n);
  const product = { a: centred, aRow: p, aColumn: 1, b: axes, bRow: 1, bColumn: p };
  multiplyAdd({ ...product, c: out, cRow: n, rows: m, columns: n, terms: p, scale: 1 });
  return memory.slice(out, out + m * n);
}

/** K of codes, exp(−‖zᵢ − zⱼ‖²/2), shape (N, N), row-major; halfSquares are ‖zᵢ‖²/2. */
export function gaussianMatrix(codes: Float64Array, halfSquares: Float64Array, n: number): Float64Array {
  const N = halfSquares.length;
  const { reserve, multiplyAdd, exponentials } = arithmetic();
  const z = N * N;
  const memory = reserve(z + N * n);
  memory.set(codes, z);
  for (let i = 0; i < N; i++) for (let j = 0; j < N; j++) memory[i * N + j] = -halfSquares[i]! - halfSquares[j]!;
  const product = { a: z, aRow: n, aColumn: 1, b: z, bRow: 1, bColumn: n };
  multiplyAdd({ ...product, c: 0, cRow: N, rows: N, columns: N, terms: n, scale: 1 });
  for (let k = 0; k < N * N; k++) if (memory[k]! > 0) memory[k] = 0;
  exponentials(0, N * N);
  const K = memory.slice(0, N * N);
  for (let i = 0; i < N; i++) {
    K[i * N + i] = 1;
    for (let j = 0; j < i; j++) K[i * N + j] = K[j * N + i]!;
  }
  return K;
}

export function halfSquare(codes: Float64Array, from: number, n: number): number {
  let sum = 0;
  for (let k = from; k < from + n; k++) sum += codes[k]! * codes[k]!;
  return sum / 2;
}
