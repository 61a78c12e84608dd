import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { checkPositiveInteger } from "../../checks.ts";
import { NumericalError } from "../../errors.ts";
import { largestRowSum } from "../../linalg/denseProduct.ts";
import { remember } from "../../remember.ts";
import { foldedBasis, latticePoints, strideOf } from "./basisOnAxis.ts";
import { halfSizes, unfoldedMatrix } from "./halves.ts";
import type { Halves } from "./halves.ts";
import { shortText } from "../../numberFormats.ts";

/** What the iterated operator does to lattice values before the plain basis polynomials are applied. */
export interface IterationMatrix {
  readonly degree: number;
  readonly iterations: number;
  /** S = Σ_{i<h} (I − A)^i, shape (k + 1, k + 1), row-major. */
  readonly values: Float64Array;
  /** What it does to even and to odd vectors, square matrices of ⌈n/2⌉ and ⌊n/2⌋ rows, n = k + 1. */
  readonly halves: Halves;
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
 * by repeated squaring: with T = I − A and R_i = T^i, R_2i = R_i² and S_{i+j} = S_i + R_i S_j, of which those for i = 2^p are kept for
 * other orders. A commutes with the mirror, so its even and its odd half are raised apart, which takes a quarter of the
 * multiplications.
 *
 * **Rounding.** Write e_X for a bound on ‖X̂ − X‖_∞. Â is off by 12(k + 1)u in each row (bernsteinHalves), its halves by u
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

/** Both halves of A with their powers, the same for every order. */
const halvesOf = remember((degree: number) => {
  const n = degree + 1;
  const { evenSize, oddSize } = halfSizes(n);
  const A = foldedBasis(n, latticePoints(degree), 1e-60);
  return { even: powerSums(A.even, evenSize, n), odd: powerSums(A.odd, oddSize, n) };
});

function computed({ degree, iterations }: { readonly degree: number; readonly iterations: number }): IterationMatrix {
  const n = checkPositiveInteger("degree", degree) + 1;
  checkPositiveInteger("iterations", iterations);
  const { evenSize, oddSize } = halfSizes(n);
  const sums = halvesOf(degree);
  const [even, odd] = [sums.even(iterations), sums.odd(iterations)];
  // A row of S is half the sum and half the difference of rows of its halves.
  const error = (even.error + odd.error) * (1 + 8 * unit) + 2 * unit * (even.norm + odd.norm);
  if (!(error <= largestError)) {
    throw new NumericalError(
      `the iterated Bernstein operator of degree ${degree} and order ${iterations} exhausts double numbers: ` +
        `its rounding is only known to be below ${shortText(error, 2)} of the values`,
    );
  }
  const halves = { even: withoutPadding(even.values, evenSize, n), odd: withoutPadding(odd.values, oddSize, n) };
  let whole: Float64Array | undefined;
  return {
    degree,
    iterations,
    halves,
    get values() {
      return (whole ??= unfoldedMatrix(halves, n));
    },
    norm: largestRowSumOfHalves(halves, n),
    error,
  };
}

/** ‖S‖_∞: of two elements of S, (e + d)/2 and (e − d)/2, the magnitudes add up to the larger one of |e| and |d|. */
function largestRowSumOfHalves({ even, odd }: Halves, n: number): number {
  const { evenSize, oddSize } = halfSizes(n);
  let largest = 0;
  for (let mu = 0; mu < evenSize; mu++) {
    // The middle column is an even one alone; so is the middle row, whose elements stand twice.
    let sum = evenSize > oddSize ? Math.abs(even[mu * evenSize + oddSize]!) : 0;
    for (let nu = 0; nu < oddSize; nu++) {
      const e = Math.abs(even[mu * evenSize + nu]!);
      sum += mu < oddSize ? Math.max(e, Math.abs(odd[mu * oddSize + nu]!)) : e;
    }
    // NaN stays: it must not be passed over.
    largest = Math.max(largest, sum);
  }
  return largest;
}

/**
 * What gives Σ_{i<h} (I − A)^i for one half of A, of the given size.
 *
 * @param A shape (≥ size, stride), row-major
 */
function powerSums(A: Float64Array, size: number, n: number): (iterations: number) => Bounded {
  // Rows and columns are filled up with zeros to a multiple of four, of which a product makes whole tiles.
  const order = strideOf(n);
  const area = order * order;
  const bounded = (values: Float64Array, error: number): Bounded => ({
    values,
    norm: largestRowSum(values.subarray(0, size * order), order),
    // The bound itself and the norms are sums of at most n + 1 numbers, rounded.
    error: error * (1 + 8 * n * unit),
  });

  /** X Y + Z. */
  const product = (X: Bounded, Y: Bounded, Z: Bounded | undefined): Bounded => {
    const memory = arithmetic().reserve(3 * area);
    if (Z) memory.set(Z.values, 0);
    else memory.fill(0, 0, area);
    memory.set(X.values, area);
    memory.set(Y.values, 2 * area);
    arithmetic().multiplyAdd({
      ...{ c: 0, cRow: order, a: area, aRow: order, aColumn: 1, b: 2 * area, bRow: order, bColumn: 1 },
      ...{ rows: order, columns: order, terms: size, scale: 1 },
    });
    const { norm, error } = Z ?? { norm: 0, error: 0 };
    const gamma = ((n + 4) * unit) / (1 - (n + 4) * unit);
    const rounded = gamma * (X.norm * Y.norm + norm);
    const carried = X.norm * Y.error + X.error * Y.norm + X.error * Y.error + error;
    return bounded(memory.slice(0, area), carried + rounded);
  };

  const one = bounded(identity(size, order), 0);
  const powers = [bounded(differenceFromOne(A, size, order), 14 * n * unit)];
  const sums = [one];
  /** S + R Y, which takes no product where Y is I. */
  const sum = (S: Bounded, R: Bounded, Y: Bounded): Bounded => {
    if (Y !== one) return product(R, Y, S);
    const values = S.values.map((value, i) => value + R.values[i]!);
    return bounded(values, S.error + R.error + unit * (S.norm + R.norm));
  };
  /** T^(2^p), and S of order 2^p. */
  const power = (p: number): Bounded => (powers[p] ??= product(power(p - 1), power(p - 1), undefined));
  const sumOf = (p: number): Bounded => (sums[p] ??= sum(sumOf(p - 1), power(p - 1), sumOf(p - 1)));

  return (iterations) => {
    let S: Bounded | undefined;
    for (let p = 0, left = iterations; left > 0; p++, left = Math.floor(left / 2)) {
      if (left % 2 === 1) S = S ? sum(sumOf(p), power(p), S) : sumOf(p);
    }
    return S!;
  };
}

/** I, padded. */
function identity(size: number, order: number): Float64Array {
  const values = new Float64Array(order * order);
  for (let i = 0; i < size; i++) values[i * (order + 1)] = 1;
  return values;
}

/** T = I − A, padded. */
function differenceFromOne(A: Float64Array, size: number, order: number): Float64Array {
  const values = identity(size, order);
  for (let i = 0; i < size; i++) {
    for (let j = i * order; j < i * order + size; j++) values[j]! -= A[j]!;
  }
  return values;
}

/** The first `size` numbers of as many rows. */
function withoutPadding(values: Float64Array, size: number, n: number): Float64Array {
  const order = strideOf(n);
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) out.set(values.subarray(i * order, i * order + size), i * size);
  return out;
}

/** A matrix, its norm, and a bound on what it is off by. */
interface Bounded {
  readonly values: Float64Array;
  readonly norm: number;
  readonly error: number;
}

const unit = 2 ** -53;
