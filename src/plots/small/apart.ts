/**
 * Positions at least `distance` apart, in the same order, within limits where they fit, with the least sum of squared
 * moves.
 */
export function apart(sorted: readonly number[], distance: number, low: number, high: number): number[] {
  const blocks: { sum: number; count: number }[] = [];
  const startOf = ({ sum, count }: { sum: number; count: number }) => {
    const size = (count - 1) * distance;
    return Math.max(low, Math.min(high - size, sum / count - size / 2));
  };
  for (const place of sorted) {
    let block = { sum: place, count: 1 };
    let before = blocks.at(-1);
    while (before && startOf(before) + before.count * distance > startOf(block)) {
      block = { sum: before.sum + block.sum, count: before.count + block.count };
      blocks.pop();
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => Array.from({ length: block.count }, (_, i) => startOf(block) + i * distance));
}
