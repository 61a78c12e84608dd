import type { Protection, Sharing } from "../../../core/affineHull/fabrication/fabricationParameters.ts";
import { furtherField } from "../../../state/scenario/furtherInputs.ts";
import { valueIn } from "../../../state/scenario/linkCodec.ts";
import type { Field, Fields, LinkCodec } from "../../../state/scenario/linkCodec.ts";
import { integerIn, interval, logNumberIn, oneOf, orWord, orNothing } from "../../../state/scenario/linkFields.ts";
import { ownData } from "../../../state/scenario/ownData.ts";
import { provenanceField } from "../../../state/scenario/provenance.ts";
import { dataField, unitsOfExample } from "../../../state/scenario/sharedFields.ts";
import { budgetFields, columnField, ownColumnFields, viewField } from "../../../state/scenario/unconvertedFields.ts";
import { studyLinks } from "../../../state/scenario/studyLinks.ts";
import type { FabricationExample } from "./examples.ts";
import { fabricationLimits, fabricationParameterNames, layers } from "./scenario.ts";
import type { FabricationScenario, Layer } from "./scenario.ts";

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

type Context = Pick<FabricationScenario, "data" | "view" | "protection" | "x" | "y">;

/** The table of fields of a link. */
function fabricationFields(
  examples: readonly FabricationExample[],
  start: string,
  { data, view, protection, x, y }: Context,
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
    ...ownColumnFields(data === ownData, unitsOfExample(example !== undefined, x, y)),
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
 * The links of scenarios of fabricated rows.
 *
 * @param start the example shown without a link, and in place of an unknown one
 */
export function fabricationLinks(
  examples: readonly FabricationExample[],
  start = "moons",
): LinkCodec<FabricationScenario> {
  const fieldsOf = (context: Context) => fabricationFields(examples, start, context);
  return studyLinks<FabricationScenario>({
    study: "fabrication",
    dataSets: examples,
    start,
    fieldsOf,
    fieldsOfLink: (given, ofData, common) => {
      const { x, y, protection } = fieldsOf({ ...common, protection: "entry", x: "", y: "" });
      const columns = { x: valueIn(ofData, x), y: valueIn(ofData, y) };
      return fieldsOf({ ...common, ...columns, protection: valueIn(given, protection) });
    },
    ofData: ["x", "y", "label", "domainX", "domainY", "further"],
    ofDataInWords: "Columns and ranges",
  });
}
