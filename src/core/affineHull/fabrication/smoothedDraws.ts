import type { Points } from "../../points.ts";
import { shownSource } from "../../random/shownSource.ts";
import { lastOf, portion } from "../../slices.ts";
import { fabricateNoisyRows } from "./fabricatedBranches.ts";
import { foundShare, machinesOf } from "./fabrication.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { nearestOf } from "./nearestMachine.ts";
import { addNoise } from "./tableNoise.ts";
import { tableRows, tableSize, type ClassifiedRecords } from "./tableRows.ts";

/** Mean distances of rows from their records, in shares of the ranges. **Private.** */
export interface SmoothedDraws {
  readonly drawCount: number;
  /** After smoothing. */
  readonly nearerCount: number;
  readonly before: number;
  readonly after: number;
  /** Mean share of test records whose class is found; undefined without a test. */
  readonly accuracy: number | undefined;
}

/** Rows times steps of all draws: half a second. */
const work = 40_000;
const mostDraws = 20;

/** @yields the fraction done */
export function* smoothedDraws(
  records: ClassifiedRecords,
  parameters: FabricationParameters,
): Generator<number, SmoothedDraws> {
  const size = tableSize(records, parameters) * parameters.steps;
  const drawCount = Math.min(mostDraws, Math.ceil(work / size));
  let [nearerCount, before, after] = [0, 0, 0];
  const found: number[] = [];
  for (let draw = 0; draw < drawCount; draw++) {
    const random = shownSource(draw + 1);
    const { unit, test, kept, classOf, partyOf } = tableRows(records, parameters, random);
    const { noisy } = addNoise(unit, parameters, random);
    const of = { classOf, partyOf, classCount: records.classCount };
    const smoothing = fabricateNoisyRows(noisy, of, { ...parameters, frames: false });
    const { units, fabricated } = yield* portion(smoothing, draw / drawCount, (draw + 1) / drawCount);
    const [from, to] = [meanDistance(noisy, unit), meanDistance(fabricated, unit)];
    if (kept.length > 0) {
      const machines = lastOf(machinesOf({ units, fabricated, noisy }, parameters));
      const share = foundShare(lastOf(nearestOf(machines, test)), kept, records);
      if (share !== undefined) found.push(share);
    }
    if (to < from) nearerCount++;
    before += from / drawCount;
    after += to / drawCount;
  }
  const accuracy = found.reduce((sum, share) => sum + share / found.length, 0);
  return { drawCount, nearerCount, before, after, accuracy: found.length > 0 ? accuracy : undefined };
}

function meanDistance({ coordinates: a, dimension: p }: Points, { coordinates: b }: Points): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += p) {
    let squared = 0;
    for (let j = k; j < k + p; j++) squared += (a[j]! - b[j]!) ** 2;
    sum += Math.sqrt(squared);
  }
  return (p * sum) / a.length;
}
