import { useMemo } from "react";
import { numberText, significant } from "../../../core/numberFormats.ts";
import { mostHeights } from "../../../core/planning/declaredTruth.ts";
import type { MeanPlanAnswer, MeanPlanRequest } from "../../../core/planning/meanPlan.ts";
import { meanPlanOf, planLimits, type MeanPlan } from "../../../core/planning/plan.ts";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { NumbersBox } from "../../../panels/planning/NumbersBox.tsx";
import { PlanCurves, PlanRisk, RiskMapPart } from "../../../panels/planning/PlanAnswers.tsx";
import { planOfStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import { askOnce, type FindingsProps, type StudyPlan, type TruthProps } from "../../../panels/planning/planStudy.ts";
import { meanCurveFields } from "../model/fields.ts";
import { plannedMean, refusedPlan } from "../model/planned.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import { freeSentence, meanPlanWords as words } from "./meanPlanWords.ts";

/** A rise to the middle within the norm bound, and curves that vary by a third of it. */
function usualPlan({ domain: [lower, upper], normBound }: MeanCurveScenario): MeanPlan {
  const unit = significant(normBound / 2, 1);
  const heights = [0, 0.5, 1, 0.5, 0].map((share) => significant(share * unit, 2));
  const lengthScale = significant((upper - lower) / 5, 1);
  return {
    truth: { kind: "curves", heights, deviation: significant(unit / 3, 1), lengthScale },
    target: { kind: "share", of: "noise", confidence: "everywhere", percent: 20 },
  };
}

type Found = FindingsProps<MeanCurveScenario, MeanPlanAnswer>;

const study: StudyPlan<MeanCurveScenario, MeanPlan, MeanPlanRequest, MeanPlanAnswer> = {
  id: "meanCurve",
  words,
  isDeclared: (_, open) => open.size === 0,
  refusal: refusedPlan,
  planOf: meanPlanOf,
  usual: usualPlan,
  targets: {
    kinds: ["share", "functional"],
    domainOf: ({ domain }) => domain,
    usualWidth: ({ normBound }) => significant(normBound / 10, 1),
  },
  tuning: { field: "penalty", limits: () => meanCurveFields.penalty.limits },
  recordsPerPerson: (scenario) => requestOf(scenario).curvesPerPerson,
  boundsOf: (scenario, { truth }, release) => ({
    name: "norm bound τ",
    request: { kind: "mean", mean: plannedMean(scenario, truth), release },
    take: ([, normBound]) => ({ normBound }),
  }),
  requestOf: (scenario, { truth, target }, question) => ({ ...question, target, mean: plannedMean(scenario, truth) }),
  ask: askOnce("mean"),
  answerOf: (answer) => answer,
  Truth,
  Findings: ({ scenario, question, result, onTake }: Found) => (
    <>
      <PlanRisk {...{ words, question, answer: result, onTake }} />
      <p>{normSentence(result.norm, scenario.normBound)}</p>
      <p>{freeSentence(requestOf(scenario), question.release)}</p>
    </>
  ),
  Pictures: ({ question, result, onTake }: Found) => {
    const curves = useMemo(() => ({ ...result, names: ["time", "less the centre"] as const }), [result]);
    return (
      <>
        <PlanCurves {...{ curves, words, tuning: question.release.tuning }} />
        <RiskMapPart {...{ words, question, onTake }} maps={result.maps} />
      </>
    );
  },
};

export const { Declared, Section } = planOfStudy(study);

function Truth({ scenario: { domain }, truth, onChange }: TruthProps<MeanCurveScenario, MeanPlan["truth"]>) {
  const side = domain[1] - domain[0];
  return (
    <>
      <NumbersBox
        key={truth.heights.join()}
        label="The mean that you expect, less the centre, at even times"
        numbers={truth.heights}
        least={2}
        most={mostHeights}
        requirement="not all the same, such as 0 0.5 1 0.5 0"
        isGood={(heights) => new Set(heights).size > 1}
        onChange={(heights) => onChange({ ...truth, heights })}
      />
      <NumberControl
        label="Deviation of one curve from the mean"
        value={truth.deviation}
        min={0}
        max={planLimits.positive.max}
        onCommit={(deviation) => onChange({ ...truth, deviation })}
      />
      <NumberControl
        label="Time over which a curve keeps its deviation"
        value={truth.lengthScale}
        min={side / 1000}
        max={side * 1000}
        onCommit={(lengthScale) => onChange({ ...truth, lengthScale })}
      />
    </>
  );
}

function normSentence(norm: number, bound: number): string {
  const size = `The declared curves have a norm of ${numberText(norm)}, in root mean square`;
  return norm > bound / 1.5
    ? `${size}: many are beyond the bound τ = ${numberText(bound)} and would be shrunk, which the plan leaves out.`
    : `${size}, and the bound is τ = ${numberText(bound)}.`;
}
