import { curveKernelNames } from "../../../core/mean/curveKernels.ts";
import type { CurveKernelName } from "../../../core/mean/curveKernels.ts";
import { valueIn } from "../../../state/scenario/linkCodec.ts";
import type { Fields, LinkCodec } from "../../../state/scenario/linkCodec.ts";
import {
  columnName,
  integerIn,
  interval,
  logNumberIn,
  numberIn,
  oneOf,
  onlyThat,
  textOf,
} from "../../../state/scenario/linkFields.ts";
import { provenanceField } from "../../../state/scenario/provenance.ts";
import {
  bandField,
  budgetFields,
  dataField,
  groupFields,
  noUnits,
  unitFields,
  viewField,
} from "../../../state/scenario/sharedFields.ts";
import { studyLinks } from "../../../state/scenario/studyLinks.ts";
import type { MeanCurveDefaults, MeanCurveExample } from "./example.ts";
import { exampleOf, meanCurveLimits, meanCurveParameterNames, ownDefaults, rangeLimits } from "./scenario.ts";
import type { MeanCurveScenario } from "./scenario.ts";

function defaultsOf(
  examples: readonly MeanCurveExample[],
  data: string,
): MeanCurveDefaults & { readonly seed?: "secure" } {
  return exampleOf(examples, data)?.defaults ?? ownDefaults;
}

/** The data sets of all examples. */
function dataSets(examples: readonly MeanCurveExample[]): readonly { readonly id: string }[] {
  return examples
    .flatMap(({ id, variations }) => [id, ...variations.flatMap(({ data = [] }) => data)])
    .map((id) => ({ id }));
}

type Context = Pick<MeanCurveScenario, "data" | "domain" | "kernel" | "view">;

/** The table of fields of a mean-curve link; the limits of ρ₀ follow the kernel and the domain. */
function meanCurveFields(
  examples: readonly MeanCurveExample[],
  start: string,
  { data, domain, kernel, view }: Context,
): Fields<MeanCurveScenario> {
  const defaults = defaultsOf(examples, data);
  const { layout } = defaults;
  const own = exampleOf(examples, data) === undefined;
  const always = true;
  const limits = rangeLimits(kernel, domain);
  const usual =
    defaults.range >= limits.min && defaults.range <= limits.max ? defaults.range : Math.sqrt(limits.min * limits.max);
  // Where the curves of an example are is known: a link that says otherwise is not taken.
  const column = (key: "curve" | "time" | "value" | "person", fallback = "") =>
    own ? columnName({ key, fallback, always: own }) : onlyThat({ key, fallback });
  const long = layout.shape === "long" ? layout : undefined;
  return {
    data: dataField(dataSets(examples), start),
    shape: oneOf<MeanCurveScenario["shape"]>({
      key: "shape",
      fallback: layout.shape,
      choices: own ? ["wide", "long"] : [layout.shape],
      always: own,
    }),
    curve: column("curve", long?.curve),
    time: column("time", long?.time),
    value: column("value", long?.value),
    person: column("person", layout.person),
    ...unitFields(own, defaults.units ?? noUnits),
    firstRow: oneOf<MeanCurveScenario["firstRow"]>({
      key: "firstRow",
      fallback: "curve",
      choices: own ? ["curve", "times"] : ["curve"],
    }),
    domain: interval({ key: "domain", fallback: defaults.domain, always }),
    points: integerIn({ key: "points", fallback: defaults.gridCount, ...meanCurveLimits.points, always }),
    rule: oneOf<MeanCurveScenario["rule"]>({
      key: "rule",
      fallback: defaults.rule,
      choices: ["uniform", "trapezoid"],
      always,
    }),
    kernel: oneOf<CurveKernelName>({ key: "kernel", fallback: defaults.kernel, choices: curveKernelNames, always }),
    noiseKernel: oneOf<MeanCurveScenario["noiseKernel"]>({
      key: "noise",
      fallback: defaults.noiseKernel ?? "same",
      choices: ["same", ...curveKernelNames],
      always,
    }),
    range: logNumberIn({ key: "rho", fallback: usual, ...limits, always }),
    penalty: logNumberIn({ key: "phi", fallback: defaults.penalty, ...meanCurveLimits.penalty, always }),
    power: numberIn({ key: "eta", fallback: defaults.power, ...meanCurveLimits.power, always }),
    normBound: logNumberIn({ key: "tau", fallback: defaults.normBound, ...meanCurveLimits.normBound, always }),
    centre: textOf({ key: "centre", fallback: "", maxLength: 400 }),
    ...groupFields(defaults.groups, own),
    perPerson: integerIn({
      key: "perPerson",
      fallback: defaults.curvesPerPerson,
      ...meanCurveLimits.perPerson,
      always,
    }),
    ...budgetFields(defaults, { data, view }),
    view: viewField(),
    provenance: provenanceField(Object.keys(meanCurveParameterNames), ["penalty", "range"]),
    band: bandField(),
    records: oneOf<MeanCurveScenario["records"]>({ key: "records", fallback: "curves", choices: ["none", "curves"] }),
    show: oneOf<MeanCurveScenario["show"]>({ key: "show", fallback: "mean", choices: ["mean", "slope"] }),
    window: interval({ key: "window", fallback: domain }),
    weight: textOf({ key: "weight", fallback: "", maxLength: 400 }),
  };
}

/**
 * The links of mean-curve scenarios.
 *
 * @param start the example shown without a link, and in place of an unknown one
 */
export function meanCurveLinks(
  examples: readonly MeanCurveExample[],
  start = "chick-weight",
): LinkCodec<MeanCurveScenario> {
  const fieldsOf = (context: Context) => meanCurveFields(examples, start, context);
  return studyLinks<MeanCurveScenario>({
    study: "meanCurve",
    dataSets: dataSets(examples),
    start,
    fieldsOf,
    fieldsOfLink: (given, ofData, { data, view }) => {
      const { domain: usual, kernel: usualKernel } = defaultsOf(examples, data);
      const { domain, kernel } = fieldsOf({ data, domain: usual, kernel: usualKernel, view });
      return fieldsOf({ data, domain: valueIn(ofData, domain), kernel: valueIn(given, kernel), view });
    },
    ofData: [
      "shape",
      "curve",
      "time",
      "value",
      "person",
      "perPerson",
      "domain",
      "window",
      "points",
      "range",
      "normBound",
      "centre",
      "groups",
      "levels",
    ],
    ofDataInWords: "Columns, domain and bounds",
  });
}
