import { defined } from "../../../core/defined.ts";
import type { MeanPlanRequest } from "../../../core/planning/curvePlans.ts";
import type { MeanRoundRequest } from "../../../core/planning/meanRounds.ts";
import { meanPlanOf, meanRoutePlanOf, type MeanPlan, type MeanRoutePlan } from "../../../core/planning/plan.ts";
import type { AskedPlan } from "../../../panels/planning/planStudy.ts";
import { meanCurveFields } from "../model/fields.ts";
import { plannedMean, refusedPlan } from "../model/planned.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import { meanGroupsWords, meanPlanWords, meanRouteWords } from "./meanPlanWords.ts";

export type MeanRounds = Omit<MeanRoundRequest, "round">;

const shared: Pick<AskedPlan<MeanCurveScenario, never, never>, "refusal" | "tuning" | "recordsPerPerson"> = {
  refusal: refusedPlan,
  tuning: { field: "penalty", limits: () => meanCurveFields.penalty.limits },
  recordsPerPerson: (scenario) => requestOf(scenario).curvesPerPerson,
};

export const closedPlan: AskedPlan<MeanCurveScenario, MeanPlan, MeanPlanRequest> = {
  ...shared,
  words: meanPlanWords,
  planOf: meanPlanOf,
  requestOf: (scenario, { truth, target }, question) => ({ ...question, target, mean: plannedMean(scenario, truth) }),
};

export function roundsPlan(isGrouped: boolean): AskedPlan<MeanCurveScenario, MeanRoutePlan, MeanRounds> {
  return {
    ...shared,
    words: isGrouped ? meanGroupsWords : meanRouteWords,
    planOf: (text) => {
      const plan = meanRoutePlanOf(text);
      return plan && isGrouped === (plan.truth.second !== undefined) ? plan : undefined;
    },
    requestOf: (scenario, { truth, target: { measure, between } }, question) => {
      const { second, ...first } = truth;
      const mean = plannedMean(scenario, first);
      const shares = requestOf(scenario).groups?.shares ?? [1];
      const groups = [
        { ...mean, share: shares[0]! },
        ...(second ? [{ ...mean, share: shares[1]!, curves: { ...mean.curves, heights: second } }] : []),
      ];
      return { ...question, measure, ...defined({ between }), groups };
    },
  };
}

export function planKind({ groups, plan }: MeanCurveScenario): "closed" | "simulated" | "groups" {
  if (groups !== "") return "groups";
  return meanRoutePlanOf(plan) ? "simulated" : "closed";
}
