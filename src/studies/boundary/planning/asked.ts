import type { BoundaryPlanRequest } from "../../../core/planning/boundaryRounds.ts";
import { classesPlanOf, type ClassesPlan } from "../../../core/planning/plan.ts";
import type { AskedPlan } from "../../../panels/planning/planStudy.ts";
import type { PlanWords } from "../../../panels/planning/planWords.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
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

export type BoundaryRounds = Omit<BoundaryPlanRequest, "round">;

export const boundaryPlan: AskedPlan<BoundaryScenario, ClassesPlan, BoundaryRounds> = {
  words,
  refusal: ({ task, further, groups }) =>
    task === "regression"
      ? "A plan covers two classes in the plane, not a regression."
      : further.length > 0 || groups !== ""
        ? "A plan covers one boundary of two inputs, without groups."
        : undefined,
  planOf: (text) => suited(classesPlanOf(text)),
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
};

function suited(plan: ClassesPlan | undefined): ClassesPlan | undefined {
  return plan?.truth.parts.every(({ of, means }) => of < 2 && means.length === 2) === true ? plan : undefined;
}
