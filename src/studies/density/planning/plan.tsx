import { defined } from "../../../core/defined.ts";
import type { Interval } from "../../../core/grids.ts";
import { significant } from "../../../core/numberFormats.ts";
import type { DensityPlanAnswer, DensityPlanRequest } from "../../../core/planning/curvePlans.ts";
import {
  densityPlanOf,
  routePlanOf,
  usualPlan,
  type ClassesPlan,
  type DensityPlan,
  type RoutePlan,
} from "../../../core/planning/plan.ts";
import type { SimulatedRound } from "../../../core/planning/simulatedPlan.ts";
import { PlanRisk } from "../../../panels/planning/PlanAnswers.tsx";
import { CurvePictures } from "../../../panels/planning/PlanPictures.tsx";
import { ClassesTruth, usualParts } from "../../../panels/planning/ClassesTruth.tsx";
import { planOfStudy, plannedStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import {
  askOnce,
  askRounds,
  roundsAnswer,
  type FindingsProps,
  type FoundTruths,
  type StudyPlan,
  type TruthProps,
} from "../../../panels/planning/planStudy.ts";
import type { DensityContract } from "../../../core/density/densityContract.ts";
import { heightsOfCurve, heightsOfRecords, partsOfRecords } from "../../../core/planning/foundTruth.ts";
import { pointCount } from "../../../core/points.ts";
import { choiceOf } from "../model/columns.ts";
import { densityExamples } from "../model/examples.ts";
import { exampleScenario } from "../model/links.ts";
import { isProcess, plannedDensity, smoothedAxis } from "../model/planned.ts";
import { groupsOf } from "../model/request.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { groupsPlan, planKind, processPlan, routePlan, type DensityRounds } from "./asked.ts";
import { flatteningSentence, movedSentence } from "./flatteningWords.ts";
import { PlanTruth } from "./PlanTruth.tsx";

type Found = FindingsProps<DensityScenario, DensityPlanAnswer>;

const ofProcess = ["share", "functional", "simulated"] as const;

const shared: Pick<StudyPlan<DensityScenario, never, never, never>, "id" | "isDeclared"> = {
  id: "density",
  isDeclared: (draft, open) => draft.x !== "" && !open.has("domainX") && (groupsOf(draft)?.levels.length ?? 2) >= 2,
};

const found: Pick<FoundTruths<DensityScenario, never>, "examples" | "scenarioOf" | "choiceOf"> = {
  examples: densityExamples.filter(({ defaults: { y } }) => y === undefined),
  scenarioOf: (id) => exampleScenario(densityExamples, id),
  choiceOf,
};

const foundCurve: FoundTruths<DensityScenario, DensityPlan["truth"]> = {
  ...found,
  ofRecords: ({ points }: DensityContract["records"], _, from) => {
    const { domain, forward } = smoothedAxis(from);
    return { kind: "drawn", heights: heightsOfRecords(points.coordinates.map(forward), domain) };
  },
  ofCurve: (x, values, _, to) => {
    const { domain, forward, slope } = smoothedAxis(to);
    const smoothed = values.map((value, i) => value / slope(x[i]!));
    const heights = heightsOfCurve(x.map(forward), smoothed, domain);
    return { kind: "drawn", heights: heights.map((height) => Math.max(0, height)) };
  },
};

/** Gaussian process on Gaussian bumps, in closed form. */
const study: StudyPlan<DensityScenario, DensityPlan, DensityPlanRequest, DensityPlanAnswer> = {
  ...processPlan,
  ...shared,
  found: foundCurve,
  usual: (scenario) => ({ ...usualPlan(domainOf(scenario)), ...declaredIn(scenario.plan) }),
  targets: { kindsOf: () => ofProcess, domainOf, usualWidth },
  boundsOf: (scenario, { truth }, release) =>
    truth.kind === "drawn"
      ? undefined
      : {
          name: `domain of ${smoothedAxis(scenario).name}`,
          request: { kind: "density", density: plannedDensity(scenario, truth), release },
          take: (domain) => ({ domainX: smoothedAxis(scenario).back(domain) }),
        },
  ask: askOnce("density"),
  answerOf: (answer) => answer,
  Truth,
  Findings: ({ question, result, onTake }: Found) => (
    <>
      <PlanRisk {...{ words: processPlan.words, question, answer: result, onTake }} />
      <p>{flatteningSentence(question, result)}</p>
      <p>{movedSentence(result)}</p>
    </>
  ),
  Pictures: ({ scenario, ...shown }: Found) => (
    <CurvePictures {...shown} words={processPlan.words} names={[smoothedAxis(scenario).name, "density"]} />
  ),
};

/** Other bumps and polynomials, by simulated releases. */
const routes: StudyPlan<DensityScenario, RoutePlan, DensityRounds, readonly SimulatedRound[]> = {
  ...routePlan,
  ...shared,
  found: foundCurve,
  cost: { lawOf: ({ route }) => (route === "bernsteinLaplace" ? "pure" : "gaussian") },
  usual: (scenario) => ({
    truth: usualPlan(domainOf(scenario)).truth,
    ...declaredIn(scenario.plan),
    target: { kind: "simulated", of: "total", measure: "supremum", percent: 25, inTen: 9 },
  }),
  targets: {
    kindsOf: (scenario) => (isProcess(scenario) ? ofProcess : ["simulated", "functional"]),
    ...{ domainOf, usualWidth },
  },
  ask: askRounds("route", 40),
  answerOf: roundsAnswer,
  Truth,
};

/** Densities of groups, by simulated releases. */
const groups: StudyPlan<DensityScenario, ClassesPlan, DensityRounds, readonly SimulatedRound[]> = {
  ...groupsPlan,
  ...shared,
  found: {
    ...found,
    ofRecords: ({ points, groups: by }: DensityContract["records"], _, from, to) => {
      const { forward, domain } = smoothedAxis(from);
      const smoothed = { dimension: 1, coordinates: points.coordinates.map(forward) };
      const parts = partsOfRecords(smoothed, by?.of ?? new Int32Array(pointCount(points)), [domain], [domainOf(to)]);
      return { kind: "classes", parts };
    },
  },
  usual: (scenario) => ({
    truth: { kind: "classes", parts: usualParts([domainOf(scenario)], Math.min(5, groupsOf(scenario)!.levels.length)) },
    target: { kind: "simulated", of: "total", measure: "area", percent: 5, inTen: 9 },
  }),
  targets: { kindsOf: () => ["simulated"], domainOf },
  ask: askRounds("route", 40),
  answerOf: roundsAnswer,
  Truth: ({ scenario, ...rest }) => (
    <ClassesTruth
      {...rest}
      columns={[smoothedAxis(scenario).name]}
      classes={groupsOf(scenario)?.levels ?? []}
      domain={[domainOf(scenario)]}
    />
  ),
};

function domainOf(scenario: DensityScenario): Interval {
  return smoothedAxis(scenario).domain;
}

function usualWidth(scenario: DensityScenario): number {
  const [lower, upper] = domainOf(scenario);
  return significant(0.1 / (upper - lower), 1);
}

function Truth({ scenario, ...truth }: TruthProps<DensityScenario, DensityPlan["truth"]>) {
  const { name, domain } = smoothedAxis(scenario);
  return (
    <>
      {name !== scenario.x && (
        <p className="explanation">{`Records are smoothed as ${name}: places, h and errors here are of its density.`}</p>
      )}
      <PlanTruth {...{ domain, name }} {...truth} />
    </>
  );
}

function declaredIn(text: string): Pick<RoutePlan, "truth" | "recordCount"> | undefined {
  const plan = densityPlanOf(text) ?? routePlanOf(text);
  return plan && { truth: plan.truth, ...defined({ recordCount: plan.recordCount }) };
}

const [byProcess, byRoute, byGroups] = [plannedStudy(study), plannedStudy(routes), plannedStudy(groups)];

export const { Declared, Section } = planOfStudy<DensityScenario>(
  (scenario) => ({ process: byProcess, route: byRoute, groups: byGroups })[planKind(scenario)],
);

// Loaded late with the rest.
export { noiseForm } from "../model/noiseForm.ts";
