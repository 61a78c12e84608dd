/**
 * Indices of a curve's prominent peaks: it falls by at least `least` > 0 on both sides before a higher value; the
 * highest rises so far above the lowest value or 0.
 */
export function prominentPeaks(values: Float64Array, least: number): number[] {
  const found: number[] = [];
  const n = values.length;
  if (n === 0) return found;
  let highest = 0;
  let extreme = values[0]!;
  let isRising = true;
  for (let i = 1; i < n; i++) {
    const value = values[i]!;
    if (isRising) {
      if (value > extreme) {
        highest = i;
        extreme = value;
      } else if (extreme - value >= least && value < extreme) {
        found.push(highest);
        isRising = false;
        extreme = value;
      }
    } else if (value < extreme) extreme = value;
    else if (value - extreme >= least && value > extreme) {
      isRising = true;
      highest = i;
      extreme = value;
    }
  }
  if (found.length === 0) {
    const base = baseOf(values);
    return extreme - base >= least && extreme > base ? [highest] : found;
  }
  return isRising ? [...found, highest] : found;
}

/**
 * Indices of a field's prominent peaks, first axis fastest, four neighbours to a point. A maximum is prominent unless
 * points less than `least` below it lead to a higher value; of equal neighbours the first is the higher.
 */
export function prominentFieldPeaks(values: Float64Array, width: number, least: number): number[] {
  const found: number[] = [];
  const n = values.length;
  const base = baseOf(values);
  const reached = new Int32Array(n).fill(-1);
  const waiting = new Int32Array(n);
  const isPassed = (from: number): boolean => {
    const top = values[from]!;
    let count = 1;
    waiting[0] = from;
    reached[from] = from;
    while (count > 0) {
      const at = waiting[--count]!;
      const column = at % width;
      for (let side = 0; side < 4; side++) {
        const next = neighbour(at, side, column, width, n);
        if (next === -1 || reached[next] === from) continue;
        const value = values[next]!;
        if (value > top || (value === top && next < from)) return true;
        if (value < top && top - value >= least) continue;
        reached[next] = from;
        waiting[count++] = next;
      }
    }
    return false;
  };
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    if (value - base >= least && value > base && isMaximum(values, i, width) && !isPassed(i)) found.push(i);
  }
  return found;
}

function isMaximum(values: Float64Array, i: number, width: number): boolean {
  const column = i % width;
  for (let side = 0; side < 4; side++) {
    const next = neighbour(i, side, column, width, values.length);
    if (next !== -1 && (values[next]! > values[i]! || (values[next] === values[i] && next < i))) return false;
  }
  return true;
}

/** −1 beyond the edge. */
function neighbour(i: number, side: number, column: number, width: number, n: number): number {
  if (side === 0) return column > 0 ? i - 1 : -1;
  if (side === 1) return column < width - 1 ? i + 1 : -1;
  if (side === 2) return i >= width ? i - width : -1;
  return i + width < n ? i + width : -1;
}

function baseOf(values: Float64Array): number {
  let base = 0;
  for (let i = 0; i < values.length; i++) base = Math.min(base, values[i]!);
  return base;
}
