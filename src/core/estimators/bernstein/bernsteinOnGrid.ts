import { checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { bernsteinBasisRows } from "./bernsteinBasis.ts";
import { alongAxes } from "./iteratedBernstein.ts";
import type { AxisMatrix } from "./iteratedBernstein.ts";
import { iterationMatrix } from "./iterationMatrix.ts";

/** Lattice values made into values on a regular grid of [0, 1]^ℓ, by one small matrix per axis. */
export interface BernsteinOnGrid {
  /** The iterated Bernstein polynomial of the lattice values on the grid; both first coordinate fastest. */
  evaluate(lattice: Float64Array): Float64Array;
  /**
   * ρ: whatever the lattice values, what is computed differs from the exact polynomial by at most ρ·max|lattice|.
   */
  readonly relativeError: number;
}

/**
 * The iterated Bernstein operator from a lattice to a grid, (B₁S ⊗ … ⊗ B_ℓS): S for (k, h), B_j for (k, axis j). A new h
 * costs O(k³ log h) for S and O(k^(ℓ+1) + k m) for the values; a new k the basis at the points of each axis besides.
 *
 * **Rounding.** Along one axis, with ‖lattice‖_∞ ≤ 1: S x is off by e_S + γ‖S‖ and has size ≤ ‖S‖; the basis at a point is
 * off by 12(k + 1)u in all and adds γ. So an axis multiplies what is known by at most s = ‖Ŝ‖ + e_S and adds at most
 * ε s to the error, and ℓ axes give (s(1 + ε))^ℓ − s^ℓ with ε = (e_S + γs)/s + 12(k + 1)u + γ and their product.
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @param axes ℓ ≥ 1 lists of coordinates in [0, 1]
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if rounding may exceed 10⁻⁶
 */
export function bernsteinOnGrid({
  degree,
  iterations,
  axes,
}: {
  readonly degree: number;
  readonly iterations: number;
  readonly axes: readonly ArrayLike<number>[];
}): BernsteinOnGrid {
  const n = checkPositiveInteger("degree", degree) + 1;
  checkPositiveInteger("axes.length", axes.length);
  const S = iterationMatrix({ degree, iterations });
  const bases: AxisMatrix[] = axes.map((at) => ({
    matrix: bernsteinBasisRows(degree, at),
    rows: at.length,
    columns: n,
  }));
  const iterated: AxisMatrix = { matrix: S.values, rows: n, columns: n };
  const gamma = (n + 3) * 2 ** -53;
  const s = S.norm + S.error;
  const share = (S.error / s + gamma) * 1.01 + (13 * n * 2 ** -53 + gamma) * 1.01;
  return {
    relativeError: s ** axes.length * Math.expm1(axes.length * Math.log1p(share)),
    evaluate: (lattice) => {
      if (lattice.length !== n ** axes.length) {
        throw new ParameterError("lattice.length", lattice.length, `${n}^${axes.length}, one value a lattice point`);
      }
      const coefficients =
        iterations === 1
          ? lattice
          : alongAxes(
              axes.map(() => iterated),
              lattice,
            );
      return alongAxes(bases, coefficients);
    },
  };
}
