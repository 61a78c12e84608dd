import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { pointCount, type Points } from "../../points.ts";
import type { HullEncoder } from "./hullCodes.ts";

export interface HullSections extends HullEncoder {
  readonly N: number;
  /** Shape (N, n). */
  readonly codes: Float64Array;
  /** ‖zᵢ‖²/2, shape (N,). */
  readonly halfSquares: Float64Array;
  readonly isSingle: boolean;
}

const [valuesAtOnce, valuesOfManyColumns] = [2 ** 17, 2 ** 19];

/** Receives rows of p + 1 numbers for `count` queries, in memory valid until it returns. */
type Receive = (sums: Float64Array, first: number, count: number) => void;

/**
 * Computes Σᵢ kᵢ Cᵢ and Σᵢ kᵢ wᵢ of each query with kᵢ = k(Py, Pyᵢ)/maxⱼ k(Py, Pyⱼ),
 *
 *     kᵢ = exp(tᵢ − maxⱼ tⱼ),  tᵢ = ⟨z, zᵢ⟩ − ‖zᵢ‖²/2.
 *
 * @param at queries in ℝᵖ, shape (m, p)
 * @param coefficients C as columns, shape (columns, N); may be empty
 * @param receive called for one block of queries after another
 */
export function hullSums(
  at: Points,
  { N, n, mean, encoder, codes, halfSquares, isSingle }: HullSections,
  { coefficients, weights }: { readonly coefficients: Float64Array; readonly weights: Float64Array },
  receive: Receive,
): void {
  const { reserve, multiplyAdd, multiplyAddSingles, exponentials, subtractLargest } = arithmetic();
  const m = pointCount(at);
  const d = at.dimension;
  const width = coefficients.length / N + 1;
  const most = Math.min(m, Math.max(64, Math.ceil((width > 64 ? valuesOfManyColumns : valuesAtOnce) / N)));
  // An extra number, 1 and −‖zᵢ‖²/2, makes the product tᵢ.
  const length = n + 1;
  const columns = 0;
  const codeRows = columns + width * N;
  const encoderRows = codeRows + length * N;
  const centred = encoderRows + n * d;
  const means = centred + most * d;
  const ones = means + d;
  const z = ones + most;
  const k = z + most * length;
  const out = k + most * N;
  const memory = reserve(out + most * width);
  memory.set(coefficients, columns);
  memory.set(weights, columns + coefficients.length);
  for (let i = 0; i < N; i++) {
    for (let s = 0; s < n; s++) memory[codeRows + i * length + s] = codes[i * n + s]!;
    memory[codeRows + i * length + n] = -halfSquares[i]!;
  }
  memory.set(encoder, encoderRows);
  memory.set(mean, means);
  memory.fill(1, ones, ones + most);
  for (let first = 0; first < m; first += most) {
    const count = Math.min(most, m - first);
    memory.set(at.coordinates.subarray(first * d, (first + count) * d), centred);
    const subtracted = { a: ones, aRow: 1, aColumn: 1, b: means, bRow: d, bColumn: 1, rows: count, columns: d };
    multiplyAdd({ ...subtracted, c: centred, cRow: d, terms: 1, scale: -1 });
    memory.fill(0, z, z + count * length);
    for (let q = 0; q < count; q++) memory[z + q * length + n] = 1;
    const encode = { a: centred, aRow: d, aColumn: 1, b: encoderRows, bRow: 1, bColumn: d };
    multiplyAdd({ ...encode, c: z, cRow: length, rows: count, columns: n, terms: d, scale: 1 });
    const atOnce = Math.max(1, Math.floor(valuesAtOnce / 2 / N));
    for (let q = 0; q < count; q += atOnce) {
      const [values, own] = [k + q * N, Math.min(atOnce, count - q)];
      memory.fill(0, values, values + own * N);
      const inner = { a: z + q * length, aRow: length, aColumn: 1, b: codeRows, bRow: 1, bColumn: length };
      multiplyAdd({ ...inner, c: values, cRow: N, rows: own, columns: N, terms: length, scale: 1 });
      subtractLargest({ values, rows: own, columns: N });
      exponentials(values, own * N);
    }
    memory.fill(0, out, out + count * width);
    const sum = { a: k, aRow: N, aColumn: 1, b: columns, bRow: 1, bColumn: N };
    const shape = { c: out, cRow: width, rows: count, columns: width, terms: N };
    if (isSingle) multiplyAddSingles({ ...sum, ...shape });
    else multiplyAdd({ ...sum, ...shape, scale: 1 });
    receive(memory.subarray(out, out + count * width), first, count);
  }
}
