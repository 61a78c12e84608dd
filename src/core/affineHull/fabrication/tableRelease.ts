import { latticeValues } from "../../privacy/mechanisms/latticeRelease.ts";
import { uniformsOf, type RandomWords } from "../../random/randomWords.ts";
import { fabricateNoisyRows } from "./fabricatedBranches.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import type { PrivacyBudget } from "../../privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../release/privateRelease.ts";
import { releaseOfRows, rowNoise, smoothingWords } from "./rowNoise.ts";
import { tableRows, type ClassifiedRecords } from "./tableRows.ts";

/** Public; `protection` says whether the budget is of an entry or a record. */
export type TableReleaseParameters = Omit<
  FabricationParameters,
  "epsilon" | "delta" | "seed" | "frames" | "fieldCount"
> & {
  readonly budget: PrivacyBudget;
};

/**
 * A fabricated table, private as the bits that leave: integers D of the noisy rows on a lattice, and rows computed from
 * them. The claim is about a **record**, or a person. Sizes of classes are public (errata K5), unless `mostRecords` N is
 * declared: then one record more, or less, is as private as another one. Test records take no part.
 *
 * @param words fresh, from a cryptographic source: 2 for each row, then about 7 for each entry
 * @returns integers and values of the rows, entry after entry; axes: entry, row
 * @throws {ParameterError} as `fabricateTableRelease`
 * @see docs/proofs/tableRelease.md
 */
export function* releasingTable(
  records: ClassifiedRecords,
  { budget, ...parameters }: TableReleaseParameters,
  words: RandomWords,
): Generator<number, PrivateRelease> {
  const { epsilon, delta } = budget;
  const asked = { ...parameters, epsilon, delta, frames: false, fieldCount: 0, seed: "secure" } as const;
  const { unit, classOf, partyOf, box } = tableRows(records, asked, uniformsOf(words));
  const p = unit.dimension;
  const { protection, adjacency, staircase, recordsPerPerson = 1 } = parameters;
  const asks = { protection, adjacency, staircase, budget, entries: p, recordsPerPerson };
  const noise = rowNoise(asks);
  const integers = noise.integersOf(unit.coordinates, words);
  const noisy = { dimension: p, coordinates: latticeValues(integers, noise.lattice) };
  const { fabricated } = yield* fabricateNoisyRows(noisy, { classOf, partyOf, classCount: records.classCount }, asked);
  const values = box.toData(fabricated).coordinates;
  return releaseOfRows(noise, { integers, values, dimension: p, processing: processingWords(asked) });
}

function processingWords(parameters: FabricationParameters): string {
  const { ranges, origin, branches, parties } = parameters;
  return [
    "fabricated rows: the noisy rows (integers times the step) of each class and party",
    branches === 1 ? "are" : `are cut into ${branches} branches by k-means,`,
    `${smoothingWords(parameters)}; ${parties} ${parties === 1 ? "party" : "parties"};`,
    `the integers are on the scale of ${origin === "middle" ? "[−½, ½]" : "[0, 1]"}, the values in data units:`,
    ranges.length <= 8 ? ranges.map(([lower, upper]) => `${lower}..${upper}`).join(" by ") : `${ranges.length} ranges`,
  ].join(" ");
}
