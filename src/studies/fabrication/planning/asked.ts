import { classesPlanOf, type ClassesPlan } from "../../../core/planning/plan.ts";
import type { PlannedTable, TablePlanRequest } from "../../../core/planning/tableRounds.ts";
import type { AskedPlan } from "../../../panels/planning/planStudy.ts";
import type { PlanWords } from "../../../panels/planning/planWords.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import { columnNames, requestOf } from "../model/request.ts";
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

export type TableRounds = Omit<TablePlanRequest, "round">;

export const tablePlan: AskedPlan<FabricationScenario, ClassesPlan, TableRounds> = {
  words,
  refusal: () => undefined,
  planOf: (text, scenario) => {
    const plan = classesPlanOf(text);
    const suits = plan?.truth.parts.every(({ means }) => means.length === columnNames(scenario).length);
    return suits === true ? plan : undefined;
  },
  // Time grows with the largest M.
  tuning: { field: "steps", limits: ({ steps }) => ({ min: 1, max: Math.min(60, Math.max(20, 3 * steps)) }) },
  recordsPerPerson: (scenario) => requestOf(scenario).recordsPerPerson ?? 1,
  requestOf: (scenario, plan, question) => ({
    ...question,
    release: { ...question.release, delta: requestOf(scenario).delta },
    measure: plan.target.measure,
    table: plannedTable(scenario, plan),
  }),
};

export function plannedTable(scenario: FabricationScenario, { truth: { parts } }: ClassesPlan): PlannedTable {
  const machines = pick(
    requestOf(scenario),
    ...(["protection", "adjacency", "ranges", "origin", "subspaceDimension", "depth", "branches"] as const),
    ...(["parties", "sharing", "tolerancePerRow", "model", "testEvery"] as const),
  );
  return { truth: { parts }, machines };
}
