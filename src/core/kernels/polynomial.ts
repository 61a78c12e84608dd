import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { countText } from "../numberFormats.ts";
import type { Points } from "../points.ts";
import type { FeatureKernel, Kernel } from "./kernel.ts";

const mostTerms = 400;

/**
 * Polynomial kernel on the unit box, with the box's centre as origin and constants among its functions,
 *
 *     k(x, y) = ((1 + ⟨2x − 1, 2y − 1⟩)/(1 + d))^p,   sup k(x, x) = 1 at the corners.
 *
 * Its functions are the polynomials of degree p at most; p = 1 is the linear kernel, with a penalised offset. Features
 * are the monomials x̃^α of x̃ = 2x − 1 with |α| ≤ p, times √(p!/(α! (p − |α|)!)/(1 + d)^p).
 *
 * @param degree p ≥ 1
 * @param dimension d ≥ 1
 * @throws {ParameterError} unless there are at most 400 monomials, C(p + d, d)
 * @see Aldà & Rubinstein (2017), section 6: kernels that are not translation-invariant
 */
export function polynomialKernel(degree: number, dimension: number): Kernel & FeatureKernel {
  const p = checkPositiveInteger("power", degree);
  const d = checkPositiveInteger("dimension", dimension);
  const { count, parents, variables, factors } = monomials(p, d);
  return {
    evaluate: (x, y) => {
      let sum = 1;
      for (let j = 0; j < d; j++) sum += (2 * x[j]! - 1) * (2 * y[j]! - 1);
      return (sum / (1 + d)) ** p;
    },
    diagonalBound: 1,
    features: {
      count,
      fill: ({ coordinates }: Points, out, from, stride) => {
        const terms = new Float64Array(count).fill(1);
        for (let i = 0, at = from; i * d < coordinates.length; i++, at += stride) {
          out[at] = factors[0]!;
          for (let a = 1; a < count; a++) {
            terms[a] = terms[parents[a]!]! * (2 * coordinates[i * d + variables[a]!]! - 1);
            out[at + a] = factors[a]! * terms[a]!;
          }
        }
      },
    },
  };
}

function monomials(p: number, d: number) {
  const parents = [0];
  const variables = [0];
  const exponents = [0];
  const orders = [0];
  const squares = [(1 + d) ** -p];
  for (let a = 0; a < parents.length; a++) {
    for (let j = a === 0 ? 0 : variables[a]!; j < d && orders[a]! < p; j++) {
      const exponent = a > 0 && j === variables[a]! ? exponents[a]! + 1 : 1;
      parents.push(a);
      variables.push(j);
      exponents.push(exponent);
      orders.push(orders[a]! + 1);
      squares.push((squares[a]! * (p - orders[a]!)) / exponent);
      if (parents.length > mostTerms) {
        throw new ParameterError(
          "power",
          p,
          `so small that a polynomial of ${countText(d)} inputs has at most ${countText(mostTerms)} terms`,
        );
      }
    }
  }
  return { count: parents.length, parents, variables, factors: squares.map(Math.sqrt) };
}
