import { checkPositive, checkPositiveInteger } from "../../../checks.ts";

/** Values on one axis of a lattice of Gaussian bumps of height 1, with centres on a net. */
export interface AxisNet {
  /** m: the net is 0, 1/m, …, 1. */
  readonly cells: number;
  /** φ(i/m), shape (m + 1, k + 1). */
  readonly bumps: readonly Float64Array[];
  /** ξ²/8 times the largest `bend` of the cells around i/m. */
  readonly bentBy: Float64Array;
  /** ξ²/8 times the largest −(‖φ‖₂²)″ there, or 0. */
  readonly hollowBy: Float64Array;
}

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
