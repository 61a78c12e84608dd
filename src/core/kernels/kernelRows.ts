import type { CapableKernel } from "./kernel.ts";
import { pointAt, pointCount, type Points } from "../points.ts";
import { rowMemory, type RowMemory } from "../arithmetic/rowMemory.ts";
import { fillSectionRow, hasSectionRows } from "./sectionRow.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/** Rows of a kernel matrix, in a memory held until the caller yields. */
export interface KernelRows {
  readonly count: number;
  /** Rounded up to a multiple of four. */
  readonly stride: number;
  /** Row i, shape (n,): valid until four other rows are requested, or the caller yields. */
  row(i: number): Float64Array;
  /** Place of row i, valid as long as the view. */
  at(i: number): number;
  /** Writes each row's distance from `workspace` to the memory, from `to` on, shape (n,); −1 for a missing row. */
  writePlaces(to: number): void;
  arithmetic(): Arithmetic;
  /** True if rows stay until the caller yields. */
  readonly keepsAll: boolean;
  /** Ten arrays of shape (stride,) of scratch, until the caller yields. */
  readonly workspace: number;
  /** k(xᵢ, xᵢ), shape (n,). */
  readonly diagonal: Float64Array;
  /** In another memory. */
  part(indices: Int32Array): KernelRows;
}

/** All rows up to n = 4000. */
const cacheBytes = 128 * 2 ** 20;

let shared: RowMemory | undefined;

function sharedMemory(): RowMemory {
  return (shared ??= rowMemory(2));
}

/**
 * The rows of [k(xᵢ, xⱼ)], kept in 128 MB; beyond that a row replaces the least recently used one.
 *
 * @param points n ≥ 1 points
 */
export function kernelRows(kernel: CapableKernel, points: Points, memories: RowMemory = sharedMemory()): KernelRows {
  const n = pointCount(points);
  const { dimension, coordinates } = points;
  const stride = 4 * Math.ceil(n / 4);
  const workspace = dimension * stride;
  const firstRow = workspace + 10 * stride;
  const capacity = Math.max(4, Math.min(n, Math.floor(cacheBytes / (8 * n))));
  const size = firstRow + capacity * stride;
  const slotOf = new Int32Array(n).fill(-1);
  const inSlot = new Int32Array(capacity).fill(-1);
  const lastUsed = new Float64Array(capacity);
  const holder = {};
  let row: Float64Array | undefined;
  let slots = 0;
  let clock = 0;

  const hold = (): Arithmetic => {
    const { by, kept } = memories.lend(holder);
    if (kept) return by;
    const memory = by.reserve(size).fill(0, 0, firstRow);
    for (let i = 0; i < n; i++)
      for (let d = 0; d < dimension; d++) memory[d * stride + i] = coordinates[i * dimension + d]!;
    slotOf.fill(-1);
    slots = 0;
    return by;
  };

  const place = (): number => {
    if (slots < capacity) return slots++;
    let oldest = 0;
    for (let s = 1; s < capacity; s++) if (lastUsed[s]! < lastUsed[oldest]!) oldest = s;
    slotOf[inSlot[oldest]!] = -1;
    return oldest;
  };

  const compute = (i: number, out: number, by: Arithmetic): void => {
    if (hasSectionRows(kernel)) {
      fillSectionRow(by, kernel, { points: 0, stride, dimension, centre: i, out, count: stride });
    } else {
      row ??= new Float64Array(n);
      fillKernelRow(kernel, pointAt(points, i), points, row);
      const memory = by.held();
      memory.set(row, out);
      memory.fill(0, out + n, out + stride);
    }
  };

  const at = (i: number): number => {
    const by = hold();
    let slot = slotOf[i]!;
    if (slot < 0) {
      slot = place();
      compute(i, firstRow + slot * stride, by);
      slotOf[i] = slot;
      inSlot[slot] = i;
    }
    lastUsed[slot] = ++clock;
    return firstRow + slot * stride;
  };

  return {
    count: n,
    stride,
    diagonal: diagonalOf(kernel, points),
    workspace,
    keepsAll: capacity >= n,
    arithmetic: hold,
    at,
    writePlaces: (to) => {
      const memory = hold().held();
      for (let i = 0; i < n; i++) memory[to + i] = slotOf[i]! < 0 ? -1 : firstRow - workspace + slotOf[i]! * stride;
    },
    part: (indices) => {
      const some = new Float64Array(indices.length * dimension);
      indices.forEach((i, k) => {
        for (let d = 0; d < dimension; d++) some[k * dimension + d] = coordinates[i * dimension + d]!;
      });
      return kernelRows(kernel, { dimension, coordinates: some }, memories);
    },
    row: (i) => {
      const start = at(i);
      return hold()
        .held()
        .subarray(start, start + n);
    },
  };
}

function diagonalOf(kernel: CapableKernel, points: Points): Float64Array {
  const n = pointCount(points);
  if (hasSectionRows(kernel)) return new Float64Array(n).fill(1);
  return Float64Array.from({ length: n }, (_, i) => kernel.evaluate(pointAt(points, i), pointAt(points, i)));
}

export function fillKernelRow(kernel: CapableKernel, x: Float64Array, points: Points, out: Float64Array): void {
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
