import { FoldedPlan } from "../../../panels/planning/FoldedPlan.tsx";
import type { PlanProps } from "../../../panels/study/declaration.ts";
import { isPlanned } from "../model/planned.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import { PlanMean } from "./PlanMean.tsx";

export function PlanDeclared({ draft, open, recordCount, client, change }: PlanProps<MeanCurveScenario>) {
  if (open.size > 0 || !isPlanned(draft)) return null;
  return (
    <FoldedPlan title="Plan: which ε, n and φ reach a target">
      {() => (
        <PlanMean
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
