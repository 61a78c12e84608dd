import { addProduct } from "../linalg/matrixProduct.ts";
import type { LandmarkFeatures } from "./landmarkFeatures.ts";

/** Records that are added between two yields. */
const blockSize = 256;
/** Columns of H computed at a time, from the diagonal down. */
const columnBlock = 64;

/**
 * H = Σ cₖ φ(xₖ) φ(xₖ)ᵀ over some records, shape (rank, rank), row-major, of which the lower triangle is meant.
 *
 * Where φ = l ⊗ r is a product, element (a, b), (a′, b′) is Σ cₖ (lₐ lₐ′)(r_b r_b′): a product of matrices of pairs, a
 * quarter of the work.
 *
 * @param records k; shape (m,)
 * @param shares cₖ, shape (m,)
 */
export function* landmarkHessian(
  features: LandmarkFeatures,
  records: Int32Array,
  shares: Float64Array,
): Generator<undefined, Float64Array> {
  return features.rows === 1 ? yield* squares(features, records, shares) : yield* pairs(features, records, shares);
}

function* squares({ rank, right }: LandmarkFeatures, records: Int32Array, shares: Float64Array): Generator<undefined, Float64Array> {
  const panels = Array.from({ length: Math.ceil(rank / columnBlock) }, (_, p) => {
    const first = p * columnBlock;
    const columns = Math.min(columnBlock, rank - first);
    return { first, columns, out: new Float64Array((rank - first) * columns), part: new Float64Array(blockSize * columns) };
  });
  const plain = new Float64Array(blockSize * rank);
  for (let from = 0; from < records.length; from += blockSize) {
    const m = Math.min(blockSize, records.length - from);
    for (const { first, columns, out, part } of panels) {
      for (let k = 0; k < m; k++) {
        const row = records[from + k]! * rank + first;
        plain.set(right.subarray(row, row + rank - first), k * (rank - first));
        for (let j = 0; j < columns; j++) part[k * columns + j] = shares[from + k]! * right[row + j]!;
      }
      addProduct({ A: plain, B: part, out, m: rank - first, n: columns, terms: m });
    }
    yield;
  }
  const H = new Float64Array(rank * rank);
  for (const { first, columns, out } of panels) {
    for (let i = first; i < rank; i++) H.set(out.subarray((i - first) * columns, (i - first + 1) * columns), i * rank + first);
  }
  return H;
}

function* pairs(features: LandmarkFeatures, records: Int32Array, shares: Float64Array): Generator<undefined, Float64Array> {
  const { rank, rows, columns, left, right } = features;
  const [m, n] = [(rows * (rows + 1)) / 2, (columns * (columns + 1)) / 2];
  const [A, B, out] = [new Float64Array(blockSize * m), new Float64Array(blockSize * n), new Float64Array(m * n)];
  for (let from = 0; from < records.length; from += blockSize) {
    const terms = Math.min(blockSize, records.length - from);
    for (let k = 0; k < terms; k++) {
      const i = records[from + k]!;
      pairsOf(left, i * rows, rows, shares[from + k]!, A, k * m);
      pairsOf(right, i * columns, columns, 1, B, k * n);
    }
    addProduct({ A, B, out, m, n, terms });
    yield;
  }
  const H = new Float64Array(rank * rank);
  for (let a = 0, ofRows = 0; a < rows; a++) {
    for (let a2 = 0; a2 <= a; a2++, ofRows += n) {
      for (let b = 0, of = ofRows; b < columns; b++) {
        for (let b2 = 0; b2 <= b; b2++, of++) {
          H[(a * columns + b) * rank + a2 * columns + b2] = out[of]!;
          H[(a * columns + b2) * rank + a2 * columns + b] = out[of]!;
        }
      }
    }
  }
  return H;
}

/** share·x_a x_a′ for a′ ≤ a. */
function pairsOf(x: Float64Array, at: number, length: number, share: number, out: Float64Array, to: number): void {
  for (let a = 0; a < length; a++) {
    const scaled = share * x[at + a]!;
    for (let a2 = 0; a2 <= a; a2++) out[to++] = scaled * x[at + a2]!;
  }
}
