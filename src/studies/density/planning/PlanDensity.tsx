import { useMemo } from "react";
import type { Interval } from "../../../core/grids.ts";
import { defined } from "../../../core/defined.ts";
import { significant } from "../../../core/numberFormats.ts";
import type { DeclaredTruth } from "../../../core/planning/declaredTruth.ts";
import type { PlannedDensity } from "../../../core/planning/densityErrors.ts";
import type { DensityPlanRequest } from "../../../core/planning/densityPlan.ts";
import type { PlannedRelease } from "../../../core/planning/planTarget.ts";
import { planLimits, densityPlanOf, planText, usualPlan, type Plan } from "../../../core/planning/plan.ts";
import { PlannedCount } from "../../../panels/planning/PlannedCount.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { PlanAnswers, PlanPictures, type Taken } from "../../../panels/planning/PlanAnswers.tsx";
import { PlanTargetFields } from "../../../panels/planning/PlanTargetFields.tsx";
import "../../../panels/planning/plan.css";
import { useAnswer } from "../../../panels/hooks/useAnswer.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { budgetLimits } from "../../../state/scenario/sharedFields.ts";
import { bandwidthLimits } from "../model/bandwidthRange.ts";
import { densityPlanWords, flatteningSentence, movedSentence } from "./flatteningWords.ts";
import type { PlanDensityProps } from "./planProps.ts";
import { PlannedPeaksPart } from "./PlannedPeaksPart.tsx";
import { PlanTruth } from "./PlanTruth.tsx";
import "../../../panels/postProcessing/whatFollows.css";

/** Error that stands beside the peaks. */
const besidePeaks = { kind: "share", of: "total", confidence: "deviation", percent: 5 } as const;

/** Long enough for a typed digit to be followed by another. */
const rest = 60;

/** Errors of a private density before there is one, against a declared truth, and back from a target to ε, n and h. */
export function PlanDensity({ scenario, recordCount, client, onPlan, onTake }: PlanDensityProps) {
  const { x, domainX, h, epsilon, delta, relativeRate, person, perPerson } = scenario;
  const plan = useMemo(() => densityPlanOf(scenario.plan) ?? usualPlan(domainX), [scenario.plan, domainX]);
  const set = (change: Partial<Plan<DeclaredTruth>>) => onPlan(planText({ ...plan, ...change }));
  const n = plan.recordCount ?? recordCount;
  const release: PlannedRelease = {
    recordCount: n,
    recordsPerPerson: person === "" ? 1 : perPerson,
    epsilon,
    delta,
    tuning: h,
  };
  const route = scenario.route === "sobolev" ? "sobolev" : "gaussian";
  const density: PlannedDensity = {
    truth: plan.truth,
    domain: domainX,
    route,
    relativeRate: route === "sobolev" ? relativeRate : 1,
  };
  const { target } = plan;
  const request = useSame<DensityPlanRequest>({
    density,
    release,
    target: target.kind === "peaks" ? besidePeaks : target,
    limits: limitsFor(domainX, epsilon, n),
  });
  const { answer, failure } = useAnswer(
    request,
    (question, signal) => client.plan("density", question, { signal }),
    rest,
  );

  const take = (change: Taken) => {
    const field = defined({ epsilon: change.epsilon, h: change.tuning });
    onTake({ ...field, plan: planText({ ...plan, taken: { ...plan.taken, ...field } }) });
  };
  const onRecords = (count: number) => set({ recordCount: count });
  const answered = answer && {
    words: densityPlanWords,
    request: answer.to,
    answer: answer.value,
    onTake: take,
    onRecords,
  };

  const value = answer?.value;
  const curves = useMemo(
    () => value && { x: value.x, truth: value.truth, expected: value.expected, names: [x, "density"] as const },
    [value, x],
  );

  return (
    <div className="section-body columns plan">
      <div>
        <p className="explanation">
          A plan looks at no record. It measures against what you declare here, so it is the same for all data of this
          size, and costs nothing. The noise has the exact calibration; the chance of the records is taken as normal.
        </p>
        <Problem
          text={
            scenario.plan !== "" && densityPlanOf(scenario.plan) === undefined
              ? "The plan of this link was not understood; this is the usual start."
              : undefined
          }
        />
        <PlanTruth truth={plan.truth} domain={domainX} name={x} onChange={(truth) => set({ truth })} />
        <PlannedCount label="Records, n" {...{ n, recordCount }} onCommit={(count) => set({ recordCount: count })} />
        <PlanTargetFields
          {...{ target, domain: domainX, words: densityPlanWords, hasPeaks: true }}
          usualWidth={significant(0.1 / (domainX[1] - domainX[0]), 1)}
          onChange={(next) => set({ target: next })}
        />
        {target.kind === "peaks" && (
          <PlannedPeaksPart
            key={JSON.stringify([density, h])}
            {...{ density, release, client }}
            onTake={take}
            share={target.inTen / 10}
            onRecords={onRecords}
          />
        )}
        <Problem text={failure?.message} />
        {answered && (
          <>
            <PlanAnswers {...answered} isTarget={target.kind !== "peaks"} />
            <p>{flatteningSentence(answered.request, answered.answer)}</p>
            <p>{movedSentence(answered.answer)}</p>
          </>
        )}
      </div>
      <div>
        {answered && curves && <PlanPictures {...answered} isTarget={target.kind !== "peaks"} curves={curves} />}
      </div>
    </div>
  );
}

const around = (value: number, { min, max }: { readonly min: number; readonly max: number }) => ({
  min: Math.max(min, value / 30),
  max: Math.min(max, value * 30),
});

/** Ranges of the curves. */
function limitsFor(domain: Interval, epsilon: number, n: number): DensityPlanRequest["limits"] {
  return {
    epsilon: around(epsilon, budgetLimits.epsilon),
    recordCount: around(n, planLimits.recordCount),
    tuning: bandwidthLimits(domain),
  };
}
