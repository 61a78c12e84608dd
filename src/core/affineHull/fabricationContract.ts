import type { ClassifiedChoice, ClassifiedTable } from "../records/classifiedRecords.ts";
import type { BoundCheck } from "./fabrication/boundChecks.ts";
import type { AttackAnswer, AttackRequest } from "../release/attacking.ts";
import type { NoiseRequest, StudyContract, Task } from "../release/contract.ts";
import type { PixelEnd } from "../records/digits.ts";
import type { DigitPack, DigitReleaseParameters, ReleasedClass } from "./digits/digitRelease.ts";
import type { DigitDistances } from "./digits/digitDistances.ts";
import type { DigitModel } from "./digits/digitNoise.ts";
import type { DigitPictures } from "./digits/digitPictures.ts";
import type { DigitFiles, DigitOutline } from "./digits/digits.ts";
import { fabricateTableRelease, type FabricationRelease } from "./fabrication/fabrication.ts";
import type { FabricationParameters } from "./fabrication/fabricationParameters.ts";
import type { Federation, FederationParameters } from "./fabrication/federation.ts";
import type { membershipScore } from "./machine/membershipScore.ts";
import type { PrivateRelease } from "../release/privateRelease.ts";
import type { RecomputedRelease } from "../release/release.ts";
import type { SmoothedDraws } from "./fabrication/smoothedDraws.ts";
import type { TableReleaseParameters } from "./fabrication/tableRelease.ts";
import type { TolerancePurchase } from "./fabrication/tolerancePurchase.ts";

export type DigitRecords = (DigitFiles | { readonly kind: "bundled" }) & { readonly droppedCount: 0 };

/** A table of pixels with a column of labels; the upper end of pixels is public. */
interface DigitChoice {
  readonly digitsTo: PixelEnd;
}

interface DigitShare {
  readonly digit: number;
  readonly most: number;
  readonly shown: number;
}

/** A single draw, whatever `drawCount`. */
export type FabricationRequest = FabricationParameters & NoiseRequest;

/** `estimate` has the records in their ranges, `draws[0]` the fabricated rows. */
export type FabricationAnswer = RecomputedRelease & Omit<FabricationRelease, "original" | "fabricated">;

export interface FabricationContract extends StudyContract {
  readonly choice: ClassifiedChoice | DigitChoice;
  readonly records: ClassifiedTable | DigitRecords;
  readonly tasks: {
    readonly release: Task<FabricationRequest, FabricationAnswer>;
    readonly latticeRelease: Task<TableReleaseParameters, PrivateRelease>;
    readonly attack: Task<AttackRequest<FabricationRequest>, AttackAnswer>;
    readonly describingDigits: Task<object, DigitOutline>;
    readonly picturingDigits: Task<DigitModel & DigitShare, DigitPictures>;
    readonly measuringDigits: Task<DigitModel & { readonly digit: number }, DigitDistances>;
    readonly releasingDigits: Task<DigitReleaseParameters & { readonly digit: number }, ReleasedClass>;
    /** Archive of released classes, up to 50 MB. */
    readonly packingDigits: Task<DigitPack, Uint8Array<ArrayBuffer>>;
    readonly federating: Task<FederationParameters, Federation>;
    readonly smoothing: Task<FabricationParameters, SmoothedDraws>;
    readonly membership: Task<Parameters<typeof membershipScore>[0], number>;
    readonly purchase: Task<TolerancePurchase, number>;
    readonly checkingBounds: Task<FabricationParameters, readonly BoundCheck[]>;
  };
}

export function* answeringFabrication(
  records: ClassifiedTable,
  { drawCount, ...parameters }: FabricationRequest,
): Generator<number, FabricationAnswer> {
  const { original, fabricated, ...release } = yield* fabricateTableRelease(records, parameters);
  const { deviation } = release.guarantee;
  return { estimate: original.coordinates, draws: [fabricated.coordinates], deviation, ...release };
}
