/** Pairs of boxes by number; removed numbers are reused. */
export function pairsOfBoxes(coordinates: number) {
  const corners = 1 << coordinates;
  let room = 256;
  let intervals = new Int32Array(room * coordinates);
  let values = new Float64Array(room * corners);
  let count = 0;
  const free: number[] = [];
  const widest: number[] = [];
  return {
    widest,
    /** @param ofCorners F at the corners; bit i of the index is the end of interval i */
    add: (its: Int32Array, ofCorners: Float64Array): number => {
      const pair = free.pop() ?? count++;
      if (pair === room) {
        room *= 2;
        const [fewer, less] = [intervals, values];
        intervals = new Int32Array(room * coordinates);
        values = new Float64Array(room * corners);
        intervals.set(fewer);
        values.set(less);
      }
      for (let i = 0; i < coordinates; i++) intervals[pair * coordinates + i] = its[i]!;
      for (let corner = 0; corner < corners; corner++) values[pair * corners + corner] = ofCorners[corner]!;
      return pair;
    },
    read: (pair: number, its: Int32Array, ofCorners: Float64Array) => {
      for (let i = 0; i < coordinates; i++) its[i] = intervals[pair * coordinates + i]!;
      for (let corner = 0; corner < corners; corner++) ofCorners[corner] = values[pair * corners + corner]!;
    },
    remove: (pair: number) => {
      free.push(pair);
    },
  };
}

export function largestFirst() {
  const pairs: number[] = [];
  const bounds: number[] = [];
  return {
    largest: () => bounds[0] ?? 0,
    push: (pair: number, bound: number) => {
      let at = pairs.length;
      pairs.push(pair);
      bounds.push(bound);
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (bounds[above]! >= bound) break;
        pairs[at] = pairs[above]!;
        bounds[at] = bounds[above]!;
        at = above;
      }
      pairs[at] = pair;
      bounds[at] = bound;
    },
    pop: (): number => {
      const first = pairs[0]!;
      const pair = pairs.pop()!;
      const bound = bounds.pop()!;
      if (pairs.length === 0) return first;
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        if (below >= pairs.length) break;
        if (below + 1 < pairs.length && bounds[below + 1]! > bounds[below]!) below++;
        if (bounds[below]! <= bound) break;
        pairs[at] = pairs[below]!;
        bounds[at] = bounds[below]!;
        at = below;
      }
      pairs[at] = pair;
      bounds[at] = bound;
      return first;
    },
  };
}
