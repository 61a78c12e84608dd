import { branchTable, type EntryTable } from "../machine/tableFabrication.ts";
import { addEntryNoise, entryNoiseMoments, recordLevelGuarantee } from "../../privacy/mechanisms/entryNoise.ts";
import { unitRange } from "../../privacy/sensitivity/recordRange.ts";
import { addRecordNoise, recordNoiseLevels } from "../../privacy/mechanisms/recordNoise.ts";
import { seededSource } from "../../random/seededSource.ts";
import { shownSource } from "../../random/shownSource.ts";
import type { FabricationParameters, TableNoise } from "../fabrication/fabricationParameters.ts";
import type { PrivacyParameters } from "../../privacy/calibration/gaussian.ts";

/** Public. */
export type DigitModel = TableNoise &
  Pick<FabricationParameters, "subspaceDimension" | "depth" | "steps" | "tolerancePerRow" | "seed">;

/** Standard deviation of the noise on a pixel, and ε and δ of a whole digit. */
export interface DigitGuarantee {
  readonly deviation: number;
  readonly record: PrivacyParameters;
}

export function digitGuarantee({ protection, epsilon, delta, adjacency }: TableNoise, p: number): DigitGuarantee {
  if (protection === "record") {
    return { deviation: gaussianDeviation({ epsilon, delta }, p), record: { epsilon, delta } };
  }
  const { epsilon: atMost, delta: failure } = recordLevelGuarantee({ epsilon, delta, entries: p });
  const { variance } = entryNoiseMoments({ epsilon, delta, adjacency });
  return { deviation: Math.sqrt(variance), record: { epsilon: atMost / adjacency, delta: failure } };
}

/**
 * Adds noise to the digits of one class, in place.
 *
 * @param table pixels from 0 to 1. Private
 * @param digit the class; each has other noise
 */
export function* addDigitNoise(table: EntryTable, model: DigitModel, digit: number): Generator<number, void> {
  const { protection, epsilon, delta, adjacency, seed } = model;
  const random = shownSource(seed === "secure" ? seed : seed + 100 * digit);
  const { entries, dimension } = table;
  if (protection === "entry") return yield* addEntryNoise({ entries, random, epsilon, delta, adjacency });
  return yield* addRecordNoise({ entries, random, deviation: gaussianDeviation({ epsilon, delta }, dimension) });
}

export function branchDigits(table: EntryTable, digit: number): ReturnType<typeof branchTable> {
  return branchTable({ table, random: seededSource(1 + digit) });
}

function gaussianDeviation(loss: PrivacyParameters, p: number): number {
  return recordNoiseLevels({ ...loss, ...unitRange(p) }).gaussianDeviation;
}
