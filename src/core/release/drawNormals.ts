import { ParameterError } from "../errors.ts";
import { cryptographicSource } from "../random/cryptographicSource.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { seededSource } from "../random/seededSource.ts";
import { standardNormals } from "../random/standardNormals.ts";

interface NormalsRequest {
  readonly seed: number | "secure";
  readonly draw: number;
  readonly count: number;
}

/**
 * Standard normals, remembered for the last seed, never for "secure": two releases that share noise would reveal their
 * difference.
 *
 * @returns a function with at least `count` numbers, for a seed in [0, 2⁵³) and a draw in [0, 2²¹)
 */
export function drawNormals(): (request: NormalsRequest) => Float64Array {
  const secure = cryptographicSource();
  let remembered: { seed: number; draws: Float64Array[] } | undefined;
  return ({ seed, draw, count }) => {
    if (!(Number.isInteger(draw) && draw >= 0 && draw < 2 ** 21)) {
      throw new ParameterError("draw", draw, "an integer from 0 to 2²¹ − 1");
    }
    if (seed === "secure") return standardNormals(secure, count);
    if (remembered?.seed !== seed) remembered = { seed, draws: [] };
    const known = remembered.draws[draw];
    if (known && known.length >= count) return known;
    const normals = standardNormals(sourceOfDraw(seed, draw), Math.ceil(count * 1.25));
    remembered.draws[draw] = normals;
    return normals;
  };
}

/** Source of draw q of a seed: that of the seed plus q·2³² (modulo 2⁵³). */
export function sourceOfDraw(seed: number, draw: number): RandomSource {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new ParameterError("seed", seed, "an integer from 0 to 2⁵³ − 1");
  }
  const [high, low] = [Math.floor(seed / 2 ** 32), seed % 2 ** 32];
  return seededSource(((high + draw) % 2 ** 21) * 2 ** 32 + low);
}
