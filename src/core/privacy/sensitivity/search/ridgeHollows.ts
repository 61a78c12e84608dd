import { checkPositiveInteger } from "../../../checks.ts";
import type { BumpsAnywhere } from "./bumpsByInterval.ts";

/** Sums over lines of a lattice, by the centre of their bump. */
export interface LineSums {
  readonly lowest: number;
  readonly step: number;
  /** Σ e^(−t²/2) */
  readonly whole: Float64Array;
  /** Σ (1 − t²)e^(−t²/2) */
  readonly bent: Float64Array;
}

/** Correlated bump in the plane in the coordinates of shearedBox.ts. */
export interface Ridge {
  /** k ≥ 1 */
  readonly degree: number;
  readonly deviations: readonly [number, number];
  /** Suprema on each axis. */
  readonly seen: readonly [BumpsAnywhere, BumpsAnywhere];
  /** C₂₁ */
  readonly slope: number;
  readonly low: readonly [number, number];
  readonly length: readonly [number, number];
  readonly lines: LineSums;
}

/**
 * Concavity of the mass of a bump along coordinate j of w = Ca, at most over a box of w,
 *
 *     0  and  sup Σ_p (1 − t_j²)φ_p = sup −L_jj² ∂²‖φ‖₁/∂w_j²,   t_j = ((Cp)_j − w_j)/L_jj,
 *
 * on a net of steps ξ_i ≤ L_ii/4, with ξ_i²/8 sup|its second derivative| for points between.
 *
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8a
 */
export function ridgeHollows({
  degree,
  deviations,
  seen: [outer, inner],
  slope,
  low,
  length,
  lines: { lowest, step, whole, bent },
}: Ridge): (j: number, first: number, second: number) => number {
  const n = checkPositiveInteger("degree", degree) + 1;
  const [first, second] = deviations.map((deviation, j) => {
    const level = Math.min(7, Math.max(2, Math.ceil(Math.log2((4 * length[j]!) / deviation))));
    return { level, cells: 2 ** level, share: (length[j]! / (2 ** level * deviation)) ** 2 / 8 };
  }) as [Net, Net];

  const ofTable = (step / deviations[1]) ** 2 / 8;
  const slack = [
    first.share * outer.quartic * inner.mass +
      second.share * outer.absolute * inner.absolute +
      ofTable * outer.absolute * inner.absolute,
    first.share * outer.absolute * inner.absolute +
      second.share * outer.mass * inner.quartic +
      ofTable * outer.mass * inner.quartic,
  ].map((sum) => sum + 1e-9 * n * n);

  const width = second.cells + 1;
  const last = whole.length - 1;
  const shift = slope / (degree * step);
  const [masses, bends] = [new Float64Array(n * width), new Float64Array(n * width)];
  for (let i = 0; i < n; i++) {
    for (let y = 0; y < width; y++) {
      const at = (low[1] + (length[1] * y) / second.cells - lowest) / step - shift * i;
      const cell = at > 0 ? (at < last ? at | 0 : last - 1) : 0;
      const share = Math.min(1, Math.max(0, at - cell));
      masses[i * width + y] = whole[cell]! + share * (whole[cell + 1]! - whole[cell]!);
      bends[i * width + y] = bent[cell]! + share * (bent[cell + 1]! - bent[cell]!);
    }
  }
  const [alongFirst, alongSecond] = [
    new Float64Array((first.cells + 1) * width),
    new Float64Array((first.cells + 1) * width),
  ];
  for (let x = 0; x <= first.cells; x++) {
    for (let i = 0; i < n; i++) {
      const t2 = ((i / degree - low[0] - (length[0] * x) / first.cells) / deviations[0]) ** 2;
      const value = Math.exp(-0.5 * t2);
      const bentValue = (1 - t2) * value;
      for (let y = 0, at = x * width, from = i * width; y < width; y++, at++, from++) {
        alongFirst[at]! += bentValue * masses[from]!;
        alongSecond[at]! += value * bends[from]!;
      }
    }
  }

  const columns = 2 * second.cells;
  const trees = [alongFirst, alongSecond].map((at, j) => {
    const tree = new Float64Array(2 * first.cells * columns);
    for (let x = 2 * first.cells - 1; x >= 1; x--) {
      const row = x * columns;
      for (let y = columns - 1; y >= 1; y--) {
        if (x < first.cells) tree[row + y] = Math.max(tree[2 * row + y]!, tree[2 * row + columns + y]!);
        else if (y < second.cells) tree[row + y] = Math.max(tree[row + 2 * y]!, tree[row + 2 * y + 1]!);
        else {
          const corner = (x - first.cells) * width + y - second.cells;
          const most = Math.max(at[corner]!, at[corner + 1]!, at[corner + width]!, at[corner + width + 1]!);
          tree[row + y] = Math.max(0, most + slack[j]!);
        }
      }
    }
    return tree;
  });
  const inNet = (interval: number, level: number) => interval >> Math.max(0, 31 - Math.clz32(interval) - level);
  return (j, a, b) => trees[j]![inNet(a, first.level) * columns + inNet(b, second.level)]!;
}

interface Net {
  readonly level: number;
  readonly cells: number;
  /** ξ²/8 in units of the deviation. */
  readonly share: number;
}
