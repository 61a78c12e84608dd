import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { checkPositiveInteger } from "../../checks.ts";
import { NumericalError } from "../../errors.ts";
import { largestRowSum } from "../../linalg/denseProduct.ts";
import { onFirstUse, remember } from "../../remember.ts";
import { foldedBasis, latticePoints, strideOf } from "./basisOnAxis.ts";
import { halfSizes, unfoldedMatrix, type Halves } from "./halves.ts";
import { shortText } from "../../numberFormats.ts";

export interface IterationMatrix {
  readonly degree: number;
  readonly iterations: number;
  /** S = Σ_{i<h} (I − A)^i, shape (k + 1, k + 1), row-major. */
  readonly values: Float64Array;
  /** Square matrices of ⌈n/2⌉ and ⌊n/2⌋ rows, n = k + 1. */
  readonly halves: Halves;
  readonly norm: number;
  /** Bound on ‖computed − exact‖_∞. */
  readonly error: number;
}

/** From lattice values of size 1. */
const largestError = 1e-6;

/**
 * The matrix S of the iterated Bernstein operator of order h in its stable form,
 *
 *     b^(h)(y) = b(y)ᵀ S,  S = Σ_{i<h} (I − A)^i,  A(μ, ν) = b_ν(μ/k),
 *
 * by repeated squaring of even and odd halves: with T = I − A and R_i = T^i, S_2i = S_i + R_i S_i, R_2i = R_i², S_{i+1}
 * = I + T S_i.
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @returns the last matrix again for the same k and h
 * @throws {NumericalError} if the bound on rounding exceeds 10⁻⁶
 * @see docs/proofs/bernsteinOperator.md, Lemma 3; Aldà & Rubinstein (2017), Definition 8; errata A11
 */
export const iterationMatrix: (size: { readonly degree: number; readonly iterations: number }) => IterationMatrix =
  remember(computed);

const latticeBasis = remember((degree: number) => foldedBasis(degree + 1, latticePoints(degree), 1e-60));

function computed({ degree, iterations }: { readonly degree: number; readonly iterations: number }): IterationMatrix {
  const n = checkPositiveInteger("degree", degree) + 1;
  checkPositiveInteger("iterations", iterations);
  const { evenSize, oddSize } = halfSizes(n);
  const A = latticeBasis(degree);
  const even = powerSum(A.even, evenSize, n, iterations);
  const odd = powerSum(A.odd, oddSize, n, iterations);
  const error = (even.error + odd.error) * (1 + 8 * unit) + 2 * unit * (even.norm + odd.norm);
  if (!(error <= largestError)) {
    throw new NumericalError(
      `the iterated Bernstein operator of degree ${degree} and order ${iterations} exhausts double numbers: ` +
        `its rounding is only known to be below ${shortText(error, 2)} of the values`,
    );
  }
  const halves = { even: even.values, odd: odd.values };
  const whole = onFirstUse(() => unfoldedMatrix(halves, n));
  return {
    degree,
    iterations,
    halves,
    get values() {
      return whole();
    },
    norm: largestRowSumOfHalves(halves, n),
    error,
  };
}

function largestRowSumOfHalves({ even, odd }: Halves, n: number): number {
  const { evenSize, oddSize } = halfSizes(n);
  let largest = 0;
  for (let mu = 0; mu < evenSize; mu++) {
    // Middle column and row belong to the even half.
    let sum = evenSize > oddSize ? Math.abs(even[mu * evenSize + oddSize]!) : 0;
    for (let nu = 0; nu < oddSize; nu++) {
      const e = Math.abs(even[mu * evenSize + nu]!);
      sum += mu < oddSize ? Math.max(e, Math.abs(odd[mu * oddSize + nu]!)) : e;
    }
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** Σ_{i<h} (I − A)^i for one half of A. @param A shape (≥ size, stride), row-major */
function powerSum(
  A: Float64Array,
  size: number,
  n: number,
  iterations: number,
): Bounded & { readonly values: Float64Array } {
  if (iterations === 1) return identity(size);
  const order = strideOf(n);
  const area = order * order;
  const memory = arithmetic()
    .reserve(5 * area)
    .fill(0, 0, 5 * area);
  writeStart(memory, A, size, order);
  const normAt = (place: number) => largestRowSum(memory.subarray(place, place + size * order), order);
  const norm = normAt(0);
  const T: Bounded = { place: 0, norm, error: 14 * n * unit };
  const free = [4 * area, 3 * area, 2 * area];

  /** X Y + Z; it frees the place of `old`. */
  const product = (X: Bounded, Y: Bounded, Z: Bounded | "one" | undefined, old: Bounded): Bounded => {
    const place = free.pop()!;
    if (Z === undefined || Z === "one") memory.fill(0, place, place + area);
    else memory.copyWithin(place, Z.place, Z.place + area);
    if (Z === "one") for (let i = 0; i < size; i++) memory[place + i * (order + 1)] = 1;
    arithmetic().multiplyAdd({
      c: place,
      cRow: order,
      a: X.place,
      aRow: order,
      aColumn: 1,
      b: Y.place,
      bRow: order,
      bColumn: 1,
      rows: order,
      columns: order,
      terms: size,
      scale: 1,
    });
    if (old.place !== 0) free.push(old.place);
    const added = Z === undefined || Z === "one" ? { norm: Z === "one" ? 1 : 0, error: 0 } : Z;
    const gamma = ((n + 4) * unit) / (1 - (n + 4) * unit);
    const rounded = gamma * (X.norm * Y.norm + added.norm);
    const carried = X.norm * Y.error + X.error * Y.norm + X.error * Y.error + added.error;
    return { place, norm: normAt(place), error: (carried + rounded) * (1 + 8 * n * unit) };
  };

  let S: Bounded = { place: area, norm: normAt(area), error: (T.error + unit * (1 + norm)) * (1 + 8 * n * unit) };
  let R = T;
  const highest = Math.floor(Math.log2(iterations)) - 1;
  for (let bit = highest; bit >= 0; bit--) {
    if (bit < highest) S = product(R, S, S, S);
    const isOdd = Math.floor(iterations / 2 ** bit) % 2 === 1;
    if (isOdd) S = product(T, S, "one", S);
    if (bit === 0) break;
    R = product(R, R, undefined, R);
    if (isOdd) R = product(T, R, undefined, R);
  }
  return { ...S, values: withoutPadding(memory, S.place, size, order) };
}

function identity(size: number) {
  const values = new Float64Array(size * size);
  for (let at = 0; at < values.length; at += size + 1) values[at] = 1;
  return { place: 0, norm: 1, error: 0, values };
}

function withoutPadding(memory: Float64Array, place: number, size: number, order: number): Float64Array {
  const values = new Float64Array(size * size);
  for (let i = 0, to = 0; i < size; i++) {
    for (let from = place + i * order, end = from + size; from < end; from++) values[to++] = memory[from]!;
  }
  return values;
}

function writeStart(memory: Float64Array, A: Float64Array, size: number, order: number): void {
  const area = order * order;
  for (let i = 0; i < size; i++) {
    const row = i * order;
    for (let j = row; j < row + size; j++) {
      memory[j] = -A[j]!;
      memory[area + j] = -A[j]!;
    }
    memory[row + i] = 1 - A[row + i]!;
    memory[area + row + i] = 2 - A[row + i]!;
  }
}

interface Bounded {
  readonly place: number;
  readonly norm: number;
  readonly error: number;
}

const unit = 2 ** -53;
