import type { Problems } from "./problems.ts";
import type { BoundaryScenario } from "./scenario.ts";
import type { BoundarySession } from "./session.ts";
import type { BoundaryView } from "./useBoundaryView.ts";

/** What the parts of the boundary screen share. */
export interface StudyProps {
  readonly scenario: BoundaryScenario;
  readonly session: BoundarySession;
  readonly view: BoundaryView | undefined;
  readonly problems: Problems;
  readonly set: (change: Partial<BoundaryScenario>, options?: { readonly commit?: boolean }) => void;
}

/** What a click in the picture does. */
export type Tool = "read" | "negative" | "positive" | "remove";
