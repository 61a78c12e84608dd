import type { MatrixProduct } from "./product.ts";

/** C += A B as in `MatrixProduct`, without a scale. */
type SingleProduct = Omit<MatrixProduct, "scale">;

/** Terms summed in singles before a double takes the sum. */
const singleTerms = 256;

/**
 * C += A B in single precision: elements are rounded to singles, products are summed in singles over blocks of at most
 * 256 terms, and blocks are added in doubles. The sum of n terms is within
 *
 *     (256 + 3)·2⁻²⁴ Σ|aᵢbᵢ| + n·2⁻¹⁴⁸ < 1.6·10⁻⁵ Σ|aᵢbᵢ| + n·2⁻¹⁴⁸
 *
 * of the exact sum, if elements and sums of products are below 2¹²⁷. For each term is rounded thrice (factors and
 * product) and takes part in at most 256 additions, each of relative error 2⁻²⁴.
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
