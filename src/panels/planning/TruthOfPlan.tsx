import { planText, type Plan } from "../../core/planning/plan.ts";
import { Problem } from "../controls/Problem.tsx";
import { FoundTruth } from "./FoundTruth.tsx";
import type { PlannedScenario, TruthOf } from "./planStudy.ts";
import type { OfStudy, usePlan } from "./usePlan.ts";

/** The declared truth, with ways to find one; or a note that it is the loaded data. */
export function TruthOfPlan<S extends PlannedScenario, P extends Plan, Q extends object, R>({
  study,
  scenario,
  records,
  client,
  plan,
  isPrivate,
  problem,
  set,
  lookAt,
  forget,
}: OfStudy<S, P, Q, R> & ReturnType<typeof usePlan<S, P, Q, R>>) {
  const { words, Truth } = study;
  if (isPrivate)
    return (
      <p role="note" data-testid="plan-private">
        The truth of this plan is the loaded data. It stays in this page: the link, files and the ledger have what you
        declared. What you take over counts as planned on the private data.{" "}
        <button type="button" onClick={forget}>
          Plan on what was declared
        </button>
      </p>
    );
  return (
    <>
      <p className="explanation">{words.about}</p>
      <Problem text={problem} />
      <Truth scenario={scenario} truth={plan.truth as TruthOf<P>} onChange={(truth) => set({ truth })} />
      <FoundTruth
        {...{ ...study.found, scenario, client }}
        truth={plan.truth as TruthOf<P>}
        onFound={(truth) => {
          const suits = study.planOf(planText({ ...plan, truth }), scenario) !== undefined;
          if (suits) set({ truth });
          return suits;
        }}
      />
      {records !== undefined && (
        <p className="buttons">
          <button type="button" onClick={lookAt}>
            Plan on the loaded data: this counts as looking
          </button>
        </p>
      )}
    </>
  );
}
