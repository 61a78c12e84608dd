import { checkPositiveInteger } from "../../checks.ts";
import { denseProduct } from "../../linalg/denseProduct.ts";
import { remember } from "../../remember.ts";
import { bernsteinBasisRows } from "./bernsteinBasis.ts";
import { foldedColumns, halfSizes } from "./halves.ts";
import { iterationMatrix } from "./iterationMatrix.ts";

/**
 * Upper bound on the Lebesgue constant of [0, 1], sup Σ_ν |b_ν^(h)(y)|, less than 2 % above it; 2^h − 1 above degree
 * 400.
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @throws {NumericalError} if rounding may exceed 10⁻⁶
 * @see docs/proofs/bernsteinOperator.md, Lemma 4
 */
export function lebesgueBound({
  degree,
  iterations,
}: {
  readonly degree: number;
  readonly iterations: number;
}): number {
  checkPositiveInteger("degree", degree);
  checkPositiveInteger("iterations", iterations);
  if (iterations === 1 || degree === 1) return 1;
  if (degree > mostDegree) return 2 ** iterations - 1;
  const key = `${degree} ${iterations}`;
  const known = bounds.get(key);
  if (known !== undefined) return known;
  const m = 8 * degree;
  const half = Array.from({ length: Math.ceil(m / 2) }, (_, i) => Math.sin((Math.PI * (2 * i + 1)) / (4 * m)) ** 2);
  const { largest, error } = largestAbsoluteSum(degree, iterations, half);
  // A point is off by some units, which changes the sum by less than 8k²u times itself (Markov).
  const moved = 1 + 8 * degree * degree * 2 ** -53;
  const bound = Math.min(2 ** iterations - 1, ((largest + error) * moved) / Math.cos(Math.PI / 16));
  bounds.set(key, bound);
  return bound;
}

const mostDegree = 400;

const bounds = new Map<string, number>();

/** The largest Σ_ν |b_ν^(h)| at points in [0, ½], Appendix C, eq. (12): |e + o|/2 + |e − o|/2 = max(|e|, |o|). */
export function largestAbsoluteSum(
  degree: number,
  iterations: number,
  at: readonly number[],
): { readonly largest: number; readonly error: number } {
  const n = checkPositiveInteger("degree", degree) + 1;
  const S = iterationMatrix({ degree, iterations });
  const { evenSize, oddSize } = halfSizes(n);
  const B = basisAt({ degree, at });
  const product = (half: "even" | "odd", size: number) =>
    denseProduct({ A: B[half], B: S.halves[half], rows: at.length, terms: size, columns: size });
  const [even, odd] = [product("even", evenSize), product("odd", oddSize)];
  let largest = 0;
  for (let i = 0; i < at.length; i++) {
    let sum = evenSize > oddSize ? Math.abs(even[(i + 1) * evenSize - 1]!) : 0;
    for (let nu = 0; nu < oddSize; nu++) {
      sum += Math.max(Math.abs(even[i * evenSize + nu]!), Math.abs(odd[i * oddSize + nu]!));
    }
    largest = Math.max(largest, sum);
  }
  return { largest, error: 2 * S.error + 60 * n * 2 ** -53 * S.norm };
}

const basisAt = remember(({ degree, at }: { readonly degree: number; readonly at: readonly number[] }) =>
  foldedColumns(bernsteinBasisRows(degree, at), degree + 1),
);
