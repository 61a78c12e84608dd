import { ownData } from "../../../state/scenario/ownData.ts";
import type { MeanCurveProps } from "../model/view.ts";
import { PlanMean } from "../planning/PlanMean.tsx";

export function Section({ scenario, view, client, set }: MeanCurveProps) {
  if (!view) return null;
  return (
    <>
      {scenario.data === ownData && (
        <p className="explanation" role="note">
          A picture of these data was made: what you take over from now on counts as chosen after looking.
        </p>
      )}
      <PlanMean
        scenario={scenario}
        recordCount={view.facts.recordCount}
        client={client}
        onPlan={(plan) => set({ plan }, { commit: true })}
        onTake={(change) => set(change, { commit: true })}
      />
    </>
  );
}
