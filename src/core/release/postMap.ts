import { checkLength } from "../checks.ts";
import { gridCoordinates, levelAxis, type GridAxis, type ShownAxis } from "../grids.ts";
import { ParameterError } from "../errors.ts";

/**
 * Affine post-map: a public map from released numbers to shown values,
 *
 *     value_i = Σ_t weight_t(i) · number[from_t(i)] + offset_i,
 *
 * at no cost.
 */
export interface PostMap {
  readonly axes: readonly ShownAxis[];
  readonly terms: readonly PostMapTerm[];
  readonly offsets: Float64Array;
  /** Bound on the standard deviation of value i if each number has 1. */
  readonly spread: Float64Array;
  readonly words: string;
  /** Another scale of the numbers' axis: "log". */
  readonly scale?: string;
}

export interface PostMapTerm {
  readonly from: Uint32Array;
  readonly weights: Float64Array;
}

/**
 * Values of the post-map: sums term by term, then the offset.
 *
 * @param out shape of the offsets, overwritten and returned
 */
export function postMapped(
  { terms, offsets }: Pick<PostMap, "terms" | "offsets">,
  numbers: ArrayLike<number>,
  out: Float64Array = new Float64Array(offsets.length),
): Float64Array {
  checkLength("out", out, offsets.length);
  for (let i = 0; i < out.length; i++) {
    let sum = terms[0]!.weights[i]! * numbers[terms[0]!.from[i]!]!;
    for (let t = 1; t < terms.length; t++) sum += terms[t]!.weights[i]! * numbers[terms[t]!.from[i]!]!;
    out[i] = sum + offsets[i]!;
  }
  return out;
}

/**
 * Post-map applied to each of several parts, whose names are the last axis.
 *
 * @param numberCount numbers of one part
 */
export function postMapOfParts(postMap: PostMap, numberCount: number, levels: readonly string[]): PostMap {
  const repeated = (values: Float64Array) => {
    const all = new Float64Array(levels.length * values.length);
    for (let at = 0; at < all.length; at += values.length) all.set(values, at);
    return all;
  };
  return {
    ...postMap,
    axes: [...postMap.axes, levelAxis(levels)],
    terms: postMap.terms.map(({ from, weights }) => ({
      from: Uint32Array.from({ length: levels.length * from.length }, (_, i) => {
        return from[i % from.length]! + Math.floor(i / from.length) * numberCount;
      }),
      weights: repeated(weights),
    })),
    offsets: repeated(postMap.offsets),
    spread: repeated(postMap.spread),
  };
}

/** Bound on the noise of each value if that of every number is at most 1. */
export function reachOf({ terms, offsets }: Pick<PostMap, "terms" | "offsets">): Float64Array {
  return offsets.map((_, i) => terms.reduce((sum, { weights }) => sum + Math.abs(weights[i]!), 0));
}

/** Declared centre c, public: piecewise linear through its knots, level outside. */
export type Centre = readonly (readonly [at: number, value: number])[];

/**
 * c at places.
 *
 * @param centre one knot or more, places increasing
 */
export function centreAt(centre: Centre, places: ArrayLike<number>): Float64Array {
  const isList: boolean = Array.isArray(centre);
  const holds =
    isList &&
    centre.every(
      ([at, value], k) => Number.isFinite(at) && Number.isFinite(value) && (k === 0 || at > centre[k - 1]![0]),
    );
  if (!holds || centre.length === 0) {
    throw new ParameterError("centre", JSON.stringify(centre), "one or more finite knots at increasing places");
  }
  return Float64Array.from(places, (x) => {
    let k = 0;
    while (k < centre.length && centre[k]![0] <= x) k++;
    if (k === 0) return centre[0]![1];
    const [t0, v0] = centre[k - 1]!;
    if (k === centre.length) return v0;
    const [t1, v1] = centre[k]!;
    return v0 + (v1 - v0) * ((x - t0) / (t1 - t0));
  });
}

/** Post-map that adds a declared centre to a function of curves less the centre; Δ is unchanged. */
export function centrePostMap(centre: Centre, axis: GridAxis): PostMap {
  const offsets = centreAt(centre, gridCoordinates(axis));
  return {
    axes: [axis],
    terms: [{ from: Uint32Array.from(offsets, (_, i) => i), weights: offsets.map(() => 1) }],
    offsets,
    spread: offsets.map(() => 1),
    words: `a declared centre is added, ${centreText(centre)}`,
  };
}

/** Curves less the centre; a difference beyond the doubles becomes the largest one. */
export function withoutCentre(curves: Float64Array, centre: Centre, axis: GridAxis): Float64Array {
  const offsets = centreAt(centre, gridCoordinates(axis));
  const most = Number.MAX_VALUE;
  return curves.map((value, i) => Math.min(most, Math.max(-most, value - offsets[i % offsets.length]!)));
}

export function centreText(centre: Centre): string {
  return centre.length === 1 ? String(centre[0]![1]) : centre.map(([at, value]) => `${at}: ${value}`).join("; ");
}
