import { useMemo } from "react";
import { defined } from "../../../core/defined.ts";
import type { Interval } from "../../../core/grids.ts";
import { numberText, significant } from "../../../core/numberFormats.ts";
import type { MeanPlanRequest } from "../../../core/planning/meanPlan.ts";
import { meanPlanOf, planLimits, planText, type Plan } from "../../../core/planning/plan.ts";
import type { StudyContract } from "../../../core/release/contract.ts";
import type { StudyClient } from "../../../engine/contract.ts";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { PlannedCount } from "../../../panels/planning/PlannedCount.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { HeightsBox } from "../../../panels/planning/HeightsBox.tsx";
import { PlanAnswers, PlanPictures, type Taken } from "../../../panels/planning/PlanAnswers.tsx";
import { PlanTargetFields } from "../../../panels/planning/PlanTargetFields.tsx";
import type { PlanWords } from "../../../panels/planning/planWords.ts";
import { useAnswer } from "../../../panels/hooks/useAnswer.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { budgetLimits } from "../../../state/scenario/sharedFields.ts";
import { meanCurveFields } from "../model/fields.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import "../../../panels/planning/plan.css";
import "../../../panels/postProcessing/whatFollows.css";

interface PlanMeanProps {
  readonly scenario: MeanCurveScenario;
  /** Public number of curves. */
  readonly recordCount: number;
  readonly client: Pick<StudyClient<StudyContract>, "plan">;
  readonly onPlan: (plan: string) => void;
  readonly onTake: (change: { readonly epsilon?: number; readonly penalty?: number; readonly plan: string }) => void;
}

const words: PlanWords = {
  symbol: "φ",
  axis: "penalty φ",
  noun: "penalty",
  records: "curves",
  integral: "the integral",
  heights: { noise: "the expected curve’s rise from lowest to highest", total: "the declared mean’s rise" },
};

/** A rise to the middle within the norm bound, and curves that vary by a third of it. */
function usualPlan({
  domain: [lower, upper],
  normBound,
}: MeanCurveScenario): NonNullable<ReturnType<typeof meanPlanOf>> {
  const unit = significant(normBound / 2, 1);
  const heights = [0, 0.5, 1, 0.5, 0].map((share) => significant(share * unit, 2));
  const lengthScale = significant((upper - lower) / 5, 1);
  return {
    truth: { kind: "curves", heights, deviation: significant(unit / 3, 1), lengthScale },
    target: { kind: "share", of: "noise", confidence: "everywhere", percent: 20 },
  };
}

const around = (value: number, { min, max }: { readonly min: number; readonly max: number }) => ({
  min: Math.max(min, value / 30),
  max: Math.min(max, value * 30),
});

/** Errors of a private mean curve before there is one, against declared curves, and back from a target to ε, n and φ. */
export function PlanMean({ scenario, recordCount, client, onPlan, onTake }: PlanMeanProps) {
  const { domain, points, normBound, penalty, epsilon, delta } = scenario;
  const known = useMemo(() => meanPlanOf(scenario.plan), [scenario.plan]);
  const plan = known ?? usualPlan(scenario);
  const { truth, target } = plan;
  const set = (change: Partial<Plan<typeof truth>>) => onPlan(planText({ ...plan, ...change }));
  const n = plan.recordCount ?? recordCount;
  const { rule, kernel, range, power, noiseKernel, curvesPerPerson } = requestOf(scenario);
  const { kind, ...curves } = truth;
  const request = useSame<MeanPlanRequest>({
    mean: { curves, smoothing: { domain, rule, kernel, range, power, normBound }, noiseKernel, pointCount: points },
    release: { recordCount: n, recordsPerPerson: curvesPerPerson, epsilon, delta, tuning: penalty },
    target: target.kind === "peaks" ? { kind: "share", of: "noise", confidence: "everywhere", percent: 20 } : target,
    limits: {
      epsilon: around(epsilon, budgetLimits.epsilon),
      recordCount: around(n, planLimits.recordCount),
      tuning: meanCurveFields.penalty.limits,
    },
  });
  const { answer, failure } = useAnswer(request, (question, signal) => client.plan("mean", question, { signal }), 60);
  const take = (change: Taken) => {
    const field = defined({ epsilon: change.epsilon, penalty: change.tuning });
    onTake({ ...field, plan: planText({ ...plan, taken: { ...plan.taken, ...field } }) });
  };
  const onRecords = (count: number) => set({ recordCount: count });
  const answered = answer && { words, request: answer.to, answer: answer.value, onTake: take, onRecords };
  const value = answer?.value;
  const shown = useMemo(
    () =>
      value && {
        x: value.x,
        truth: value.truth,
        expected: value.expected,
        names: ["time", "less the centre"] as const,
      },
    [value],
  );
  const side: Interval = domain;

  return (
    <div className="section-body columns plan">
      <div>
        <p className="explanation">
          A plan looks at no curve. It measures against what you declare here, so it is the same for all data of this
          size, and costs nothing. The noise has the exact calibration; the chance of the curves is taken as normal.
        </p>
        <Problem
          text={
            scenario.plan !== "" && !known
              ? "The plan of this link was not understood; this is the usual start."
              : undefined
          }
        />
        <HeightsBox
          key={truth.heights.join()}
          label="The mean that you expect, less the centre, at even times"
          heights={truth.heights}
          least={2}
          requirement="not all the same, such as 0 0.5 1 0.5 0"
          isGood={(heights) => new Set(heights).size > 1}
          onChange={(heights) => set({ truth: { ...truth, heights } })}
        />
        <NumberControl
          label="Deviation of one curve from the mean"
          value={truth.deviation}
          min={0}
          max={planLimits.positive.max}
          onCommit={(deviation) => set({ truth: { ...truth, deviation } })}
        />
        <NumberControl
          label="Time over which a curve keeps its deviation"
          value={truth.lengthScale}
          min={(side[1] - side[0]) / 1000}
          max={(side[1] - side[0]) * 1000}
          onCommit={(lengthScale) => set({ truth: { ...truth, lengthScale } })}
        />
        <PlannedCount label="Curves, n" {...{ n, recordCount }} onCommit={(count) => set({ recordCount: count })} />
        <PlanTargetFields
          {...{ target, domain, words, hasPeaks: false }}
          usualWidth={significant(normBound / 10, 1)}
          onChange={(next) => set({ target: next })}
        />
        <Problem text={failure?.message} />
        {answered && (
          <>
            <PlanAnswers {...answered} isTarget />
            <p>{normSentence(answered.answer.norm, normBound)}</p>
          </>
        )}
      </div>
      <div>{answered && shown && <PlanPictures {...answered} isTarget curves={shown} />}</div>
    </div>
  );
}

function normSentence(norm: number, bound: number): string {
  const size = `The declared curves have a norm of ${numberText(norm)}, in root mean square`;
  return norm > bound / 1.5
    ? `${size}: many are beyond the bound τ = ${numberText(bound)} and would be shrunk, which the plan leaves out.`
    : `${size}, and the bound is τ = ${numberText(bound)}.`;
}
