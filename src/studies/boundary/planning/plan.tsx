import type { BoundaryPlanRequest } from "../../../core/planning/boundaryRounds.ts";
import { classesPlanOf, type ClassesPlan } from "../../../core/planning/plan.ts";
import type { SimulatedRound } from "../../../core/planning/simulatedPlan.ts";
import { ClassesTruth, usualParts } from "../../../panels/planning/ClassesTruth.tsx";
import { planOfStudy, plannedStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import { askRounds, roundsAnswer, type StudyPlan } from "../../../panels/planning/planStudy.ts";
import type { PlanWords } from "../../../panels/planning/planWords.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import { partsOfRecords } from "../../../core/planning/foundTruth.ts";
import { choiceOf } from "../model/columns.ts";
import { boundaryExamples } from "../model/examples.ts";
import { exampleScenario } from "../model/links.ts";
import { boundaryFields } from "../model/fields.ts";
import { requestOf } from "../model/request.ts";
import type { BoundaryScenario } from "../model/scenario.ts";

const beyond = { noise: "more than without noise", total: "more than by the best rule" };
const unit = "percentage points";

const words: PlanWords = {
  symbol: "λ",
  axis: "penalty λ",
  noun: "λ",
  records: "records",
  recordsTitle: "Records",
  about:
    "A plan looks at no record. It draws records of what you declare here, fits and releases their boundary many times, and costs nothing. The noise has the exact calibration. Rules are judged on 41 × 41 cells of the domain.",
  parts: ["shrinkage", "sampling", "noise"],
  growing: true,
  measures: {
    accuracy: { name: "the share of records told wrongly", unit, beyond },
    disagreement: {
      name: "the share of records told otherwise than by the best rule",
      unit,
      beyond: { ...beyond, total: "in all" },
    },
  },
};

const domainOf = ({ domainX, domainY }: BoundaryScenario) => [domainX, domainY] as const;

type Request = Omit<BoundaryPlanRequest, "round">;

const study: StudyPlan<BoundaryScenario, ClassesPlan, Request, readonly SimulatedRound[]> = {
  id: "boundary",
  words,
  isDeclared: ({ task, x, y }, open) =>
    task === "classification" && x !== "" && y !== "" && !open.has("domainX") && !open.has("domainY"),
  refusal: ({ task, further, groups }) =>
    task === "regression"
      ? "A plan covers two classes in the plane, not a regression."
      : further.length > 0 || groups !== ""
        ? "A plan covers one boundary of two inputs, without groups."
        : undefined,
  planOf: (text) => suited(classesPlanOf(text)),
  usual: (scenario) => ({
    truth: { kind: "classes", parts: usualParts(domainOf(scenario), 2) },
    target: { kind: "simulated", of: "noise", measure: "accuracy", percent: 1, inTen: 9 },
  }),
  found: {
    examples: boundaryExamples.filter(({ defaults: { task } }) => task !== "regression"),
    scenarioOf: (id) => exampleScenario(boundaryExamples, id),
    choiceOf,
    ofRecords: ({ points, responses }: BoundaryRecords, _, from, to) => ({
      kind: "classes",
      parts: partsOfRecords(
        points,
        responses.map((label) => (label > 0 ? 1 : 0)),
        domainOf(from),
        domainOf(to),
      ),
    }),
  },
  targets: { kindsOf: () => ["simulated"], domainOf: ({ domainX }) => domainX },
  tuning: { field: "penalty", limits: () => boundaryFields.penalty.limits },
  recordsPerPerson: ({ person, perPerson }) => (person === "" ? 1 : perPerson),
  requestOf: (scenario, { truth: { parts }, target: { measure } }, question) => ({
    ...question,
    measure,
    boundary: {
      truth: { parts },
      fit: pick(requestOf(scenario), "domain", "kernel", "lengthScale", "loss", "lossParameter", "solver"),
    },
  }),
  ask: askRounds("boundary", 40),
  answerOf: roundsAnswer,
  Truth: ({ scenario, ...rest }) => (
    <ClassesTruth
      {...rest}
      columns={[scenario.x, scenario.y]}
      classes={[`not ${scenario.positive}`, scenario.positive]}
      domain={domainOf(scenario)}
    />
  ),
};

const planned = plannedStudy(study);

export const { Declared, Section } = planOfStudy<BoundaryScenario>(() => planned);

function suited(plan: ClassesPlan | undefined): ClassesPlan | undefined {
  return plan?.truth.parts.every(({ of, means }) => of < 2 && means.length === 2) === true ? plan : undefined;
}

// Loaded late with the rest.
export { noiseForm } from "../model/noiseForm.ts";
