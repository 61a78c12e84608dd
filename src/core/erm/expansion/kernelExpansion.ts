import { checkLength } from "../../checks.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { indicesOfNonzero } from "../../linalg/indicesOfNonzero.ts";
import { fillKernelRow } from "../../kernels/kernelRows.ts";
import { fillSectionRow, hasSectionRows } from "../../kernels/sectionRow.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";

/** f = Σ cᵢ K(centreᵢ, ·). */
export interface KernelExpansion {
  readonly kernel: CapableKernel;
  /** n points in ℝᵈ. */
  readonly centres: Points;
  /** Shape (n,). */
  readonly coefficients: Float64Array;
}

/** f at scattered points, shape (m,). */
export function evaluateExpansion(expansion: KernelExpansion, at: Points): Float64Array {
  const { centres, coefficients } = expansion;
  checkLength("coefficients", coefficients, pointCount(centres));
  const out = new Float64Array(pointCount(at));
  addSections(expansion, indicesOfNonzero(coefficients), at, out);
  return out;
}

/** out[j] += Σ c K(centre, atⱼ). */
export function addSections(
  { kernel, centres, coefficients }: KernelExpansion,
  used: Int32Array,
  at: Points,
  out: Float64Array,
): void {
  if (!hasSectionRows(kernel)) {
    const row = new Float64Array(out.length);
    for (const i of used) {
      const c = coefficients[i]!;
      fillKernelRow(kernel, pointAt(centres, i), at, row);
      for (let k = 0; k < out.length; k++) out[k]! += c * row[k]!;
    }
    return;
  }
  const by = arithmetic();
  const { dimension } = at;
  const m = out.length;
  const count = m + (m % 2);
  // Columns of coordinates, each with a centre's at its end.
  const stride = count + 2;
  const rows = dimension * stride;
  const to = rows + 4 * count;
  const memory = by.reserve(to + count);
  memory.fill(0, 0, to + count);
  for (let d = 0; d < dimension; d++)
    for (let k = 0; k < m; k++) memory[d * stride + k] = at.coordinates[k * dimension + d]!;
  memory.set(out, to);
  for (let u = 0; u < used.length; u += 4) {
    const factors = [0, 1, 2, 3].map((k) => (u + k < used.length ? coefficients[used[u + k]!]! : 0)) as Four;
    for (let k = 0; k < 4 && u + k < used.length; k++) {
      for (let d = 0; d < dimension; d++)
        memory[d * stride + count] = centres.coordinates[used[u + k]! * dimension + d]!;
      fillSectionRow(by, kernel, { points: 0, stride, dimension, centre: count, out: rows + k * count, count });
    }
    by.addRows({ to, count, rows: [0, 1, 2, 3].map((k) => rows + k * count) as Four, factors });
  }
  out.set(memory.subarray(to, to + m));
}

type Four = [number, number, number, number];
