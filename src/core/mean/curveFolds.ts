import { weightedNorm } from "./functionalMean.ts";

export interface FoldedCurves {
  readonly curves: Float64Array;
  readonly weights: Float64Array;
  readonly foldOf: Int32Array;
  readonly normBound: number;
}

/** Private. */
export interface Fold {
  readonly size: number;
  readonly mean: Float64Array;
  /** Σ ‖xᵢ − mean‖² over its curves. */
  readonly scatter: number;
  readonly trainingMean: Float64Array;
  readonly plainTrainingMean: Float64Array;
  readonly largestNorm: number;
  readonly members: readonly number[];
}

/**
 * Folds in the order of their first curves; O(nm).
 *
 * @param curves shape (n, m)
 * @param weights of the norm, shape (m,)
 * @param foldOf shape (n,)
 * @param normBound τ₀ > 0, to which the curves of training means are clipped
 */
export function foldsOf({ curves, weights, foldOf, normBound }: FoldedCurves): readonly Fold[] {
  const n = foldOf.length;
  const m = weights.length;
  const total = new Float64Array(m);
  const plainTotal = new Float64Array(m);
  interface Growing {
    size: number;
    scatter: number;
    largest: number;
    readonly mean: Float64Array;
    readonly clippedSum: Float64Array;
    readonly plainSum: Float64Array;
    readonly members: number[];
  }
  const folds = new Map<number, Growing>();
  for (let i = 0; i < n; i++) {
    const fold = folds.get(foldOf[i]!) ?? {
      size: 0,
      scatter: 0,
      largest: 0,
      mean: new Float64Array(m),
      clippedSum: new Float64Array(m),
      plainSum: new Float64Array(m),
      members: [],
    };
    folds.set(foldOf[i]!, fold);
    const { mean, clippedSum, plainSum } = fold;
    const curve = curves.subarray(i * m, (i + 1) * m);
    const norm = weightedNorm(curve, weights);
    const factor = norm > normBound ? normBound / norm : 1;
    const size = ++fold.size;
    fold.members.push(i);
    fold.largest = Math.max(fold.largest, norm);
    let scatter = 0;
    for (let j = 0; j < m; j++) {
      const before = curve[j]! - mean[j]!;
      mean[j]! += before / size;
      scatter += weights[j]! * before * (curve[j]! - mean[j]!);
      clippedSum[j]! += factor * curve[j]!;
      total[j]! += factor * curve[j]!;
      plainSum[j]! += curve[j]!;
      plainTotal[j]! += curve[j]!;
    }
    fold.scatter += scatter;
  }
  const all = [...folds.values()];
  return all.map((fold) => ({
    size: fold.size,
    scatter: fold.scatter,
    mean: fold.mean,
    members: fold.members,
    trainingMean: total.map((sum, j) => (sum - fold.clippedSum[j]!) / (n - fold.size)),
    plainTrainingMean: plainTotal.map((sum, j) => (sum - fold.plainSum[j]!) / (n - fold.size)),
    largestNorm: all.reduce((most, other) => (other === fold ? most : Math.max(most, other.largest)), 0),
  }));
}
