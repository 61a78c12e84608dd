import { rowMemory } from "../../arithmetic/rowMemory.ts";
import { checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { axisPoints } from "./basisOnAxis.ts";
import type { AxisPoints } from "./basisOnAxis.ts";
import { onLine } from "./halvesOnLine.ts";
import { onProduct } from "./halvesOnProduct.ts";
import { iterationMatrix } from "./iterationMatrix.ts";

/** Lattice values made into values on a regular grid of [0, 1]^ℓ, by one small matrix per axis. */
export interface BernsteinOnGrid {
  /**
   * The iterated Bernstein polynomial of the lattice values on the grid; both first coordinate fastest.
   *
   * @param out is written to and returned; a new array if absent
   */
  evaluate(lattice: Float64Array, out?: Float64Array): Float64Array;
  /**
   * r: whatever the lattice values, what is computed differs from the exact polynomial by at most r·max|lattice|.
   */
  relativeError(): number;
}

/** The basis of one degree at the points of a grid, which all orders share. */
interface BernsteinGrid {
  /** @throws {NumericalError} if rounding may exceed 10⁻⁶ */
  iterated(iterations: number): BernsteinOnGrid;
}

/**
 * The iterated Bernstein operator from a lattice to a grid, (B₁S ⊗ … ⊗ B_ℓS): B_j for (k, axis j), S for (k, h).
 *
 * b_ν(1 − y) = b_{k−ν}(y), so that A and B take even vectors to even functions and odd to odd: lattice values are split into both
 * parts, and matrices of half the sides act on each. On a line a small h needs no S: S x is h − 1 steps c ← c + (x − A c) from
 * c = x, O(h k²); else it is S itself, O(k³ log h) once, and then O(k^(ℓ+1)). The values take O(k m) on a line, and less than k
 * times as much as there are numbers on any axis besides. Each axis is one call of the arithmetic.
 *
 * **Rounding.** Along one axis, with ‖lattice‖_∞ ≤ 1:
 *
 * 1. Both parts are at most 1 and off by u. Of each, S x has size ≤ ‖S‖ and is off by e_S + γ‖S‖.
 * 2. The basis at a point is off by 12(k + 1)u in all, by (k + 1)·10⁻²⁰ for what is left out of it, and adds γ. Products of half
 *    as many terms as γ counts leave room for the roundings of splitting and adding up.
 * 3. So an axis multiplies what is known by at most s = ‖Ŝ‖ + e_S, and adds at most ε s to the error, where ε is twice (e_S +
 *    γs)/s + 13(k + 1)u + γ and their product. ℓ axes give (s(1 + ε))^ℓ − s^ℓ.
 * 4. The steps with vectors lose at most (12(k + 1)u + γ)(1 + 2s) each and part, what is left out of a row included; ‖I − A‖ ≤ 2
 *    enlarges that to 2^h times as much in all.
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
  const known = new Map<ArrayLike<number>, AxisPoints>();
  const points = axes.map((at) => {
    const made = known.get(at) ?? axisPoints(at);
    known.set(at, made);
    return made;
  });
  const isLine = axes.length === 1;
  const size = axes.reduce((product, { length }) => product * length, 1);
  const line = isLine ? onLine(n, points[0]!, memories()) : undefined;
  const product = isLine ? undefined : onProduct(n, points);

  return {
    iterated: (iterations) => {
      const byVectors = isLine && checkPositiveInteger("iterations", iterations) <= mostSteps;
      let made = byVectors ? undefined : iterationMatrix({ degree, iterations });
      const matrix = () => (made ??= iterationMatrix({ degree, iterations }));
      const evaluate = byVectors
        ? line!.stepping(iterations)
        : line
          ? line.multiplying(matrix().halves)
          : product!(matrix().halves);
      return {
        relativeError: () => {
          const gamma = (n + 3) * 2 ** -53;
          const s = matrix().norm + matrix().error;
          const stepping = byVectors ? (2 ** iterations * (12 * n * 2 ** -53 + gamma) * (1 + 2 * s)) / s : 0;
          const share = 2 * ((matrix().error / s + gamma + stepping) * 1.01 + (13 * n * 2 ** -53 + gamma) * 1.01);
          return s ** axes.length * Math.expm1(axes.length * Math.log1p(share));
        },
        evaluate: (lattice, out = new Float64Array(size)) => {
          if (lattice.length !== n ** axes.length) {
            throw new ParameterError(
              "lattice.length",
              lattice.length,
              `${n}^${axes.length}, one value a lattice point`,
            );
          }
          evaluate(lattice, checkLength("out", out, size));
          return out;
        },
      };
    },
  };
}

/**
 * The iterated Bernstein operator of one order, from values on a lattice to values on a grid: {@link bernsteinGrid}.
 *
 * @param degree k ≥ 1: the lattice has the points ν/k, ν = 0, …, k, on each axis
 * @param iterations h ≥ 1
 * @param axes ℓ ≥ 1 lists of coordinates in [0, 1]
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if rounding may exceed 10⁻⁶
 * @see Aldà & Rubinstein (2017), Definitions 8 and 9
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
  return bernsteinGrid({ degree, axes }).iterated(iterations);
}

/** Iterations up to which a line goes step by step. */
const mostSteps = 12;

let shared: ReturnType<typeof rowMemory> | undefined;

/** Matrices stay in memory from one draw to the next. */
function memories(): ReturnType<typeof rowMemory> {
  return (shared ??= rowMemory(3));
}
