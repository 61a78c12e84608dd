import type { CapableKernel, FeatureKernel, Kernel } from "../../kernels/kernel.ts";
import { fillKernelRow } from "../../kernels/kernelRows.ts";
import { newArithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import type { Features } from "../../arithmetic/plain/features.ts";
import { solveTransposed } from "../../linalg/triangular.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";
import { landmarkFactors, landmarkJitter, transposedInverse, type LandmarkFactors } from "./landmarkFactors.ts";

const blockSize = 512;
const columnBlock = 64;

/** Features φ(xᵢ) = lᵢ ⊗ rᵢ of records, on public landmarks or a kernel's own; w·φ has weights w, shape (rank,). */
export interface LandmarkFeatures {
  /** Length of φ(xᵢ): r, and padding. */
  readonly rank: number;
  /** Length of lᵢ; 1 unless landmarks and kernel are products. */
  readonly rows: number;
  /** Length of rᵢ, and padding. */
  readonly columns: number;
  /** Length of rᵢ. */
  readonly terms: number;
  /** ‖φ(xᵢ)‖², at most sup K; shape (n,). */
  readonly squares: Float64Array;
  /** Most additions of a term of w·φ(x). */
  readonly additions: number;
  /** lᵢ, shape (n, rows). */
  readonly left: Float64Array;
  /** rᵢ, shape (n, columns). */
  readonly right: Float64Array;
  /** out ← [w·φ(xᵢ)], shape (n,). */
  evaluate(w: Float64Array, out: Float64Array): void;
  /** w += Σ cᵢ φ(xᵢ). */
  addSum(shares: Float64Array, w: Float64Array): void;
  /** The memory holds w; 6n doubles from `free` on are scratch. */
  sweep(w: Float64Array, run: (by: Arithmetic, features: Features, memory: Float64Array, free: number) => void): void;
  /** a with w·φ = Σ aⱼ K(zⱼ, ·), and a bound on ‖Lᵀa − w‖; nothing and 0 without landmarks. */
  coefficientsOf(w: Float64Array): { readonly coefficients: Float64Array; readonly distance: number };
  /** Bound on it relative to ‖w‖. Public. */
  readonly distanceBound: number;
}

/**
 * φ(x) = L⁻¹ k_z(x), or L₁⁻¹ k₁(x) ⊗ L₂⁻¹ k₂(x) of O(√r) numbers. ‖φ(x)‖² ≤ K(x, x) as LLᵀ ≥ K_zz; a factor that rounding
 * makes longer is shortened. Other rounding of φ(xᵢ) depends on xᵢ alone.
 *
 * @param landmarks public
 * @param by its memory must be unshared: the features stay there
 * @throws {NumericalError} if the jitter is not enough for a factorisation
 */
export function landmarkFeatures(
  kernel: CapableKernel,
  points: Points,
  landmarks: Points,
  by: Arithmetic = newArithmetic(),
): LandmarkFeatures {
  const n = pointCount(points);
  const factors = landmarkFactors(kernel, landmarks);
  const { rows, axes } = factors;
  const widest = Math.max(rows, factors.columns);
  const most = (axes ? 1 : kernel.diagonalBound) * (1 - 1e-12);
  const size = { n, rows, terms: factors.columns, scratch: widest * (widest + blockSize) };
  const held = heldFeatures(by, size, [axes ? most : 1, most], (memory, { left, right, columns }, free) => {
    const toRight = { to: right, stride: columns, L: factors.right, free };
    if (axes) {
      const [ofRows, ofColumns] = axes.map((nodes, k) => axisValues(kernel.factors!, points, 1 - k, nodes)) as [
        KernelValues,
        KernelValues,
      ];
      transformed(by, memory, { to: left, stride: rows, L: factors.left, free }, rows, n, ofRows);
      transformed(by, memory, toRight, factors.columns, n, ofColumns);
    } else {
      memory.fill(1, left, n);
      transformed(by, memory, toRight, factors.columns, n, kernelValues(kernel, points, landmarks));
    }
  });
  return {
    ...held,
    coefficientsOf: (w) => backSubstitution(factors, held.columns, w),
    // By Frobenius norms, ‖L₁‖ ≤ √(rows (1 + τ_L)) and ‖L₂‖ ≤ √(columns sup K (1 + τ_L)), and ‖L⁻ᵀ‖ ≤ 1/√(τ_L sup K).
    distanceBound: 1.01 * (rows + held.columns + 16) * 2 ** -53 * Math.sqrt((rows * factors.columns) / landmarkJitter),
  };
}

/** A kernel's own features, shortened to √sup K where rounding makes them longer. */
export function ownFeatures({ features, diagonalBound }: Kernel & FeatureKernel, points: Points): LandmarkFeatures {
  const n = pointCount(points);
  const size = { n, rows: 1, terms: features.count, scratch: 0 };
  const most = diagonalBound * (1 - 1e-12);
  return {
    ...heldFeatures(newArithmetic(), size, [1, most], (memory, { left, right, columns }) => {
      memory.fill(1, left, n);
      features.fill(points, memory, right, columns);
    }),
    coefficientsOf: () => ({ coefficients: new Float64Array(0), distance: 0 }),
    distanceBound: 0,
  };
}

/** Each factor is shortened to a square of at most `most`. */
function heldFeatures(
  by: Arithmetic,
  {
    n,
    rows,
    terms,
    scratch,
  }: { readonly n: number; readonly rows: number; readonly terms: number; readonly scratch: number },
  most: readonly [left: number, right: number],
  fill: (memory: Float64Array, at: Features, free: number) => void,
): Omit<LandmarkFeatures, "coefficientsOf" | "distanceBound"> {
  const columns = terms + (terms % 2);
  const rank = rows * columns;
  const left = 0;
  const right = n * rows + ((n * rows) % 2);
  const weights = right + n * columns;
  const free = weights + rank;
  const memory = by.reserve(free + Math.max(6 * n, scratch)).fill(0, 0, free);
  const block: Features = { left, right, count: n, rows, columns, weights };
  fill(memory, block, free);
  const squares = shortened(memory, left, rows, n, most[0]).map((square) => square);
  shortened(memory, right, columns, n, most[1]).forEach((square, i) => (squares[i]! *= square));
  return {
    rank,
    rows,
    columns,
    terms,
    squares,
    additions: rows + columns,
    left: memory.subarray(left, left + n * rows),
    right: memory.subarray(right, right + n * columns),
    evaluate: (w, out) => {
      memory.set(w, weights);
      by.featureValues({ ...block, out: free });
      out.set(memory.subarray(free, free + n));
    },
    addSum: (shares, w) => {
      memory.set(w, weights);
      memory.set(shares, free);
      by.addFeatures({ ...block, shares: free });
      w.set(memory.subarray(weights, weights + rank));
    },
    sweep: (w, run) => {
      memory.set(w, weights);
      run(by, block, memory, free);
      w.set(memory.subarray(weights, weights + rank));
    },
  };
}

interface KernelValues {
  /** Value (i, j) is at i·record + j·node, from `to` on. */
  readonly strides: (count: number) => { readonly record: number; readonly node: number };
  fill(memory: Float64Array, to: number, first: number, count: number): void;
}

/** κ(x − zⱼ) along one axis. */
function axisValues(
  factors: (differences: Float64Array) => void,
  { dimension, coordinates }: Points,
  axis: number,
  nodes: Float64Array,
): KernelValues {
  const m = nodes.length;
  return {
    strides: () => ({ record: m, node: 1 }),
    fill: (memory, to, first, count) => {
      const values = new Float64Array(count * m);
      for (let i = 0; i < count; i++) {
        const x = coordinates[(first + i) * dimension + axis]!;
        for (let j = 0; j < m; j++) values[i * m + j] = x - nodes[j]!;
      }
      factors(values);
      memory.set(values, to);
    },
  };
}

/** K(x, zⱼ). */
function kernelValues(kernel: CapableKernel, { dimension, coordinates }: Points, landmarks: Points): KernelValues {
  return {
    strides: (count) => ({ record: 1, node: count }),
    fill: (memory, to, first, count) => {
      const block = { dimension, coordinates: coordinates.subarray(first * dimension, (first + count) * dimension) };
      for (let j = 0; j < pointCount(landmarks); j++) {
        fillKernelRow(kernel, pointAt(landmarks, j), block, memory.subarray(to + j * count, to + (j + 1) * count));
      }
    },
  };
}

function transformed(
  by: Arithmetic,
  memory: Float64Array,
  {
    to,
    stride,
    L,
    free,
  }: { readonly to: number; readonly stride: number; readonly L: Float64Array; readonly free: number },
  m: number,
  n: number,
  values: KernelValues,
): void {
  const at = free + m * m;
  memory.set(transposedInverse(L, m), free);
  for (let first = 0; first < n; first += blockSize) {
    const count = Math.min(blockSize, n - first);
    const { record, node } = values.strides(count);
    values.fill(memory, at, first, count);
    for (let j = 0; j < m; j += columnBlock) {
      const end = Math.min(m, j + columnBlock);
      by.multiplyAdd({
        c: to + first * stride + j,
        cRow: stride,
        a: at,
        aRow: record,
        aColumn: node,
        b: free + j,
        bRow: m,
        bColumn: 1,
        rows: count,
        columns: end - j,
        terms: end,
        scale: 1,
      });
    }
  }
}

/** Squared norms; rows beyond `most` are shortened to it. */
function shortened(memory: Float64Array, at: number, length: number, n: number, most: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    const from = at + i * length;
    let square = 0;
    for (let j = from; j < from + length; j++) square += memory[j]! * memory[j]!;
    if (!(square > most)) return square;
    const shorten = Math.sqrt(most / square);
    for (let j = from; j < from + length; j++) memory[j]! *= shorten;
    return most;
  });
}

/**
 * Solves L₁ᵀ A L₂ = W for A, W by rows of the given length. As (L₁ + E₁)ᵀB = W and a(L₂ + E₂) = b with |Eₖ| ≤ mₖ·u·|Lₖ|, L₁ᵀAL₂ −
 * W is at most (m₁ + m₂ + m₁m₂u)·u·|L₁|ᵀ|A||L₂|, element by element.
 */
export function backSubstitution(
  { left, rows, right, columns }: LandmarkFactors,
  stride: number,
  w: Float64Array,
): { coefficients: Float64Array; distance: number } {
  const A = new Float64Array(rows * columns);
  for (let j = 0; j < columns; j++) {
    solveTransposed(
      left,
      Float64Array.from({ length: rows }, (_, i) => w[i * stride + j]!),
    ).forEach((b, i) => (A[i * columns + j] = b));
  }
  for (let i = 0; i < rows; i++) A.set(solveTransposed(right, A.slice(i * columns, (i + 1) * columns)), i * columns);

  const sizes = new Float64Array(columns);
  let squared = 0;
  for (let i = 0; i < rows; i++) {
    sizes.fill(0);
    for (let k = i; k < rows; k++) {
      const l = Math.abs(left[k * rows + i]!);
      for (let j = 0; j < columns; j++) sizes[j]! += l * Math.abs(A[k * columns + j]!);
    }
    for (let j = 0; j < columns; j++) {
      let sum = 0;
      for (let k = j; k < columns; k++) sum += sizes[k]! * Math.abs(right[k * columns + j]!);
      squared += sum * sum;
    }
  }
  return { coefficients: A, distance: (rows + columns + 16) * 2 ** -53 * Math.sqrt(squared) };
}
