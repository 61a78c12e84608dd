import { NumericalError } from "../../errors.ts";

const mostSweeps = 60;

interface RotatedRows {
  readonly memory: Float64Array;
  readonly rows: number;
  readonly stride: number;
}

/**
 * Eigenvalues of a symmetric tridiagonal matrix by the QL method with implicit shifts.
 *
 * @param d diagonal, shape (n,); overwritten by the eigenvalues, unordered
 * @param e element i is next to d[i], shape (n,), the last unused; overwritten
 * @param rotated rows for the vectors; undefined for eigenvalues only
 * @param negligible elements of e up to this size count as 0
 * @throws {NumericalError} if the iteration does not converge
 * @see Wilkinson & Reinsch (1971), Handbook for Automatic Computation II, tql2
 */
export function implicitQl(
  d: Float64Array,
  e: Float64Array,
  rotated: RotatedRows | undefined,
  negligible: number,
): void {
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
        if (rotated) rotate(rotated, i, n, c, s);
      }
      if (r === 0 && i >= l) continue;
      d[l]! -= shift;
      e[l] = g;
      e[end] = 0;
    }
  }
}

function rotate({ memory, rows, stride }: RotatedRows, k: number, n: number, c: number, s: number): void {
  for (let a = rows + k * stride, b = a + stride, end = a + n; a < end; a++, b++) {
    const x = memory[a]!;
    const y = memory[b]!;
    memory[a] = c * x - s * y;
    memory[b] = c * y + s * x;
  }
}
