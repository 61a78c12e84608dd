import { FoldedPlan } from "../../../panels/planning/FoldedPlan.tsx";
import type { PlanProps } from "../../../panels/study/declaration.ts";
import { isPlanned } from "../model/planned.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { PlanDensity } from "./PlanDensity.tsx";

export function PlanDeclared({ draft, open, recordCount, client, change }: PlanProps<DensityScenario>) {
  if (draft.x === "" || open.has("domainX") || !isPlanned(draft)) return null;
  return (
    <FoldedPlan title="Plan: which ε, n and h reach a target">
      {() => (
        <PlanDensity
          scenario={draft}
          recordCount={recordCount}
          client={client}
          onPlan={(plan) => change({ plan })}
          onTake={change}
        />
      )}
    </FoldedPlan>
  );
}
