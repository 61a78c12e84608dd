import type { PlainMemory } from "./plainMemory.ts";
import { bernsteinHalves } from "./plain/bernsteinHalves.ts";
import type { BernsteinHalves } from "./plain/bernsteinHalves.ts";
import { binOnLine, binOnPlane } from "./plain/bins.ts";
import type { LineBins, PlaneBins } from "./plain/bins.ts";
import { factorPanels, panelOfRows } from "./plain/cholesky.ts";
import type { LowerPanels, PanelOfRows } from "./plain/cholesky.ts";
import { climb } from "./plain/climb.ts";
import type { Climb } from "./plain/climb.ts";
import { exponentials, exponentialsOfQuadratic, subtractLargest } from "./plain/exponentials.ts";
import type { QuadraticExponents, RowsOfExponents } from "./plain/exponentials.ts";
import { addFeatures, featureValues, sweepFeatures } from "./plain/features.ts";
import type { FeatureSum, FeatureSweep, FeatureValues } from "./plain/features.ts";
import { fourier } from "./plain/fourier.ts";
import type { FourierTransforms } from "./plain/fourier.ts";
import { addRows, addRowsPrecisely, gaussianRow, maternRow } from "./plain/kernelRows.ts";
import type { GaussianRow, MaternRow, PreciseRowSum, RowSum } from "./plain/kernelRows.ts";
import { mirroredProduct, mirroredVector } from "./plain/mirrored.ts";
import type { MirroredProduct, MirroredVector } from "./plain/mirrored.ts";
import { normals } from "./plain/normals.ts";
import { pivot } from "./plain/pivot.ts";
import type { PivotStep } from "./plain/pivot.ts";
import { planeColumns, planeForward, planeSum } from "./plain/planeFourier.ts";
import type { PlaneColumns, PlaneForward, PlaneSum } from "./plain/planeFourier.ts";
import { poleSums, secularVectors } from "./plain/poles.ts";
import type { PoleSums, SecularVectors } from "./plain/poles.ts";
import { multiplyAdd } from "./plain/product.ts";
import type { MatrixProduct } from "./plain/product.ts";
import { realForward, realSum } from "./plain/realFourier.ts";
import type { RealFourier } from "./plain/realFourier.ts";
import { reflectRows } from "./plain/reflections.ts";
import type { RowReflections } from "./plain/reflections.ts";
import { rotateRows } from "./plain/rotations.ts";
import type { Rotations } from "./plain/rotations.ts";
import { multiplyAddSingles } from "./plain/singleProduct.ts";
import type { SingleProduct } from "./plain/singleProduct.ts";
import { keepTurned, weighRows } from "./plain/spectrum.ts";
import type { TurnedSpectrum, WeightedRows } from "./plain/spectrum.ts";
import {
  innerProducts,
  multiplySymmetric,
  subtractMultiples,
  updateAndMultiply,
  updateManyAndMultiply,
} from "./plain/tridiagonal.ts";
import type {
  InnerProducts,
  ManyUpdatesAndProduct,
  Multiples,
  SymmetricTimesVector,
  UpdateAndProduct,
} from "./plain/tridiagonal.ts";
import { nextBlock } from "./plain/xoshiro.ts";

/** Memory of the operations in WebAssembly; the reserved part begins at `start`, in doubles. */
export interface SimdMemory {
  start: number;
}

/** A function of the WebAssembly module. */
export type Call = (...numbers: number[]) => number;

/** One operation in both forms. Places in its argument count from the start of the reserved memory. */
interface Operation<Do> {
  readonly plain: (memory: PlainMemory) => Do;
  readonly simd: (call: Call, memory: SimdMemory) => Do;
}

function operation<Do>(entry: Operation<Do>): Operation<Do> {
  return entry;
}

/** The operations. Each is one entry here, one function in `plain`, which documents it, and one in `assembly`. */
const operations = {
  multiplyAdd: operation<(argument: MatrixProduct) => void>({
    plain: (m) => (argument) => multiplyAdd(m.values, argument),
    simd:
      (call, m) =>
      ({ c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows, columns, terms, scale }) =>
        call(m.start + c, cRow, m.start + a, aRow, aColumn, m.start + b, bRow, bColumn, rows, columns, terms, scale),
  }),
  /** `multiplyAdd` in single precision without scale, for pictures, never for releases. */
  multiplyAddSingles: operation<(argument: SingleProduct) => void>({
    plain: (m) => (argument) => multiplyAddSingles(m.values, argument),
    simd:
      (call, m) =>
      ({ c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows, columns, terms }) =>
        call(m.start + c, cRow, m.start + a, aRow, aColumn, m.start + b, bRow, bColumn, rows, columns, terms),
  }),
  /** Four rows side by side: a panel of `factorPanels`. */
  panelOfRows: operation<(argument: PanelOfRows) => void>({
    plain: (m) => (argument) => panelOfRows(m.values, argument),
    simd:
      (call, m) =>
      ({ rows, stride, to, columns }) =>
        call(m.start + rows, stride, m.start + to, columns),
  }),
  /**
   * Replaces the lower triangle of a symmetric positive definite matrix by its Cholesky factor; the panels hold zeros
   * above. Returns the first row without a positive and finite pivot, where it stops, or −1. Each term of a sum passes
   * through one multiplication and at most as many additions as there are rows, then a division or a root.
   */
  factorPanels: operation<(argument: LowerPanels) => number>({
    plain: (m) => (argument) => factorPanels(m.values, argument),
    simd:
      (call, m) =>
      ({ panels, count }) =>
        call(m.start + panels, count),
  }),
  updateAndMultiply: operation<(argument: UpdateAndProduct) => void>({
    plain: (m) => (argument) => updateAndMultiply(m.values, argument),
    simd:
      (call, m) =>
      ({ matrix, size, from, u, w, x, y }) =>
        call(m.start + matrix, size, from, m.start + u, m.start + w, m.start + x, m.start + y),
  }),
  updateManyAndMultiply: operation<(argument: ManyUpdatesAndProduct) => void>({
    plain: (m) => (argument) => updateManyAndMultiply(m.values, argument),
    simd:
      (call, m) =>
      ({ matrix, size, from, pairs, u, w, x, y, panels }) =>
        call(m.start + matrix, size, from, pairs, m.start + u, m.start + w, m.start + x, m.start + y, m.start + panels),
  }),
  multiplySymmetric: operation<(argument: SymmetricTimesVector) => void>({
    plain: (m) => (argument) => multiplySymmetric(m.values, argument),
    simd:
      (call, m) =>
      ({ matrix, size, from, x, y }) =>
        call(m.start + matrix, size, from, m.start + x, m.start + y),
  }),
  innerProducts: operation<(argument: InnerProducts) => void>({
    plain: (m) => (argument) => innerProducts(m.values, argument),
    simd:
      (call, m) =>
      ({ rows, stride, count, x, length, out }) =>
        call(m.start + rows, stride, count, m.start + x, length, m.start + out),
  }),
  subtractMultiples: operation<(argument: Multiples) => void>({
    plain: (m) => (argument) => subtractMultiples(m.values, argument),
    simd:
      (call, m) =>
      ({ to, rows, stride, count, factors, length }) =>
        call(m.start + to, m.start + rows, stride, count, m.start + factors, length),
  }),
  reflectRows: operation<(argument: RowReflections) => void>({
    plain: (m) => (argument) => reflectRows(m.values, argument),
    simd:
      (call, m) =>
      ({ rows, count, m: length, matrix, reflections, blockSize, factors, transposed, work }) =>
        call(
          m.start + rows,
          count,
          length,
          m.start + matrix,
          reflections,
          blockSize,
          m.start + factors,
          +transposed,
          m.start + work,
        ),
  }),
  rotateRows: operation<(argument: Rotations) => void>({
    plain: (m) => (argument) => rotateRows(m.values, argument),
    simd:
      (call, m) =>
      ({ rows, stride, length, first, last, cosines, sines }) =>
        call(m.start + rows, stride, length, first, last, m.start + cosines, m.start + sines),
  }),
  poleSums: operation<(argument: PoleSums) => void>({
    plain: (m) => (argument) => poleSums(m.values, argument),
    simd:
      (call, m) =>
      ({ poles, weights, count, split, origin, shift, out }) =>
        call(m.start + poles, m.start + weights, count, split, origin, shift, m.start + out),
  }),
  secularVectors: operation<(argument: SecularVectors) => void>({
    plain: (m) => (argument) => secularVectors(m.values, argument),
    simd:
      (call, m) =>
      ({ poles, origins, shifts, secular, count, signs, places, scratch }) =>
        call(
          m.start + poles,
          m.start + origins,
          m.start + shifts,
          m.start + secular,
          count,
          m.start + signs,
          m.start + places,
          m.start + scratch,
        ),
  }),
  /** Replaces doubles by their exponentials, each within 4 units in the last place. */
  exponentials: operation<(values: number, count: number) => void>({
    plain: (m) => (values, count) => exponentials(m.values, values, count),
    simd: (call, m) => (values, count) => call(m.start + values, count),
  }),
  /** Each within 4 units in the last place of the exponential of the computed (ak + b)k + c. */
  exponentialsOfQuadratic: operation<(argument: QuadraticExponents) => void>({
    plain: (m) => (argument) => exponentialsOfQuadratic(m.values, argument),
    simd:
      (call, m) =>
      ({ values, count, from, a, b, c }) =>
        call(m.start + values, count, from, a, b, c),
  }),
  subtractLargest: operation<(argument: RowsOfExponents) => void>({
    plain: (m) => (argument) => subtractLargest(m.values, argument),
    simd:
      (call, m) =>
      ({ values, rows, columns }) =>
        call(m.start + values, rows, columns),
  }),
  /** Returns the place of the largest positive number of `left` after the step, or −1. */
  pivot: operation<(argument: PivotStep) => number>({
    plain: (m) => (argument) => pivot(m.values, argument),
    simd:
      (call, m) =>
      ({ column, factor, count, terms, weights, root, left, sum }) =>
        call(m.start + column, m.start + factor, count, terms, m.start + weights, root, m.start + left, m.start + sum),
  }),
  /** Replaces pairs of random 32-bit numbers as in `sourceFromBits`; `count` is even. */
  normals: operation<(values: number, count: number) => void>({
    plain: (m) => (values, count) => normals(m.values, values, count),
    simd: (call, m) => (values, count) => call(m.start + values, count),
  }),
  /**
   * Writes the next 2048 numbers of xoshiro128**, of 32 bits each. Four states are 512 steps apart: at `states` the
   * first words of all, then the second words, and so on. They move on by 2048 steps.
   */
  xoshiro: operation<(states: number, words: number) => void>({
    plain: (m) => (states, words) => nextBlock(m.values, states, words),
    simd: (call, m) => (states, words) => call(m.start + states, m.start + words),
  }),
  /** Returns the coordinate whose row it needs next, −1 at the end. */
  climb: operation<(argument: Climb) => number>({
    plain: (m) => (argument) => climb(m.values, argument),
    simd:
      (call, m) =>
      ({ coordinates, count, kink, uniform, scale, places, state, most }) =>
        call(m.start + coordinates, count, kink, +uniform, scale, m.start + places, m.start + state, most),
  }),
  /** Returns the number of records inside the box. */
  binOnLine: operation<(argument: LineBins) => number>({
    plain: (m) => (argument) => binOnLine(m.values, argument),
    simd:
      (call, m) =>
      ({ records, count, bins, axis: { lower, upper, scale, last } }) =>
        call(m.start + records, count, m.start + bins, lower, upper, scale, last),
  }),
  binOnPlane: operation<(argument: PlaneBins) => number>({
    plain: (m) => (argument) => binOnPlane(m.values, argument),
    simd:
      (call, m) =>
      ({ records, count, bins, width, axes: [x, y] }) =>
        call(
          m.start + records,
          count,
          m.start + bins,
          width,
          x.lower,
          x.upper,
          x.scale,
          x.last,
          y.lower,
          y.upper,
          y.scale,
          y.last,
        ),
  }),
  fourier: operation<(argument: FourierTransforms) => void>({
    plain: (m) => (argument) => fourier(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ plan, re, im, batch, work }) =>
        call(plan, m.start + re, m.start + im, batch, m.start + work),
  }),
  realForward: operation<(argument: RealFourier) => void>({
    plain: (m) => (argument) => realForward(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ plan, roots, x, re, im, work }) =>
        call(plan, roots, m.start + x, m.start + re, m.start + im, m.start + work),
  }),
  /** Σ_k X_k e^(+2πijk/N) over 0 ≤ k < N, from half the spectrum, which stays; of X_0 and X_(N/2) the real parts. */
  realSum: operation<(argument: RealFourier) => void>({
    plain: (m) => (argument) => realSum(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ plan, roots, x, re, im, work }) =>
        call(plan, roots, m.start + x, m.start + re, m.start + im, m.start + work),
  }),
  planeForward: operation<(argument: PlaneForward) => void>({
    plain: (m) => (argument) => planeForward(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ along, across, re, im, values, columns, lines, work }) =>
        call(along, across, m.start + re, m.start + im, m.start + values, columns, lines, m.start + work),
  }),
  /** The values of `planeFft.ts`. The spectrum is used up. */
  planeSum: operation<(argument: PlaneSum) => void>({
    plain: (m) => (argument) => planeSum(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ along, across, re, im, rows, values, columns, lines, work }) =>
        call(along, across, m.start + re, m.start + im, rows, m.start + values, columns, lines, m.start + work),
  }),
  planeColumns: operation<(argument: PlaneColumns) => void>({
    plain: (m) => (argument) => planeColumns(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ width, across, re, im, rows, values, columns, lines, work }) =>
        call(width, across, m.start + re, m.start + im, rows, m.start + values, columns, lines, m.start + work),
  }),
  /** The exponentials are within 4 units in the last place, or within 4·10⁻³⁰⁸ where they are smaller. */
  gaussianRow: operation<(argument: GaussianRow) => void>({
    plain: (m) => (argument) => gaussianRow(m.values, argument),
    simd:
      (call, m) =>
      ({ points, stride, dimension, centre, decay, out, count }) =>
        call(m.start + points, stride, dimension, centre, decay, m.start + out, count),
  }),
  /** Exponentials as precise as in `gaussianRow`. */
  maternRow: operation<(argument: MaternRow) => void>({
    plain: (m) => (argument) => maternRow(m.values, argument),
    simd:
      (call, m) =>
      ({ points, stride, dimension, centre, rate, linear, square, out, count }) =>
        call(m.start + points, stride, dimension, centre, rate, linear, square, m.start + out, count),
  }),
  addRows: operation<(argument: RowSum) => void>({
    plain: (m) => (argument) => addRows(m.values, argument),
    simd:
      (call, m) =>
      ({ to, count, rows: [A, B, C, D], factors: [a, b, c, d] }) =>
        call(m.start + to, count, m.start + A, a, m.start + B, b, m.start + C, c, m.start + D, d),
  }),
  addRowsPrecisely: operation<(argument: PreciseRowSum) => void>({
    plain: (m) => (argument) => addRowsPrecisely(m.values, argument),
    simd:
      (call, m) =>
      ({ to, carried, count, rowA, a, rowB, b }) =>
        call(m.start + to, m.start + carried, count, m.start + rowA, a, m.start + rowB, b),
  }),
  featureValues: operation<(argument: FeatureValues) => void>({
    plain: (m) => (argument) => featureValues(m.values, argument),
    simd:
      (call, m) =>
      ({ left, right, count, rows, columns, weights, out }) =>
        call(m.start + left, m.start + right, count, rows, columns, m.start + weights, m.start + out),
  }),
  addFeatures: operation<(argument: FeatureSum) => void>({
    plain: (m) => (argument) => addFeatures(m.values, argument),
    simd:
      (call, m) =>
      ({ left, right, count, rows, columns, weights, shares }) =>
        call(m.start + left, m.start + right, count, rows, columns, m.start + weights, m.start + shares),
  }),
  /** Returns the number of coordinates in front. */
  sweepFeatures: operation<(argument: FeatureSweep) => number>({
    plain: (m) => (argument) => sweepFeatures(m.values, argument),
    simd:
      (call, m) =>
      ({
        left,
        right,
        count,
        rows,
        columns,
        weights,
        coordinates,
        kink,
        scale,
        order,
        active,
        first,
        last,
        kept,
        seed,
      }) =>
        call(
          m.start + left,
          m.start + right,
          count,
          rows,
          columns,
          m.start + weights,
          m.start + coordinates,
          kink,
          scale,
          m.start + order,
          active,
          first,
          last,
          kept,
          seed,
        ),
  }),
  /** Keeps scale·X_kl·e^(i(α_k + β_l)), in place of earlier kept numbers. */
  keepTurned: operation<(argument: TurnedSpectrum) => void>({
    plain: (m) => (argument) => keepTurned(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ re, im, width, rows, along, across, scale, kept }) =>
        call(m.start + re, m.start + im, width, rows, m.start + along, m.start + across, scale, kept),
  }),
  weighRows: operation<(argument: WeightedRows) => void>({
    plain: (m) => (argument) => weighRows(m.values, m.kept, argument),
    simd:
      (call, m) =>
      ({ along, re, im, keptRe, keptIm, rows, depth, terms, lines, factors, work }) =>
        call(
          along,
          m.start + re,
          m.start + im,
          keptRe,
          keptIm,
          rows,
          depth,
          m.start + terms,
          lines,
          m.start + factors,
          m.start + work,
        ),
  }),
  bernsteinHalves: operation<(argument: BernsteinHalves) => void>({
    plain: (m) => (argument) => bernsteinHalves(m.values, argument),
    simd:
      (call, m) =>
      ({ p, q, rows, degree, negligible, even, odd, stride, bands, work }) =>
        call(
          m.start + p,
          m.start + q,
          rows,
          degree,
          negligible,
          m.start + even,
          m.start + odd,
          stride,
          m.start + bands,
          m.start + work,
        ),
  }),
  mirroredVector: operation<(argument: MirroredVector) => void>({
    plain: (m) => (argument) => mirroredVector(m.values, argument),
    simd:
      (call, m) =>
      ({ x, y, even, odd, stride, bands, n, kept, count, work }) =>
        call(
          m.start + x,
          m.start + y,
          m.start + even,
          m.start + odd,
          stride,
          bands < 0 ? -1 : m.start + bands,
          n,
          kept,
          count,
          m.start + work,
        ),
  }),
  mirroredProduct: operation<(argument: MirroredProduct) => void>({
    plain: (m) => (argument) => mirroredProduct(m.values, argument),
    simd:
      (call, m) =>
      ({ x, y, panels, n, kept, count, outer, inner, apart, isFolded, work }) =>
        call(
          m.start + x,
          m.start + y,
          m.start + panels,
          n,
          kept,
          count,
          outer,
          inner,
          apart,
          +isFolded,
          m.start + work,
        ),
  }),
};

type Table = typeof operations;
type Operations = { readonly [Name in keyof Table]: ReturnType<Table[Name]["plain"]> };

/** All operations, each made by `bind`. */
export function boundOperations(bind: (name: keyof Table, operation: Operation<unknown>) => unknown): Operations {
  const names = Object.keys(operations) as (keyof Table)[];
  return Object.fromEntries(names.map((name) => [name, bind(name, operations[name])])) as Operations;
}

/**
 * The operations that dominate the flops, on a memory of their own: in WebAssembly with SIMD, or in plain TypeScript.
 *
 * The forms differ in the order of additions and in whether a·b + c is rounded once or twice. Callers assume of a sum
 * only that each of its n terms passes through one multiplication and at most n + 1 additions.
 */
export interface Arithmetic extends Operations {
  readonly name: "plain" | "simd" | "fused simd";
  /**
   * The memory, at least `count` doubles of any content. It is the caller's until the caller returns or yields: the
   * next reservation may write there and may move it. Earlier content and views are void.
   */
  readonly reserve: (count: number) => Float64Array;
  /** The last reserved memory with its content, for its holder. */
  readonly held: () => Float64Array;
  /** Place of a permanent copy of `values`. The reserved memory becomes void. */
  readonly keep: (values: Float64Array) => number;
}
