import { rowMemory, type RowMemory } from "../../arithmetic/rowMemory.ts";
import type { KernelRows } from "../../kernels/kernelRows.ts";
import { pivotedCholesky } from "../../linalg/pivotedCholesky.ts";
import { symmetricProduct } from "../../linalg/symmetricProduct.ts";
import { addMultiple, dot } from "../../linalg/vectors.ts";
import { ridgedSystem } from "./ridgedSystem.ts";

const mostColumns = 256;
/** Share of the addition to the trace that may remain. */
const leftShare = 1e-3;

let memories: RowMemory | undefined;

/**
 * Solver of (W⁻¹ + K/s) δ = h, roughly, for K nearly LLᵀ of low rank:
 *
 *     δ ≈ W (h − L (sI + LᵀWL)⁻¹ LᵀWh),
 *
 * in O(m·rank²).
 *
 * @param curvatures w > 0, shape (m,)
 * @returns δ of h, both of shape (m,); undefined if the rank is not low
 */
export function lowRankSolver({
  rows,
  records,
  scale,
  curvatures,
}: {
  readonly rows: KernelRows;
  readonly records: Int32Array;
  readonly scale: number;
  readonly curvatures: Float64Array;
}): ((right: Float64Array) => Float64Array) | undefined {
  const m = records.length;
  const diagonal = Float64Array.from(records, (i) => rows.diagonal[i]!);
  const heaviest = curvatures.reduce((most, w) => Math.max(most, w), 0);
  const tolerance = Math.max((leftShare * scale) / heaviest, m * mostColumns * 2 ** -50);
  const factor = pivotedCholesky(
    diagonal,
    (a, out) => {
      const row = rows.row(records[a]!);
      for (let b = 0; b < m; b++) out[b] = row[records[b]!]!;
    },
    tolerance,
    {
      most: mostColumns,
      isHopeless: (columns, left, at) => columns === 48 && left[at]! > 0.25 * diagonal[at]!,
      memories: (memories ??= rowMemory(1)),
    },
  );
  if (factor.isGivenUp || factor.residualTrace > tolerance) return undefined;
  const columns = factor.columns();
  const r = columns.length;
  const roots = curvatures.map(Math.sqrt);
  const weighted = new Float64Array(r * m);
  columns.forEach((column, k) => column.forEach((value, a) => (weighted[k * m + a] = roots[a]! * value)));
  const A = symmetricProduct(weighted, { size: r, terms: m, step: m, term: 1 });
  const solve = ridgedSystem(A, r, scale);
  return (right) => {
    const ofRight = right.map((h, a) => roots[a]! * h);
    const products = Float64Array.from(columns, (_, k) => dot(weighted, k * m, ofRight, 0, m));
    const z = solve(products);
    const rest = right.slice();
    columns.forEach((column, k) => addMultiple(rest, -z[k]!, column, 0, m));
    return rest.map((value, a) => curvatures[a]! * value);
  };
}
