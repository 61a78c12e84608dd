import { checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { denseProduct } from "../../linalg/denseProduct.ts";
import { bandOf, multiplyBand } from "./bandMatrix.ts";
import type { BandMatrix } from "./bandMatrix.ts";
import { bernsteinBasisRows, bernsteinMatrix } from "./bernsteinBasis.ts";
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
  relativeError(): number;
}

/** The basis of one degree at the points of a grid, which all orders share. */
export interface BernsteinGrid {
  /** @throws {NumericalError} if rounding may exceed 10⁻⁶ */
  iterated(iterations: number): BernsteinOnGrid;
}

/**
 * The iterated Bernstein operator from a lattice to a grid, (B₁S ⊗ … ⊗ B_ℓS): B_j for (k, axis j), S for (k, h). On a line a
 * small h needs no S: S x is h − 1 steps c ← c + (x − A c) from c = x, O(h k²); else it is S itself, O(k³ log h) once, and
 * then O(k^(ℓ+1)). The values take O(k m) on a line, and less than k times as much as there are numbers on any axis besides.
 *
 * **Rounding.** Along one axis, with ‖lattice‖_∞ ≤ 1: S x is off by e_S + γ‖S‖ and has size ≤ ‖S‖; the basis at a point is
 * off by 12(k + 1)u in all and adds γ. So an axis multiplies what is known by at most s = ‖Ŝ‖ + e_S and adds at most
 * ε s to the error, and ℓ axes give (s(1 + ε))^ℓ − s^ℓ with ε = (e_S + γs)/s + 12(k + 1)u + γ and their product. The steps with vectors
 * lose at most (12(k + 1)u + γ)(1 + 2s) each, what is left out of a band included, which ‖I − A‖ ≤ 2 enlarges to 2^h times that in all.
 *
 * @param degree k ≥ 1
 * @param axes ℓ ≥ 1 lists of coordinates in [0, 1]
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), Definitions 8 and 9; errata A9, A11
 */
export function bernsteinGrid({
  degree,
  axes,
}: {
  readonly degree: number;
  readonly axes: readonly ArrayLike<number>[];
}): BernsteinGrid {
  const n = checkPositiveInteger("degree", degree) + 1;
  checkPositiveInteger("axes.length", axes.length);
  const known = new Map<ArrayLike<number>, AxisMatrix>();
  const bases = axes.map((at) => {
    const basis = known.get(at) ?? { matrix: bernsteinBasisRows(degree, at), rows: at.length, columns: n };
    known.set(at, basis);
    return basis;
  });
  const onLine = axes.length === 1;
  const A = bandOf(bernsteinMatrix(degree), n);
  const B = bandOf(bases[0]!.matrix, n);

  return {
    iterated: (iterations) => {
      const byVectors = onLine && checkPositiveInteger("iterations", iterations) <= mostSteps;
      let made = byVectors ? undefined : iterationMatrix({ degree, iterations });
      const matrix = () => (made ??= iterationMatrix({ degree, iterations }));
      // In the plane the whole operator is one matrix an axis, so that values are two products.
      const plane =
        axes.length === 2 ? planeOperator(bases as [AxisMatrix, AxisMatrix], matrix().values, n) : undefined;
      return {
        relativeError: () => {
          const gamma = (n + 3) * 2 ** -53;
          const s = matrix().norm + matrix().error;
          const stepping = byVectors ? (2 ** iterations * (12 * n * 2 ** -53 + gamma) * (1 + 2 * s)) / s : 0;
          const share = (matrix().error / s + gamma + stepping) * 1.01 + (13 * n * 2 ** -53 + gamma) * 1.01;
          return s ** axes.length * Math.expm1(axes.length * Math.log1p(share));
        },
        evaluate: (lattice) => {
          if (lattice.length !== n ** axes.length) {
            throw new ParameterError(
              "lattice.length",
              lattice.length,
              `${n}^${axes.length}, one value a lattice point`,
            );
          }
          if (byVectors) return multiplyBand(B, steps(A, lattice, iterations));
          if (plane) return plane(lattice);
          const iterating = axes.map(() => ({ matrix: matrix().values, rows: n, columns: n }));
          return alongAxes(bases, alongAxes(iterating, lattice));
        },
      };
    },
  };
}

/** The same for one order. @see bernsteinGrid */
export function bernsteinOnGrid({
  degree,
  iterations,
  axes,
}: {
  readonly degree: number;
  readonly iterations: number;
  readonly axes: readonly ArrayLike<number>[];
}): BernsteinOnGrid {
  return bernsteinGrid({ degree, axes }).iterated(iterations);
}

/** Iterations up to which a line goes step by step. */
const mostSteps = 12;

/** S x = Σ_{i<h} (I − A)^i x. */
function steps(A: BandMatrix, x: Float64Array, iterations: number): Float64Array {
  let c = x;
  for (let i = 1; i < iterations; i++) {
    const smoothed = multiplyBand(A, c);
    for (let nu = 0; nu < smoothed.length; nu++) smoothed[nu] = c[nu]! + (x[nu]! - smoothed[nu]!);
    c = smoothed;
  }
  return c;
}

/** X ↦ P₂ X P₁ᵀ with P_j = B_j S; of X and the values the first axis is the column. */
function planeOperator(
  [first, second]: readonly [AxisMatrix, AxisMatrix],
  S: Float64Array,
  n: number,
): (lattice: Float64Array) => Float64Array {
  const iterated = ({ matrix, rows }: AxisMatrix) => denseProduct({ A: matrix, B: S, rows, terms: n, columns: n });
  const left = iterated(second);
  const P1 = second === first ? left : iterated(first);
  const right = new Float64Array(P1.length);
  for (let i = 0; i < first.rows; i++) for (let nu = 0; nu < n; nu++) right[nu * first.rows + i] = P1[i * n + nu]!;
  return (lattice) => {
    const along = denseProduct({ A: lattice, B: right, rows: n, terms: n, columns: first.rows });
    return denseProduct({ A: left, B: along, rows: second.rows, terms: n, columns: first.rows });
  };
}
