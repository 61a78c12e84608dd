import type { Problems } from "./problems.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import type { MeanCurveSession } from "./session.ts";
import type { MeanCurveView } from "./useMeanCurveView.ts";

/** What the parts of the mean-curve screen share. */
export interface StudyProps {
  readonly scenario: MeanCurveScenario;
  readonly session: MeanCurveSession;
  readonly view: MeanCurveView | undefined;
  readonly problems: Problems;
  readonly set: (change: Partial<MeanCurveScenario>, options?: { readonly commit?: boolean }) => void;
}
