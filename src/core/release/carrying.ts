import { checkLength } from "../checks.ts";
import { gridCoordinates, levelAxis } from "../grids.ts";
import type { GridAxis, ShownAxis } from "../grids.ts";
import { ParameterError } from "../errors.ts";

/**
 * How what is shown follows from the numbers that are released, where it is not those numbers: a public affine map
 *
 *     value_i = Σ_t weight_t(i) · number[from_t(i)] + offset_i.
 *
 * It reads nothing but the release, so it costs no privacy, whatever it is: a declared centre is added, a density is carried back
 * from another scale, mass beyond an end is folded back.
 */
export interface Carrying {
  /** Where the values are. */
  readonly axes: readonly ShownAxis[];
  /** At least one. */
  readonly terms: readonly CarryingTerm[];
  readonly offsets: Float64Array;
  /** The standard deviation of value i where each number has 1: at most this. */
  readonly spread: Float64Array;
  /** What is done, in words. */
  readonly words: string;
  /** The scale of the numbers' axis, if it is another one: "log". */
  readonly scale?: string;
}

/** Of each value the number that it is made of, by its place among them, and the number's weight. */
export interface CarryingTerm {
  readonly from: Uint32Array;
  readonly weights: Float64Array;
}

/**
 * The values that numbers are carried to. Sums are taken term by term and the offset comes last, so that every program
 * finds the same doubles.
 *
 * @param out shape of the values, overwritten and returned
 * @throws {ParameterError} if `out` has another length than the offsets
 */
export function carried(
  { terms, offsets }: Pick<Carrying, "terms" | "offsets">,
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
 * The same map of each of several parts, whose numbers follow each other; their names are the last axis.
 *
 * @param numberCount of one part
 */
export function carryingOfParts(carrying: Carrying, numberCount: number, levels: readonly string[]): Carrying {
  const repeated = (values: Float64Array) => {
    const all = new Float64Array(levels.length * values.length);
    for (let at = 0; at < all.length; at += values.length) all.set(values, at);
    return all;
  };
  return {
    ...carrying,
    axes: [...carrying.axes, levelAxis(levels)],
    terms: carrying.terms.map(({ from, weights }) => ({
      from: Uint32Array.from({ length: levels.length * from.length }, (_, i) => {
        return from[i % from.length]! + Math.floor(i / from.length) * numberCount;
      }),
      weights: repeated(weights),
    })),
    offsets: repeated(carrying.offsets),
    spread: repeated(carrying.spread),
  };
}

/** For each value a bound on its noise where that of every number is at most 1: Σ_t |weight_t(i)|. */
export function reachOf({ terms, offsets }: Pick<Carrying, "terms" | "offsets">): Float64Array {
  return offsets.map((_, i) => terms.reduce((sum, { weights }) => sum + Math.abs(weights[i]!), 0));
}

/** A declared centre c: a constant is one knot, a curve several, joined by straight lines and continued level. Public. */
export type Centre = readonly (readonly [at: number, value: number])[];

/**
 * c at places.
 *
 * @param centre one knot or more, with increasing places, all finite
 * @throws {ParameterError} otherwise
 */
export function centreAt(centre: Centre, places: ArrayLike<number>): Float64Array {
  const holds = centre.every(
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

/**
 * The way back from curves less a declared centre: it is added to what was made of them. Each curve is changed by
 * itself, so Δ is that of any curves; what a penalty shrinks goes to the centre and not to zero, and curves near it
 * have a small norm.
 *
 * @param axis the public grid of the curves
 */
export function centreCarrying(centre: Centre, axis: GridAxis): Carrying {
  const offsets = centreAt(centre, gridCoordinates(axis));
  return {
    axes: [axis],
    terms: [{ from: Uint32Array.from(offsets, (_, i) => i), weights: offsets.map(() => 1) }],
    offsets,
    spread: offsets.map(() => 1),
    words: `a declared centre is added, ${centreText(centre)}`,
  };
}

/** Curves less the centre, row by row; a difference that a double cannot hold becomes the largest one. */
export function withoutCentre(curves: Float64Array, centre: Centre, axis: GridAxis): Float64Array {
  const offsets = centreAt(centre, gridCoordinates(axis));
  const most = Number.MAX_VALUE;
  return curves.map((value, i) => Math.min(most, Math.max(-most, value - offsets[i % offsets.length]!)));
}

/** The centre in a few words: its constant, or its knots. */
export function centreText(centre: Centre): string {
  return centre.length === 1 ? String(centre[0]![1]) : centre.map(([at, value]) => `${at}: ${value}`).join("; ");
}
