import { indicesOfNonzero } from "../linalg/indicesOfNonzero.ts";
import type { KernelRows } from "./kernelRows.ts";

const sliceWork = 1e6;

/**
 * Writes K v to `out`, in slices, four rows at a time.
 *
 * @param v shape (n,); rows at its zeros are not requested
 * @param out shape (n,)
 */
export function* kernelProduct(rows: KernelRows, v: Float64Array, out: Float64Array): Generator<undefined, void> {
  const used = indicesOfNonzero(v);
  out.fill(0);
  for (const [start, end] of slicesOf(used.length, rows.count)) {
    if (start > 0) yield;
    addSlice(start, end);
  }

  function addSlice(start: number, end: number): void {
    const { count: n, stride, workspace: to } = rows;
    const by = rows.arithmetic();
    by.held().set(out, to);
    for (let u = start; u < end; u += 4) {
      const last = used[u]!;
      const left = used.length - u;
      const [i, j, k, l] = [last, used[u + 1] ?? last, used[u + 2] ?? last, used[u + 3] ?? last];
      by.addRows({
        to,
        count: stride,
        rows: [rows.at(i), rows.at(j), rows.at(k), rows.at(l)],
        factors: [v[i]!, left > 1 ? v[j]! : 0, left > 2 ? v[k]! : 0, left > 3 ? v[l]! : 0],
      });
    }
    out.set(by.held().subarray(to, to + n));
  }
}

/**
 * Writes K v to `out`, in slices, with compensated additions: for n ≤ 10⁷ the sums are within 4u of Σ|Kᵢⱼ vⱼ|, u =
 * 2⁻⁵³.
 *
 * @see Ogita, Rump & Oishi (2005), SIAM J. Sci. Comput. 26:1955–1988, Proposition 4.5
 */
export function* preciseKernelProduct(
  rows: KernelRows,
  v: Float64Array,
  out: Float64Array,
): Generator<undefined, void> {
  const used = indicesOfNonzero(v);
  const rest = new Float64Array(out.length);
  out.fill(0);
  for (const [start, end] of slicesOf(used.length, rows.count)) {
    if (start > 0) yield;
    addSlice(start, end);
  }
  for (let i = 0; i < out.length; i++) out[i]! += rest[i]!;

  function addSlice(start: number, end: number): void {
    const { count: n, stride, workspace: to } = rows;
    const carried = to + stride;
    const by = rows.arithmetic();
    by.held().set(out, to);
    by.held().set(rest, carried);
    for (let u = start; u < end; u += 2) {
      const i = used[u]!;
      const j = used[u + 1];
      const [rowA, rowB] = [rows.at(i), rows.at(j ?? i)];
      by.addRowsPrecisely({ to, carried, count: stride, rowA, a: v[i]!, rowB, b: j === undefined ? 0 : v[j]! });
    }
    out.set(by.held().subarray(to, to + n));
    rest.set(by.held().subarray(carried, carried + n));
  }
}

function* slicesOf(count: number, n: number): Generator<readonly [start: number, end: number], void> {
  const length = 4 * Math.ceil(sliceWork / (4 * n));
  for (let start = 0; start < count; start += length) yield [start, Math.min(count, start + length)];
}
