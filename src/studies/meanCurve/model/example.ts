import type { CommonScenario, OwnColumns, UsualGroups } from "../../../state/scenario/sharedFields.ts";
import type { MeanCurveParameters, SmoothingParameters } from "../../../core/mean/meanCurveParameters.ts";
import type { CurveKernelName } from "../../../core/mean/curveKernels.ts";
import type { CurveLayout } from "../../../core/records/curves/curveLayout.ts";
import type { OfferedExample } from "../../../panels/data/DataPanel.tsx";

/** Public. */
export interface MeanCurveDefaults
  extends
    Omit<SmoothingParameters, "centre">,
    Pick<MeanCurveParameters, "curvesPerPerson">,
    Pick<CommonScenario, "epsilon" | "delta"> {
  readonly layout: CurveLayout;
  readonly units?: Pick<OwnColumns, "unitX" | "unitY">;
  readonly gridCount: number;
  readonly columnRanges?: string;
  readonly centre?: string;
  /** With the same ρ₀; the estimator's if absent. */
  readonly noiseKernel?: CurveKernelName;
  /** With the shares that are known without looking. */
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
