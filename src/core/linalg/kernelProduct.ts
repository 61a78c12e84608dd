import type { KernelRows } from "./kernelRows.ts";

/** Elements of rows read between two yields: some milliseconds where the rows must first be computed. */
const sliceWork = 1e6;

/**
 * K v into `out`, in slices. Four rows at a time, so that `out` is loaded and stored once for four products.
 *
 * @param v shape (n,); rows where it is 0 are not asked for
 * @param out shape (n,)
 * @yields nothing, between two slices
 */
export function* kernelProduct(rows: KernelRows, v: Float64Array, out: Float64Array): Generator<undefined, void> {
  const n = out.length;
  const used = Int32Array.from(v.keys()).filter((j) => v[j] !== 0);
  out.fill(0);
  let work = 0;
  for (let u = 0; u < used.length; u += 4) {
    const last = used[u]!;
    const [i, j, k, l] = [last, used[u + 1] ?? last, used[u + 2] ?? last, used[u + 3] ?? last];
    const left = used.length - u;
    addRows(
      out,
      [rows.row(i), rows.row(j), rows.row(k), rows.row(l)],
      [v[i]!, left > 1 ? v[j]! : 0, left > 2 ? v[k]! : 0, left > 3 ? v[l]! : 0],
    );
    work += 4 * n;
    if (work > sliceWork) {
      work = 0;
      yield;
    }
  }
}

type Row = Float64Array;

function addRows(out: Row, [A, B, C, D]: [Row, Row, Row, Row], [a, b, c, d]: [number, number, number, number]): void {
  for (let i = 0; i < out.length; i++) out[i]! += a * A[i]! + b * B[i]! + (c * C[i]! + d * D[i]!);
}

/**
 * K v into `out`, in slices, with what each addition rounds off carried along: for n ≤ 10⁷ the sums are within 4u of
 * Σ|Kᵢⱼ vⱼ|, u = 2⁻⁵³, where plain ones are within n·u.
 *
 * @see Ogita, Rump & Oishi (2005), Accurate sum and dot product, SIAM J. Sci. Comput. 26:1955–1988, Proposition 4.5
 */
export function* preciseKernelProduct(rows: KernelRows, v: Float64Array, out: Float64Array): Generator<undefined, void> {
  const n = out.length;
  const carried = new Float64Array(n);
  out.fill(0);
  let work = 0;
  for (let j = 0; j < n; j++) {
    const x = v[j]!;
    if (x === 0) continue;
    const row = rows.row(j);
    for (let i = 0; i < n; i++) {
      const before = out[i]!;
      const term = x * row[i]!;
      const sum = before + term;
      const added = sum - before;
      carried[i]! += before - (sum - added) + (term - added);
      out[i] = sum;
    }
    work += 4 * n;
    if (work > sliceWork) {
      work = 0;
      yield;
    }
  }
  for (let i = 0; i < n; i++) out[i]! += carried[i]!;
}
