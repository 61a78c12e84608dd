import type { Interval } from "../../core/grids.ts";
import type { Protection, Sharing } from "../../core/releases/fabricationParameters.ts";
import { decodeLink, encodeLink, valueIn } from "../../state/linkCodec.ts";
import type { Field, Fields, LinkCodec, LinkProblem } from "../../state/linkCodec.ts";
import { furtherField, mostFurther } from "../../state/furtherInputs.ts";
import type { FurtherInput } from "../../state/furtherInputs.ts";
import { integerIn, interval, logNumberIn, oneOf, orWord, pinned } from "../../state/linkFields.ts";
import { ownData } from "../../state/ownData.ts";
import { parameterNames, provenanceField } from "../../state/provenance.ts";
import type { FieldRoles } from "../../state/provenance.ts";
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
import type { FabricationExample } from "./examples.ts";

/** What can be drawn in the plane, in the order in which it is. */
export const layers = ["image", "original", "noisy", "fabricated"] as const;
export type Layer = (typeof layers)[number];

/** Everything a picture of fabricated rows is made from, except the records. */
export interface FabricationScenario extends CommonScenario, OwnColumns {
  readonly x: string;
  readonly y: string;
  /** The column of the classes; "" for none. */
  readonly label: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
  /** Columns that are fabricated with the two that are drawn, and where the plane holds them. */
  readonly further: readonly FurtherInput[];
  readonly protection: Protection;
  /** d, as a share of an entry's range. */
  readonly adjacency: number;
  /** Whether noise on entries has an atom of mass δ at 0. */
  readonly atom: "none" | "delta";
  /** To where in the ranges smoothing draws the rows. */
  readonly origin: "corner" | "middle";
  /** n. */
  readonly subspaceDimension: number;
  /** L. */
  readonly depth: number;
  readonly branches: number;
  /** Q. */
  readonly parties: number;
  readonly sharing: Sharing;
  readonly steps: number;
  /** r of a branch over its number of rows; "none" for a fixed number of steps. */
  readonly tolerance: number | "none";
  readonly model: "fabricated" | "noisy";
  /** Every how manyth record is kept for the test. */
  readonly testEvery: number;
  readonly field: "distance" | "classes" | "none";
  readonly layers: readonly Layer[];
}

/** The limits of the controls, the same in links and on sliders. */
export const fabricationLimits = {
  ...budgetLimits,
  adjacency: { min: 0.01, max: 1 },
  subspaceDimension: { min: 1, max: mostFurther + 2 },
  depth: { min: 1, max: mostFurther + 2 },
  branches: { min: 1, max: 20 },
  parties: { min: 1, max: 8 },
  steps: { min: 0, max: 60 },
  tolerance: { min: 1e-4, max: 1 },
  testEvery: { min: 2, max: 20 },
} as const;

/** What each field of a scenario is to a release. */
export const fabricationRoles: FieldRoles<FabricationScenario> = {
  ...columnRoles,
  label: { parameter: "the column of classes" },
  domainX: { parameter: "the range of the first column" },
  domainY: { parameter: "the range of the second column" },
  further: { parameter: "the further columns" },
  protection: { parameter: "what is protected" },
  adjacency: { parameter: "d" },
  atom: { parameter: "the atom" },
  origin: { parameter: "the origin of smoothing" },
  subspaceDimension: { parameter: "n" },
  depth: { parameter: "L" },
  branches: { parameter: "the number of branches" },
  parties: { parameter: "the number of parties" },
  sharing: { parameter: "how parties share the records" },
  steps: { parameter: "the number of steps" },
  tolerance: { parameter: "r" },
  model: { parameter: "the model" },
  testEvery: { parameter: "which records are kept for the test" },
  field: "display",
  layers: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the records, by the names that a person knows. */
export const fabricationParameterNames = parameterNames(fabricationRoles);

type Defaults = FabricationExample["defaults"] & { readonly seed?: "secure" };

/** Nothing is guessed from the person's records: the page asks for columns and ranges. */
const ownDefaults: Defaults = {
  x: "",
  y: "",
  label: "",
  domain: [
    [0, 1],
    [0, 1],
  ],
  epsilon: 1,
  delta: 1e-5,
  steps: 10,
  seed: "secure",
};

function defaultsOf(examples: readonly FabricationExample[], data: string): Defaults {
  return examples.find(({ id }) => id === data)?.defaults ?? ownDefaults;
}

/** A field that is a list of layers, such as `original,fabricated`; "none" for none. */
function layersField(): Field<readonly Layer[]> {
  return {
    key: "layers",
    fallback: ["original", "fabricated"],
    always: false,
    requirement: `none, or some of ${layers.join(", ")}`,
    parse: (text) => {
      if (text === "none") return [];
      const named = text.split(",");
      const known = layers.filter((layer) => named.includes(layer));
      return known.length === named.length ? known : undefined;
    },
    format: (shown) => (shown.length === 0 ? "none" : shown.join(",")),
  };
}

/** The table of fields of a link. */
function fieldsFor(
  examples: readonly FabricationExample[],
  start: string,
  { data, view, protection }: Pick<FabricationScenario, "data" | "view" | "protection">,
): Fields<FabricationScenario> {
  const example = examples.find(({ id }) => id === data);
  const defaults = defaultsOf(examples, data);
  const limits = fabricationLimits;
  const always = true;
  const entry = protection === "entry";
  return {
    data: dataField(examples, start),
    x: columnField({ key: "x", fallback: defaults.x, always }, example),
    y: columnField({ key: "y", fallback: defaults.y, always }, example),
    label: orNothing(columnField({ key: "class", fallback: defaults.label, always }, example)),
    ...ownColumnFields(data === ownData),
    further: furtherField(defaults.further ?? [], example),
    domainX: interval({ key: "domain", fallback: defaults.domain[0], always }),
    domainY: interval({ key: "domainY", fallback: defaults.domain[1], always }),
    protection: oneOf<Protection>({ key: "protect", fallback: "entry", choices: ["entry", "record"], always }),
    adjacency: logNumberIn({ key: "d", fallback: 1, ...limits.adjacency, always: entry }),
    atom: oneOf<FabricationScenario["atom"]>({
      key: "atom",
      fallback: "none",
      choices: ["none", "delta"],
      always: entry,
    }),
    origin: oneOf<FabricationScenario["origin"]>({
      key: "zero",
      fallback: "middle",
      choices: ["middle", "corner"],
      always,
    }),
    subspaceDimension: integerIn({
      key: "n",
      fallback: defaults.subspaceDimension ?? 2,
      ...limits.subspaceDimension,
      always,
    }),
    depth: integerIn({ key: "L", fallback: 1, ...limits.depth, always }),
    branches: integerIn({ key: "branches", fallback: 1, ...limits.branches, always }),
    parties: integerIn({ key: "parties", fallback: 1, ...limits.parties, always }),
    sharing: oneOf<Sharing>({ key: "sharing", fallback: "rows", choices: ["rows", "classes", "halves"] }),
    steps: integerIn({ key: "steps", fallback: defaults.steps, ...limits.steps, always }),
    tolerance: orWord("none", logNumberIn({ key: "r", fallback: 0.01, ...limits.tolerance, always })),
    model: oneOf<FabricationScenario["model"]>({
      key: "model",
      fallback: "fabricated",
      choices: ["fabricated", "noisy"],
      always,
    }),
    testEvery: integerIn({ key: "test", fallback: 4, ...limits.testEvery, always }),
    ...budgetFields(defaults, { data, view }),
    view: viewField(),
    provenance: provenanceField(Object.keys(fabricationParameterNames)),
    field: oneOf<FabricationScenario["field"]>({
      key: "field",
      fallback: "classes",
      choices: ["distance", "classes", "none"],
    }),
    layers: layersField(),
  };
}

/**
 * The links of scenarios of fabricated rows. As for the density, a link never contains a record, nor the seed of one's own data
 * seen from outside.
 *
 * @param start the example shown without a link, and in place of an unknown one
 */
export function fabricationLinks(
  examples: readonly FabricationExample[],
  start = "moons",
): LinkCodec<FabricationScenario> {
  const study = "fabrication";
  const fieldsOfLink = (given: ReadonlyMap<string, string>): Fields<FabricationScenario> => {
    const data = valueIn(given, dataField(examples, start));
    const view = valueIn(given, viewField());
    const first = fieldsFor(examples, start, { data, view, protection: "entry" });
    const fields = fieldsFor(examples, start, { data, view, protection: valueIn(given, first.protection) });
    if (!namesUnknownData(examples, start, given)) return fields;
    const { x, y, label, domainX, domainY, further } = fields;
    return {
      ...fields,
      x: pinned(x),
      y: pinned(y),
      label: pinned(label),
      domainX: pinned(domainX),
      domainY: pinned(domainY),
      further: pinned(further),
    };
  };
  return {
    study,
    encode: (scenario) => {
      const allowed = settled(scenario);
      return encodeLink(study, fieldsFor(examples, start, allowed), allowed);
    },
    decode: (hash) => {
      const link = decodeLink(hash, study, fieldsOfLink);
      const problems: LinkProblem[] = [...link.problems];
      if (namesUnknownData(examples, start, link.given)) {
        const sentence = `Columns and ranges are those of ${link.values.data}, not those in the link.`;
        problems.push({ key: "data", text: "", sentence });
      }
      return settledLink({ study: link.study, values: link.values, problems });
    },
  };
}

/** The scenario that shows an example at its best; empty for a data set that is none. */
export function exampleScenario(examples: readonly FabricationExample[], id: string): Partial<FabricationScenario> {
  const defaults = examples.find((example) => example.id === id)?.defaults;
  if (!defaults) return {};
  const { domain, ...rest } = defaults;
  const [domainX, domainY] = domain;
  const usual = {
    ...plainColumns,
    further: [],
    adjacency: 1,
    atom: "none",
    origin: "middle",
    subspaceDimension: 2,
    depth: 1,
    branches: 1,
    parties: 1,
    sharing: "rows",
  } as const;
  return {
    ...{ data: id, ...usual, ...rest, domainX, domainY, protection: "entry" },
    ...{ tolerance: "none", model: "fabricated", seed: 1, draws: 1, provenance: {} },
  };
}
