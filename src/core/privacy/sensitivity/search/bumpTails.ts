import { checkPositive } from "../../../checks.ts";
import { largestBend } from "./bumpsByInterval.ts";

/** Bounds on the part of a bump beyond a place δ on a line of points. */
interface BumpTails {
  readonly cellOf: (delta: number) => number;
  /** For each cell of δ, sup Σ_m e^(−t_m²/2) over all t_m = t₀ + mξ, m = 0, 1, …, with t₀ ≥ δ. */
  readonly tails: Float64Array;
  /** The same suprema of max(0, t² − 1) e^(−t²/2). */
  readonly bentTails: Float64Array;
}

/**
 * Bounds for cells of δ from −9 to 9, at most 1/16 long, that divide ξ. δ may be off by 10⁻⁶.
 *
 * @param spacing ξ > 0 of the points, in deviations of the bump
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8a
 */
export function bumpTails(spacing: number): BumpTails {
  const perPoint = Math.ceil(16 * checkPositive("spacing", spacing));
  const step = spacing / perPoint;
  const cells = Math.ceil((2 * reach) / step);
  const tableOf = (largest: (near: number, far: number) => number): Float64Array => {
    const sums = new Float64Array(cells + perPoint);
    for (let i = cells - 1; i >= 0; i--) {
      const from = i * step - reach;
      const to = from + step;
      sums[i] = sums[i + perPoint]! + largest(Math.max(0, from, -to), Math.max(-from, to));
    }
    for (let i = cells - 1; i > 0; i--) sums[i - 1] = Math.max(sums[i - 1]!, sums[i]!);
    return sums.map((sum) => sum + 1e-12 * (1 + 1 / spacing));
  };
  return {
    cellOf: (delta) => {
      const at = (delta - 1e-6 + reach) / step;
      return at > 0 ? (at < cells ? at | 0 : cells) : 0;
    },
    tails: tableOf((near) => Math.exp(-0.5 * near * near)),
    bentTails: tableOf(largestBend),
  };
}

const reach = 9;
