import { useMemo } from "react";
import { defined } from "../../../core/defined.ts";
import { significant } from "../../../core/numberFormats.ts";
import type { DensityPlanAnswer, DensityPlanRequest } from "../../../core/planning/densityPlan.ts";
import type { RoutePlanRequest } from "../../../core/planning/densityRounds.ts";
import {
  densityPlanOf,
  routePlanOf,
  usualPlan,
  type DensityPlan,
  type RoutePlan,
} from "../../../core/planning/plan.ts";
import type { SimulatedRound } from "../../../core/planning/simulatedPlan.ts";
import { PlanCurves, PlanRisk, RiskMapPart } from "../../../panels/planning/PlanAnswers.tsx";
import { planOfStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import {
  askOnce,
  askRounds,
  roundsAnswer,
  type FindingsProps,
  type StudyPlan,
  type TruthProps,
} from "../../../panels/planning/planStudy.ts";
import { bandwidthLimits } from "../model/bandwidthRange.ts";
import { isProcess, plannedDensity, refusedPlan } from "../model/planned.ts";
import { requestOf } from "../model/request.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { densityPlanWords as words, flatteningSentence, movedSentence, routePlanWords } from "./flatteningWords.ts";
import { PlannedPeaksPart } from "./PlannedPeaksPart.tsx";
import { PlanTruth } from "./PlanTruth.tsx";

/** Error that stands beside the peaks. */
const besidePeaks = { kind: "share", of: "total", confidence: "deviation", percent: 5 } as const;

type Found = FindingsProps<DensityScenario, DensityPlanAnswer>;

type Shared = Pick<
  StudyPlan<DensityScenario, DensityPlan | RoutePlan, never, never>,
  "id" | "isDeclared" | "refusal" | "tuning" | "recordsPerPerson"
>;
const shared: Shared = {
  id: "density",
  isDeclared: ({ x }, open) => x !== "" && !open.has("domainX"),
  refusal: refusedPlan,
  tuning: { field: "h", limits: ({ domainX }) => bandwidthLimits(domainX) },
  recordsPerPerson: ({ person, perPerson }) => (person === "" ? 1 : perPerson),
};

/** Plan of a Gaussian process on Gaussian bumps, in closed form. */
const study: StudyPlan<DensityScenario, DensityPlan, DensityPlanRequest, DensityPlanAnswer> = {
  ...shared,
  words,
  planOf: densityPlanOf,
  usual: ({ domainX, plan }) => ({ ...usualPlan(domainX), ...declaredIn(plan) }),
  targets: {
    kinds: ["share", "functional", "peaks"],
    domainOf: ({ domainX }) => domainX,
    usualWidth: ({ domainX: [lower, upper] }) => significant(0.1 / (upper - lower), 1),
  },
  boundsOf: (scenario, { truth }, release) =>
    truth.kind === "drawn"
      ? undefined
      : {
          name: `domain of ${scenario.x}`,
          request: { kind: "density", density: plannedDensity(scenario, truth), release },
          take: (domainX) => ({ domainX }),
        },
  requestOf: (scenario, { truth, target }, question) => ({
    ...question,
    density: plannedDensity(scenario, truth),
    target: target.kind === "peaks" ? besidePeaks : target,
  }),
  ask: askOnce("density"),
  answerOf: (answer) => answer,
  Truth,
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
  Pictures: ({ scenario: { x: name }, question, result, onTake }: Found) => {
    const curves = useMemo(() => ({ ...result, names: [name, "density"] as const }), [result, name]);
    return (
      <>
        <PlanCurves {...{ curves, words, tuning: question.release.tuning }} />
        <RiskMapPart {...{ words, question, onTake }} maps={result.maps} />
      </>
    );
  },
};

/** Plan of other bumps and polynomials, by simulated releases. */
const routes: StudyPlan<DensityScenario, RoutePlan, Omit<RoutePlanRequest, "round">, readonly SimulatedRound[]> = {
  ...shared,
  words: routePlanWords,
  cost: { lawOf: ({ route }) => (route === "bernsteinLaplace" ? "pure" : "gaussian") },
  planOf: routePlanOf,
  usual: ({ domainX, plan }) => ({
    truth: usualPlan(domainX).truth,
    ...declaredIn(plan),
    target: { kind: "simulated", of: "total", measure: "supremum", percent: 25, inTen: 9 },
  }),
  targets: { kinds: ["simulated"], domainOf: ({ domainX }) => domainX },
  requestOf: (scenario, { truth, target: { measure } }, question) => {
    const { domain, route, bump, relativeRate, polynomial } = requestOf(scenario);
    const parameters = { domain, route, relativeRate, ...defined({ bump, polynomial }) };
    return { ...question, measure, density: { truth, parameters } };
  },
  ask: askRounds("route", 40),
  answerOf: roundsAnswer,
  Truth,
};

function Truth({ scenario: { domainX, x }, ...truth }: TruthProps<DensityScenario, DensityPlan["truth"]>) {
  return <PlanTruth domain={domainX} name={x} {...truth} />;
}

/** Declared parts of a plan for another route. */
function declaredIn(text: string): Pick<RoutePlan, "truth" | "recordCount"> | undefined {
  const plan = densityPlanOf(text) ?? routePlanOf(text);
  return plan && { truth: plan.truth, ...defined({ recordCount: plan.recordCount }) };
}

const [ofProcess, ofRoutes] = [planOfStudy(study), planOfStudy(routes)];

export function Declared(props: Parameters<typeof ofProcess.Declared>[0]) {
  return isProcess(props.draft) ? <ofProcess.Declared {...props} /> : <ofRoutes.Declared {...props} />;
}

export function Section(props: Parameters<typeof ofProcess.Section>[0]) {
  return isProcess(props.scenario) ? <ofProcess.Section {...props} /> : <ofRoutes.Section {...props} />;
}
