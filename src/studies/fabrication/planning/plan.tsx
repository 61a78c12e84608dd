import { countText } from "../../../core/numberFormats.ts";
import { mostClasses } from "../../../core/planning/declaredClasses.ts";
import { classesPlanOf, type ClassesPlan } from "../../../core/planning/plan.ts";
import type { SimulatedRound } from "../../../core/planning/simulatedPlan.ts";
import { mostTableRecords, type PlannedTable, type TablePlanRequest } from "../../../core/planning/tableRounds.ts";
import { ClassesTruth, usualParts } from "../../../panels/planning/ClassesTruth.tsx";
import { planOfStudy, plannedStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import { askRounds, roundsAnswer, type StudyPlan } from "../../../panels/planning/planStudy.ts";
import type { PlanWords } from "../../../panels/planning/planWords.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import type { ClassifiedTable } from "../../../core/records/classifiedRecords.ts";
import { partsOfRecords } from "../../../core/planning/foundTruth.ts";
import { choiceOf } from "../model/columns.ts";
import { fabricationExamples } from "../model/examples.ts";
import { exampleScenario } from "../model/links.ts";
import { columnNames, entriesOfPerson, requestOf } from "../model/request.ts";
import type { FabricationScenario } from "../model/scenario.ts";

const beyond = { noise: "more than without noise", total: "in all" };

const words: PlanWords = {
  symbol: "M",
  axis: "smoothing steps M",
  noun: "M",
  records: "records",
  recordsTitle: "Records",
  about:
    "A plan looks at no record. It draws records of what you declare here, makes their table many times, and costs nothing. Entries count in shares of their range; classes are looked up for records that no table has seen.",
  parts: ["clipping", "fabrication", "noise"],
  growing: true,
  isWhole: true,
  measures: {
    entry: { name: "the root mean square error of an entry", unit: "% of its range", beyond },
    mean: { name: "the largest error of a column’s mean", unit: "% of its range", beyond },
    accuracy: {
      name: "the share of records told the wrong class",
      unit: "percentage points",
      beyond: { ...beyond, total: "more than by the best rule" },
    },
  },
};

type Request = Omit<TablePlanRequest, "round">;

const study: StudyPlan<FabricationScenario, ClassesPlan, Request, readonly SimulatedRound[]> = {
  id: "fabrication",
  words,
  isDeclared: ({ x, y }, open) => x !== "" && y !== "" && !open.has("domainX") && !open.has("domainY"),
  refusal: () => undefined,
  cost: {
    lawOf: ({ protection }) => (protection === "record" ? "gaussian" : "pure"),
    epsilonOf: (scenario, epsilon) =>
      scenario.protection === "record" ? epsilon : (entriesOfPerson(scenario) * epsilon) / scenario.adjacency,
  },
  planOf: (text, scenario) => {
    const plan = classesPlanOf(text);
    const suits = plan?.truth.parts.every(({ means }) => means.length === columnNames(scenario).length);
    return suits === true ? plan : undefined;
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
  // Time grows with the largest M.
  tuning: { field: "steps", limits: ({ steps }) => ({ min: 1, max: Math.min(60, Math.max(20, 3 * steps)) }) },
  recordsPerPerson: (scenario) => requestOf(scenario).recordsPerPerson ?? 1,
  boundsOf: (scenario, plan, release) => ({
    name: `range of ${scenario.x}`,
    request: {
      ...{ kind: "table", table: plannedTable(scenario, plan), column: 0 },
      release: { ...release, delta: requestOf(scenario).delta },
    },
    take: (domainX) => ({ domainX }),
  }),
  requestOf: (scenario, plan, question) => ({
    ...question,
    release: { ...question.release, delta: requestOf(scenario).delta },
    measure: plan.target.measure,
    table: plannedTable(scenario, plan),
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

function plannedTable(scenario: FabricationScenario, { truth: { parts } }: ClassesPlan): PlannedTable {
  const machines = pick(
    requestOf(scenario),
    ...(["protection", "adjacency", "ranges", "origin", "subspaceDimension", "depth", "branches"] as const),
    ...(["parties", "sharing", "tolerancePerRow", "model", "testEvery"] as const),
  );
  return { truth: { parts }, machines };
}

const planned = plannedStudy(study);

export const { Declared, Section } = planOfStudy<FabricationScenario>(() => planned);
