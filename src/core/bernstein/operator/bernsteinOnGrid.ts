import { onFirstUse } from "../../remember.ts";
import { rowMemory } from "../../arithmetic/rowMemory.ts";
import { checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { axisPoints, type AxisPoints } from "./basisOnAxis.ts";
import { onLine } from "./halvesOnLine.ts";
import { onProduct } from "./halvesOnProduct.ts";
import { iterationMatrix } from "./iterationMatrix.ts";

/** Map from lattice values to values on a regular grid of [0, 1]^ℓ. */
export interface BernsteinOnGrid {
  /** Arrays with the first coordinate fastest. */
  evaluate(lattice: Float64Array, out?: Float64Array): Float64Array;
  /** r with |computed − exact polynomial| ≤ r·max|lattice|. */
  relativeError(): number;
}

interface BernsteinGrid {
  /** @throws {NumericalError} if rounding may exceed 10⁻⁶ */
  iterated(iterations: number): BernsteinOnGrid;
}

/**
 * The iterated Bernstein operator from a lattice to a grid, (B₁S ⊗ … ⊗ B_ℓS): B_j for (k, axis j), S for (k, h). On a
 * line with small h, S x is computed by h − 1 steps c ← c + (x − A c), in O(h k²); otherwise S is computed once in O(k³
 * log h), and applied in O(k^(ℓ+1)).
 *
 * @param degree k ≥ 1
 * @param axes ℓ ≥ 1 lists of coordinates in [0, 1]
 * @see docs/proofs/bernsteinOperator.md, Lemma 2; Aldà & Rubinstein (2017), Definitions 8 and 9; errata A9, A11
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
      const matrix = onFirstUse(() => iterationMatrix({ degree, iterations }));
      if (!byVectors) matrix();
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
 * The iterated Bernstein operator of one order: {@link bernsteinGrid}.
 *
 * @param degree k ≥ 1: lattice points ν/k, ν = 0, …, k, on each axis
 * @param iterations h ≥ 1
 * @param axes ℓ ≥ 1 lists of coordinates in [0, 1]
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
  return bernsteinGrid({ degree, axes }).iterated(iterations);
}

/** On a line. */
const mostSteps = 12;

const memories = onFirstUse(() => rowMemory(3));
