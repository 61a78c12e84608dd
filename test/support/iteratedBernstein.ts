import { checkAllFinite, checkLength, checkPositiveInteger, checkUnit } from "../../src/core/checks.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { denseProduct } from "../../src/core/linalg/denseProduct.ts";
import { pointCount } from "../../src/core/points.ts";
import type { Points } from "../../src/core/points.ts";
import { bernsteinBasisRows } from "../../src/core/bernstein/operator/bernsteinBasis.ts";
import { bernsteinBasis } from "./bernsteinBasis.ts";
import { iterationMatrix } from "../../src/core/bernstein/operator/iterationMatrix.ts";
import type { IterationMatrix } from "../../src/core/bernstein/operator/iterationMatrix.ts";

/** A polynomial of ℓ variables, of degree k in each. */
interface IteratedBernstein {
  /** Its values at m points of [0, 1]^ℓ, shape (m,). */
  evaluate(at: Points): Float64Array;
  /** Coefficients c in the basis of products of b_ν, shape ((k + 1)^ℓ,), first coordinate fastest. */
  readonly coefficients: Float64Array;
}

/**
 * The iterated Bernstein basis polynomials at a point,
 *
 *     b_ν^(h)(y) = Σ_{i=1}^h C(h, i) (−1)^(i−1) B_k^(i−1)(b_ν; y) = (b(y)ᵀ Σ_{i<h} (I − A)^i)_ν.
 *
 * They add up to 1, and for h ≥ 2 some are negative.
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @param at y in [0, 1]
 * @returns shape (k + 1,)
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if rounding may exceed 10⁻⁶
 * @see Aldà & Rubinstein (2017), Definition 8; errata A11
 */
export function iteratedBernsteinBasis({
  degree,
  iterations,
  at,
}: {
  readonly degree: number;
  readonly iterations: number;
  readonly at: number;
}): Float64Array {
  const { values } = iterationMatrix({ degree, iterations });
  const basis = bernsteinBasis({ degree, at });
  return denseProduct({ A: basis, B: values, rows: 1, terms: degree + 1, columns: degree + 1 });
}

/**
 * The iterated Bernstein polynomial of a function on [0, 1]^ℓ that is known on the lattice (ν₁/k, …, ν_ℓ/k),
 *
 *     Σ_ν f(ν/k) Π_j b_{ν_j}^(h)(y_j),
 *
 * the tensor product of one operator an axis, which for h ≥ 2 is not I − (I − B_{k,…,k})^h (errata A9).
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @param dimension ℓ ≥ 1
 * @param lattice f on the lattice, shape ((k + 1)^ℓ,), first coordinate fastest; finite
 * @throws {ParameterError} if an argument is out of range, or a point is outside [0, 1]^ℓ
 * @throws {NumericalError} if rounding may exceed 10⁻⁶ of the largest value
 * @see Aldà & Rubinstein (2017), Definition 9, Algorithm 1 lines 6 and 7
 */
export function iteratedBernstein({
  degree,
  iterations,
  dimension,
  lattice,
}: {
  readonly degree: number;
  readonly iterations: number;
  readonly dimension: number;
  readonly lattice: ArrayLike<number>;
}): IteratedBernstein {
  const matrix = iterationMatrix({ degree, iterations });
  const d = checkPositiveInteger("dimension", dimension);
  checkAllFinite("lattice", checkLength("lattice", lattice, (degree + 1) ** d));
  const coefficients = bernsteinCoefficients(matrix, d, Float64Array.from(lattice));
  const n = degree + 1;
  return {
    coefficients,
    evaluate: (at) => {
      if (at.dimension !== d) throw new ParameterError("at.dimension", at.dimension, `equal to ${d}`);
      const m = pointCount(at);
      // Row i holds the bases of point i, one an axis; the first axis is summed by one product for all points.
      const coordinates = Array.from({ length: d }, (_, j) =>
        Float64Array.from({ length: m }, (_, i) => checkUnit(`at[${i}]`, at.coordinates[i * d + j]!)),
      );
      const out = new Float64Array(m);
      const block = Math.max(1, Math.floor(2 ** 20 / coefficients.length));
      for (let start = 0; start < m; start += block) {
        const rows = Math.min(block, m - start);
        const bases = coordinates.map((y) => bernsteinBasisRows(degree, y.subarray(start, start + rows)));
        // After the last axis is summed for every point, `partial` holds n^(d−1) numbers a point.
        let partial = denseProduct({
          A: bases[d - 1]!,
          B: coefficients,
          rows,
          terms: n,
          columns: n ** (d - 1),
        });
        for (let axis = d - 2; axis >= 0; axis--) {
          const width = n ** axis;
          const next = new Float64Array(rows * width);
          for (let i = 0; i < rows; i++) {
            for (let nu = 0; nu < n; nu++) {
              const b = bases[axis]![i * n + nu]!;
              const from = (i * n + nu) * width;
              for (let k = 0; k < width; k++) next[i * width + k]! += b * partial[from + k]!;
            }
          }
          partial = next;
        }
        out.set(partial, start);
      }
      return out;
    },
  };
}

/**
 * Lattice values made into coefficients of the plain basis: S applied along each axis.
 *
 * @param lattice shape ((k + 1)^ℓ,), first coordinate fastest
 */
function bernsteinCoefficients(
  { degree, values }: IterationMatrix,
  dimension: number,
  lattice: Float64Array,
): Float64Array {
  const n = degree + 1;
  return alongAxes(
    Array.from({ length: dimension }, () => ({ matrix: values, rows: n, columns: n })),
    lattice,
  );
}

/** A matrix of shape (rows, columns), row-major, for one axis. */
interface AxisMatrix {
  readonly matrix: Float64Array;
  readonly rows: number;
  readonly columns: number;
}

/**
 * A tensor with one matrix applied along each axis, (M₁ ⊗ … ⊗ M_ℓ) x: an axis at a time.
 *
 * The last axis of x, whose index varies slowest, is summed by one product M x, and the result is turned so that this
 * axis becomes the fastest; after ℓ turns the axes are where they were.
 *
 * @param x first coordinate fastest, shape (Π columns,)
 * @returns first coordinate fastest, shape (Π rows,)
 */
function alongAxes(axes: readonly AxisMatrix[], x: Float64Array): Float64Array {
  let current = x;
  for (const { matrix, rows, columns } of axes.toReversed()) {
    const others = current.length / columns;
    const product = denseProduct({ A: matrix, B: current, rows, terms: columns, columns: others });
    if (axes.length === 1) return product;
    current = new Float64Array(product.length);
    for (let i = 0; i < rows; i++) {
      for (let k = 0; k < others; k++) current[k * rows + i] = product[i * others + k]!;
    }
  }
  return current;
}
