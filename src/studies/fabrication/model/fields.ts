import type { Sharing } from "../../../core/affineHull/fabrication/fabricationParameters.ts";
import { mostFurther, furtherField } from "../../../state/scenario/furtherInputs.ts";
import {
  column,
  custom,
  interval,
  logNumber,
  numberOr,
  wholeNumber,
  words,
} from "../../../state/scenario/fieldLines.ts";
import { rolesOf } from "../../../state/scenario/fieldTable.ts";
import type { Field } from "../../../state/scenario/linkCodec.ts";
import { parameter, parameterNames } from "../../../state/scenario/provenance.ts";
import {
  closingFields,
  dataLine,
  planLine,
  neighbourFields,
  personFields,
  unitFields,
  unitsOfExample,
} from "../../../state/scenario/sharedFields.ts";
import type { FabricationExample } from "./examples.ts";

interface At {
  readonly x: string;
  readonly y: string;
  readonly protection: "entry" | "record";
  readonly parties: number;
}

export interface KnownTable {
  readonly isOwn: boolean;
  readonly columns?: readonly string[];
  readonly defaults: FabricationExample["defaults"] | undefined;
}

export const layers = ["image", "original", "noisy", "fabricated"] as const;
export type Layer = (typeof layers)[number];

/** `original,fabricated`, or "none". */
const layersField: Field<readonly Layer[]> = {
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

const sharings: Readonly<Record<Sharing, string>> = {
  rows: "Every Q-th of a class",
  classes: "All of a class",
  halves: "Half of a class",
};

const always = true;
const ofData = true;
const ofEntries = ({ protection }: At) => protection === "entry";
const dimensionLimits = { min: 1, max: mostFurther + 2 } as const;

export const toleranceLimits = { min: 1e-4, max: 1 } as const;

export const fabricationFields = {
  data: dataLine,
  x: column("x", parameter("the first column"), { ofData, always, missing: "Choose the first column." }),
  y: column("y", parameter("the second column"), {
    ofData,
    always,
    problem: (y, { x }: At) =>
      y === "" ? "Choose the second column." : y === x ? "Choose a second column other than the first." : undefined,
  }),
  label: column("class", parameter("the column of classes"), {
    ofData,
    always,
    optional: true,
    problem: (label, { x, y }: At) =>
      label !== "" && (label === x || label === y) ? "Choose a column other than the entries." : undefined,
  }),
  ...personFields,
  ...neighbourFields,
  ...unitFields(({ x, y }: At, { isOwn }: KnownTable) => unitsOfExample(!isOwn, x, y)),
  further: custom(
    parameter("the further columns"),
    (_: At, { defaults, columns }: KnownTable) => furtherField(defaults?.further ?? [], columns && { columns }),
    ofData,
  ),
  domainX: interval("domain", parameter("the range of the first column"), {
    ofData,
    fallback: [0, 1],
    always,
    called: "The range",
  }),
  domainY: interval("domainY", parameter("the range of the second column"), {
    ofData,
    fallback: [0, 1],
    always,
    called: "The range",
  }),
  protection: words(
    "protect",
    parameter("what is protected"),
    { entry: "One entry", record: "A whole record" },
    { fallback: "entry", always, label: "What ε protects" },
  ),
  /** d, as a share of an entry's range. */
  adjacency: logNumber("d", parameter("d"), {
    limits: { min: 0.01, max: 1 },
    fallback: 1,
    always: ofEntries,
    used: ofEntries,
    label: "Change of an entry",
  }),
  /** Laplace, with a point mass δ at 0, or a staircase. */
  atom: words(
    "atom",
    parameter("the noise of an entry"),
    { none: "Laplace", delta: "Laplace, a share δ exact", staircase: "Staircase" },
    { fallback: "none", always: ofEntries, label: "Noise of an entry" },
  ),
  origin: words(
    "zero",
    parameter("the origin of smoothing"),
    { middle: "Middle of the ranges", corner: "Lower ends" },
    { fallback: "middle", always, label: "Origin" },
  ),
  subspaceDimension: wholeNumber("n", parameter("n"), {
    limits: dimensionLimits,
    fallback: 2,
    always,
    label: "Subspace dimension",
  }),
  depth: wholeNumber("L", parameter("L"), { limits: dimensionLimits, fallback: 1, always, label: "Layers" }),
  branches: wholeNumber("branches", parameter("the number of branches"), {
    limits: { min: 1, max: 20 },
    fallback: 1,
    always,
    label: "Branches of a class",
    symbol: "S",
  }),
  parties: wholeNumber("parties", parameter("the number of parties"), {
    limits: { min: 1, max: 8 },
    fallback: 1,
    always,
    called: "Q",
    label: "Parties",
    symbol: "Q",
  }),
  sharing: words("sharing", parameter("how parties share the records"), sharings, {
    fallback: "rows",
    used: ({ parties }: At) => parties > 1,
    label: "Who has which records",
  }),
  steps: wholeNumber("steps", parameter("the number of steps"), {
    limits: { min: 0, max: 60 },
    fallback: 10,
    always,
    label: "Smoothing steps",
    symbol: "M",
  }),
  /** r of a branch over its rows; "none" for a fixed number of steps. */
  tolerance: numberOr("r", parameter("r"), "none", {
    limits: toleranceLimits,
    scale: "log",
    fallback: "none",
    always,
    called: "r",
  }),
  model: words(
    "model",
    parameter("the model"),
    { fabricated: "Fabricated rows", noisy: "Noisy rows" },
    { fallback: "fabricated", always, label: "The plane shows machines of" },
  ),
  /** Every how manyth record is kept for the test. */
  testEvery: wholeNumber("test", parameter("which records are kept for the test"), {
    limits: { min: 2, max: 20 },
    fallback: 4,
    always,
    label: "Kept for the test",
    symbol: "",
    problem: () => undefined,
  }),
  ...closingFields(),
  field: words("field", "display", ["distance", "classes", "none"], { fallback: "classes" }),
  layers: custom("display", () => layersField),
  plan: planLine,
};

export const fabricationRoles = rolesOf(fabricationFields, [
  "x",
  "y",
  "person",
  "perPerson",
  "most",
  "domainX",
  "domainY",
]);

export const fabricationParameterNames = parameterNames(fabricationRoles);
