import type { ClassifiedChoice, ClassifiedTable } from "../datasets/classifiedRecords.ts";
import type { NoiseRequest, StudyContract, Task } from "./contract.ts";
import { fabricateTableRelease } from "./fabrication.ts";
import type { FabricationParameters, FabricationRelease } from "./fabrication.ts";
import type { PrivateRelease } from "./privateRelease.ts";
import type { RecomputedRelease } from "./release.ts";
import type { TableReleaseParameters } from "./tableRelease.ts";

/** What is asked for a picture: one draw, whatever the number of draws says. */
export type FabricationRequest = FabricationParameters & NoiseRequest;

/** A private table as a release: `estimate` are the records in their ranges, `draws[0]` the fabricated rows, entry after entry. */
export type FabricationAnswer = RecomputedRelease & Omit<FabricationRelease, "original" | "fabricated">;

/** What the fabrication study asks of a worker. */
export interface FabricationContract extends StudyContract {
  readonly choice: ClassifiedChoice;
  readonly records: ClassifiedTable;
  readonly tasks: {
    readonly release: Task<FabricationRequest, FabricationAnswer>;
    /** A release for others to see, private as the bits that leave. */
    readonly latticeRelease: Task<TableReleaseParameters, PrivateRelease>;
  };
}

/** A picture's release of a table. @throws {ParameterError} as `fabricateTableRelease` */
export function* answeringFabrication(
  records: ClassifiedTable,
  { drawCount, ...parameters }: FabricationRequest,
): Generator<number, FabricationAnswer> {
  const { original, fabricated, ...release } = yield* fabricateTableRelease(records, parameters);
  const { deviation } = release.guarantee;
  return { estimate: original.coordinates, draws: [fabricated.coordinates], deviation, ...release };
}
