import { NumericalError } from "../errors.ts";

const mostSweeps = 60;

/**
 * Eigenvalues of a symmetric tridiagonal matrix by the QL method with implicit shifts, in place of its diagonal.
 *
 * @param d diagonal, shape (n,); overwritten by the eigenvalues, in no order
 * @param e element i is next to d[i], shape (n,), the last unused; overwritten
 * @param Z shape (n, n); its rows are rotated along: those of the identity become the eigenvectors
 * @param negligible elements of e that are not larger are taken for 0
 * @throws {NumericalError} if the iteration does not settle
 * @see Wilkinson & Reinsch (1971), Handbook for Automatic Computation II, tql2
 */
export function implicitQl(d: Float64Array, e: Float64Array, Z: Float64Array, negligible: number): void {
  const n = d.length;
  for (let l = 0; l < n; l++) {
    for (let sweep = 0; ; sweep++) {
      let end = l;
      while (end + 1 < n && Math.abs(e[end]!) > negligible) end++;
      if (end === l) break;
      if (sweep === mostSweeps) throw new NumericalError(`the eigenvalues of a ${n}×${n} matrix did not converge`);
      let g = (d[l + 1]! - d[l]!) / (2 * e[l]!);
      let r = Math.hypot(g, 1);
      g = d[end]! - d[l]! + e[l]! / (g + (g >= 0 ? r : -r));
      let s = 1;
      let c = 1;
      let shift = 0;
      let i = end - 1;
      for (; i >= l; i--) {
        const f = s * e[i]!;
        const b = c * e[i]!;
        r = Math.sqrt(f * f + g * g);
        e[i + 1] = r;
        if (r === 0) {
          d[i + 1]! -= shift;
          e[end] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1]! - shift;
        r = (d[i]! - g) * s + 2 * c * b;
        shift = s * r;
        d[i + 1] = g + shift;
        g = c * r - b;
        rotateRows(Z, { a: i * n, b: (i + 1) * n, count: n, c, s: -s });
      }
      if (r === 0 && i >= l) continue;
      d[l]! -= shift;
      e[l] = g;
      e[end] = 0;
    }
  }
}

/** Row a becomes c·a + s·b, row b becomes c·b − s·a. */
export function rotateRows(rows: Float64Array, { a, b, count, c, s }: { readonly a: number; readonly b: number; readonly count: number; readonly c: number; readonly s: number }): void {
  for (let k = 0; k < count; k++) {
    const x = rows[a + k]!;
    const y = rows[b + k]!;
    rows[a + k] = c * x + s * y;
    rows[b + k] = c * y - s * x;
  }
}
