import { checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { RandomSource } from "../../random/randomSource.ts";

export interface EntryNoise {
  /** ε > 0, for one entry */
  readonly epsilon: number;
  /** Point mass at 0, in [0, 1): with probability δ an entry leaves unchanged (errata K2). */
  readonly delta: number;
  /** d > 0, the protected change; the length of its public range protects any value (errata K1). */
  readonly adjacency: number;
}

/**
 * Quantiles of the noise with point mass δ at 0 and the density (1 − δ) ε/(2d) exp(−ε|v|/d) elsewhere,
 *
 *     F⁻¹(t) = (d/ε) ln(2t/(1 − δ)) below (1 − δ)/2,  0 up to (1 + δ)/2,  −(d/ε) ln(2(1 − t)/(1 − δ)) above.
 *
 * @param at each in (0, 1) (errata K15)
 * @see Kumar, Moser & Fischer (2024), Result 1 and Remark 3, eqs (74), (76)
 */
export function entryNoiseQuantile({ at, ...noise }: EntryNoise & { readonly at: ArrayLike<number> }): Float64Array {
  const { scale, tail } = shapeOf(noise);
  return Float64Array.from(at, (t, k) => {
    if (!(t > 0 && t < 1)) throw new ParameterError(`at[${k}]`, t, "strictly between 0 and 1");
    return quantile(t, scale, tail);
  });
}

/** Mean absolute value (1 − δ) d/ε and variance 2(1 − δ)(d/ε)². */
export function entryNoiseMoments(noise: EntryNoise): { readonly meanAbsolute: number; readonly variance: number } {
  const { scale, tail } = shapeOf(noise);
  return { meanAbsolute: 2 * tail * scale, variance: 4 * tail * scale * scale };
}

/**
 * Adds noise to each entry of a table, in place. For display, not for release.
 *
 * @param entries overwritten
 * @param random consumes one uniform draw for each entry, in order
 * @yields the fraction done, every 2¹⁸ entries
 * @see Kumar, Moser & Fischer (2024), Algorithm 1
 */
export function* addEntryNoise({
  entries,
  random,
  ...noise
}: EntryNoise & { readonly entries: Float64Array | Float32Array; readonly random: RandomSource }): Generator<
  number,
  void
> {
  const { scale, tail } = shapeOf(noise);
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const end = Math.min(entries.length, start + entriesAtOnce);
    for (let k = start; k < end; k++) entries[k]! += quantile(random.uniform(), scale, tail);
    yield end / entries.length;
  }
}

const entriesAtOnce = 2 ** 18;

interface RecordLevelGuarantee {
  readonly epsilon: number;
  /** 1 − (1 − δ)ᵖ. */
  readonly delta: number;
  /** Npδ, the mean. */
  readonly expectedExactEntries: number;
  readonly exactEntryProbability: number;
}

/**
 * Guarantee for a record of p entries, each (ε, δ) for a change of at most d.
 *
 * @param epsilon ε > 0 of one entry
 * @param delta δ in [0, 1)
 * @param entries p ≥ 1, entries of a record
 * @param recordCount N ≥ 1
 * @see Kumar, Moser & Fischer (2024), Definitions 10 and 11; errata K1, K2
 */
export function recordLevelGuarantee({
  epsilon,
  delta,
  entries,
  recordCount = 1,
}: {
  readonly epsilon: number;
  readonly delta: number;
  readonly entries: number;
  readonly recordCount?: number;
}): RecordLevelGuarantee {
  checkPositive("epsilon", epsilon);
  checkMass(delta);
  const p = checkPositiveInteger("entries", entries);
  const N = checkPositiveInteger("recordCount", recordCount);
  const logExact = Math.log1p(-delta);
  return {
    epsilon: p * epsilon,
    delta: 0 - Math.expm1(p * logExact),
    expectedExactEntries: N * p * delta,
    exactEntryProbability: 0 - Math.expm1(N * p * logExact),
  };
}

export function withEntryNoise({
  entries,
  uniforms,
  ...noise
}: EntryNoise & { readonly entries: Float64Array; readonly uniforms: Float64Array }): Float64Array {
  checkLength("uniforms", uniforms, entries.length);
  const v = entryNoiseQuantile({ ...noise, at: uniforms });
  return v.map((value, k) => value + entries[k]!);
}

/** Scale d/ε, and the mass (1 − δ)/2 of each side. */
function shapeOf({ epsilon, delta, adjacency }: EntryNoise): { readonly scale: number; readonly tail: number } {
  checkPositive("epsilon", epsilon);
  checkPositive("adjacency", adjacency);
  checkMass(delta);
  return { scale: checkPositive("adjacency / epsilon", adjacency / epsilon), tail: (1 - delta) / 2 };
}

function checkMass(delta: number): void {
  if (!(delta >= 0 && delta < 1)) throw new ParameterError("delta", delta, "at least 0 and less than 1");
}

function quantile(t: number, scale: number, tail: number): number {
  if (t < tail) return scale * Math.log(t / tail);
  const above = 1 - t;
  return above < tail ? -scale * Math.log(above / tail) : 0;
}
