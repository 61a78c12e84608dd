import { checkPositiveInteger, checkUnit } from "../../checks.ts";

/**
 * Bernstein basis polynomials of degree k at points, a row for each,
 *
 *     b_ν(y) = C(k, ν) y^ν (1 − y)^(k−ν),  ν = 0, …, k,
 *
 * with relative error of at most 12(k + 1)u. Values below 10⁻⁶⁰ of the largest in a row are 0.
 *
 * @param degree k ≥ 1
 * @param at m points in [0, 1]
 * @returns shape (m, k + 1)
 * @see Aldà & Rubinstein (2017), Definition 6, Proposition 2
 */
export function bernsteinBasisRows(degree: number, at: ArrayLike<number>): Float64Array {
  const width = checkPositiveInteger("degree", degree) + 1;
  const rows = new Float64Array(at.length * width);
  for (let i = 0; i < at.length; i++) {
    const y = at[i]!;
    if (!(y >= 0 && y <= 1)) checkUnit(`at[${i}]`, y);
    fillBernsteinBasis(rows, i * width, degree, y, 1 - y);
  }
  return rows;
}

function fillBernsteinBasis(out: Float64Array, start: number, degree: number, p: number, q: number): void {
  if (q === 0 || p === 0) {
    out[start + (q === 0 ? degree : 0)] = 1;
    return;
  }
  const largest = Math.min(degree, Math.floor(((degree + 1) * p) / (p + q)));
  let sum = 1;
  out[start + largest] = 1;
  for (let nu = largest, value = 1; nu < degree && value > negligible; nu++) {
    value *= ((degree - nu) * p) / ((nu + 1) * q);
    out[start + nu + 1] = value;
    sum += value;
  }
  for (let nu = largest, value = 1; nu > 0 && value > negligible; nu--) {
    value *= (nu * q) / ((degree - nu + 1) * p);
    out[start + nu - 1] = value;
    sum += value;
  }
  const scale = 1 / sum;
  for (let nu = 0; nu <= degree; nu++) out[start + nu]! *= scale;
}

const negligible = 1e-60;
