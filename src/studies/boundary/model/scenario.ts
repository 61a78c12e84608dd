import type { Interval } from "../../../core/grids.ts";
import type { FitParameters, LossName } from "../../../core/erm/boundary/boundaryParameters.ts";
import type { FurtherInput } from "../../../state/scenario/furtherInputs.ts";
import { parameterNames } from "../../../state/scenario/provenance.ts";
import type { FieldRoles } from "../../../state/scenario/provenance.ts";
import { budgetLimits, groupsShown, plainColumns, unitsOfExample } from "../../../state/scenario/sharedFields.ts";
import { columnRoles, commonRoles, groupRoles } from "../../../state/scenario/unconvertedFields.ts";
import type { Band, CommonScenario, GroupFields, OwnColumns } from "../../../state/scenario/sharedFields.ts";
import type { BoundaryExample } from "./examples.ts";

/** Everything a boundary picture is made from, except the records. */
export interface BoundaryScenario
  extends
    CommonScenario,
    OwnColumns,
    GroupFields,
    Pick<FitParameters, "kernel" | "lengthScale" | "loss" | "lossParameter" | "penalty" | "solver"> {
  readonly task: "classification" | "regression";
  /** Inputs; y is the second one of a classification, "" in a regression. */
  readonly x: string;
  readonly y: string;
  /** The label column, or the response. */
  readonly response: string;
  /** The class +1; "" in a regression. */
  readonly positive: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
  /** Inputs that are fitted on but not drawn. */
  readonly further: readonly FurtherInput[];
  /** Declared range of the responses of a regression. */
  readonly range: Interval;
  /** What colours the plane of a classification. */
  readonly field: "certainty" | "release" | "original" | "none";
  readonly band: Band;
  readonly records: "none" | "points" | "support" | "residuals";
}

export const boundaryLossNames = {
  classification: ["hinge", "logistic"],
  regression: ["huber", "epsilonInsensitive", "pinball"],
} as const;

/** The limits of the controls, the same in links and on sliders. */
export const boundaryControlLimits = {
  ...budgetLimits,
  lengthScale: { min: 0.02, max: 2 },
  penalty: { min: 1e-4, max: 10 },
} as const;

/** Limits and usual value of a loss's parameter; none for the losses that have no parameter. */
export function lossParameterOf(loss: LossName): {
  readonly min: number;
  readonly max: number;
  readonly usual: number;
} {
  switch (loss) {
    case "huber":
      return { min: 0.01, max: 2, usual: 0.2 };
    case "epsilonInsensitive":
      return { min: 0, max: 1, usual: 0.1 };
    case "pinball":
      return { min: 0.02, max: 0.98, usual: 0.5 };
    default:
      return { min: 0, max: 1, usual: 0.5 };
  }
}

/** What each field of a scenario is to a release. */
export const boundaryRoles: FieldRoles<BoundaryScenario> = {
  task: { parameter: "the task" },
  ...columnRoles,
  response: { parameter: "the response" },
  positive: { parameter: "the class +1" },
  further: { parameter: "the further inputs" },
  range: { parameter: "the range of the responses" },
  kernel: { parameter: "the kernel" },
  lengthScale: { parameter: "ℓ" },
  loss: { parameter: "the loss" },
  lossParameter: { parameter: "the loss’s parameter" },
  penalty: { parameter: "λ" },
  solver: { parameter: "the solver" },
  ...groupRoles,
  field: "display",
  band: "display",
  records: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the records, by the names that a person knows. */
export const boundaryParameterNames = parameterNames(boundaryRoles);

/** The scenario that shows an example at its best; undefined for a data set that is none. */
export function exampleScenario(
  examples: readonly BoundaryExample[],
  id: string,
): Partial<BoundaryScenario> | undefined {
  const example = examples.find((candidate) => candidate.id === id);
  if (!example) return undefined;
  const { defaults } = example;
  const [domainX = [0, 1], domainY = [0, 1]] = defaults.domain;
  return {
    data: id,
    task: defaults.task,
    x: defaults.x,
    y: defaults.y ?? "",
    response: defaults.response,
    positive: defaults.positive ?? "",
    ...plainColumns,
    ...unitsOfExample(true, defaults.x, defaults.task === "classification" ? (defaults.y ?? "") : defaults.response),
    domainX,
    domainY,
    further: defaults.further ?? [],
    range: defaults.responseRange ?? [0, 1],
    ...groupsShown(defaults.groups),
    kernel: defaults.kernel,
    lengthScale: defaults.lengthScale,
    loss: defaults.loss,
    lossParameter: defaults.lossParameter ?? lossParameterOf(defaults.loss).usual,
    penalty: defaults.penalty,
    provenance: {},
    solver: "exact",
    epsilon: defaults.epsilon,
    delta: defaults.delta,
    seed: 1,
    draws: 1,
  };
}
