import { checkPositiveInteger } from "../../checks.ts";
import { NumericalError } from "../../errors.ts";
import { denseProduct, largestRowSum } from "../../linalg/denseProduct.ts";
import { remember } from "../../remember.ts";
import { bernsteinMatrix } from "./bernsteinBasis.ts";
import { foldedColumns, halfSizes, unfoldedMatrix } from "./halves.ts";
import { shortText } from "../../numberFormats.ts";

/** What the iterated operator does to lattice values before the plain basis polynomials are applied. */
export interface IterationMatrix {
  readonly degree: number;
  readonly iterations: number;
  /** S = Σ_{i<h} (I − A)^i, shape (k + 1, k + 1), row-major. */
  readonly values: Float64Array;
  /** ‖S‖_∞ of the computed matrix. */
  readonly norm: number;
  /** Proved bound on ‖computed − exact‖_∞. */
  readonly error: number;
}

/** Of what is computed from lattice values of size 1 no digit beyond this one is promised. */
const largestError = 1e-6;

/**
 * The matrix S of the iterated Bernstein operator of order h in its stable form,
 *
 *     b^(h)(y) = b(y)ᵀ S,  S = Σ_{i<h} (I − A)^i,  A(μ, ν) = b_ν(μ/k),
 *
 * by repeated squaring: with T = I − A and R_i = T^i, S_2i = S_i + R_i S_i, R_2i = R_i², S_{i+1} = I + T S_i. A commutes with the
 * mirror, so its even and its odd half are raised apart, which takes a quarter of the multiplications.
 *
 * **Rounding.** Write e_X for a bound on ‖X̂ − X‖_∞. Â is off by 12(k + 1)u in each row (bernsteinMatrix), its halves by u
 * more, and T by another u. If a product of X̂ and Ŷ, with something added to it, is computed by at most k + 3 additions and one
 * multiplication per term, its error is at most
 *
 *     ‖X̂‖ e_Y + e_X ‖Ŷ‖ + e_X e_Y + γ(‖X̂‖‖Ŷ‖ + ‖what is added‖) + e_of what is added,   γ = (k + 5)u / (1 − (k + 5)u).
 *
 * The matrices are well conditioned: ‖T^i‖_∞ was at most 2.5 and ‖S‖_∞ at most 2.3h for k ≤ 200 and h ≤ 1000. The bound
 * does not use that; it takes the norms that were computed.
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @returns the last one again for the same k and h: not to be written to
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if the bound on rounding exceeds 10⁻⁶
 * @see Aldà & Rubinstein (2017), Definition 8; errata A11
 */
export const iterationMatrix: (size: { readonly degree: number; readonly iterations: number }) => IterationMatrix =
  remember(computed);

function computed({ degree, iterations }: { readonly degree: number; readonly iterations: number }): IterationMatrix {
  const n = checkPositiveInteger("degree", degree) + 1;
  checkPositiveInteger("iterations", iterations);
  const A = foldedColumns(bernsteinMatrix(degree), n);
  const { evenSize, oddSize } = halfSizes(n);
  const even = powerSum(A.even.subarray(0, evenSize * evenSize), evenSize, n, iterations);
  const odd = powerSum(A.odd.subarray(0, oddSize * oddSize), oddSize, n, iterations);
  const values = unfoldedMatrix({ even: even.values, odd: odd.values }, n);
  // A row of S is half the sum and half the difference of rows of its halves.
  const error = (even.error + odd.error) * (1 + 8 * unit) + 2 * unit * (even.norm + odd.norm);
  if (!(error <= largestError)) {
    throw new NumericalError(
      `the iterated Bernstein operator of degree ${degree} and order ${iterations} exhausts double numbers: ` +
        `its rounding is only known to be below ${shortText(error, 2)} of the values`,
    );
  }
  return { degree, iterations, values, norm: largestRowSum(values, n), error };
}

/** Σ_{i<h} (I − A)^i for one half of A, of the given size. */
function powerSum(A: Float64Array, size: number, n: number, iterations: number): Bounded {
  const T = A.map((a, at) => (at % (size + 1) === 0 ? 1 : 0) - a);
  const t: Bounded = { values: T, norm: largestRowSum(T, size), error: 14 * n * unit };
  const one: Bounded = { values: T.map((_, at) => (at % (size + 1) === 0 ? 1 : 0)), norm: 1, error: 0 };
  let S = one;
  let R = t;
  for (let bit = Math.floor(Math.log2(iterations)) - 1; bit >= 0; bit--) {
    S = productPlus(R, S, S, size);
    const isOdd = Math.floor(iterations / 2 ** bit) % 2 === 1;
    if (isOdd) S = productPlus(t, S, one, size);
    if (bit === 0) break;
    R = productPlus(R, R, undefined, size);
    if (isOdd) R = productPlus(t, R, undefined, size);
  }
  return S;
}

interface Bounded {
  readonly values: Float64Array;
  readonly norm: number;
  readonly error: number;
}

const unit = 2 ** -53;

function productPlus(X: Bounded, Y: Bounded, Z: Bounded | undefined, n: number): Bounded {
  const values = denseProduct({ A: X.values, B: Y.values, rows: n, terms: n, columns: n });
  if (Z) for (let i = 0; i < values.length; i++) values[i]! += Z.values[i]!;
  const gamma = ((n + 4) * unit) / (1 - (n + 4) * unit);
  const rounded = gamma * (X.norm * Y.norm + (Z?.norm ?? 0));
  const carried = X.norm * Y.error + X.error * Y.norm + X.error * Y.error + (Z?.error ?? 0);
  // The bound itself and the norms are sums of at most n + 1 numbers, rounded.
  const error = (carried + rounded) * (1 + 8 * n * unit);
  return { values, norm: largestRowSum(values, n), error };
}
