import type { Interval } from "../../grids.ts";

interface ReplacementLimits {
  /** Result if no smaller count suffices; n if absent. */
  readonly most?: number;
  /** Interval for replaced values; all numbers if absent. */
  readonly ends?: Interval;
}

export function interquartileRangeOf(sorted: Float64Array): number {
  const { first, third } = quartileRanks(sorted.length);
  return sorted[third]! - sorted[first]!;
}

/**
 * Fewest of n ≥ 4 sorted values to replace before their interquartile range can be below a bound,
 *
 *     min {i + j: x_(⌈3n/4⌉ − i) − x_(⌈n/4⌉ + j) < below}.
 *
 * Counts of neighbours differ by at most 1.
 *
 * @param below > 0
 * @see docs/proofs/jointQuantiles.md, Lemma 4
 */
export function replacementsToShrink(
  sorted: Float64Array,
  { below, most }: Pick<ReplacementLimits, "most"> & { readonly below: number },
): number {
  const { first, third } = quartileRanks(sorted.length);
  const valueAt = valuesOf(sorted);
  return fewest(most ?? sorted.length, (i, j) => Math.max(0, valueAt(third - i) - valueAt(first + j)) < below);
}

/**
 * Fewest values to replace before the range can be at least `least`,
 *
 *     min {i + j: x_(⌈3n/4⌉ + i) − x_(⌈n/4⌉ − j) ≥ least},   with x beyond all values an end.
 *
 * @param least at most the distance of the ends, or `most` is returned
 */
export function replacementsToGrow(
  sorted: Float64Array,
  { least, most, ends }: ReplacementLimits & { readonly least: number },
): number {
  const { first, third } = quartileRanks(sorted.length);
  const valueAt = valuesOf(sorted, ends);
  return fewest(most ?? sorted.length, (i, j) => valueAt(third + i) - valueAt(first - j) >= least);
}

function quartileRanks(n: number): { readonly first: number; readonly third: number } {
  return { first: Math.ceil(n / 4) - 1, third: Math.ceil((3 * n) / 4) - 1 };
}

function valuesOf(sorted: Float64Array, [lower, upper]: Interval = [-Infinity, Infinity]) {
  const n = sorted.length;
  return (rank: number) => (rank < 0 ? lower : rank >= n ? upper : sorted[rank]!);
}

/** Least i + j up to `most` with a condition that is monotone in i and j. */
function fewest(most: number, holds: (i: number, j: number) => boolean): number {
  let least = most;
  let i = most;
  for (let j = 0; j < least; j++) {
    if (!holds(i, j)) continue;
    while (i > 0 && holds(i - 1, j)) i--;
    least = Math.min(least, i + j);
  }
  return least;
}
