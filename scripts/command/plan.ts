import { numberText, percentText } from "../../src/core/numberFormats.ts";
import type { PlanAnswer, PlanQuestion } from "../../src/core/planning/planAnswer.ts";
import { densityPlanOf, meanPlanOf, planLimits } from "../../src/core/planning/plan.ts";
import { planDensityRelease } from "../../src/core/planning/densityPlan.ts";
import { planMeanRelease } from "../../src/core/planning/meanPlan.ts";
import { allPeaksAt, plannedPeaks } from "../../src/core/planning/plannedPeaks.ts";
import { lastOf } from "../../src/core/slices.ts";
import {
  boundedText,
  nowSentence,
  riskSentence,
  roundedUp,
  type PlanWords,
} from "../../src/panels/planning/planWords.ts";
import { budgetLimits } from "../../src/state/scenario/sharedFields.ts";
import { bandwidthLimits } from "../../src/studies/density/model/bandwidthRange.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { meanCurveFields } from "../../src/studies/meanCurve/model/fields.ts";
import { requestOf } from "../../src/studies/meanCurve/model/request.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { scenarioOf } from "./openedData.ts";
import { Refused } from "./refused.ts";

const densityPlanWords: PlanWords = {
  ...{ symbol: "h", axis: "bandwidth h", noun: "bandwidth", records: "records", integral: "the share" },
  heights: { noise: "the smoothed curve’s peak", total: "the true peak" },
};
const meanPlanWords: PlanWords = {
  ...{ symbol: "φ", axis: "penalty φ", noun: "penalty", records: "curves", integral: "the integral" },
  heights: { noise: "the expected curve’s rise from lowest to highest", total: "the declared mean’s rise" },
};

/** What a plan of a link says, in the sentences of the page. It reads no record. @throws {Refused} if there is none */
export function planned(link: string, records: number | undefined): string {
  if (link.startsWith(`#/${density.id}?`)) return densityPlan(link, records);
  if (link.startsWith(`#/${meanCurve.id}?`)) return meanPlan(link, records);
  throw new Refused(`A plan is of ${density.id} or ${meanCurve.id}: a link begins with #/${density.id}? or so.`);
}

function densityPlan(link: string, records: number | undefined): string {
  const scenario = scenarioOf(density, link);
  const plan = densityPlanOf(scenario.plan) ?? refusePlan();
  const { y, route: asked, bump, scale, ends, groups, only, atom } = scenario;
  const isProcess = asked === "sobolev" || (asked === "gaussian" && bump === "gaussian");
  if (!isProcess || y + groups + only !== "" || scale !== "own" || ends !== "open" || atom !== "none")
    throw new Refused("A plan is of one column with Gaussian bumps on its own scale, without groups.");
  const { domainX, h, epsilon, delta, person, perPerson } = scenario;
  const recordCount = plan.recordCount ?? records ?? refuseCount();
  const recordsPerPerson = person === "" ? 1 : perPerson;
  const release = { recordCount, recordsPerPerson, epsilon, delta, tuning: h };
  const route = asked === "sobolev" ? "sobolev" : "gaussian";
  const relativeRate = route === "sobolev" ? scenario.relativeRate : 1;
  const of = { truth: plan.truth, domain: domainX, route, relativeRate } as const;
  const { target } = plan;
  if (target.kind === "peaks") {
    const peaks = lastOf(plannedPeaks({ ...of, bandwidth: h, releaseCount: 400 }));
    const { share } = allPeaksAt(peaks, release);
    const at = `At ε = ${numberText(epsilon)}, n = ${recordCount} and h = ${numberText(h)}`;
    return `${at} ${percentText(share)} of the releases show all peaks of the truth; the target is ${numberText(target.inTen)} of 10.`;
  }
  const question = { release, target, limits: limitsOf(release, bandwidthLimits(domainX)) };
  return sentences(question, lastOf(planDensityRelease({ density: of, ...question })), densityPlanWords);
}

function meanPlan(link: string, records: number | undefined): string {
  const scenario = scenarioOf(meanCurve, link);
  const { truth, target, ...plan } = meanPlanOf(scenario.plan) ?? refusePlan();
  const { domain, rule, kernel, range, power, normBound, noiseKernel, curvesPerPerson } = requestOf(scenario);
  const { points: pointCount, epsilon, delta, penalty: tuning } = scenario;
  const recordCount = plan.recordCount ?? records ?? refuseCount();
  const release = { recordCount, recordsPerPerson: curvesPerPerson, epsilon, delta, tuning };
  if (target.kind === "peaks") return refusePlan();
  const { kind: _, ...curves } = truth;
  const mean = { curves, smoothing: { domain, rule, kernel, range, power, normBound }, noiseKernel, pointCount };
  const question = { release, target, limits: limitsOf(release, meanCurveFields.penalty.limits) };
  return sentences(question, lastOf(planMeanRelease({ mean, ...question })), meanPlanWords);
}

function refusePlan(): never {
  throw new Refused(
    "The link has no plan that this version reads: plan=1,normals_WEIGHT_MEAN_DEVIATION,n_N,noise_everywhere_5.",
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

function sentences(question: PlanQuestion, answer: PlanAnswer, words: PlanWords): string {
  const { epsilon, recordCount, tuning } = answer;
  const { symbol, records } = words;
  return [
    nowSentence(question, answer, words),
    epsilon.isReached
      ? `ε = ${numberText(roundedUp(epsilon.value))} reaches the target.`
      : boundedText(epsilon, "epsilon", words),
    recordCount.isReached
      ? `${Math.ceil(recordCount.value)} ${records} reach it.`
      : boundedText(recordCount, "recordCount", words),
    tuning.isReached
      ? `${symbol} from ${numberText(tuning.value.from)} to ${numberText(tuning.value.to)} reaches it.`
      : boundedText(tuning, "tuning", words),
    riskSentence(question, answer, words),
  ].join("\n");
}
