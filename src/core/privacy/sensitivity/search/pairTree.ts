/** Pairs of points of a net as leaves of a binary tree. */
export interface PairTree {
  /** Leaves first, then nodes, each after its children; the root is the last. */
  readonly leaves: number;
  readonly count: number;
  /** Places of a and of b in the net, by leaf. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Children; −1 at a leaf. */
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** The tree of some pairs; undefined without pairs. */
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
    leaves,
    count,
    left,
    right,
    a: Int32Array.from(pairs, ([a]) => a),
    b: Int32Array.from(pairs, ([, b]) => b),
  };
}
