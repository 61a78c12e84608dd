import type { Points } from "../../points.ts";
import { shownSource } from "../../random/shownSource.ts";
import { fabricateNoisyRows } from "./fabricatedBranches.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { addNoise } from "./tableNoise.ts";
import { tableRows, type ClassifiedRecords } from "./tableRows.ts";

/** In how many of so many draws smoothing brings the rows nearer to the records. Private. */
export interface SmoothingDraws {
  readonly nearer: number;
  readonly draws: number;
}

/**
 * Draws a table many times, with its split and noise anew, and compares the mean distance of noisy and of smoothed rows from
 * their records, in shares of the ranges. **Private, for the inside view.**
 *
 * @yields the fraction done
 * @throws {ParameterError} as `fabricateTableRelease`
 */
export function* smoothingDraws(
  records: ClassifiedRecords,
  { draws, ...parameters }: FabricationParameters & { readonly draws: number },
): Generator<number, SmoothingDraws> {
  let nearer = 0;
  for (let k = 0; k < draws; k++) {
    const random = shownSource(typeof parameters.seed === "number" ? parameters.seed + 1 + k : parameters.seed);
    const { unit, classOf, partyOf } = tableRows(records, parameters, random);
    const { noisy } = addNoise(unit, parameters, random);
    const smoothing = fabricateNoisyRows(noisy, { classOf, partyOf, classCount: records.classCount }, parameters);
    let step = smoothing.next();
    for (; !step.done; step = smoothing.next()) yield (k + step.value) / draws;
    if (meanDistance(unit, step.value.fabricated) < meanDistance(unit, noisy)) nearer++;
    yield (k + 1) / draws;
  }
  return { nearer, draws };
}

/** Mean Euclidean distance of rows from others in the same order. */
function meanDistance({ dimension: p, coordinates: rows }: Points, { coordinates: others }: Points): number {
  let sum = 0;
  for (let k = 0; k < rows.length; k += p) {
    let square = 0;
    for (let j = k; j < k + p; j++) square += (rows[j]! - others[j]!) ** 2;
    sum += Math.sqrt(square);
  }
  return (p * sum) / rows.length;
}
