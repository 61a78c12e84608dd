import type { PlainMemory } from "./plainMemory.ts";
import { bernsteinHalves } from "./plain/bernsteinHalves.ts";
import { binOnLine, binOnPlane, type PlaneBins } from "./plain/bins.ts";
import { factorPanels } from "./plain/cholesky.ts";
import { climb } from "./plain/climb.ts";
import { exponentials, subtractLargest } from "./plain/exponentials.ts";
import { addFeatures, featureValues, sweepFeatures } from "./plain/features.ts";
import { addRows, addRowsPrecisely, gaussianRow, maternRow } from "./plain/kernelRows.ts";
import { mirroredProduct, mirroredVector } from "./plain/mirrored.ts";
import { normals } from "./plain/normals.ts";
import { pivot } from "./plain/pivot.ts";
import { planeColumns, planeForward, planeSum } from "./plain/planeFourier.ts";
import { poleSums, secularVectors } from "./plain/poles.ts";
import { multiplyAdd } from "./plain/product.ts";
import { realForward, realSum } from "./plain/realFourier.ts";
import { reflectRows } from "./plain/reflections.ts";
import { multiplyAddSingles } from "./plain/singleProduct.ts";
import { keepTurned, weighRows } from "./plain/spectrum.ts";
import {
  innerProducts,
  multiplySymmetric,
  subtractMultiples,
  updateAndMultiply,
  updateManyAndMultiply,
} from "./plain/tridiagonal.ts";
import { nextBlock } from "./plain/xoshiro.ts";

/** Start of the reserved memory, in doubles. */
export interface SimdMemory {
  start: number;
}

export type Call = (...numbers: number[]) => number;

/** An operation in both forms. Places count from the start of the reserved memory. */
interface Operation<Do> {
  readonly plain: (memory: PlainMemory) => Do;
  /** @param call the function of the module with the operation's name */
  readonly simd: (call: Call, memory: SimdMemory) => Do;
}

type Field<A> = `${"" | "@" | "@?"}${keyof A & string}`;

/** S where it names fields of A; else a text that says what is wrong. */
type Signature<S extends string, A> = S extends `${infer First} ${infer Rest}`
  ? First extends Field<A>
    ? Signature<Rest, A> extends Rest
      ? S
      : Signature<Rest, A>
    : `no field: ${First}`
  : S extends Field<A>
    ? S
    : `no field: ${S}`;

type Plain<A, R> = (memory: Float64Array, argument: A) => R;
type PlainWithKept<A, R> = (memory: Float64Array, kept: Float64Array, argument: A) => R;

/** @param start the place of the reserved memory */
type NumbersOf<A> = (start: number, argument: A) => readonly number[];

/**
 * An operation whose parameters are fields of its argument.
 *
 * @param signature fields in order: "@a" is a place in memory, "@?a" a place or a negative number
 */
function operation<A, R, S extends string>(
  plain: Plain<A, R>,
  signature: Signature<S, A> & S,
): Operation<(argument: A) => R> {
  return withNumbers(plain, fieldsInOrder<A>(signature));
}

function withKept<A, R, S extends string>(
  plain: PlainWithKept<A, R>,
  signature: Signature<S, A> & S,
): Operation<(argument: A) => R> {
  const { simd } = withNumbers<A, R>(() => undefined as R, fieldsInOrder<A>(signature));
  return { plain: (m) => (argument) => plain(m.values, m.kept, argument), simd };
}

function withNumbers<A, R>(plain: Plain<A, R>, numbersOf: NumbersOf<A>): Operation<(argument: A) => R> {
  return {
    plain: (m) => (argument) => plain(m.values, argument),
    simd: (call, m) => (argument) => call(...numbersOf(m.start, argument)) as R,
  };
}

function ofTwo(
  plain: (memory: Float64Array, first: number, second: number) => void,
  places: 1 | 2,
): Operation<(first: number, second: number) => void> {
  return {
    plain: (m) => (first, second) => plain(m.values, first, second),
    simd: (call, m) => (first, second) => call(m.start + first, places === 2 ? m.start + second : second),
  };
}

function fieldsInOrder<A>(signature: string): NumbersOf<A> {
  const fields = signature.split(" ").map((word) => {
    const [, mark, name] = /^(@?\??)(\w+)$/.exec(word)!;
    return { isPlace: mark !== "", mayBeNone: mark === "@?", name: name as keyof A };
  });
  const numbers = fields.map(() => 0);
  return (start, argument) => {
    for (let i = 0; i < fields.length; i++) {
      const { isPlace, mayBeNone, name } = fields[i]!;
      const value = Number(argument[name]);
      numbers[i] = isPlace && !(mayBeNone && value < 0) ? start + value : value;
    }
    return numbers;
  };
}

function edgesOf({ lower, upper, scale, last }: PlaneBins["axes"][0]): readonly number[] {
  return [lower, upper, scale, last];
}

/** Each operation is an entry here, a function in `plain`, which documents it, and one in `assembly`. */
const operations = {
  multiplyAdd: operation(multiplyAdd, "@c cRow @a aRow aColumn @b bRow bColumn rows columns terms scale"),
  /** In single precision without scale, never for releases. */
  multiplyAddSingles: operation(multiplyAddSingles, "@c cRow @a aRow aColumn @b bRow bColumn rows columns terms"),
  /**
   * Replaces the lower triangle of a symmetric positive definite matrix by its Cholesky factor; the panels hold zeros
   * above. Returns the first row without a positive, finite pivot, or −1.
   */
  factorPanels: operation(factorPanels, "@panels count"),
  updateAndMultiply: operation(updateAndMultiply, "@matrix size from @u @w @x @y"),
  updateManyAndMultiply: operation(updateManyAndMultiply, "@matrix size from pairs @u @w @x @y @panels"),
  multiplySymmetric: operation(multiplySymmetric, "@matrix size from @x @y"),
  innerProducts: operation(innerProducts, "@rows stride count @x length @out"),
  subtractMultiples: operation(subtractMultiples, "@to @rows stride count @factors length"),
  reflectRows: operation(reflectRows, "@rows count m @matrix reflections blockSize @factors transposed @work"),
  poleSums: operation(poleSums, "@poles @weights count split origin shift @out"),
  secularVectors: operation(secularVectors, "@poles @origins @shifts @secular count @signs @places @scratch"),
  /** Each within 4 units in the last place. */
  exponentials: ofTwo(exponentials, 1),
  subtractLargest: operation(subtractLargest, "@values rows columns"),
  /** Returns the place of the largest positive number of `left`, or −1. */
  pivot: operation(pivot, "@column @factor count terms @weights root @left @sum"),
  /** Replaces pairs of random 32-bit numbers as in `sourceFromBits`; `count` is even. */
  normals: ofTwo(normals, 1),
  /**
   * Writes the next 2048 numbers of xoshiro128**, from four states, 512 steps apart: first words at `states`, then
   * second words, and so on.
   */
  xoshiro: ofTwo(nextBlock, 2),
  /** Returns the coordinate whose row it needs next, −1 at the end. */
  climb: operation(climb, "@coordinates count kink uniform scale @places @state most"),
  binOnLine: withNumbers(binOnLine, (start, { records, count, bins, axis }) => [
    ...[start + records, count, start + bins],
    ...edgesOf(axis),
  ]),
  binOnPlane: withNumbers(binOnPlane, (start, { records, count, bins, width, axes: [x, y] }) => [
    ...[start + records, count, start + bins, width],
    ...edgesOf(x),
    ...edgesOf(y),
  ]),
  realForward: withKept(realForward, "plan roots @x @re @im @work"),
  /** Σ_k X_k e^(+2πijk/N) over 0 ≤ k < N, from half the spectrum; of X_0 and X_(N/2) the real parts. */
  realSum: withKept(realSum, "plan roots @x @re @im @work"),
  planeForward: withKept(planeForward, "along across @re @im @values columns lines @work"),
  /** The spectrum is used up. */
  planeSum: withKept(planeSum, "along across @re @im rows @values columns lines @work"),
  planeColumns: withKept(planeColumns, "width across @re @im rows @values columns lines @work"),
  /** Within 4 units in the last place, or within 4·10⁻³⁰⁸. */
  gaussianRow: operation(gaussianRow, "@points stride dimension centre decay @out count"),
  maternRow: operation(maternRow, "@points stride dimension centre rate linear square @out count"),
  addRows: withNumbers(addRows, (start, { to, count, rows: [A, B, C, D], factors: [a, b, c, d] }) => [
    ...[start + to, count],
    ...[start + A, a, start + B, b, start + C, c, start + D, d],
  ]),
  addRowsPrecisely: operation(addRowsPrecisely, "@to @carried count @rowA a @rowB b"),
  featureValues: operation(featureValues, "@left @right count rows columns @weights @out"),
  addFeatures: operation(addFeatures, "@left @right count rows columns @weights @shares"),
  /** Returns the number of coordinates in front. */
  sweepFeatures: operation(
    sweepFeatures,
    "@left @right count rows columns @weights @coordinates kink scale @order active first last kept seed",
  ),
  /** Keeps scale·X_kl·e^(i(α_k + β_l)), in place of earlier kept numbers. */
  keepTurned: withKept(keepTurned, "@re @im width rows @along @across scale kept"),
  weighRows: withKept(weighRows, "along @re @im keptRe keptIm rows depth @terms lines @factors @work"),
  bernsteinHalves: operation(bernsteinHalves, "@p @q rows degree negligible @even @odd stride @bands @work"),
  mirroredVector: operation(mirroredVector, "@x @y @even @odd stride @?bands n kept count @work"),
  mirroredProduct: operation(mirroredProduct, "@x @y @panels n kept count outer inner apart isFolded @work"),
};

type Table = typeof operations;
type Operations = { readonly [Name in keyof Table]: ReturnType<Table[Name]["plain"]> };

export function boundOperations(bind: (name: keyof Table, operation: Operation<unknown>) => unknown): Operations {
  const names = Object.keys(operations) as (keyof Table)[];
  return Object.fromEntries(names.map((name) => [name, bind(name, operations[name])])) as Operations;
}

/**
 * Operations on a memory of their own. Forms differ in the order of additions and the rounding of a·b + c: each of a
 * sum's n terms passes one multiplication and at most n + 1 additions.
 */
export interface Arithmetic extends Operations {
  readonly name: "plain" | "simd" | "fused simd";
  /** At least `count` doubles, the caller's until it returns or yields; earlier content and views are void. */
  readonly reserve: (count: number) => Float64Array;
  /** The last reserved memory with its content. */
  readonly held: () => Float64Array;
  /** Place of a permanent copy. The reserved memory becomes void. */
  readonly keep: (values: Float64Array) => number;
}
