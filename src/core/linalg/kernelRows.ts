import type { Kernel } from "../kernels/kernel.ts";
import { pointAt, pointCount } from "../points.ts";
import type { Points } from "../points.ts";

/** Rows of a kernel matrix, computed when they are first asked for. */
export interface KernelRows {
  readonly count: number;
  /** Row i, shape (n,): a view that stays valid until four other rows were asked for. */
  row(i: number): Float64Array;
  /** k(xᵢ, xᵢ), shape (n,). */
  readonly diagonal: Float64Array;
}

/** Memory for rows: all of them up to n = 4000. */
const cacheBytes = 128 * 2 ** 20;

/**
 * The rows of [k(xᵢ, xⱼ)], kept in 128 MB; beyond that the row that was longest not asked for makes room.
 *
 * @param points n ≥ 1 points
 */
export function kernelRows(kernel: Kernel, points: Points): KernelRows {
  const n = pointCount(points);
  const capacity = Math.max(4, Math.min(n, Math.floor(cacheBytes / (8 * n))));
  const slotOf = new Int32Array(n).fill(-1);
  const inSlot = new Int32Array(capacity).fill(-1);
  const rows: Float64Array[] = [];
  const lastAsked = new Float64Array(capacity);
  let clock = 0;

  const place = (): number => {
    if (rows.length < capacity) return rows.push(new Float64Array(n)) - 1;
    let oldest = 0;
    for (let s = 1; s < capacity; s++) if (lastAsked[s]! < lastAsked[oldest]!) oldest = s;
    slotOf[inSlot[oldest]!] = -1;
    return oldest;
  };

  return {
    count: n,
    diagonal: Float64Array.from({ length: n }, (_, i) => kernel.evaluate(pointAt(points, i), pointAt(points, i))),
    row: (i) => {
      let slot = slotOf[i]!;
      if (slot < 0) {
        slot = place();
        fillKernelRow(kernel, pointAt(points, i), points, rows[slot]!);
        slotOf[i] = slot;
        inSlot[slot] = i;
      }
      lastAsked[slot] = ++clock;
      return rows[slot]!;
    },
  };
}

/** [k(x, yⱼ)] over the given points, into `out`, shape (n,). */
export function fillKernelRow(kernel: Kernel, x: Float64Array, points: Points, out: Float64Array): void {
  const { dimension, coordinates } = points;
  const toKernel = kernel.ofSquaredDistances;
  if (toKernel && dimension === 1) {
    const x0 = x[0]!;
    for (let j = 0; j < out.length; j++) {
      const a = coordinates[j]! - x0;
      out[j] = a * a;
    }
    toKernel(out);
  } else if (toKernel && dimension === 2) {
    const x0 = x[0]!;
    const x1 = x[1]!;
    for (let j = 0; j < out.length; j++) {
      const a = coordinates[2 * j]! - x0;
      const b = coordinates[2 * j + 1]! - x1;
      out[j] = a * a + b * b;
    }
    toKernel(out);
  } else {
    for (let j = 0; j < out.length; j++) out[j] = kernel.evaluate(x, pointAt(points, j));
  }
}
