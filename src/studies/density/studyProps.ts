import type { DensityScenario } from "./scenario.ts";
import type { Problems } from "./problems.ts";
import type { DensitySession } from "./session.ts";
import type { DensityView } from "./useDensityView.ts";

/** What the parts of the density screen share. */
export interface StudyProps {
  readonly scenario: DensityScenario;
  readonly session: DensitySession;
  readonly view: DensityView | undefined;
  readonly problems: Problems;
  readonly set: (change: Partial<DensityScenario>, options?: { readonly commit?: boolean }) => void;
}
