import { ownData } from "../../../state/scenario/ownData.ts";
import type { DensityProps } from "../model/view.ts";
import { PlanDensity } from "../planning/PlanDensity.tsx";

export function Section({ scenario, view, client, set }: DensityProps) {
  if (!view) return null;
  return (
    <>
      {scenario.data === ownData && (
        <p className="explanation" role="note">
          A picture of these data was made: what you take over from now on counts as chosen after looking. Plan before
          the first picture, where the data are declared.
        </p>
      )}
      <PlanDensity
        scenario={scenario}
        recordCount={view.facts.recordCount}
        client={client}
        onPlan={(plan) => set({ plan }, { commit: true })}
        onTake={(change) => set(change, { commit: true })}
      />
    </>
  );
}
