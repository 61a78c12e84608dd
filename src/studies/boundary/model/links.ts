import { kernelNames } from "../../../core/kernels/kernelOf.ts";
import type { KernelName } from "../../../core/kernels/kernelOf.ts";
import type { LossName } from "../../../core/erm/boundary/boundaryParameters.ts";
import { furtherField } from "../../../state/scenario/furtherInputs.ts";
import { valueIn } from "../../../state/scenario/linkCodec.ts";
import type { Fields, LinkCodec } from "../../../state/scenario/linkCodec.ts";
import { interval, logNumberIn, numberIn, oneOf, textOf, orNothing } from "../../../state/scenario/linkFields.ts";
import { provenanceField } from "../../../state/scenario/provenance.ts";
import { dataField, unitsOfExample } from "../../../state/scenario/sharedFields.ts";
import {
  bandField,
  budgetFields,
  columnField,
  groupFields,
  ownColumnFields,
  viewField,
} from "../../../state/scenario/unconvertedFields.ts";
import { studyLinks } from "../../../state/scenario/studyLinks.ts";
import type { BoundaryExample } from "./examples.ts";
import { boundaryControlLimits, boundaryLossNames, boundaryParameterNames, lossParameterOf } from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";

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

type Context = Pick<BoundaryScenario, "data" | "task" | "loss" | "view" | "x" | "y" | "response">;

/** The table of fields of a boundary link. */
function boundaryFields(
  examples: readonly BoundaryExample[],
  start: string,
  { data, task, loss, view, x, y, response }: Context,
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
    ...ownColumnFields(example === undefined, unitsOfExample(example !== undefined, x, plane ? y : response)),
    domainX: interval({ key: "domain", fallback: defaults.domain[0] ?? [0, 1], always }),
    domainY: interval({ key: "domainY", fallback: defaults.domain[1] ?? [0, 1], always: plane }),
    ...groupFields(defaults.groups, example === undefined),
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
    band: bandField(),
    records: oneOf<BoundaryScenario["records"]>({
      key: "records",
      fallback: "points",
      choices: ["none", "points", "support", "residuals"],
    }),
  };
}

/**
 * The links of boundary scenarios.
 *
 * @param start the example shown without a link, and in place of an unknown one
 */
export function boundaryLinks(examples: readonly BoundaryExample[], start = "alda-2"): LinkCodec<BoundaryScenario> {
  const fieldsOf = (context: Context) => boundaryFields(examples, start, context);
  return studyLinks<BoundaryScenario>({
    study: "boundary",
    dataSets: examples,
    start,
    fieldsOf,
    // The losses depend on the task, the loss's parameter on the loss.
    fieldsOfLink: (given, ofData, { data, view }) => {
      const usual = { y: "", ...defaultsOf(examples, data), data, view };
      const task = valueIn(ofData, fieldsOf(usual).task);
      const second = fieldsOf({ ...usual, task, loss: boundaryLossNames[task][0] });
      const [x, y, response] = [second.x, second.y, second.response].map((field) => valueIn(ofData, field));
      return fieldsOf({ data, task, loss: valueIn(given, second.loss), view, x: x!, y: y!, response: response! });
    },
    ofData: ["task", "x", "y", "response", "positive", "domainX", "domainY", "further", "range", "groups", "levels"],
    ofDataInWords: "Columns, domain and range",
  });
}
