import { dot } from "../../linalg/vectors.ts";

/** A matrix whose rows are 0 but for a stretch each. */
export interface BandMatrix {
  readonly values: Float64Array;
  readonly columns: number;
  /** Row i is not 0 from column `from[i]` up to, but without, `to[i]`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Sixteen digits below a rounding: what is left out of a row of sum 1 and n elements is below n times this. */
const negligible = 1e-20;

/**
 * A matrix of Bernstein polynomials, of which few are above 10⁻²⁰ at a point: a bell of width √(k y(1 − y)).
 *
 * @param values shape (rows, columns), row-major
 */
export function bandOf(values: Float64Array, columns: number): BandMatrix {
  const rows = values.length / columns;
  const from = new Int32Array(rows);
  const to = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    let [start, end] = [0, columns];
    while (start < end && Math.abs(values[i * columns + start]!) < negligible) start++;
    while (end > start && Math.abs(values[i * columns + end - 1]!) < negligible) end--;
    from[i] = start;
    to[i] = end;
  }
  return { values, columns, from, to };
}

/** The product of a band matrix and a vector. */
export function multiplyBand({ values, columns, from, to }: BandMatrix, x: Float64Array): Float64Array {
  const out = new Float64Array(from.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = dot(values, i * columns + from[i]!, x, from[i]!, to[i]! - from[i]!);
  }
  return out;
}
