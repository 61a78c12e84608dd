import { implicitQl } from "./implicitQl.ts";
import { secularRoot } from "./secularEquation.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";

interface TridiagonalProblem {
  readonly arithmetic: Arithmetic;
  readonly memory: Float64Array;
  /** Shape (m,); overwritten by the eigenvalues, unordered. */
  readonly diagonal: Float64Array;
  /** Shape (m − 1,) or longer; overwritten. */
  readonly below: Float64Array;
  /** Shape (m, m): row i belongs to eigenvalue i. */
  readonly vectors: number;
  /** 2m² + 7m + 4 doubles of scratch. */
  readonly spare: number;
}

const leafSize = 32;

/**
 * Eigenvalues and eigenvectors of a symmetric tridiagonal matrix, by divide and conquer. Two halves coupled by β v vᵀ
 * become D + β z zᵀ. Where z is negligible or two eigenvalues agree, an eigenvector stays (deflation); the others are
 * roots of a secular equation, with vectors exact for a nearby problem. Backward stable to a modest multiple of u·‖T‖.
 * The end of a row within u/2 of 0 becomes 0.
 *
 * @returns the indices of the eigenvalues in increasing order
 * @throws {NumericalError} if an iteration does not converge
 * @see Gu & Eisenstat (1995), SIAM Journal on Matrix Analysis and Applications 16:172–191; LAPACK, dlaed2
 */
export function tridiagonalEigen(problem: TridiagonalProblem): Int32Array {
  const { diagonal, below } = problem;
  let norm = 0;
  diagonal.forEach((d, i) => (norm = Math.max(norm, Math.abs(d) + 2 * Math.abs(below[i] ?? 0))));
  const end = nonzeroRows(diagonal, below);
  leaveZeros(problem, end);
  const order = solve({ ...problem, negligible: 2 ** -53 * norm }, 0, end);
  const zeros = Int32Array.from({ length: diagonal.length - end }, (_, i) => end + i);
  return merged(diagonal, order, zeros);
}

/** Number of rows, at least one, before final zeros. */
function nonzeroRows(diagonal: Float64Array, below: Float64Array): number {
  let end = diagonal.length;
  while (end > 1 && diagonal[end - 1] === 0 && below[end - 2] === 0) end--;
  return end;
}

function leaveZeros({ memory, diagonal, vectors }: TridiagonalProblem, end: number): void {
  const m = diagonal.length;
  for (let i = 0; i < m; i++) {
    memory.fill(0, vectors + i * m + (i < end ? end : 0), vectors + (i + 1) * m);
    if (i >= end) memory[vectors + i * m + i] = 1;
  }
}

/** Elements below the diagonal up to `negligible` count as 0. */
type Part = TridiagonalProblem & { readonly negligible: number };

function solve(problem: Part, start: number, end: number): Int32Array {
  if (end - start <= leafSize) return solveLeaf(problem, start, end);
  const { diagonal, below } = problem;
  const middle = (start + end) >> 1;
  const coupling = below[middle - 1]!;
  diagonal[middle - 1]! -= Math.abs(coupling);
  diagonal[middle]! -= Math.abs(coupling);
  const first = solve(problem, start, middle);
  const second = solve(problem, middle, end);
  return join({ problem, start, middle, end, coupling, order: merged(diagonal, first, second) });
}

interface Halves {
  readonly problem: TridiagonalProblem;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly coupling: number;
  readonly order: Int32Array;
}

function join(halves: Halves): Int32Array {
  const { problem, start, end } = halves;
  const { diagonal } = problem;
  const z = couplingVector(halves);
  const deflation = deflate(halves, z);
  const roots = solveSecular(halves, deflation, z);
  replaceRows(halves, deflation);
  for (let i = start; i < end; i++) dropTail(halves, i);
  const { kept, dropped } = deflation;
  diagonal.set([...roots, ...dropped.map((i) => diagonal[i]!)], start);
  const changed = Int32Array.from(kept, (_, at) => start + at);
  const unchanged = Int32Array.from(dropped, (_, at) => end - dropped.length + at);
  return merged(
    diagonal,
    changed,
    unchanged.sort((a, b) => diagonal[a]! - diagonal[b]!),
  );
}

/** v in the eigenvectors of the halves, of length 1. */
function couplingVector({ problem, start, middle, end, coupling }: Halves): Float64Array {
  const { memory, diagonal, vectors } = problem;
  const m = diagonal.length;
  const z = new Float64Array(m);
  for (let i = start; i < end; i++) {
    const row = vectors + i * m;
    if (i < middle) {
      z[i] = Math.SQRT1_2 * memory[row + middle - 1]!;
      memory.fill(0, row + middle, row + end);
    } else {
      z[i] = Math.SQRT1_2 * Math.sign(coupling) * memory[row + middle]!;
      memory.fill(0, row + start, row + middle);
    }
  }
  return z;
}

interface Deflation {
  readonly kept: readonly number[];
  readonly dropped: readonly number[];
  /** Halves of a row's elements: −1 first, 1 second, 0 both. */
  readonly side: Int8Array;
  /** Places in `kept`, by increasing side. */
  readonly bySide: Int32Array;
}

function deflate({ problem, start, middle, end, coupling, order }: Halves, z: Float64Array): Deflation {
  const { memory, diagonal, vectors } = problem;
  const m = diagonal.length;
  const side = new Int8Array(m).fill(-1, start, middle).fill(1, middle, end);
  let largest = 0;
  for (let i = start; i < end; i++) largest = Math.max(largest, Math.abs(diagonal[i]!), Math.abs(z[i]!));
  const negligible = 2 ** -50 * largest;

  const kept: number[] = [];
  const dropped: number[] = [];
  let last = -1;
  for (const i of order) {
    if (2 * Math.abs(coupling * z[i]!) <= negligible) {
      dropped.push(i);
      continue;
    }
    if (last >= 0) {
      // The rotation is harmless if the element it leaves is negligible.
      const length = Math.hypot(z[last]!, z[i]!);
      const c = z[i]! / length;
      const s = -z[last]! / length;
      const low = diagonal[last]!;
      const high = diagonal[i]!;
      if (Math.abs((high - low) * c * s) <= negligible) {
        z[last] = 0;
        z[i] = length;
        if (side[i] !== side[last]) side[i] = side[last] = 0;
        rotate(memory, { a: vectors + last * m + start, b: vectors + i * m + start, count: end - start, c, s });
        diagonal[last] = low * c * c + high * s * s;
        diagonal[i] = low * s * s + high * c * c;
        dropped.push(last);
      } else kept.push(last);
    }
    last = i;
  }
  if (last >= 0) kept.push(last);
  dropped.sort((a, b) => side[a]! - side[b]!);
  const bySide = new Int32Array(kept.length);
  let to = 0;
  for (const wanted of [-1, 0, 1]) kept.forEach((i, at) => side[i] === wanted && (bySide[to++] = at));
  return { kept, dropped, side, bySide };
}

/** The new eigenvalues. Their vectors in terms of the rows of `bySide` follow size² doubles of scratch. */
function solveSecular(
  { problem, start, end, coupling }: Halves,
  { kept, bySide }: Deflation,
  z: Float64Array,
): Float64Array {
  const { arithmetic, memory, diagonal, spare } = problem;
  const count = kept.length;
  const secular = spare + (end - start) ** 2;
  const poles = secular + count * count;
  const weights = poles + count;
  let totalWeight = 0;
  kept.forEach((i, at) => {
    const weight = z[i]! * z[i]!;
    memory[poles + at] = diagonal[i]!;
    memory[weights + at] = weight;
    totalWeight += weight;
  });
  const equation = {
    arithmetic,
    memory,
    poles,
    weights,
    count,
    totalWeight,
    inverseRho: 1 / (2 * Math.abs(coupling)),
    scratch: weights + count,
  };
  const roots = new Float64Array(count);
  const origins = weights + count + 4;
  const shifts = origins + count;
  for (let j = 0; j < count; j++) {
    const { origin, shift } = secularRoot(equation, j);
    roots[j] = origin + shift;
    memory[origins + j] = origin;
    memory[shifts + j] = shift;
  }
  const signs = weights;
  const places = shifts + count;
  kept.forEach((i, at) => (memory[signs + at] = Math.sign(z[i]!)));
  const column = new Int32Array(memory.buffer, memory.byteOffset + 8 * places, count);
  bySide.forEach((i, at) => (column[i] = at));
  arithmetic.secularVectors({ poles, origins, shifts, secular, count, signs, places, scratch: places + count });
  return roots;
}

function replaceRows({ problem, start, middle, end }: Halves, { kept, dropped, bySide, side }: Deflation): void {
  const { arithmetic, memory, diagonal, vectors, spare } = problem;
  const m = diagonal.length;
  const count = kept.length;
  const size = end - start;
  const firstSize = middle - start;
  const secondSize = end - middle;
  const firstCount = kept.filter((i) => side[i]! <= 0).length;
  const secondStart = kept.filter((i) => side[i]! < 0).length;
  const firstRows = spare;
  const secondRows = firstRows + firstCount * firstSize;
  const unchanged = secondRows + (count - secondStart) * secondSize;
  const secular = spare + size * size;

  const rowOf = (i: number) => vectors + i * m + start;
  bySide.forEach((k, at) => {
    const row = rowOf(kept[k]!);
    if (at < firstCount) memory.copyWithin(firstRows + at * firstSize, row, row + firstSize);
    if (at >= secondStart) memory.copyWithin(secondRows + (at - secondStart) * secondSize, row + firstSize, row + size);
  });
  dropped.forEach((i, at) => memory.copyWithin(unchanged + at * size, rowOf(i), rowOf(i) + size));
  for (let at = 0; at < count; at++) memory.fill(0, rowOf(start + at), rowOf(start + at) + size);
  const product = { cRow: m, aRow: count, aColumn: 1, bColumn: 1, rows: count, scale: 1 };
  const c = rowOf(start);
  arithmetic.multiplyAdd({
    ...product,
    c,
    a: secular,
    b: firstRows,
    bRow: firstSize,
    columns: firstSize,
    terms: firstCount,
  });
  arithmetic.multiplyAdd({
    ...product,
    c: c + firstSize,
    a: secular + secondStart,
    b: secondRows,
    bRow: secondSize,
    columns: secondSize,
    terms: count - secondStart,
  });
  dropped.forEach((_, at) =>
    memory.copyWithin(rowOf(start + count + at), unchanged + at * size, unchanged + (at + 1) * size),
  );
}

function dropTail({ problem: { memory, diagonal, vectors }, start, end }: Halves, i: number): void {
  const row = vectors + i * diagonal.length;
  let from = row + end;
  for (let squares = 0; from > row + start; from--) {
    squares += memory[from - 1]! ** 2;
    if (!(squares <= 2 ** -108)) break;
  }
  memory.fill(0, from, row + end);
}

function merged(values: Float64Array, first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length + second.length);
  for (let to = 0, i = 0, j = 0; to < both.length; to++) {
    const takeFirst = j === second.length || (i < first.length && values[first[i]!]! <= values[second[j]!]!);
    both[to] = takeFirst ? first[i++]! : second[j++]!;
  }
  return both;
}

/** Row a becomes c·a + s·b, row b becomes c·b − s·a. */
function rotate(
  rows: Float64Array,
  {
    a,
    b,
    count,
    c,
    s,
  }: { readonly a: number; readonly b: number; readonly count: number; readonly c: number; readonly s: number },
): void {
  for (let k = 0; k < count; k++) {
    const x = rows[a + k]!;
    const y = rows[b + k]!;
    rows[a + k] = c * x + s * y;
    rows[b + k] = c * y - s * x;
  }
}

function solveLeaf({ memory, diagonal, below, vectors, negligible }: Part, start: number, end: number): Int32Array {
  const m = diagonal.length;
  const n = end - start;
  const rows = vectors + start * m + start;
  for (let i = 0; i < n; i++) {
    memory.fill(0, rows + i * m, rows + i * m + n);
    memory[rows + i * m + i] = 1;
  }
  const coupling = new Float64Array(n);
  coupling.set(below.subarray(start, end - 1));
  implicitQl(diagonal.subarray(start, end), coupling, { memory, rows, stride: m }, negligible);
  return Int32Array.from({ length: n }, (_, i) => start + i).sort((a, b) => diagonal[a]! - diagonal[b]!);
}
