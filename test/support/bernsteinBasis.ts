import { bernsteinBasisRows } from "../../src/core/bernstein/operator/bernsteinBasis.ts";

/** Basis polynomials at one point, shape (k + 1,). */
export function bernsteinBasis({ degree, at }: { readonly degree: number; readonly at: number }): Float64Array {
  return bernsteinBasisRows(degree, [at]);
}
