import { boundaryLossNames, type LossName } from "../../../core/erm/boundary/boundaryParameters.ts";
import type { KernelName } from "../../../core/kernels/kernelOf.ts";
import { column, custom, interval, logNumber, number, text, words } from "../../../state/scenario/fieldLines.ts";
import { rolesOf } from "../../../state/scenario/fieldTable.ts";
import { furtherField } from "../../../state/scenario/furtherInputs.ts";
import { parameter, parameterNames } from "../../../state/scenario/provenance.ts";
import type { Limits } from "../../../state/scenario/ranges.ts";
import {
  bandLine,
  closingFields,
  dataLine,
  groupFields,
  neighbourFields,
  planLine,
  personFields,
  unitFields,
  unitsOfExample,
  type KnownGroups,
} from "../../../state/scenario/sharedFields.ts";
import type { BoundaryExample } from "./examples.ts";

interface At {
  readonly task: "classification" | "regression";
  readonly x: string;
  readonly y: string;
  readonly response: string;
  readonly loss: LossName;
}

export interface KnownBoundary extends KnownGroups {
  readonly columns?: readonly string[];
  readonly defaults: BoundaryExample["defaults"] | undefined;
}

export function lossParameterOf(loss: LossName): Limits & { readonly usual: number } {
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

const losses: Readonly<Record<LossName, string>> = {
  hinge: "Hinge (support vector machine)",
  logistic: "Logistic",
  huber: "Huber",
  squared: "Squares (ridge regression)",
  epsilonInsensitive: "ε-insensitive",
  pinball: "Pinball (quantile)",
};

export const kernels: Readonly<Record<KernelName, string>> = {
  gaussian: "Gaussian",
  matern52: "Matérn 5/2",
  matern32: "Matérn 3/2",
  exponential: "Exponential",
  productExponential: "Product exponential",
};

const always = true;
const ofData = true;
const isPlane = ({ task }: At) => task === "classification";
const isCurve = ({ task }: At) => task === "regression";

/** One's own data start with two classes. */
const usualTask = ({ defaults }: KnownBoundary) => defaults?.task ?? "classification";

function usualLoss({ task }: At, known: KnownBoundary): LossName {
  return known.defaults && usualTask(known) === task ? known.defaults.loss : boundaryLossNames[task][0];
}

function usualLossParameter({ loss }: At, { defaults }: KnownBoundary): number {
  const usual = defaults?.loss === loss ? defaults.lossParameter : undefined;
  return usual ?? lossParameterOf(loss).usual;
}

export const boundaryFields = {
  data: dataLine,
  task: words(
    "task",
    parameter("the task"),
    { classification: "Two classes in the plane", regression: "A curve (regression)" },
    { ofData, fallback: "classification", always, label: "Task" },
  ),
  x: column("x", parameter("the first column"), {
    ofData,
    always,
    problem: (x, at: At) => (x === "" ? `Choose the column of the ${isPlane(at) ? "first " : ""}input.` : undefined),
  }),
  /** "" in a regression. */
  y: column("y", parameter("the second column"), {
    ofData,
    always,
    when: isPlane,
    optional: true,
    fallback: (at: At, { defaults }: KnownBoundary) => (isPlane(at) ? (defaults?.y ?? "") : ""),
    problem: (y, { x }) =>
      y === ""
        ? "Choose the column of the second input."
        : y === x
          ? "Choose a second input other than the first."
          : undefined,
  }),
  response: column("response", parameter("the response"), {
    ofData,
    always,
    problem: (response, at: At) => {
      if (response === "") return `Choose the column of the ${isPlane(at) ? "labels" : "responses"}.`;
      const isInput = response === at.x || (isPlane(at) && response === at.y);
      return isInput ? "Choose a column other than the inputs." : undefined;
    },
  }),
  positive: text("positive", parameter("the class +1"), 200, {
    ofData,
    always,
    when: isPlane,
    fallback: (at: At, { defaults }: KnownBoundary) => (isPlane(at) ? (defaults?.positive ?? "") : ""),
    problem: (positive, { response }) =>
      response !== "" && positive === "" ? "Choose the class that counts as positive." : undefined,
  }),
  ...personFields,
  ...neighbourFields,
  ...unitFields((at: At, { isOwn }: KnownBoundary) => unitsOfExample(!isOwn, at.x, isPlane(at) ? at.y : at.response)),
  domainX: interval("domain", parameter("the domain"), { ofData, fallback: [0, 1], always, called: "The domain" }),
  domainY: interval("domainY", parameter("the second domain"), {
    ofData,
    fallback: [0, 1],
    always,
    when: isPlane,
    called: "The domain",
  }),
  ...groupFields,
  /** Fitted on but not drawn. */
  further: custom(
    parameter("the further inputs"),
    ({ task }: At, { defaults, columns }: KnownBoundary) =>
      furtherField(task === defaults?.task ? (defaults.further ?? []) : [], columns && { columns }),
    ofData,
  ),
  range: interval("range", parameter("the range of the responses"), {
    ofData,
    fallback: [0, 1],
    always,
    when: isCurve,
    called: "The range",
  }),
  kernel: words("kernel", parameter("the kernel"), kernels, { fallback: "gaussian", always, label: "Kernel" }),
  lengthScale: logNumber("ell", parameter("ℓ"), {
    limits: { min: 0.02, max: 2 },
    fallback: 0.2,
    always,
    label: "Length scale",
  }),
  loss: words("loss", parameter("the loss"), losses, {
    fallback: usualLoss,
    always,
    label: "Loss",
    among: ({ task }: At) => boundaryLossNames[task],
  }),
  lossParameter: number("t", parameter("the loss’s parameter"), {
    limits: ({ loss }: At) => lossParameterOf(loss),
    fallback: usualLossParameter,
    always,
    when: isCurve,
  }),
  penalty: logNumber("penalty", parameter("λ"), {
    limits: { min: 1e-4, max: 10 },
    fallback: 0.05,
    always,
    label: "Penalty",
  }),
  solver: words(
    "solver",
    parameter("the solver"),
    { exact: "Exact", landmarks: "On public landmarks" },
    { fallback: "exact", always, label: "Fit" },
  ),
  ...closingFields(["penalty"]),
  field: words("field", "display", ["certainty", "release", "original", "none"], { fallback: "certainty" }),
  band: bandLine,
  records: words("records", "display", ["none", "points", "support", "residuals"], { fallback: "points" }),
  plan: planLine,
};

export const boundaryRoles = rolesOf(boundaryFields, [
  ...([
    "task",
    "x",
    "y",
    "person",
    "perPerson",
    "most",
    "domainX",
    "domainY",
    "response",
    "positive",
    "further",
  ] as const),
  ...(["range", "kernel", "lengthScale", "loss", "lossParameter", "penalty", "solver"] as const),
]);

export const boundaryParameterNames = parameterNames(boundaryRoles);
