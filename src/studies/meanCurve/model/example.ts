import type { OwnColumns, UsualGroups } from "../../../state/scenario/sharedFields.ts";
import type { Interval } from "../../../core/grids.ts";
import type { CurveKernelName } from "../../../core/mean/curveKernels.ts";
import type { CurveLayout } from "../../../core/records/curveLayout.ts";
import type { OfferedExample } from "../../../panels/data/DataPanel.tsx";

/** Public. */
export interface MeanCurveDefaults {
  readonly layout: CurveLayout;
  readonly units?: Pick<OwnColumns, "unitX" | "unitY">;
  readonly domain: Interval;
  readonly gridCount: number;
  readonly rule: "uniform" | "trapezoid";
  readonly kernel: CurveKernelName;
  /** ρ₀ in the paper's convention: the Gaussian kernel is exp(−|t − s|²/ρ₀), the others have length scale ρ₀. */
  readonly range: number;
  /** With the same ρ₀; the estimator's if absent. */
  readonly noiseKernel?: CurveKernelName;
  /** φ */
  readonly penalty: number;
  /** η₀ */
  readonly power: number;
  /** τ₀ */
  readonly normBound: number;
  readonly epsilon: number;
  readonly delta: number;
  readonly curvesPerPerson: number;
  /** Groups that may have a mean each, with their shares as far as these are known without looking. */
  readonly groups?: UsualGroups;
}

export interface MeanCurveVariation {
  readonly label: string;
  readonly data?: string;
  readonly override: Partial<MeanCurveDefaults>;
}

export interface MeanCurveExample extends OfferedExample {
  readonly defaults: MeanCurveDefaults;
  readonly variations: readonly MeanCurveVariation[];
}
