import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import type { MirroredMatrix } from "../../arithmetic/plain/mirrored.ts";
import { checkUnit } from "../../checks.ts";
import { halfSizes, type Halves } from "./halves.ts";

/** Points of an axis: only the lower half if it is symmetric. */
export interface AxisPoints {
  readonly count: number;
  readonly kept: number;
  /** q is 1 − p. */
  readonly p: Float64Array;
  readonly q: Float64Array;
}

export function axisPoints(at: ArrayLike<number>): AxisPoints {
  const count = at.length;
  let isMirrored = true;
  for (let i = 0, j = count - 1; i < count; i++, j--) {
    const y = at[i]!;
    if (!(y >= 0 && y <= 1)) checkUnit(`at[${i}]`, y);
    if (!(Math.abs(y + at[j]! - 1) <= Number.EPSILON)) isMirrored = false;
  }
  const kept = isMirrored ? Math.ceil(count / 2) : count;
  const p = new Float64Array(kept);
  const q = new Float64Array(kept);
  for (let i = 0; i < kept; i++) {
    p[i] = at[i]!;
    q[i] = 1 - p[i]!;
  }
  return { count, kept, p, q };
}

/** The lattice 0, 1/k, …, 1, with whole p and q. */
export function latticePoints(degree: number): AxisPoints {
  const kept = Math.floor(degree / 2) + 1;
  const p = new Float64Array(kept);
  const q = new Float64Array(kept);
  for (let mu = 0; mu < kept; mu++) {
    p[mu] = mu;
    q[mu] = degree - mu;
  }
  return { count: degree + 1, kept, p, q };
}

export type Place = (length: number) => number;

export function layout(): { readonly place: Place; readonly size: () => number } {
  let size = 0;
  return {
    place: (length) => {
      const at = size;
      size += Math.ceil(length / 2) * 2;
      return at;
    },
    size: () => size,
  };
}

/** Matrix by halves, in a memory. */
export interface PlacedMatrix {
  readonly matrix: MirroredMatrix & { readonly bands: number };
  /** `scratch` has room for 2·kept + 2n numbers. */
  write(by: Arithmetic, scratch: number): void;
}

/** Smaller elements, relative to a row's largest, are left out. */
const negligible = 1e-20;

/** The n = k + 1 polynomials at the points of an axis. */
export function placedBasis(n: number, { count, kept, p, q }: AxisPoints, place: Place): PlacedMatrix {
  const stride = strideOf(n);
  const matrix = {
    even: place(kept * stride),
    odd: place(kept * stride),
    stride,
    bands: place(3 * kept),
    n,
    kept,
    count,
  };
  return {
    matrix,
    write: (by, scratch) => {
      const memory = by.held();
      memory.set(p, scratch);
      memory.set(q, scratch + kept);
      const points = { p: scratch, q: scratch + kept, rows: kept, work: scratch + 2 * kept };
      by.bernsteinHalves({ ...matrix, ...points, degree: n - 1, negligible });
    },
  };
}

/** Square matrix of order n from its halves. */
export function placedSquare(n: number, { even, odd }: Halves, place: Place): PlacedMatrix {
  const stride = strideOf(n);
  const { evenSize, oddSize } = halfSizes(n);
  const places = { even: place(evenSize * stride), odd: place(evenSize * stride) };
  return {
    matrix: { ...places, stride, bands: -1, n, kept: evenSize, count: n },
    write: (by) => {
      const memory = by.held();
      memory.fill(0, places.even, places.even + evenSize * stride);
      memory.fill(0, places.odd, places.odd + evenSize * stride);
      for (let i = 0; i < evenSize; i++) {
        memory.set(even.subarray(i * evenSize, (i + 1) * evenSize), places.even + i * stride);
        if (i < oddSize) memory.set(odd.subarray(i * oddSize, (i + 1) * oddSize), places.odd + i * stride);
      }
    },
  };
}

export function strideOf(n: number): number {
  return Math.ceil(n / 8) * 4;
}

/** Halves of the basis; row i begins at i·strideOf(n). */
export function foldedBasis(n: number, { kept, p, q }: AxisPoints, left = negligible): Halves {
  const stride = strideOf(n);
  const size = kept * stride;
  const { reserve, bernsteinHalves } = arithmetic();
  const points = 2 * size + 3 * kept;
  const memory = reserve(points + 2 * kept + 2 * n);
  memory.set(p, points);
  memory.set(q, points + kept);
  bernsteinHalves({
    p: points,
    q: points + kept,
    rows: kept,
    degree: n - 1,
    negligible: left,
    even: 0,
    odd: size,
    stride,
    bands: 2 * size,
    work: points + 2 * kept,
  });
  return { even: memory.slice(0, size), odd: memory.slice(size, 2 * size) };
}
