import { checkLength } from "../checks.ts";
import { shortName, shortNames } from "../datasets/shortName.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, levelAxis } from "../grids.ts";
import type { GridAxis } from "../grids.ts";
import { centreAt, centreText } from "./carrying.ts";
import type { Carrying, Centre } from "./carrying.ts";
import { countedApart } from "./countedApart.ts";
import type { CountedApart } from "./countedApart.ts";

/** Groups that have a mean curve each. All of it is public, declared. */
export interface CurveGroups {
  readonly levels: readonly string[];
  /** Which share of all curves each is taken to have, 0 < q ≤ 1: a sum over the group, divided by n, is shown divided by it. */
  readonly shares: readonly number[];
}

/**
 * The way from sums over groups, each divided by the number n of *all* curves, to what is shown:
 *
 *     c + (1/q_g) · number,
 *
 * the mean of the group if its share of the curves is the declared q_g; otherwise its distance from the centre c is multiplied by
 * the share over q_g. A public map of what is released: the shares cost nothing, whatever they are, and may be chosen after it.
 *
 * @param axis the public grid of the curves
 * @param centre 0 if absent
 * @throws {ParameterError} unless there are two groups or more, with a share each, above 0 and at most 1
 */
export function groupCarrying({ levels, shares }: CurveGroups, axis: GridAxis, centre: Centre | undefined): Carrying {
  checkLength("shares", shares, levels.length);
  const bad = shares.find((share) => !(share > 0 && share <= 1));
  if (bad !== undefined) throw new ParameterError("shares", bad, "above 0 and at most 1");
  const offsets = centre ? centreAt(centre, gridCoordinates(axis)) : new Float64Array(axis.count);
  const size = levels.length * axis.count;
  const weights = Float64Array.from({ length: size }, (_, i) => 1 / shares[Math.floor(i / axis.count)]!);
  return {
    axes: [axis, levelAxis(levels)],
    terms: [{ from: Uint32Array.from({ length: size }, (_, i) => i), weights }],
    offsets: weights.map((_, i) => offsets[i % axis.count]!),
    spread: weights,
    words: [
      `the sum over each group, divided by the number of all curves, is divided by the group’s declared share of them, ${shares.join("; ")}`,
      ...(centre ? [`a declared centre is added, ${centreText(centre)}`] : []),
    ].join("; "),
  };
}

/**
 * How many curves a group has, as one more number κ·count beside sums of curves, with κ = Δ/2:
 *
 *     a curve that changes groups    √(2(Δ/2)² + 2κ²) = Δ;
 *     one that stays                 Δ, and no count changes;
 *     one that enters or leaves all  √((Δ/2)² + 2κ²) < Δ.
 *
 * So sums and counts are one function of the sensitivity Δ, and a count has the standard deviation 2/μ.
 *
 * @param sensitivity Δ > 0 of the sums, of which one curve's part has at most the norm Δ/2
 * @param recordCount n ≥ 1, of all curves
 * @throws {ParameterError} if an argument is outside its range
 * @see docs/proofs/disjointParts.md, Lemma 5
 */
export function countedGroup({
  sensitivity,
  recordCount,
}: {
  readonly sensitivity: number;
  readonly recordCount: number;
}): CountedApart {
  // Of a count apart κ is the sensitivity over √2, rounded down.
  return countedApart({ sensitivity: sensitivity * Math.SQRT1_2, recordCount });
}

/** What is released of each group beside its curve, and of the curves in none, in this order. */
export function groupCountNames({ column, levels }: { readonly column: string; readonly levels: readonly string[] }) {
  return [
    ...shortNames(levels).map((level) => `share of the curves with ${shortName(column)} = ${level}`),
    `share of the curves with another ${shortName(column)}, or none`,
  ];
}

/** How many curves each group has, and last how many are in none. Private. */
export function countsOfGroups(of: Int32Array, groupCount: number): Float64Array {
  const counts = new Float64Array(groupCount + 1);
  for (const group of of) counts[group < 0 ? groupCount : group]!++;
  return counts;
}
