import type { StudyContract } from "../../../core/release/contract.ts";
import type { StudyClient } from "../../../engine/contract.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** Parts of a scenario that a plan needs; nothing of records. */
export interface PlanDensityProps {
  readonly scenario: Pick<
    DensityScenario,
    "plan" | "x" | "domainX" | "h" | "epsilon" | "delta" | "route" | "relativeRate" | "person" | "perPerson"
  >;
  /** Public number of records of the data. */
  readonly recordCount: number;
  readonly client: Pick<StudyClient<StudyContract>, "plan">;
  readonly onPlan: (plan: string) => void;
  readonly onTake: (change: TakenOver) => void;
}

/** Parameters taken over from a plan; `plan` remembers them. */
interface TakenOver {
  readonly epsilon?: number;
  readonly h?: number;
  readonly plan: string;
}
