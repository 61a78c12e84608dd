import type { Interval } from "../../../core/grids.ts";
import { significant } from "../../../core/numberFormats.ts";
import { furtherField } from "../../../state/scenario/furtherInputs.ts";
import { valueIn } from "../../../state/scenario/linkCodec.ts";
import type { Field, Fields, LinkCodec } from "../../../state/scenario/linkCodec.ts";
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
} from "../../../state/scenario/linkFields.ts";
import { provenanceField } from "../../../state/scenario/provenance.ts";
import {
  bandField,
  budgetFields,
  columnField,
  dataField,
  groupFields,
  orNothing,
  ownColumnFields,
  unitsOfExample,
  viewField,
} from "../../../state/scenario/sharedFields.ts";
import { studyLinks } from "../../../state/scenario/studyLinks.ts";
import { bernsteinFields, bernsteinRoutes, isBernstein } from "./bernsteinScenario.ts";
import type { DensityExample } from "./examples.ts";
import { bandwidthLimits, bumpChoices, densityLimits, densityParameterNames, smoothedDomain } from "./scenario.ts";
import type { DensityRoute } from "./routes.ts";
import type { DensityScenario } from "./scenario.ts";

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
 * @param start the example shown without a link, and in place of an unknown one
 */
export function densityLinks(examples: readonly LinkExample[], start = "sleep"): LinkCodec<DensityScenario> {
  const fieldsOf = (context: Context) => densityFields(examples, start, context);
  return studyLinks<DensityScenario>({
    study: "density",
    dataSets: examples,
    start,
    fieldsOf,
    // Bandwidths depend on the domains, domains on the columns, columns on the data set.
    fieldsOfLink: (given, ofData, { data, view }) => {
      const { x, y = "", route } = examples.find(({ id }) => id === data)?.defaults ?? ownDefaults;
      const unit = { domainX: [0, 1], domainY: [0, 1] } as const;
      const columns = fieldsOf({ data, x, y, route, view, scale: "own", ...unit });
      const context = {
        data,
        x: valueIn(ofData, columns.x),
        y: valueIn(ofData, columns.y),
        route: valueIn(given, columns.route),
        view,
        scale: valueIn(ofData, columns.scale),
      };
      const { domainX, domainY } = fieldsOf({ ...context, ...unit });
      return fieldsOf({ ...context, domainX: valueIn(ofData, domainX), domainY: valueIn(ofData, domainY) });
    },
    ofData: [
      "scale",
      "ends",
      "atom",
      "x",
      "y",
      "domainX",
      "domainY",
      "h",
      "hy",
      "correlation",
      "further",
      "groups",
      "levels",
    ],
    ofDataInWords: "Columns, domain and bandwidths",
    // A second column that no link names is none there.
    written: (scenario) => ({ ...scenario, y: linkedName(scenario.y) }),
    mended: (values) => {
      if (values.y === "" || values.y !== values.x) return { values, problems: [] };
      const sentence = `y names the same column as x; the density of ${values.x || "one column"} alone is shown.`;
      return { values: { ...values, y: "", unitY: "" }, problems: [{ key: "y", text: "", sentence }] };
    },
  });
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
    ...ownColumnFields(example === undefined, unitsOfExample(example !== undefined, x, y)),
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
    ...groupFields(defaults.groups, example === undefined),
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
    band: bandField(),
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

/** Which rows of one's own data are meant, and what stands for a missing value. An example has all, and none. */
function rowFields(own: boolean): { readonly [P in "fill" | "only" | "onlyValue"]: Field<DensityScenario[P]> } {
  const fill = orWord("none", numberIn({ key: "fill", fallback: 0, min: -1e15, max: 1e15 }));
  const only = orNothing(columnName({ key: "only", fallback: "" }));
  const onlyValue = textOf({ key: "onlyValue", fallback: "", maxLength: 200 });
  return own ? { fill, only, onlyValue } : { fill: pinned(fill), only: pinned(only), onlyValue: pinned(onlyValue) };
}

function yField(defaults: DensityDefaults, example: LinkExample | undefined): Field<string> {
  return orNothing(columnField({ key: "y", fallback: defaults.y ?? "", always: defaults.y !== undefined }, example));
}

function bandwidthField(key: string, usual: number | undefined, domain: Interval, always: boolean): Field<number> {
  const { min, max } = bandwidthLimits(domain);
  const fallback = usual !== undefined && usual >= min && usual <= max ? usual : significant(max / 10, 2);
  return logNumberIn({ key, fallback, min, max, always });
}
