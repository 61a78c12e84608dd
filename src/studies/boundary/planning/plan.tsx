import type { ClassesPlan } from "../../../core/planning/plan.ts";
import type { SimulatedRound } from "../../../core/planning/simulatedPlan.ts";
import { ClassesTruth, usualParts } from "../../../panels/planning/ClassesTruth.tsx";
import { planOfStudy, plannedStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import { askRounds, roundsAnswer, type StudyPlan } from "../../../panels/planning/planStudy.ts";
import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import { partsOfRecords } from "../../../core/planning/foundTruth.ts";
import { choiceOf } from "../model/columns.ts";
import { boundaryExamples } from "../model/examples.ts";
import { exampleScenario } from "../model/links.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import { boundaryPlan, type BoundaryRounds } from "./asked.ts";

const domainOf = ({ domainX, domainY }: BoundaryScenario) => [domainX, domainY] as const;

const study: StudyPlan<BoundaryScenario, ClassesPlan, BoundaryRounds, readonly SimulatedRound[]> = {
  ...boundaryPlan,
  id: "boundary",
  isDeclared: ({ task, x, y }, open) =>
    task === "classification" && x !== "" && y !== "" && !open.has("domainX") && !open.has("domainY"),
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

// Loaded late with the rest.
export { noiseForm } from "../model/noiseForm.ts";
