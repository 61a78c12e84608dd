import type { BumpKernelName } from "../../core/kernels/bumpKernel.ts";
import { transformations } from "../../core/special/transformation.ts";
import type { TransformationName } from "../../core/special/transformation.ts";
import type { NoiseRoute } from "../../core/releases/densityContract.ts";
import { bernsteinFields, bernsteinLimits, bernsteinRoutes, isBernstein } from "./bernsteinScenario.ts";
import type { BernsteinRoute } from "./bernsteinScenario.ts";
import type { DensityExample } from "./examples.ts";
import type { Interval } from "../../core/grids.ts";
import { furtherField } from "../../state/furtherInputs.ts";
import type { FurtherInput } from "../../state/furtherInputs.ts";
import { parameterNames, provenanceField } from "../../state/provenance.ts";
import type { FieldRoles } from "../../state/provenance.ts";
import { decodeLink, encodeLink, valueIn } from "../../state/linkCodec.ts";
import type { Field, Fields, LinkCodec, LinkProblem } from "../../state/linkCodec.ts";
import {
  columnName,
  interval,
  linkedName,
  logNumberIn,
  numberIn,
  oneOf,
  orWord,
  pinned,
  textOf,
} from "../../state/linkFields.ts";
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
  settled,
  settledLink,
  viewField,
} from "../../state/sharedFields.ts";
import type { CommonScenario, OwnColumns } from "../../state/sharedFields.ts";

/** How the noise comes about: Gaussian processes, or the Bernstein mechanism with one of its laws. */
export type DensityRoute = NoiseRoute | BernsteinRoute;

/** Everything a density picture is made from, except the records. */
export interface DensityScenario extends CommonScenario, OwnColumns {
  /** Column names; y = "" means one dimension. */
  readonly x: string;
  readonly y: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
  /** Bandwidths in data units. */
  readonly h: number;
  readonly hy: number;
  readonly correlation: number;
  /** Columns that are smoothed with the others and not drawn: the density is shown where they are held. */
  readonly further: readonly FurtherInput[];
  readonly route: DensityRoute;
  /** The bumps of the Gaussian route; Epanechnikov's can be asked for, and is refused with the reason. */
  readonly bump: BumpKernelName | "epanechnikov";
  /** The scale on which records are smoothed, of a density on a line; bandwidths are on that scale. */
  readonly scale: TransformationName | "own";
  /** What becomes of mass that bumps spill over the ends of the domain: it is lost, or folded back. */
  readonly ends: "open" | "folded";
  /** A value whose records are counted apart, beside the curve of the others. */
  readonly atom: number | "none";
  /** What a missing value of the first column counts as. */
  readonly fill: number | "none";
  /** The column and the value of a filter; "" for none. */
  readonly only: string;
  readonly onlyValue: string;
  /** The column whose declared values have a curve each, "" for one curve; and these values, as typed. */
  readonly groups: string;
  readonly levels: string;
  /** γ·h, for the Sobolev route. */
  readonly relativeRate: number;
  /** Degree k and order h of the Bernstein mechanism, and whether they are taken or follow from the budget. */
  readonly size: "automatic" | "byHand";
  readonly degree: number;
  readonly iterations: number;
  readonly display: "fan" | "animation";
  readonly band: "none" | "pointwise" | "simultaneous" | "both";
  readonly records: "none" | "rug" | "histogram";
  readonly layout: "sideBySide" | "overlay";
  /** "density": clipped at zero and renormalised. */
  readonly post: "raw" | "density";
}

/** The limits of the controls, the same in links and on sliders. Bandwidths: `bandwidthLimits`. */
export const densityLimits = {
  ...budgetLimits,
  correlation: { min: -0.95, max: 0.95 },
  relativeRate: { min: 0.1, max: 10 },
  ...bernsteinLimits,
} as const;

const bumpChoices = ["gaussian", "matern52", "matern32", "exponential", "triangular", "epanechnikov"] as const;

/** The domain on the scale on which records are smoothed; as it is where it cannot be brought there. */
export function smoothedDomain({
  y,
  domainX: [lower, upper],
  scale,
}: Pick<DensityScenario, "y" | "domainX" | "scale">): Interval {
  const of = scale === "own" || y !== "" ? undefined : transformations[scale];
  return of?.holds(lower, upper) === true ? [of.forward(lower), of.forward(upper)] : [lower, upper];
}

/** A bandwidth runs from a five-hundredth of the domain's side, two steps of the grid, to the whole side. */
export function bandwidthLimits([lower, upper]: Interval): { readonly min: number; readonly max: number } {
  return { min: (upper - lower) / 500, max: upper - lower };
}

/** What each field of a scenario is to a release. */
export const densityRoles: FieldRoles<DensityScenario> = {
  ...columnRoles,
  scale: { parameter: "the scale" },
  ends: { parameter: "what happens at the ends of the domain" },
  atom: { parameter: "the value that is counted apart" },
  fill: { parameter: "what a missing value counts as" },
  only: { parameter: "the column of the filter" },
  onlyValue: { parameter: "the value of the filter" },
  groups: { parameter: "the column of the groups" },
  levels: { parameter: "the groups" },
  h: { parameter: "the bandwidth" },
  hy: { parameter: "the second bandwidth" },
  correlation: { parameter: "the correlation" },
  further: { parameter: "the further columns" },
  route: { parameter: "the route" },
  bump: { parameter: "the bump" },
  relativeRate: { parameter: "γ·h" },
  size: { parameter: "whether degree and order are set by hand" },
  degree: { parameter: "the degree k" },
  iterations: { parameter: "the order h" },
  display: "display",
  band: "display",
  records: "display",
  layout: "display",
  post: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the records, by the names that a person knows. */
export const densityParameterNames = parameterNames(densityRoles);

/** What links know of an example. */
type LinkExample = Pick<DensityExample, "id" | "columns" | "defaults">;

/** What a scenario starts from. */
type DensityDefaults = DensityExample["defaults"] & { readonly seed?: "secure" };

/**
 * The usual domain and bandwidth of a column of an example, also where the example starts with another column;
 * `undefined` for one's own data, of which nothing is known publicly.
 */
export function columnDefaults(
  examples: readonly LinkExample[],
  data: string,
  column: string,
): { readonly domain: Interval; readonly bandwidth: number } | undefined {
  const example = examples.find(({ id }) => id === data);
  if (!example) return undefined;
  const alike = examples.filter(({ columns }) => columns.join("\n") === example.columns.join("\n"));
  for (const { defaults } of [example, ...alike]) {
    const axis = defaults.x === column ? 0 : defaults.y === column ? 1 : -1;
    const domain = defaults.domain[axis];
    const bandwidth = defaults.bandwidths[axis];
    if (domain && bandwidth !== undefined) return { domain, bandwidth };
    const held = defaults.further?.find(({ name }) => name === column);
    const [first, width] = [defaults.domain[0], defaults.bandwidths[0]];
    if (held && first && width !== undefined) {
      const [lower, upper] = held.domain;
      return { domain: held.domain, bandwidth: (width / (first[1] - first[0])) * (upper - lower) };
    }
  }
  return undefined;
}

/** Nothing is guessed from the person's records: the page asks for columns and domain. */
const ownDefaults: DensityDefaults = {
  x: "",
  domain: [],
  bandwidths: [],
  route: "gaussian",
  epsilon: 1,
  delta: 1e-5,
  seed: "secure",
};

/**
 * The links of density scenarios.
 *
 * A link with data of one's own carries the names of the columns and the settings, never a record. Seen from outside
 * it carries no seed either, and a seed in such a link is refused: whoever has the seed can compute the noise and
 * subtract it from the curve they were shown, and the link is what travels with the curve. Opened again, it draws from
 * the secure source. Examples keep their seed: their records are public, and a lecture needs the same curve
 * each time.
 *
 * @param start the example shown without a link, and in place of an unknown one
 */
export function densityLinks(examples: readonly LinkExample[], start = "sleep"): LinkCodec<DensityScenario> {
  const study = "density";
  return {
    study,
    encode: (scenario) => {
      const allowed = settled(scenario);
      // A second column that no link names is none there.
      const linked = { ...allowed, y: linkedName(allowed.y) };
      return encodeLink(study, densityFields(examples, start, linked), linked);
    },
    decode: (hash) => {
      const link = decodeLink(hash, study, (given) => densityFieldsOfLink(examples, start, given));
      const { values } = link;
      const problems: LinkProblem[] = [...link.problems];
      if (namesUnknownData(examples, start, link.given)) {
        const sentence = `Columns, domain and bandwidths are those of ${values.data}, not those in the link.`;
        problems.push({ key: "data", text: "", sentence });
      }
      if (values.y !== "" && values.y === values.x) {
        const sentence = `y names the same column as x; the density of ${values.x || "one column"} alone is shown.`;
        problems.push({ key: "y", text: "", sentence });
      }
      const accepted = { ...values, y: values.y === values.x ? "" : values.y };
      return settledLink({ study: link.study, values: accepted, problems });
    },
  };
}

/** What depends on other entries of the scenario: which defaults, which limits, and what a link must say. */
type Context = Pick<DensityScenario, "data" | "x" | "y" | "domainX" | "domainY" | "route" | "view" | "scale">;

/** The table of fields of a density link; limits of the bandwidths follow the domain, fallbacks the data set. */
function densityFields(
  examples: readonly LinkExample[],
  start: string,
  { data, x, y, domainX, domainY, route, view, scale }: Context,
): Fields<DensityScenario> {
  const example = examples.find(({ id }) => id === data);
  const defaults = example?.defaults ?? ownDefaults;
  const plane = y !== "";
  const sobolev = route === "sobolev";
  const usualX = columnDefaults(examples, data, x);
  const usualY = columnDefaults(examples, data, y);
  const always = true;
  return {
    data: dataField(examples, start),
    x: columnField({ key: "x", fallback: defaults.x, always }, example),
    y: yField(defaults, example),
    ...ownColumnFields(example === undefined),
    domainX: interval({ key: "domain", fallback: usualX?.domain ?? [0, 1], always }),
    domainY: interval({ key: "domainY", fallback: usualY?.domain ?? [0, 1], always: plane }),
    h: bandwidthField(
      "h",
      scale === "own" ? usualX?.bandwidth : undefined,
      smoothedDomain({ y, domainX, scale }),
      always,
    ),
    hy: bandwidthField("hy", usualY?.bandwidth, domainY, plane),
    correlation: numberIn({
      key: "correlation",
      fallback: 0,
      ...densityLimits.correlation,
      always: plane && !sobolev,
    }),
    further: furtherField(x === defaults.x ? (defaults.further ?? []) : [], example),
    route: oneOf<DensityRoute>({
      key: "route",
      fallback: defaults.route,
      choices: ["gaussian", "sobolev", ...bernsteinRoutes],
      always,
    }),
    bump: oneOf<DensityScenario["bump"]>({ key: "kernel", fallback: "gaussian", choices: bumpChoices }),
    scale: oneOf<DensityScenario["scale"]>({
      key: "scale",
      fallback: "own",
      choices: ["own", "log", "squareRoot", "logit"],
    }),
    ends: oneOf<DensityScenario["ends"]>({ key: "ends", fallback: "open", choices: ["open", "folded"] }),
    atom: orWord("none", numberIn({ key: "atom", fallback: 0, min: -1e15, max: 1e15 })),
    ...rowFields(example === undefined),
    ...groupFields(defaults, example),
    relativeRate: logNumberIn({
      key: "rate",
      fallback: 1,
      ...densityLimits.relativeRate,
      always: sobolev,
    }),
    // Of more columns fewer degrees are possible, which the problems say beside the control.
    ...bernsteinFields({ bernstein: isBernstein(route), dimension: plane ? 2 : 1 }),
    ...budgetFields(defaults, { data, view }),
    post: oneOf<DensityScenario["post"]>({ key: "post", fallback: "raw", choices: ["raw", "density"], always }),
    view: viewField(),
    provenance: provenanceField(Object.keys(densityParameterNames)),
    display: oneOf<DensityScenario["display"]>({ key: "display", fallback: "fan", choices: ["fan", "animation"] }),
    band: oneOf<DensityScenario["band"]>({
      key: "band",
      fallback: "pointwise",
      choices: ["none", "pointwise", "simultaneous", "both"],
    }),
    records: oneOf<DensityScenario["records"]>({
      key: "records",
      fallback: "rug",
      choices: ["none", "rug", "histogram"],
    }),
    layout: oneOf<DensityScenario["layout"]>({
      key: "layout",
      fallback: "sideBySide",
      choices: ["sideBySide", "overlay"],
    }),
  };
}

function densityFieldsOfLink(
  examples: readonly LinkExample[],
  start: string,
  given: ReadonlyMap<string, string>,
): Fields<DensityScenario> {
  const data = valueIn(given, dataField(examples, start));
  const example = examples.find(({ id }) => id === data);
  const defaults = example?.defaults ?? ownDefaults;
  const unknown = namesUnknownData(examples, start, given);
  const entries = unknown ? new Map<string, string>() : given;
  // Bandwidths depend on the domains, domains on the columns, columns on the data set.
  const columns = densityFields(examples, start, {
    data,
    x: defaults.x,
    y: defaults.y ?? "",
    domainX: [0, 1],
    domainY: [0, 1],
    route: defaults.route,
    view: valueIn(given, viewField()),
    scale: "own",
  });
  const context = {
    data,
    x: valueIn(entries, columns.x),
    y: valueIn(entries, columns.y),
    route: valueIn(given, columns.route),
    view: valueIn(given, columns.view),
    scale: valueIn(entries, columns.scale),
  };
  const domains = densityFields(examples, start, { ...context, domainX: [0, 1], domainY: [0, 1] });
  const fields = densityFields(examples, start, {
    ...context,
    domainX: valueIn(entries, domains.domainX),
    domainY: valueIn(entries, domains.domainY),
  });
  if (!unknown) return fields;
  const { x, y, domainX, domainY, h, hy, correlation, further, scale, ends, atom, groups, levels } = fields;
  return {
    ...fields,
    groups: pinned(groups),
    levels: pinned(levels),
    scale: pinned(scale),
    ends: pinned(ends),
    atom: pinned(atom),
    x: pinned(x),
    y: pinned(y),
    domainX: pinned(domainX),
    domainY: pinned(domainY),
    h: pinned(h),
    hy: pinned(hy),
    correlation: pinned(correlation),
    further: pinned(further),
  };
}

/** Which rows of one's own data are meant, and what stands for a missing value. An example has all, and none. */
function rowFields(own: boolean): { readonly [P in "fill" | "only" | "onlyValue"]: Field<DensityScenario[P]> } {
  const fill = orWord("none", numberIn({ key: "fill", fallback: 0, min: -1e15, max: 1e15 }));
  const only = orNothing(columnName({ key: "only", fallback: "" }));
  const onlyValue = textOf({ key: "onlyValue", fallback: "", maxLength: 200 });
  return own ? { fill, only, onlyValue } : { fill: pinned(fill), only: pinned(only), onlyValue: pinned(onlyValue) };
}

/** Which groups have a curve each; of an example its own, or none. */
function groupFields(
  { groups: usual }: DensityDefaults,
  example: LinkExample | undefined,
): { readonly [P in "groups" | "levels"]: Field<DensityScenario[P]> } {
  const levels = textOf({ key: "levels", fallback: usual?.levels.join(", ") ?? "", maxLength: 2000 });
  if (!example) return { groups: orNothing(columnName({ key: "groups", fallback: "" })), levels };
  const choices = ["", ...(usual ? [usual.column] : [])];
  return { groups: oneOf({ key: "groups", fallback: usual?.column ?? "", choices }), levels: pinned(levels) };
}

function yField(defaults: DensityDefaults, example: LinkExample | undefined): Field<string> {
  return orNothing(columnField({ key: "y", fallback: defaults.y ?? "", always: defaults.y !== undefined }, example));
}

function bandwidthField(key: string, usual: number | undefined, domain: Interval, always: boolean): Field<number> {
  const { min, max } = bandwidthLimits(domain);
  const fallback = usual !== undefined && usual >= min && usual <= max ? usual : Number((max / 10).toPrecision(2));
  return logNumberIn({ key, fallback, min, max, always });
}
