import { checkPositive, checkPositiveInteger } from "../../checks.ts";

/** Gaussian bumps of height 1 with their centres on a net of one axis, as its lattice sees them. */
export interface AxisNet {
  /** m: the net is 0, 1/m, …, 1. */
  readonly cells: number;
  /** φ(i/m), shape (m + 1, k + 1). */
  readonly bumps: readonly Float64Array[];
  /** η²/8 times the largest `bend` of the cells that meet in i/m: what ‖xφ(a) − yφ(b)‖₁ may exceed its interpolation by. */
  readonly bentBy: Float64Array;
  /** η²/8 times the largest −(‖φ‖₂²)″ there, or 0. */
  readonly hollowBy: Float64Array;
}

/**
 * The net above. Between its points the second derivatives of Σ_{ν<c} φ_ν − Σ_{ν≥c} φ_ν for each cut c, and of ‖φ‖₂², are
 * sampled four times a cell; the terms of both have second derivatives of at most 3/σ⁴ and 12/σ⁴ themselves.
 *
 * @param degree k ≥ 1
 * @param deviation σ > 0, as a share of the axis' side
 * @param cells m ≥ 1
 * @throws {ParameterError} if an argument is out of range
 */
export function axisNet({
  degree,
  deviation,
  cells,
}: {
  readonly degree: number;
  readonly deviation: number;
  readonly cells: number;
}): AxisNet {
  const n = checkPositiveInteger("degree", degree) + 1;
  const sigma = checkPositive("deviation", deviation);
  const m = checkPositiveInteger("cells", cells);
  const finer = 4;
  const bumps: Float64Array[] = [];
  const [bend, hollow] = [new Float64Array(m), new Float64Array(m)];
  for (let i = 0; i <= m * finer; i++) {
    const { values, most, deep } = bumpAt(i / (m * finer), degree, sigma);
    if (i % finer === 0) bumps.push(values);
    // A point of the finer net is in one cell, or in two.
    for (const cell of i % finer === 0 ? [i / finer - 1, i / finer] : [Math.floor(i / finer)]) {
      if (cell < 0 || cell === m) continue;
      bend[cell] = Math.max(bend[cell]!, most);
      hollow[cell] = Math.max(hollow[cell]!, deep);
    }
  }
  const between = (n / 8) * (1 / (m * finer * sigma)) ** 2;
  const share = (1 / (m * sigma)) ** 2 / 8;
  const around = (ofCells: Float64Array, slack: number) =>
    Float64Array.from(bumps, (_, i) => share * (Math.max(ofCells[i - 1] ?? 0, ofCells[i] ?? 0) + slack));
  return { cells: m, bumps, bentBy: around(bend, 3 * between), hollowBy: around(hollow, 12 * between) };
}

/** φ(x), σ² max over c of |Σ_{ν<c} φ_ν″ − Σ_{ν≥c} φ_ν″|, and −σ²(‖φ‖₂²)″. */
function bumpAt(x: number, degree: number, sigma: number) {
  const values = new Float64Array(degree + 1);
  let [total, low, high, deep] = [0, 0, 0, 0];
  for (let nu = 0; nu <= degree; nu++) {
    const t2 = ((nu / degree - x) / sigma) ** 2;
    const value = Math.exp(-0.5 * t2);
    values[nu] = value;
    total += (t2 - 1) * value;
    deep += (2 - 4 * t2) * value * value;
    if (total < low) low = total;
    if (total > high) high = total;
  }
  return { values, most: Math.max(Math.abs(2 * high - total), Math.abs(2 * low - total)), deep };
}

/** Pairs of points of a net as leaves of a binary tree: a node stands for all leaves below it. */
export interface PairTree {
  /** V leaves are numbered first, then the nodes, each after what is below it; the root is the last. */
  readonly leaves: number;
  readonly count: number;
  /** Places of a and of b in the net, of each leaf. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The two below a node; −1 at a leaf. */
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** The tree of some pairs, halved along the axis on which they are farther spread; undefined if there are none. */
export function pairTree(pairs: readonly (readonly [number, number])[]): PairTree | undefined {
  const leaves = pairs.length;
  if (leaves === 0) return undefined;
  const count = 2 * leaves - 1;
  const left = new Int32Array(count).fill(-1);
  const right = new Int32Array(count).fill(-1);
  let next = leaves;
  const make = (some: readonly number[]): number => {
    if (some.length === 1) return some[0]!;
    const spread = ([0, 1] as const).map((axis) => {
      const places = some.map((leaf) => pairs[leaf]![axis]);
      return Math.max(...places) - Math.min(...places);
    });
    const along = spread[0]! >= spread[1]! ? 0 : 1;
    const sorted = some.toSorted((p, q) => pairs[p]![along] - pairs[q]![along] || p - q);
    const half = sorted.length >> 1;
    const [low, high] = [make(sorted.slice(0, half)), make(sorted.slice(half))];
    left[next] = low;
    right[next] = high;
    return next++;
  };
  make(pairs.map((_, leaf) => leaf));
  return {
    ...{ leaves, count, left, right },
    a: Int32Array.from(pairs, ([a]) => a),
    b: Int32Array.from(pairs, ([, b]) => b),
  };
}

/** Three axes, of which a pair each makes a bound; nodes of the trees bound all their leaves. */
export interface TripleBounds {
  readonly trees: readonly [PairTree, PairTree, PairTree];
  /** Whether the first two axes are the same, so that their pairs may be exchanged. */
  readonly isExchangeable: boolean;
  /** Prepares `valueOf` for two nodes of the first axes; false if nothing with them is above `threshold`. */
  readonly combine: (first: number, second: number, threshold: number) => boolean;
  /** The bound with a node of the third; any number up to `threshold` if it is not above. */
  readonly valueOf: (third: number, threshold: number) => number;
}

/**
 * A number ≥ `threshold` that no triple of leaves exceeds: their largest bound if that is above it.
 *
 * Nodes of the first two axes go down their trees together, with those of the third that are above the threshold with them. What
 * is left out is at most the threshold of that time, and the threshold only rises: to each leaf above it, and by 1 % after each
 * `patience` bounds, so that a hard case costs sharpness and not time.
 */
export function largestTriple(
  { trees: [first, second, third], isExchangeable, combine, valueOf }: TripleBounds,
  { threshold: start, patience }: { readonly threshold: number; readonly patience: number },
): number {
  let threshold = start;
  let count = 0;
  const above = (node: number) => {
    if (++count % patience === 0) threshold *= 1.01;
    return valueOf(node, threshold);
  };
  const visit = (i: number, j: number, nodes: readonly number[]) => {
    if (!combine(i, j, threshold)) return;
    const open = nodes.filter((node) => above(node) > threshold);
    if (open.length === 0) return;
    const isLeaf = [first.left[i]! < 0, second.left[j]! < 0];
    if (isLeaf[0] && isLeaf[1]) {
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        const bound = above(node);
        if (!(bound > threshold)) continue;
        if (third.left[node]! < 0) threshold = bound;
        else open.push(third.left[node]!, third.right[node]!);
      }
      return;
    }
    const finer = open.flatMap((node) => (third.left[node]! < 0 ? [node] : [third.left[node]!, third.right[node]!]));
    const ofFirst = isLeaf[0] ? [i] : [first.left[i]!, first.right[i]!];
    const ofSecond = isLeaf[1] ? [j] : [second.left[j]!, second.right[j]!];
    for (const x of ofFirst) {
      for (const y of ofSecond) {
        if (isExchangeable && i === j && x === first.right[i] && y === first.left[i]) continue;
        visit(x, y, finer);
      }
    }
  };
  visit(first.count - 1, second.count - 1, [third.count - 1]);
  return threshold;
}
