/**
 * The peaks of a field whose prominence is at least `least` > 0, by persistence of its superlevel sets: points join from the
 * highest down, and when two hills meet the lower one ends there. The highest ends at the lowest value, or at 0 if that is
 * lower. A curve is a field of one row.
 *
 * @returns indices, increasing
 */
export function persistentPeaks(values: Float64Array, width: number, least: number): readonly number[] {
  const isHigher = (i: number, j: number) => values[i]! > values[j]! || (values[i] === values[j] && i < j);
  const order = Array.from(values.keys()).sort((i, j) => (isHigher(i, j) ? -1 : 1));
  const hill = new Map<number, number>();
  const topOf = (i: number): number => (hill.get(i) === i ? i : topOf(hill.get(i)!));
  const found: number[] = [];
  const end = (top: number, valley: number) => {
    const prominence = values[top]! - valley;
    if (prominence >= least && prominence > 0) found.push(top);
  };
  for (const i of order) {
    hill.set(i, i);
    const column = i % width;
    const beside = [i - width, i + width, ...(column > 0 ? [i - 1] : []), ...(column < width - 1 ? [i + 1] : [])];
    for (const j of beside) {
      if (!hill.has(j)) continue;
      const [a, b] = [topOf(i), topOf(j)];
      if (a === b) continue;
      const [lower, higher] = isHigher(a, b) ? [b, a] : [a, b];
      end(lower, values[i]!);
      hill.set(lower, higher);
    }
  }
  if (order.length > 0) end(topOf(order[0]!), Math.min(0, values[order.at(-1)!]!));
  return found.sort((i, j) => i - j);
}
