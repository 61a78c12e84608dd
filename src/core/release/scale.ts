import { checkLength } from "../checks.ts";
import type { ScalableRelease } from "./release.ts";

export interface DrawSum {
  readonly estimate: Float64Array;
  readonly noise: Float64Array;
  readonly noiseScale: number;
}

export function valuesOf(draw: Float64Array | DrawSum): Float64Array {
  return draw instanceof Float64Array ? draw : addDraw(draw, new Float64Array(draw.estimate.length));
}

export function drawSum(
  { estimate, sensitivity, unitNoise }: ScalableRelease,
  draw: number,
  noiseMultiplier: number,
): DrawSum {
  return { estimate, noise: unitNoise[draw]!, noiseScale: noiseMultiplier * sensitivity };
}

/**
 * A draw of a release: estimate + noiseMultiplier · Δ · unitNoise[draw].
 *
 * @param noiseMultiplier σ/Δ, from privacy/calibration
 * @param out shape (m,), overwritten and returned
 * @throws {ParameterError} if `out` has another shape
 */
export function scaleRelease(
  release: ScalableRelease,
  draw: number,
  noiseMultiplier: number,
  out: Float64Array,
): Float64Array {
  checkLength("out", out, release.estimate.length);
  return addDraw(drawSum(release, draw, noiseMultiplier), out);
}

function addDraw({ estimate, noise, noiseScale }: DrawSum, out: Float64Array): Float64Array {
  for (let i = 0; i < out.length; i++) out[i] = estimate[i]! + noiseScale * noise[i]!;
  return out;
}

/**
 * Turns values into a density, in place: positive parts over their sum; the uniform density without any.
 *
 * @param cellVolume > 0, of a grid cell or of each
 * @param share ≥ 0, total mass
 */
export function clipAndNormalise(values: Float64Array, cellVolume: number | Float64Array, share = 1): Float64Array {
  const cell = (i: number) => (typeof cellVolume === "number" ? cellVolume : cellVolume[i]!);
  let mass = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.max(0, values[i]!);
    mass += values[i]! * cell(i);
  }
  if (!(mass > 0)) {
    const isEven = typeof cellVolume === "number";
    return values.fill(share / (isEven ? values.length * cellVolume : cellVolume.reduce((sum, own) => sum + own, 0)));
  }
  const divisor = mass / share;
  for (let i = 0; i < values.length; i++) values[i]! /= divisor;
  return values;
}
