import type { BinnedDifference } from "../../../core/density/estimator/binnedDifference.ts";
import type { Points } from "../../../core/points.ts";
import type { DensityContract } from "../../../core/density/densityContract.ts";
import type { DensityRelease } from "../../../core/density/densityParameters.ts";
import type { PeakVisibility } from "../../../core/density/peakVisibility.ts";
import type { PolynomialRelease } from "../../../core/bernstein/polynomialContract.ts";
import type { InsideOfPolynomial } from "../../../panels/guarantee/polynomialErrors.ts";
import type { PartProps, PictureProps } from "../../../panels/study/study.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import type { DensityScenario } from "./scenario.ts";

type PrivatePart = "estimate" | "unitNoise" | "clampedCount" | "original" | "approximationError";

interface RecordFacts {
  /** Counts on a lattice: nothing is bought, chosen or asked point by point. */
  readonly isCounted: boolean;
}

export type DensityFacts = ProcessFacts | BernsteinFacts;
export type ProcessFacts = Omit<DensityRelease, PrivatePart> & RecordFacts;
export type BernsteinFacts = Omit<PolynomialRelease, PrivatePart> & RecordFacts;

export interface DensityInside {
  readonly points: Points;
  /** n, with counted records. */
  readonly held: number;
  /** Occurrences of each record, of counts; once if absent. */
  readonly multiplicities: Float64Array | undefined;
  readonly groupOf?: Int32Array | undefined;
  readonly clampedCount: number;
  readonly ofPolynomial: InsideOfPolynomial | undefined;
  /** Drawn against exact estimate; absent until measured. */
  readonly difference: BinnedDifference | undefined;
  /** Share of releases in which the original's peaks stay visible; absent until counted. */
  readonly visibility: PeakVisibility | undefined;
}

export interface DensityMeasured {
  readonly difference: BinnedDifference | undefined;
  /** Absent where the shown grid is not that of the noise. */
  readonly visibility: PeakVisibility | undefined;
}

export type DensityView = StudyView<DensityFacts, DensityInside>;
export type DensityProps = PartProps<DensityScenario, DensityContract, DensityFacts, DensityInside>;
export type DensityPictureProps = PictureProps<DensityScenario, DensityContract, DensityFacts, DensityInside>;

export function isPolynomial(view: DensityView): view is StudyView<BernsteinFacts, DensityInside> {
  return "polynomial" in view.facts;
}
