import { useState } from "react";
import type { PlanProps } from "../../../panels/study/declaration.ts";
import { isPlanned } from "../model/planned.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { PlanDensity } from "./PlanDensity.tsx";

/** A plan in the form that declares a table, folded until it is wanted. */
export function PlanDeclared({ draft, open, recordCount, client, change }: PlanProps<DensityScenario>) {
  const [isOpen, setOpen] = useState(false);
  if (draft.x === "" || open.has("domainX") || !isPlanned(draft)) return null;
  return (
    <details
      className="guarantee"
      data-testid="section-plan"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      // The Return key in a field of the plan must not draw the data.
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <summary>Plan: which ε, n and h reach a target</summary>
      {isOpen && (
        <PlanDensity
          scenario={draft}
          recordCount={recordCount}
          client={client}
          onPlan={(plan) => change({ plan })}
          onTake={change}
        />
      )}
    </details>
  );
}
