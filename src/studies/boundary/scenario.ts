import type { BoundaryExample } from "./examples.ts";
import { furtherField } from "../../state/furtherInputs.ts";
import type { FurtherInput } from "../../state/furtherInputs.ts";
import type { KernelName } from "../../core/kernels/kernelOf.ts";
import type { LossName } from "../../core/releases/boundary.ts";
import type { Interval } from "../../core/grids.ts";
import { decodeLink, encodeLink, valueIn } from "../../state/linkCodec.ts";
import type { Fields, LinkCodec, LinkProblem } from "../../state/linkCodec.ts";
import { parameterNames, provenanceField } from "../../state/provenance.ts";
import type { FieldRoles } from "../../state/provenance.ts";
import { interval, logNumberIn, numberIn, oneOf, pinned, textOf } from "../../state/linkFields.ts";
import {
  budgetFields,
  budgetLimits,
  columnField,
  columnRoles,
  commonRoles,
  dataField,
  namesUnknownData,
  orNothing,
  ownColumnFields,
  plainColumns,
  settled,
  settledLink,
  viewField,
} from "../../state/sharedFields.ts";
import type { CommonScenario, OwnColumns } from "../../state/sharedFields.ts";

/** Everything a boundary picture is made from, except the records. */
export interface BoundaryScenario extends CommonScenario, OwnColumns {
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
  readonly kernel: KernelName;
  /** ℓ as a share of the domain's side. */
  readonly lengthScale: number;
  readonly loss: LossName;
  /** Huber's threshold or the insensitive width in halves of the range; or the quantile. */
  readonly lossParameter: number;
  /** λ. */
  readonly penalty: number;
  readonly solver: "exact" | "landmarks";
  /** What colours the plane of a classification. */
  readonly field: "certainty" | "release" | "original" | "none";
  readonly band: "none" | "pointwise" | "simultaneous" | "both";
  readonly records: "none" | "points" | "support" | "residuals";
}

export const boundaryLossNames = {
  classification: ["hinge", "logistic"],
  regression: ["huber", "epsilonInsensitive", "pinball"],
} as const;

export const kernelNames: readonly KernelName[] = [
  "gaussian",
  "matern52",
  "matern32",
  "exponential",
  "productExponential",
];

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
  lossParameter: { parameter: "the loss's parameter" },
  penalty: { parameter: "λ" },
  solver: { parameter: "the solver" },
  field: "display",
  band: "display",
  records: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the records, by the names that a person knows. */
export const boundaryParameterNames = parameterNames(boundaryRoles);

type Defaults = BoundaryExample["defaults"];

/** Nothing is guessed from the person's records: the page asks for columns, domain and range. */
const ownDefaults = {
  task: "classification",
  x: "",
  response: "",
  domain: [],
  kernel: "gaussian",
  lengthScale: 0.2,
  penalty: 0.05,
  loss: "hinge",
  epsilon: 1,
  delta: 1e-5,
  seed: "secure",
} as const;

function defaultsOf(examples: readonly BoundaryExample[], data: string): Defaults & { readonly seed?: "secure" } {
  return examples.find(({ id }) => id === data)?.defaults ?? ownDefaults;
}

type Context = Pick<BoundaryScenario, "data" | "task" | "loss" | "view">;

/** The table of fields of a boundary link. */
function boundaryFields(
  examples: readonly BoundaryExample[],
  start: string,
  { data, task, loss, view }: Context,
): Fields<BoundaryScenario> {
  const example = examples.find(({ id }) => id === data);
  const defaults = defaultsOf(examples, data);
  const plane = task === "classification";
  const parameter = lossParameterOf(loss);
  const usual = defaults.loss === loss ? (defaults.lossParameter ?? parameter.usual) : parameter.usual;
  const always = true;
  return {
    data: dataField(examples, start),
    task: oneOf<BoundaryScenario["task"]>({
      key: "task",
      fallback: defaults.task,
      choices: ["classification", "regression"],
      always,
    }),
    x: columnField({ key: "x", fallback: defaults.x, always }, example),
    y: orNothing(columnField({ key: "y", fallback: plane ? (defaults.y ?? "") : "", always: plane }, example)),
    response: columnField({ key: "response", fallback: defaults.response, always }, example),
    positive: textOf({
      key: "positive",
      fallback: plane ? (defaults.positive ?? "") : "",
      maxLength: 200,
      always: plane,
    }),
    ...ownColumnFields(example === undefined),
    domainX: interval({ key: "domain", fallback: defaults.domain[0] ?? [0, 1], always }),
    domainY: interval({ key: "domainY", fallback: defaults.domain[1] ?? [0, 1], always: plane }),
    further: furtherField(plane === (defaults.task === "classification") ? (defaults.further ?? []) : [], example),
    range: interval({ key: "range", fallback: defaults.responseRange ?? [0, 1], always: !plane }),
    kernel: oneOf<KernelName>({ key: "kernel", fallback: defaults.kernel, choices: kernelNames, always }),
    lengthScale: logNumberIn({
      key: "ell",
      fallback: defaults.lengthScale,
      ...boundaryControlLimits.lengthScale,
      always,
    }),
    loss: oneOf<LossName>({
      key: "loss",
      fallback: defaults.task === task ? defaults.loss : boundaryLossNames[task][0],
      choices: boundaryLossNames[task],
      always,
    }),
    lossParameter: numberIn({ key: "t", fallback: usual, min: parameter.min, max: parameter.max, always: !plane }),
    penalty: logNumberIn({ key: "penalty", fallback: defaults.penalty, ...boundaryControlLimits.penalty, always }),
    solver: oneOf<BoundaryScenario["solver"]>({
      key: "solver",
      fallback: "exact",
      choices: ["exact", "landmarks"],
      always,
    }),
    ...budgetFields(defaults, { data, view }),
    view: viewField(),
    provenance: provenanceField(Object.keys(boundaryParameterNames), ["penalty"]),
    field: oneOf<BoundaryScenario["field"]>({
      key: "field",
      fallback: "certainty",
      choices: ["certainty", "release", "original", "none"],
    }),
    band: oneOf<BoundaryScenario["band"]>({
      key: "band",
      fallback: "pointwise",
      choices: ["none", "pointwise", "simultaneous", "both"],
    }),
    records: oneOf<BoundaryScenario["records"]>({
      key: "records",
      fallback: "points",
      choices: ["none", "points", "support", "residuals"],
    }),
  };
}

/**
 * The links of boundary scenarios. As for the density, a link never contains a record, nor the seed of one's own data
 * seen from outside.
 *
 * @param start the example shown without a link, and in place of an unknown one
 */
export function boundaryLinks(examples: readonly BoundaryExample[], start = "alda-2"): LinkCodec<BoundaryScenario> {
  const study = "boundary";
  return {
    study,
    encode: (scenario) => {
      const allowed = settled(scenario);
      return encodeLink(study, boundaryFields(examples, start, allowed), allowed);
    },
    decode: (hash) => {
      const link = decodeLink(hash, study, (given) => fieldsOfLink(examples, start, given));
      const { values } = link;
      const problems: LinkProblem[] = [...link.problems];
      const report = (key: string, text: string, sentence: string) => problems.push({ key, text, sentence });
      if (namesUnknownData(examples, start, link.given)) {
        report("data", "", `Columns, domain and range are those of ${values.data}, not those in the link.`);
      }
      return settledLink({ ...link, problems });
    },
  };
}

function fieldsOfLink(
  examples: readonly BoundaryExample[],
  start: string,
  given: ReadonlyMap<string, string>,
): Fields<BoundaryScenario> {
  const data = valueIn(given, dataField(examples, start));
  const defaults = defaultsOf(examples, data);
  const unknown = namesUnknownData(examples, start, given);
  // The losses depend on the task, the loss's parameter on the loss.
  const first = boundaryFields(examples, start, {
    data,
    task: defaults.task,
    loss: defaults.loss,
    view: valueIn(given, viewField()),
  });
  const task = unknown ? defaults.task : valueIn(given, first.task);
  const view = valueIn(given, first.view);
  const second = boundaryFields(examples, start, { data, task, loss: boundaryLossNames[task][0], view });
  const fields = boundaryFields(examples, start, { data, task, loss: valueIn(given, second.loss), view });
  if (!unknown) return fields;
  const { x, y, response, positive, domainX, domainY, further, range } = fields;
  return {
    ...fields,
    task: pinned(fields.task),
    x: pinned(x),
    y: pinned(y),
    response: pinned(response),
    positive: pinned(positive),
    domainX: pinned(domainX),
    domainY: pinned(domainY),
    further: pinned(further),
    range: pinned(range),
  };
}

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
    domainX,
    domainY,
    further: defaults.further ?? [],
    range: defaults.responseRange ?? [0, 1],
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
