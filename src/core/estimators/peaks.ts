import { descendingOrder } from "./descendingOrder.ts";

/** A local maximum and how far it stands above the higher of the two valleys beside it. */
export interface CurvePeak {
  readonly index: number;
  readonly height: number;
  readonly prominence: number;
}

/**
 * The peaks of a curve whose prominence is at least `least`, from left to right. Ends count as peaks
 * where the curve falls away from them. The highest peak's valley is the lowest value, or 0 if that is higher.
 */
export function curvePeaks(values: Float64Array, least: number): CurvePeak[] {
  return mergePeaks(values, values.length, 1, least);
}

/**
 * The indices of the peaks of a curve with a prominence of at least `least` > 0, as `curvePeaks` finds them, by one
 * scan: a maximum is one as soon as the curve has fallen that far from it, and the next is looked for once it has risen
 * that far from a minimum.
 */
export function prominentPeaks(values: Float64Array, least: number): number[] {
  const found: number[] = [];
  let [highest, lowest] = [0, 0];
  let isRising = true;
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (isRising) {
      if (value > values[highest]!) highest = i;
      else if (values[highest]! - value >= least && value < values[highest]!) {
        found.push(highest);
        [isRising, lowest] = [false, i];
      }
    } else if (value < values[lowest]!) lowest = i;
    else if (value - values[lowest]! >= least && value > values[lowest]!) [isRising, highest] = [true, i];
  }
  if (values.length === 0) return found;
  if (found.length === 0) {
    const base = values.reduce((a, b) => Math.min(a, b), 0);
    return values[highest]! - base >= least && values[highest]! > base ? [highest] : found;
  }
  return isRising ? [...found, highest] : found;
}

/** The peaks of a field, first axis fastest, with four neighbours to each point. */
export function fieldPeaks(values: Float64Array, width: number, least: number): CurvePeak[] {
  return mergePeaks(values, width, values.length / width, least);
}

/** Persistence of superlevel sets: points join from the highest down; when two hills meet, the lower one ends. */
function mergePeaks(values: Float64Array, width: number, height: number, least: number): CurvePeak[] {
  const order = descendingOrder(values);
  const hill = new Int32Array(values.length).fill(-1);
  const rootOf = (i: number): number => {
    let root = i;
    while (hill[root] !== root) root = hill[root]!;
    while (hill[i] !== root) {
      const next = hill[i]!;
      hill[i] = root;
      i = next;
    }
    return root;
  };
  const peaks: CurvePeak[] = [];
  const end = (root: number, valley: number) => {
    const prominence = values[root]! - valley;
    if (prominence >= least && prominence > 0) peaks.push({ index: root, height: values[root]!, prominence });
  };
  const join = (i: number, j: number) => {
    if (hill[j] === -1) return;
    const a = rootOf(i);
    const b = rootOf(j);
    if (a === b) return;
    const aIsLower = values[a]! < values[b]! || (values[a] === values[b] && a > b);
    const lower = aIsLower ? a : b;
    end(lower, values[i]!);
    hill[lower] = aIsLower ? b : a;
  };
  for (const i of order) {
    hill[i] = i;
    const column = i % width;
    if (column > 0) join(i, i - 1);
    if (column < width - 1) join(i, i + 1);
    if (i >= width) join(i, i - width);
    if (i < width * (height - 1)) join(i, i + width);
  }
  if (values.length > 0) end(rootOf(order[0]!), Math.min(0, values[order[order.length - 1]!]!));
  return peaks.sort((p, q) => p.index - q.index);
}
