import { defined } from "../../../core/defined.ts";
import type { DensityPlanRequest } from "../../../core/planning/curvePlans.ts";
import type { RoutePlanRequest } from "../../../core/planning/densityRounds.ts";
import {
  classesPlanOf,
  densityPlanOf,
  routePlanOf,
  type ClassesPlan,
  type DensityPlan,
  type RoutePlan,
} from "../../../core/planning/plan.ts";
import type { AskedPlan, OpenQuestion } from "../../../panels/planning/planStudy.ts";
import { bandwidthLimits } from "../model/bandwidthRange.ts";
import { isProcess, plannedDensity, refusedPlan, smoothedAxis } from "../model/planned.ts";
import { groupsOf, requestOf } from "../model/request.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { densityPlanWords, groupsPlanWords, routePlanWords } from "./flatteningWords.ts";

export type DensityRounds = Omit<RoutePlanRequest, "round">;

const shared: Pick<AskedPlan<DensityScenario, never, never>, "refusal" | "tuning" | "recordsPerPerson"> = {
  refusal: refusedPlan,
  tuning: { field: "h", limits: (scenario) => bandwidthLimits(smoothedAxis(scenario).domain) },
  recordsPerPerson: ({ person, perPerson }) => (person === "" ? 1 : perPerson),
};

export const processPlan: AskedPlan<DensityScenario, DensityPlan, DensityPlanRequest> = {
  ...shared,
  words: densityPlanWords,
  planOf: densityPlanOf,
  requestOf: (scenario, { truth, target }, question) => ({
    ...question,
    density: plannedDensity(scenario, truth),
    target,
  }),
};

export const routePlan: AskedPlan<DensityScenario, RoutePlan, DensityRounds> = {
  ...shared,
  words: routePlanWords,
  planOf: routePlanOf,
  requestOf: routeRequest,
};

export const groupsPlan: AskedPlan<DensityScenario, ClassesPlan, DensityRounds> = {
  ...shared,
  words: groupsPlanWords,
  planOf: (text, scenario) => {
    const plan = classesPlanOf(text);
    const count = groupsOf(scenario)?.levels.length ?? 0;
    return plan?.truth.parts.every(({ of, means }) => of < count && means.length === 1) === true ? plan : undefined;
  },
  requestOf: routeRequest,
};

export function planKind(scenario: DensityScenario): "process" | "route" | "groups" {
  if (groupsOf(scenario)) return "groups";
  return isProcess(scenario) && routePlanOf(scenario.plan)?.target.kind !== "simulated" ? "process" : "route";
}

function routeRequest(
  scenario: DensityScenario,
  { truth, target }: RoutePlan | ClassesPlan,
  question: OpenQuestion,
): DensityRounds {
  const { route, bump, relativeRate, polynomial } = requestOf(scenario);
  const parameters = { domain: [smoothedAxis(scenario).domain], route, relativeRate, ...defined({ bump, polynomial }) };
  const asked =
    target.kind === "functional"
      ? ({ measure: target.kind, functional: target.functional } as const)
      : { measure: target.measure, ...defined({ between: target.between }) };
  return { ...question, ...asked, density: { truth, parameters } };
}
