import { fusedWasm, wasm } from "./assembly/arithmetic.as.js";
import type { Arithmetic } from "./operations.ts";

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Exports {
  readonly memory: Memory;
  /** Bytes from the start of memory that the module uses itself. */
  readonly firstFree: { readonly value: number };
  multiplyAdd(...product: number[]): void;
  updateAndMultiply(...step: number[]): void;
  rotateRows(...rotations: number[]): void;
  poleSums(...sums: number[]): void;
  secularVectors(...vectors: number[]): void;
  exponentials(values: number, count: number): void;
  pivot(...step: number[]): number;
  normals(values: number, count: number): void;
  xoshiro(states: number, words: number): void;
  moveAndFind(...move: number[]): number;
  findPartner(...partner: number[]): number;
  keepTurned(...spectrum: number[]): void;
  addWeighted(...terms: number[]): void;
  binOnLine(...bins: number[]): number;
  binOnPlane(...bins: number[]): number;
  fourier(...transforms: number[]): void;
  realForward(...transform: number[]): void;
  realSum(...transform: number[]): void;
  planeForward(...step: number[]): void;
  planeSum(...step: number[]): void;
  gaussianRow(...row: number[]): void;
  maternRow(...row: number[]): void;
  addRows(...sum: number[]): void;
  addRowsPrecisely(...sum: number[]): void;
  featureValues(...values: number[]): void;
  addFeatures(...sum: number[]): void;
  sweepFeatures(...sweep: number[]): number;
}

/** What is used of the global objects of every browser and of Node, neither of which `core` may name. */
interface Surroundings {
  readonly document?: unknown;
  readonly atob: (base64: string) => string;
  readonly WebAssembly?: {
    validate(bytes: Uint8Array): boolean;
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: object };
  };
}

const pageBytes = 65536;

/** Compiled once, so that every memory has the code that the browser has optimised for any. */
const modules = new Map<string, object>();

/**
 * Arithmetic in WebAssembly with 128-bit SIMD.
 *
 * @param additions "fused" rounds a·b + c once where the processor can (relaxed SIMD)
 * @returns undefined in a page, which must not wait for a compiler, and where WebAssembly or its SIMD is missing
 */
export function simdArithmetic(additions: "fused" | "plain"): Arithmetic | undefined {
  const { document, atob, WebAssembly } = globalThis as unknown as Surroundings;
  if (document !== undefined || !WebAssembly) return undefined;
  let module = modules.get(additions);
  let exports: Exports;
  try {
    if (!module) {
      const bytes = Uint8Array.from(atob(additions === "fused" ? fusedWasm : wasm), (letter) => letter.charCodeAt(0));
      if (!WebAssembly.validate(bytes)) return undefined;
      modules.set(additions, (module = new WebAssembly.Module(bytes)));
    }
    exports = new WebAssembly.Instance(module).exports as Exports;
  } catch {
    return undefined; // A policy forbids it.
  }
  const { memory, firstFree } = exports;
  // What is kept comes first, then the memory of `reserve`.
  let start = Math.ceil(firstFree.value / 16) * 2;
  let view = new Float64Array(0);
  const reserve = (count: number) => {
    const missing = (start + count) * 8 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    if (view.buffer !== memory.buffer || view.byteOffset !== start * 8)
      view = new Float64Array(memory.buffer, start * 8);
    return view;
  };

  return {
    name: additions === "fused" ? "fused simd" : "simd",
    reserve,
    keep: (values) => {
      const place = start;
      reserve(values.length).set(values);
      start += Math.ceil(values.length / 2) * 2;
      return place;
    },
    multiplyAdd: ({ c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows, columns, terms, scale }) =>
      exports.multiplyAdd(
        start + c,
        cRow,
        start + a,
        aRow,
        aColumn,
        start + b,
        bRow,
        bColumn,
        rows,
        columns,
        terms,
        scale,
      ),
    updateAndMultiply: ({ matrix, size, from, u, w, x, y }) =>
      exports.updateAndMultiply(start + matrix, size, from, start + u, start + w, start + x, start + y),
    rotateRows: ({ rows, stride, length, first, last, cosines, sines }) =>
      exports.rotateRows(start + rows, stride, length, first, last, start + cosines, start + sines),
    poleSums: ({ poles, weights, count, split, origin, shift, out }) =>
      exports.poleSums(start + poles, start + weights, count, split, origin, shift, start + out),
    secularVectors: ({ poles, secular, count, signs, places, scratch }) =>
      exports.secularVectors(start + poles, start + secular, count, start + signs, start + places, start + scratch),
    exponentials: (values, count) => exports.exponentials(start + values, count),
    pivot: ({ column, factor, count, terms, weights, root, left, sum }) =>
      exports.pivot(start + column, start + factor, count, terms, start + weights, root, start + left, start + sum),
    normals: (values, count) => exports.normals(start + values, count),
    xoshiro: (states, words) => exports.xoshiro(start + states, start + words),
    keepTurned: ({ re, im, width, rows, along, across, scale, kept }) =>
      exports.keepTurned(start + re, start + im, width, rows, start + along, start + across, scale, kept),
    addWeighted: ({ re, im, keptRe, keptIm, first, second, step, count, scale }) =>
      exports.addWeighted(start + re, start + im, keptRe, keptIm, start + first, start + second, step, count, scale),
    binOnLine: ({ records, count, bins, axis: { lower, upper, scale, last } }) =>
      exports.binOnLine(start + records, count, start + bins, lower, upper, scale, last),
    binOnPlane: ({ records, count, bins, width, axes: [x, y] }) =>
      exports.binOnPlane(
        start + records,
        count,
        start + bins,
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
    fourier: ({ plan, re, im, batch, work }) => exports.fourier(plan, start + re, start + im, batch, start + work),
    realForward: ({ plan, roots, x, re, im, work }) =>
      exports.realForward(plan, roots, start + x, start + re, start + im, start + work),
    realSum: ({ plan, roots, x, re, im, work }) =>
      exports.realSum(plan, roots, start + x, start + re, start + im, start + work),
    planeForward: ({ along, across, re, im, values, columns, lines, work }) =>
      exports.planeForward(along, across, start + re, start + im, start + values, columns, lines, start + work),
    planeSum: ({ along, across, re, im, rows, values, columns, lines, work }) =>
      exports.planeSum(along, across, start + re, start + im, rows, start + values, columns, lines, start + work),
    moveAndFind: ({ coordinates, count, kink, uniform, rowA, a, rowB, b }) =>
      exports.moveAndFind(start + coordinates, count, kink, +uniform, start + rowA, a, start + rowB, b),
    findPartner: ({ coordinates, count, kink, uniform, row, move, coupling }) =>
      exports.findPartner(start + coordinates, count, kink, +uniform, start + row, move, coupling),
    gaussianRow: ({ points, stride, dimension, centre, decay, out, count }) =>
      exports.gaussianRow(start + points, stride, dimension, centre, decay, start + out, count),
    maternRow: ({ points, stride, dimension, centre, rate, linear, square, out, count }) =>
      exports.maternRow(start + points, stride, dimension, centre, rate, linear, square, start + out, count),
    addRows: ({ to, count, rows: [A, B, C, D], factors: [a, b, c, d] }) =>
      exports.addRows(start + to, count, start + A, a, start + B, b, start + C, c, start + D, d),
    addRowsPrecisely: ({ to, carried, count, rowA, a, rowB, b }) =>
      exports.addRowsPrecisely(start + to, start + carried, count, start + rowA, a, start + rowB, b),
    featureValues: ({ left, right, count, rows, columns, weights, out }) =>
      exports.featureValues(start + left, start + right, count, rows, columns, start + weights, start + out),
    addFeatures: ({ left, right, count, rows, columns, weights, shares }) =>
      exports.addFeatures(start + left, start + right, count, rows, columns, start + weights, start + shares),
    sweepFeatures: ({
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
      exports.sweepFeatures(
        start + left,
        start + right,
        count,
        rows,
        columns,
        start + weights,
        start + coordinates,
        kink,
        scale,
        start + order,
        active,
        first,
        last,
        kept,
        seed,
      ),
  };
}
