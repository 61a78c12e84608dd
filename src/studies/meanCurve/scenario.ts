import type { CurveLayout, NamedColumn } from "../../core/datasets/curveLayout.ts";
import { detectLayout } from "../../core/datasets/curveLayout.ts";
import { curveLimits } from "../../core/datasets/curves.ts";
import type { MeanCurveDefaults, MeanCurveExample } from "./examples.ts";
import type { Interval } from "../../core/grids.ts";
import type { CurveKernelName } from "../../core/releases/meanCurve.ts";
import { decodeLink, encodeLink, valueIn } from "../../state/linkCodec.ts";
import type { Fields, LinkCodec, LinkProblem } from "../../state/linkCodec.ts";
import { parameterNames, provenanceField } from "../../state/provenance.ts";
import type { FieldRoles } from "../../state/provenance.ts";
import {
  columnName,
  integerIn,
  interval,
  logNumberIn,
  numberIn,
  oneOf,
  onlyThat,
  pinned,
  textOf,
} from "../../state/linkFields.ts";
import {
  budgetFields,
  budgetLimits,
  commonRoles,
  dataField,
  namesUnknownData,
  settled,
  settledLink,
  unitFields,
  viewField,
} from "../../state/sharedFields.ts";
import type { CommonScenario } from "../../state/sharedFields.ts";

/** Everything a mean-curve picture is made from, except the curves. */
export interface MeanCurveScenario extends CommonScenario {
  /** One row per curve, or one row per value. */
  readonly shape: "wide" | "long";
  /** Columns of a long table. */
  readonly curve: string;
  readonly time: string;
  readonly value: string;
  /** The column that says whose curve it is; "" if each curve is a person. */
  readonly person: string;
  /** Units of time and of the values: see `OwnColumns`. */
  readonly unitX: string;
  readonly unitY: string;
  /** Whether the first row of a wide table holds the times. */
  readonly firstRow: "curve" | "times";
  readonly domain: Interval;
  readonly points: number;
  readonly rule: "uniform" | "trapezoid";
  readonly kernel: CurveKernelName;
  /** The kernel of the noise, or the estimator's. */
  readonly noiseKernel: CurveKernelName | "same";
  /** ρ in the paper's convention. */
  readonly range: number;
  /** φ. */
  readonly penalty: number;
  /** η. */
  readonly power: number;
  /** τ. */
  readonly normBound: number;
  /** c, as `centreOf` reads it: "" for none. */
  readonly centre: string;
  /** The declared bound on the curves of one person. */
  readonly perPerson: number;
  readonly band: "none" | "pointwise" | "simultaneous" | "both";
  readonly records: "none" | "curves";
  /** What is drawn large: the mean, or its slope. */
  readonly show: "mean" | "slope";
  /** Over which times integral, average and change are taken. */
  readonly window: Interval;
  /** w of ∫ w f: times and values of a piecewise linear function, as "0:0, 10:1, 21:0"; "" for none. */
  readonly weight: string;
}

export const kernelNames: readonly CurveKernelName[] = ["gaussian", "matern52", "matern32", "exponential"];

/** The limits of the controls, the same in links and on sliders. ρ: `rangeLimits`. */
export const meanCurveLimits = {
  ...budgetLimits,
  points: { min: 2, max: curveLimits.points },
  penalty: { min: 1e-6, max: 10 },
  power: { min: 1, max: 4 },
  normBound: { min: 1e-6, max: 1e6 },
  perPerson: { min: 1, max: 1000 },
} as const;

/** What each field of a scenario is to a release. */
export const meanCurveRoles: FieldRoles<MeanCurveScenario> = {
  shape: { parameter: "the shape of the table" },
  curve: { parameter: "the column of curves" },
  time: { parameter: "the column of times" },
  value: { parameter: "the column of values" },
  person: { parameter: "the column of persons" },
  perPerson: { parameter: "the bound on curves per person" },
  firstRow: { parameter: "what the first row holds" },
  domain: { parameter: "the domain" },
  points: { parameter: "the grid" },
  rule: { parameter: "the quadrature" },
  kernel: { parameter: "the kernel" },
  noiseKernel: { parameter: "the noise's kernel" },
  penalty: { parameter: "φ" },
  range: { parameter: "ρ" },
  power: { parameter: "η" },
  normBound: { parameter: "τ" },
  centre: { parameter: "the centre" },
  unitX: "display",
  unitY: "display",
  band: "display",
  records: "display",
  show: "display",
  window: "display",
  weight: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the curves, by the names that a person knows. */
export const meanCurveParameterNames = parameterNames(meanCurveRoles);

/** ρ runs from a length scale of a two-hundredth of the domain to one of four times it; C1 has ρ = 2ℓ². */
export function rangeLimits(
  kernel: CurveKernelName,
  [lower, upper]: Interval,
): { readonly min: number; readonly max: number } {
  const side = upper - lower;
  const of = (ell: number) => (kernel === "gaussian" ? 2 * ell * ell : ell);
  return { min: of(side / 200), max: of(4 * side) };
}

/** The scenario in which a person's own curves are first shown: nothing in it is taken from them. */
export const ownDefaults: MeanCurveDefaults & { readonly seed: "secure" } = {
  layout: { shape: "wide", times: [] },
  domain: [0, 1],
  gridCount: 100,
  rule: "uniform",
  kernel: "gaussian",
  range: 0.02,
  penalty: 0.01,
  power: 1.5,
  normBound: 1,
  epsilon: 1,
  delta: 1e-5,
  curvesPerPerson: 1,
  seed: "secure",
};

/** The example that a data set belongs to, as its own or among its variations, and the scenario to show it in. */
export function exampleOf(
  examples: readonly MeanCurveExample[],
  data: string,
): { readonly example: MeanCurveExample; readonly defaults: MeanCurveDefaults } | undefined {
  for (const example of examples) {
    if (example.id === data) return { example, defaults: example.defaults };
    const variation = example.variations.find((candidate) => candidate.data === data);
    if (variation) return { example, defaults: { ...example.defaults, ...variation.override } };
  }
  return undefined;
}

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

/** The table of fields of a mean-curve link; the limits of ρ follow the kernel and the domain. */
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
    ...unitFields(own),
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
    kernel: oneOf<CurveKernelName>({ key: "kernel", fallback: defaults.kernel, choices: kernelNames, always }),
    noiseKernel: oneOf<MeanCurveScenario["noiseKernel"]>({
      key: "noise",
      fallback: defaults.noiseKernel ?? "same",
      choices: ["same", ...kernelNames],
      always,
    }),
    range: logNumberIn({ key: "rho", fallback: usual, ...limits, always }),
    penalty: logNumberIn({ key: "phi", fallback: defaults.penalty, ...meanCurveLimits.penalty, always }),
    power: numberIn({ key: "eta", fallback: defaults.power, ...meanCurveLimits.power, always }),
    normBound: logNumberIn({ key: "tau", fallback: defaults.normBound, ...meanCurveLimits.normBound, always }),
    centre: textOf({ key: "centre", fallback: "", maxLength: 400 }),
    perPerson: integerIn({
      key: "perPerson",
      fallback: defaults.curvesPerPerson,
      ...meanCurveLimits.perPerson,
      always,
    }),
    ...budgetFields(defaults, { data, view }),
    view: viewField(),
    provenance: provenanceField(Object.keys(meanCurveParameterNames), ["penalty", "range"]),
    band: oneOf<MeanCurveScenario["band"]>({
      key: "band",
      fallback: "pointwise",
      choices: ["none", "pointwise", "simultaneous", "both"],
    }),
    records: oneOf<MeanCurveScenario["records"]>({ key: "records", fallback: "curves", choices: ["none", "curves"] }),
    show: oneOf<MeanCurveScenario["show"]>({ key: "show", fallback: "mean", choices: ["mean", "slope"] }),
    window: interval({ key: "window", fallback: domain }),
    weight: textOf({ key: "weight", fallback: "", maxLength: 400 }),
  };
}

/**
 * The links of mean-curve scenarios. As for the other studies, a link never contains a curve, nor the seed of one's
 * own data seen from outside.
 *
 * @param start the example shown without a link, and in place of an unknown one
 */
export function meanCurveLinks(
  examples: readonly MeanCurveExample[],
  start = "chick-weight",
): LinkCodec<MeanCurveScenario> {
  const study = "meanCurve";
  return {
    study,
    encode: (scenario) => {
      const allowed = settled(scenario);
      return encodeLink(study, meanCurveFields(examples, start, allowed), allowed);
    },
    decode: (hash) => {
      const link = decodeLink(hash, study, (given) => fieldsOfLink(examples, start, given));
      const { values } = link;
      const problems: LinkProblem[] = [...link.problems];
      if (namesUnknownData(dataSets(examples), start, link.given)) {
        const sentence = `Columns, domain and bounds are those of ${values.data}, not those in the link.`;
        problems.push({ key: "data", text: "", sentence });
      }
      return settledLink({ ...link, problems });
    },
  };
}

function fieldsOfLink(
  examples: readonly MeanCurveExample[],
  start: string,
  given: ReadonlyMap<string, string>,
): Fields<MeanCurveScenario> {
  const data = valueIn(given, dataField(dataSets(examples), start));
  const unknown = namesUnknownData(dataSets(examples), start, given);
  const { domain: usual, kernel } = defaultsOf(examples, data);
  const first = meanCurveFields(examples, start, { data, domain: usual, kernel, view: valueIn(given, viewField()) });
  const fields = meanCurveFields(examples, start, {
    data,
    domain: unknown ? usual : valueIn(given, first.domain),
    kernel: valueIn(given, first.kernel),
    view: valueIn(given, first.view),
  });
  if (!unknown) return fields;
  const { shape, curve, time, value, person, domain, points, range, normBound, perPerson } = fields;
  return {
    ...fields,
    shape: pinned(shape),
    curve: pinned(curve),
    time: pinned(time),
    value: pinned(value),
    person: pinned(person),
    domain: pinned(domain),
    window: pinned(fields.window),
    points: pinned(points),
    range: pinned(range),
    normBound: pinned(normBound),
    centre: pinned(fields.centre),
    perPerson: pinned(perPerson),
  };
}

/** The part of a scenario that says where the curves of a table are. */
export function layoutFields(
  layout: CurveLayout,
): Pick<MeanCurveScenario, "shape" | "curve" | "time" | "value" | "person" | "firstRow"> {
  const { person = "" } = layout;
  return layout.shape === "long"
    ? { shape: "long", curve: layout.curve, time: layout.time, value: layout.value, person, firstRow: "curve" }
    : {
        shape: "wide",
        curve: "",
        time: "",
        value: "",
        person,
        firstRow: layout.timesInFirstRow === true ? "times" : "curve",
      };
}

/** Where the curves of a table are, as a scenario says. A wide table's times are its columns of numbers. */
export function layoutOf(
  columns: readonly NamedColumn[],
  { shape, curve, time, value, person, firstRow }: MeanCurveScenario,
): CurveLayout {
  const whose = person === "" ? {} : { person };
  if (shape === "long") return { shape, curve, time, value, ...whose };
  const detected = detectLayout(columns);
  const named =
    detected.shape === "wide" ? detected.times : columns.filter(({ text }) => !text).map(({ name }) => name);
  return {
    shape,
    times: named.filter((name) => name !== person),
    ...(firstRow === "times" && { timesInFirstRow: true }),
    ...whose,
  };
}

/** The scenario of an example's defaults. */
export function scenarioOf(data: string, defaults: MeanCurveDefaults): Partial<MeanCurveScenario> {
  return {
    data,
    ...settingsOf(defaults),
    noiseKernel: defaults.noiseKernel ?? "same",
    centre: "",
    provenance: {},
    seed: 1,
    draws: 1,
  };
}

/** The fields of a scenario that some of an example's defaults mean. */
export function settingsOf({
  layout,
  gridCount,
  curvesPerPerson,
  ...same
}: Partial<MeanCurveDefaults>): Partial<MeanCurveScenario> {
  return {
    ...same,
    ...(same.domain && { window: same.domain }),
    ...(layout && { ...layoutFields(layout), unitX: "", unitY: "" }),
    ...(gridCount !== undefined && { points: gridCount }),
    ...(curvesPerPerson !== undefined && { perPerson: curvesPerPerson }),
  };
}
