import type { PairTree } from "./pairTree.ts";

/** Bounds of triples of pairs; nodes bound all their leaves. */
interface TripleBounds {
  readonly trees: readonly [PairTree, PairTree, PairTree];
  /** True if pairs of the first two axes may be exchanged. */
  readonly isExchangeable: boolean;
  /** Prepares `valueOf` for two nodes; false if nothing with them exceeds `threshold`. */
  readonly combine: (first: number, second: number, threshold: number) => boolean;
  /** Bound with a node of the third axis, or any number up to `threshold`. */
  readonly valueOf: (third: number, threshold: number) => number;
}

/** A number ≥ `threshold` that no triple of leaves exceeds. */
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
