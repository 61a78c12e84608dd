import { countText } from "../../../core/numberFormats.ts";
import { mostClasses } from "../../../core/planning/declaredClasses.ts";
import type { ClassesPlan } from "../../../core/planning/plan.ts";
import type { SimulatedRound } from "../../../core/planning/simulatedPlan.ts";
import { mostTableRecords } from "../../../core/planning/tableRounds.ts";
import { ClassesTruth, usualParts } from "../../../panels/planning/ClassesTruth.tsx";
import { planOfStudy, plannedStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import { askRounds, roundsAnswer, type StudyPlan } from "../../../panels/planning/planStudy.ts";
import type { ClassifiedTable } from "../../../core/records/classifiedRecords.ts";
import { partsOfRecords } from "../../../core/planning/foundTruth.ts";
import { choiceOf } from "../model/columns.ts";
import { fabricationExamples } from "../model/examples.ts";
import { exampleScenario } from "../model/links.ts";
import { columnNames, entriesOfPerson, requestOf } from "../model/request.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import { plannedTable, tablePlan, type TableRounds } from "./asked.ts";

const study: StudyPlan<FabricationScenario, ClassesPlan, TableRounds, readonly SimulatedRound[]> = {
  ...tablePlan,
  id: "fabrication",
  isDeclared: ({ x, y }, open) => x !== "" && y !== "" && !open.has("domainX") && !open.has("domainY"),
  cost: {
    lawOf: ({ protection }) => (protection === "record" ? "gaussian" : "pure"),
    epsilonOf: (scenario, epsilon) =>
      scenario.protection === "record" ? epsilon : (entriesOfPerson(scenario) * epsilon) / scenario.adjacency,
  },
  usual: (scenario) => ({
    truth: { kind: "classes", parts: usualParts(requestOf(scenario).ranges, scenario.label === "" ? 1 : 2) },
    target: { kind: "simulated", of: "total", measure: "entry", percent: 20, inTen: 9 },
  }),
  found: {
    examples: fabricationExamples,
    scenarioOf: (id) => exampleScenario(fabricationExamples, id),
    choiceOf,
    ofRecords: ({ points, classOf }: ClassifiedTable, _, from, to) => ({
      kind: "classes",
      parts: partsOfRecords(points, classOf, requestOf(from).ranges, requestOf(to).ranges),
    }),
  },
  targets: { kindsOf: () => ["simulated"], domainOf: ({ domainX }) => domainX },
  boundsOf: (scenario, plan, release) => ({
    name: `range of ${scenario.x}`,
    request: {
      ...{ kind: "table", table: plannedTable(scenario, plan), column: 0 },
      release: { ...release, delta: requestOf(scenario).delta },
    },
    take: (domainX) => ({ domainX }),
  }),
  ask: askRounds("table", 24, 60),
  answerOf: roundsAnswer,
  Truth: ({ scenario, ...rest }) => (
    <ClassesTruth
      {...rest}
      columns={columnNames(scenario)}
      classes={Array.from({ length: scenario.label === "" ? 1 : mostClasses }, (_, of) => `Class ${of + 1}`)}
      domain={requestOf(scenario).ranges}
    />
  ),
  Findings: ({ question: { release } }) => (
    <p>
      {release.recordCount > mostTableRecords &&
        `Simulated with ${countText(mostTableRecords)} of the ${countText(release.recordCount)} records; with all of them column means are nearer.`}
    </p>
  ),
};

const planned = plannedStudy(study);

export const { Declared, Section } = planOfStudy<FabricationScenario>(() => planned);
