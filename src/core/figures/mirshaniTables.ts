import type { CurveKernelName } from "../mean/curveKernels.ts";
import type { ScoreRule } from "../mean/meanCurveTuning.ts";
import { significant } from "../numberFormats.ts";

/** One of the three kernels of the printed tables, with its printed numbers. */
export interface TabledKernel {
  readonly kernel: CurveKernelName;
  /** Name in the paper. */
  readonly name: "C1" | "C3" | "C4";
  /** ρ₀ of private cross-validation: the printed range in equal steps. */
  readonly ranges: readonly number[];
  /** Table 1: the printed ρ₀ for each φ of `tableOnePenalties`. */
  readonly printedRanges: readonly number[];
  /** Table 2: the printed φ and ρ₀. */
  readonly printedOptimum: { readonly penalty: number; readonly range: number };
}

export const tableOnePenalties: readonly number[] = [1e-4, 1e-3, 1e-2, 3e-2];

/** ρ₀ of Table 1, within the printed range [0.01, 2]; the paper does not print its list. */
export const tableOneRanges: readonly number[] = [
  0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.5, 2,
];

/** φ of Table 2, within the printed range [10⁻⁴, 0.1]; the paper does not print its list. */
export const tableTwoPenalties: readonly number[] = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1];

/** Kernels of Tables 1 and 2, in the order of Table 2; ρ₀ of C4 in fifteenths, which include the printed 0.466. */
export const tabledKernels: readonly TabledKernel[] = [
  {
    kernel: "gaussian",
    name: "C1",
    ranges: steps(0.01, 0.1, 10),
    printedRanges: [0.01, 0.01, 0.03, 0.05],
    printedOptimum: { penalty: 0.005, range: 0.03 },
  },
  {
    kernel: "matern32",
    name: "C3",
    ranges: steps(0.05, 0.5, 10),
    printedRanges: [0.1, 0.15, 0.15, 0.3],
    printedOptimum: { penalty: 0.005, range: 0.25 },
  },
  {
    kernel: "exponential",
    name: "C4",
    ranges: steps(0.2, 1, 13),
    printedRanges: [0.25, 0.2, 0.3, 0.8],
    printedOptimum: { penalty: 0.01, range: 0.466 },
  },
];

/** Scores of the curves for Tables 1 and 2, by recipe (errata M13). */
export const tableScores: Readonly<Record<ScoreRule["recipe"], { readonly one: ScoreRule; readonly two: ScoreRule }>> =
  {
    published: {
      one: { measure: "norm", against: "curves", recipe: "published" },
      two: { measure: "norm", against: "mean", recipe: "published" },
    },
    theorem: {
      one: { measure: "square", against: "curves", recipe: "theorem" },
      two: { measure: "square", against: "curves", recipe: "theorem" },
    },
  };

/** Place of the least score, the first of equal ones. Columns have one ρ₀ each, with one score per φ. */
export function leastOf(columns: readonly ArrayLike<number>[]): { readonly column: number; readonly row: number } {
  let best = { column: 0, row: 0 };
  columns.forEach((scores, column) => {
    for (let row = 0; row < scores.length; row++) {
      if (scores[row]! < columns[best.column]![best.row]!) best = { column, row };
    }
  });
  return best;
}

function steps(from: number, to: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => significant(from + ((to - from) * i) / (count - 1), 4));
}
