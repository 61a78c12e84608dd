import { useMemo } from "react";
import { significant } from "../../../core/numberFormats.ts";
import type { DensityPlanAnswer, DensityPlanRequest } from "../../../core/planning/densityPlan.ts";
import { densityPlanOf, usualPlan, type DensityPlan } from "../../../core/planning/plan.ts";
import { PlanCurves, PlanRisk, RiskMapPart } from "../../../panels/planning/PlanAnswers.tsx";
import { planOfStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import { askOnce, type FindingsProps, type StudyPlan } from "../../../panels/planning/planStudy.ts";
import { bandwidthLimits } from "../model/bandwidthRange.ts";
import { plannedDensity, refusedPlan } from "../model/planned.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { densityPlanWords as words, flatteningSentence, movedSentence } from "./flatteningWords.ts";
import { PlannedPeaksPart } from "./PlannedPeaksPart.tsx";
import { PlanTruth } from "./PlanTruth.tsx";

/** Error that stands beside the peaks. */
const besidePeaks = { kind: "share", of: "total", confidence: "deviation", percent: 5 } as const;

type Found = FindingsProps<DensityScenario, DensityPlanAnswer>;

const study: StudyPlan<DensityScenario, DensityPlan, DensityPlanRequest, DensityPlanAnswer> = {
  words,
  isDeclared: ({ x }, open) => x !== "" && !open.has("domainX"),
  refusal: refusedPlan,
  planOf: densityPlanOf,
  usual: ({ domainX }) => usualPlan(domainX),
  targets: ["share", "functional", "peaks"],
  usualWidth: ({ domainX: [lower, upper] }) => significant(0.1 / (upper - lower), 1),
  domainOf: ({ domainX }) => domainX,
  tuning: { field: "h", limits: ({ domainX }) => bandwidthLimits(domainX) },
  recordsPerPerson: ({ person, perPerson }) => (person === "" ? 1 : perPerson),
  requestOf: (scenario, { truth, target }, question) => ({
    ...question,
    density: plannedDensity(scenario, truth),
    target: target.kind === "peaks" ? besidePeaks : target,
  }),
  ask: askOnce("density"),
  answerOf: (answer) => answer,
  Truth: ({ scenario: { domainX, x }, ...truth }) => <PlanTruth domain={domainX} name={x} {...truth} />,
  Other: ({ scenario, plan: { truth, target }, ...rest }) => {
    const density = plannedDensity(scenario, truth);
    if (target.kind !== "peaks") return null;
    return (
      <PlannedPeaksPart
        key={JSON.stringify([density, scenario.h])}
        {...{ density, share: target.inTen / 10, ...rest }}
      />
    );
  },
  Findings: ({ question, result, onTake }: Found) => (
    <>
      <PlanRisk {...{ words, question, answer: result, onTake }} />
      <p>{flatteningSentence(question, result)}</p>
      <p>{movedSentence(result)}</p>
    </>
  ),
  Pictures: ({ scenario: { x: name }, question: { release }, result, onTake }: Found) => {
    const curves = useMemo(() => ({ ...result, names: [name, "density"] as const }), [result, name]);
    return (
      <>
        <PlanCurves {...{ curves, words, tuning: release.tuning }} />
        <RiskMapPart {...{ words, release, onTake }} map={result.map} />
      </>
    );
  },
};

export const { Declared, Section } = planOfStudy(study);
