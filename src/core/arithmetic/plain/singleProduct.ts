import type { MatrixProduct } from "./product.ts";

type SingleProduct = Omit<MatrixProduct, "scale">;

const singleTerms = 256;

/**
 * C += A B in single precision: singles are summed over blocks of at most 256 terms, blocks in doubles. If nothing
 * reaches 2¹²⁷, the sum of n terms is within
 *
 *     (256 + 3)·2⁻²⁴ Σ|aᵢbᵢ| + n·2⁻¹⁴⁸ < 1.6·10⁻⁵ Σ|aᵢbᵢ| + n·2⁻¹⁴⁸
 *
 * of the exact one.
 */
export function multiplyAddSingles(memory: Float64Array, product: SingleProduct): void {
  const { c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows, columns, terms } = product;
  const block = new Float32Array(columns);
  for (let i = 0; i < rows; i++) {
    for (let s0 = 0; s0 < terms; s0 += singleTerms) {
      block.fill(0);
      for (let s = s0; s < Math.min(terms, s0 + singleTerms); s++) {
        const left = Math.fround(memory[a + i * aRow + s * aColumn]!);
        const row = b + s * bRow;
        for (let j = 0; j < columns; j++) {
          block[j]! += Math.fround(left * Math.fround(memory[row + j * bColumn]!));
        }
      }
      for (let j = 0; j < columns; j++) memory[c + i * cRow + j]! += block[j]!;
    }
  }
}
