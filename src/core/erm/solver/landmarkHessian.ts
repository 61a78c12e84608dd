import { addProduct } from "../../linalg/matrixProduct.ts";
import type { LandmarkFeatures } from "./landmarkFeatures.ts";

const blockSize = 256;
const columnBlock = 64;

interface SumOfSquares {
  clear(): void;
  /** Adds cₖ φ(xₖ) φ(xₖ)ᵀ for records k and shares cₖ. */
  add(records: Int32Array, shares: Float64Array): Generator<undefined, void>;
  /** c times the sum, row-major. */
  times(c: number): Float64Array;
}

/**
 * H = Σ cₖ φ(xₖ) φ(xₖ)ᵀ, shape (rank, rank), row-major, lower triangle. For φ = l ⊗ r a product of matrices of pairs.
 *
 * @returns H for given records k, shape (m,), and shares cₖ, shape (m,)
 */
export function landmarkHessian(
  features: LandmarkFeatures,
): (records: Int32Array, shares: Float64Array) => Generator<undefined, Float64Array> {
  let sum: SumOfSquares | undefined;
  const n = features.squares.length;
  /** 1 for the records of the sum, while each has a share of 1. */
  const held = new Uint8Array(n);
  const wanted = new Uint8Array(n);
  const changed = new Int32Array(n);
  const changes = new Float64Array(n);
  let holds = false;
  return function* (records, shares) {
    sum ??= features.rows === 1 ? sumOfSquares(features) : sumOfPairs(features);
    const [share] = shares;
    if (share === undefined || !shares.every((c) => c === share)) {
      holds = false;
      sum.clear();
      yield* sum.add(records, shares);
      return sum.times(1);
    }
    wanted.fill(0);
    for (const i of records) wanted[i] = 1;
    let count = 0;
    for (let i = 0; i < n; i++) {
      if (wanted[i] === held[i]) continue;
      changed[count] = i;
      changes[count++] = wanted[i]! - held[i]!;
    }
    if (holds && count < records.length) {
      yield* sum.add(changed.subarray(0, count), changes.subarray(0, count));
    } else {
      sum.clear();
      yield* sum.add(records, changes.fill(1, 0, records.length).subarray(0, records.length));
    }
    held.set(wanted);
    holds = true;
    return sum.times(share);
  };
}

function sumOfSquares({ rank, right }: LandmarkFeatures): SumOfSquares {
  const panels = Array.from({ length: Math.ceil(rank / columnBlock) }, (_, p) => {
    const first = p * columnBlock;
    const columns = Math.min(columnBlock, rank - first);
    return {
      first,
      columns,
      out: new Float64Array((rank - first) * columns),
      part: new Float64Array(blockSize * columns),
    };
  });
  const plain = new Float64Array(blockSize * rank);
  return {
    clear: () => panels.forEach(({ out }) => out.fill(0)),
    *add(records, shares) {
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
    },
    times: (c) => {
      const H = new Float64Array(rank * rank);
      for (const { first, columns, out } of panels) {
        for (let i = first; i < rank; i++) {
          for (let j = 0; j < columns; j++) H[i * rank + first + j] = c * out[(i - first) * columns + j]!;
        }
      }
      return H;
    },
  };
}

function sumOfPairs({ rank, rows, columns, left, right }: LandmarkFeatures): SumOfSquares {
  const [m, n] = [(rows * (rows + 1)) / 2, (columns * (columns + 1)) / 2];
  const [A, B, out] = [new Float64Array(blockSize * m), new Float64Array(blockSize * n), new Float64Array(m * n)];
  return {
    clear: () => out.fill(0),
    *add(records, shares) {
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
    },
    times: (c) => {
      const H = new Float64Array(rank * rank);
      for (let a = 0, of = 0; a < rows; a++) {
        for (let a2 = 0; a2 <= a; a2++) {
          for (let b = 0; b < columns; b++) {
            for (let b2 = 0; b2 <= b; b2++, of++) {
              const element = c * out[of]!;
              H[(a * columns + b) * rank + a2 * columns + b2] = element;
              H[(a * columns + b2) * rank + a2 * columns + b] = element;
            }
          }
        }
      }
      return H;
    },
  };
}

/** share·x_a x_a′ for a′ ≤ a. */
function pairsOf(x: Float64Array, at: number, length: number, share: number, out: Float64Array, to: number): void {
  for (let a = 0; a < length; a++) {
    const scaled = share * x[at + a]!;
    for (let a2 = 0; a2 <= a; a2++) out[to++] = scaled * x[at + a2]!;
  }
}
