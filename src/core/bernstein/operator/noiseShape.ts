import { denseProduct } from "../../linalg/denseProduct.ts";
import { remember } from "../../remember.ts";
import { bernsteinBasisRows } from "./bernsteinBasis.ts";
import { foldedColumns, halfSizes } from "./halves.ts";
import type { IterationMatrix } from "./iterationMatrix.ts";

/**
 * Shape of the polynomial's noise for independent lattice noise, at each point of a grid,
 *
 *     √(Σ_ν b_ν(y)²) / max_y √(Σ_ν b_ν(y)²),
 *
 * b_ν the columns of the iterated operator.
 *
 * @param axes symmetric about ½, one list an axis
 * @returns the shares, first coordinate fastest, and the largest Σ b_ν(y)²
 */
export function noiseShape(
  axes: readonly Float64Array[],
  { degree, halves: S }: IterationMatrix,
): { readonly largest: number; readonly shape: Float64Array } {
  const n = degree + 1;
  const { evenSize, oddSize } = halfSizes(n);
  const ofAxis = remember((at: readonly number[]) => {
    const half = at.slice(0, Math.ceil(at.length / 2));
    const B = foldedColumns(bernsteinBasisRows(degree, half), n);
    const product = (A: Float64Array, matrix: Float64Array, size: number) =>
      denseProduct({ A, B: matrix, rows: half.length, terms: size, columns: size });
    const [even, odd] = [product(B.even, S.even, evenSize), product(B.odd, S.odd, oddSize)];
    const sums = Float64Array.from(half, (_, i) => {
      let sum = evenSize > oddSize ? even[(i + 1) * evenSize - 1]! ** 2 : 0;
      for (let nu = 0; nu < oddSize; nu++) {
        sum += (even[i * evenSize + nu]! ** 2 + odd[i * oddSize + nu]! ** 2) / 2;
      }
      return sum;
    });
    return Float64Array.from(at, (_, i) => sums[Math.min(i, at.length - 1 - i)]!);
  });
  let squares = Float64Array.of(1);
  for (const axis of axes) {
    const own = ofAxis([...axis]);
    const before = squares;
    squares = Float64Array.from({ length: before.length * own.length }, (_, i) => {
      return before[i % before.length]! * own[Math.floor(i / before.length)]!;
    });
  }
  const largest = squares.reduce((most, value) => Math.max(most, value), 0);
  return { largest, shape: squares.map((value) => Math.sqrt(value / largest)) };
}
