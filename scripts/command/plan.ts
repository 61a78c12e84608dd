import type { CurvePlanAnswer, PlanQuestion } from "../../src/core/planning/planAnswer.ts";
import { densityPlanOf, meanPlanOf, planLimits } from "../../src/core/planning/plan.ts";
import { planDensityRelease, planMeanRelease } from "../../src/core/planning/curvePlans.ts";
import { lastOf } from "../../src/core/slices.ts";
import { answerText, parametersOf } from "../../src/panels/planning/answerWords.ts";
import { nowSentence, riskSentence, type PlanWords } from "../../src/panels/planning/planWords.ts";
import { budgetLimits } from "../../src/state/scenario/sharedFields.ts";
import { bandwidthLimits } from "../../src/studies/density/model/bandwidthRange.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { isProcess, plannedDensity, refusedPlan as refusedDensity } from "../../src/studies/density/model/planned.ts";
import { densityPlanWords } from "../../src/studies/density/planning/flatteningWords.ts";
import { meanCurveFields } from "../../src/studies/meanCurve/model/fields.ts";
import { plannedMean, refusedPlan as refusedMean } from "../../src/studies/meanCurve/model/planned.ts";
import { meanPlanWords } from "../../src/studies/meanCurve/planning/meanPlanWords.ts";
import { requestOf } from "../../src/studies/meanCurve/model/request.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { scenarioOf } from "./openedData.ts";
import { Refused } from "./refused.ts";

/** A link's plan, in the sentences of the page. It reads no record. @throws {Refused} if there is none */
export function planned(link: string, records: number | undefined): string {
  if (link.startsWith(`#/${density.id}?`)) return densityPlan(link, records);
  if (link.startsWith(`#/${meanCurve.id}?`)) return meanPlan(link, records);
  throw new Refused(`A plan is of ${density.id} or ${meanCurve.id}: a link begins with #/${density.id}? or so.`);
}

function densityPlan(link: string, records: number | undefined): string {
  const scenario = scenarioOf(density, link);
  const plan = densityPlanOf(scenario.plan) ?? refusePlan();
  const refusal = refusedDensity(scenario);
  if (refusal !== undefined) throw new Refused(refusal);
  if (!isProcess(scenario)) throw new Refused("This route is planned on the page, by simulated releases.");
  const { domainX, h, epsilon, delta, person, perPerson } = scenario;
  const recordCount = plan.recordCount ?? records ?? refuseCount();
  const recordsPerPerson = person === "" ? 1 : perPerson;
  const release = { recordCount, recordsPerPerson, epsilon, delta, tuning: h };
  const planned = plannedDensity(scenario, plan.truth);
  const { target } = plan;
  const question = { release, target, limits: limitsOf(release, bandwidthLimits(domainX)) };
  return sentences(question, lastOf(planDensityRelease({ density: planned, ...question })), densityPlanWords);
}

function meanPlan(link: string, records: number | undefined): string {
  const scenario = scenarioOf(meanCurve, link);
  const refusal = refusedMean(scenario);
  if (refusal !== undefined) throw new Refused(refusal);
  const { truth, target, ...plan } = meanPlanOf(scenario.plan) ?? refusePlan();
  const { epsilon, delta, penalty: tuning } = scenario;
  const recordCount = plan.recordCount ?? records ?? refuseCount();
  const recordsPerPerson = requestOf(scenario).curvesPerPerson;
  const release = { recordCount, recordsPerPerson, epsilon, delta, tuning };
  const question = { release, target, limits: limitsOf(release, meanCurveFields.penalty.limits) };
  const mean = plannedMean(scenario, truth);
  return sentences(question, lastOf(planMeanRelease({ mean, ...question })), meanPlanWords);
}

function refusePlan(): never {
  throw new Refused(
    "The link has no plan with a closed form: plan=1,normals_WEIGHT_MEAN_DEVIATION,n_N,noise_everywhere_5. Others are on the page.",
  );
}

function refuseCount(): never {
  throw new Refused("A plan needs a number of records: n_N in it, or --records.");
}

type Limits = PlanQuestion["limits"]["epsilon"];

function limitsOf({ epsilon, recordCount }: PlanQuestion["release"], tuning: Limits): PlanQuestion["limits"] {
  const around = (value: number, { min, max }: Limits) => ({
    min: Math.max(min, value / 30),
    max: Math.min(max, value * 30),
  });
  return {
    epsilon: around(epsilon, budgetLimits.epsilon),
    recordCount: around(recordCount, planLimits.recordCount),
    tuning,
  };
}

function sentences(question: PlanQuestion, answer: CurvePlanAnswer, words: PlanWords): string {
  const answering = { words, question, target: question.target, answer };
  const answers = parametersOf(answer).map((name) => answerText(name, answering));
  return [nowSentence(question, answer, words), ...answers, riskSentence(question, answer, words)].join("\n");
}
