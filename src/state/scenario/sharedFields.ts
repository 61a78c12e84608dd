import { exampleUnit } from "../../core/examples/exampleUnits.ts";
import type { PrivacyBudget } from "../../core/privacy/calibration/privacyBudget.ts";
import { mostRecordsLimits } from "../../core/release/absentRecords.ts";
import { originOfSchema, readingParameter } from "../../core/tables/schemaText.ts";
import {
  column,
  custom,
  logNumber,
  numberOr,
  text,
  wholeNumber,
  words,
  type KnownOfData,
  type Values,
} from "./fieldLines.ts";
import type { Field } from "./linkCodec.ts";
import { columnName, oneOf, orNothing, pinned, textOf } from "./linkFields.ts";
import { ownData } from "./ownData.ts";
import { parameter, provenanceField, type Provenance } from "./provenance.ts";
import type { Limits } from "./ranges.ts";

interface CommonAt {
  readonly data: string;
  readonly view: "inside" | "outside";
}

export const dataLine = custom("records", (_, __, { dataSets, start }) => dataField(dataSets, start));

const always = true;
const seedLimits = { min: 0, max: Number.MAX_SAFE_INTEGER };
const drawLimits = { min: 1, max: 50 };
const calibrations: Record<PrivacyBudget["calibration"], string> = { analytic: "Exact", classical: "Classical" };

export const budgetFields = {
  epsilon: logNumber("epsilon", parameter("ε"), {
    limits: { min: 1e-3, max: 50 },
    fallback: 1,
    always,
    label: "Privacy loss",
  }),
  delta: logNumber("delta", parameter("δ"), {
    limits: { min: 1e-15, max: 0.5 },
    fallback: 1e-5,
    always,
    label: "Slack",
  }),
  calibration: words("calibration", parameter("the calibration"), calibrations, {
    fallback: "analytic",
    always,
    label: "Calibration",
  }),
  /** A hidden seed is not reported missing. */
  seed: numberOr("seed", "noise", "secure", {
    limits: seedLimits,
    scale: "whole",
    fallback: (at: CommonAt, { isOwn }: KnownOfData) => (isOwn || hidesSeed(at) ? "secure" : 1),
    always: (at: CommonAt) => !hidesSeed(at),
    problem: (seed) => (seed === "secure" ? undefined : countSentence("The seed", seedLimits, seed)),
  }),
  draws: wholeNumber("draws", "noise", {
    limits: drawLimits,
    fallback: 1,
    always,
    label: "Number of draws",
    symbol: "k",
    problem: (draws) => countSentence("The number of draws", drawLimits, draws),
  }),
  /** Reading of an own file, by `schemaText`; "" without schema. */
  schema: custom(parameter(readingParameter), ({ data }: CommonAt) => schemaField(data === ownData)),
};

function countSentence(called: string, { min, max }: Limits, value: number): string | undefined {
  const isCount = Number.isSafeInteger(value) && value >= min && value <= max;
  return isCount ? undefined : `${called} must be a whole number from ${min} to ${max}; got ${value}.`;
}

export const viewLine = words(
  "view",
  "display",
  { inside: "Inside", outside: "Outside" },
  { fallback: "inside", always, label: "View" },
);

/**
 * Parameters not declared beforehand.
 *
 * @param chosenByMap meaning of "records" in older links
 */
export const originsLine = (chosenByMap: readonly string[] = []) =>
  custom<Provenance, unknown, unknown>(undefined, (_, __, { parameters }) => provenanceField(parameters, chosenByMap));

export const closingFields = (chosenByMap: readonly string[] = []) => ({
  ...budgetFields,
  view: viewLine,
  provenance: originsLine(chosenByMap),
});

export const commonFields = { data: dataLine, ...closingFields() };

export type CommonScenario = Values<typeof commonFields>;

const bands = ["none", "pointwise", "simultaneous", "both"] as const;

export type Band = (typeof bands)[number];

export const bandLine = words("band", "display", bands, { fallback: "pointwise" });

/** A plan, by `planText`, without marks of values that moved since; "" for the usual one. */
export const planLine = custom("display", (at: object): Field<string> => {
  const { requirement, parse } = textOf(1200);
  const isHere = (mark: string) => {
    const [word, field = "", value] = mark.split("_");
    return word !== "looked" || (field !== "plan" && (at as Record<string, unknown>)[field] === Number(value));
  };
  const unmoved = (plan: string) => plan.split(",").filter(isHere).join(",");
  const read = (given: string) => (parse(given) === undefined ? undefined : unmoved(given));
  return { key: "plan", fallback: "", always: false, requirement, parse: read, format: unmoved };
});

/** The same in links and on sliders. */
export const budgetLimits = {
  epsilon: budgetFields.epsilon.limits,
  delta: budgetFields.delta.limits,
  draws: drawLimits,
  seed: seedLimits,
} as const;

const ownOnly = true;
const ofData = true;

export const perPersonLimits = { min: 1, max: 1000 } as const;

/** Column of persons, "" if each row is one, and the declared bound on a person's rows. */
export const personFields = {
  person: column("person", parameter("the column of persons"), { ownOnly, optional: true }),
  perPerson: wholeNumber("perPerson", parameter("the bound on rows per person"), {
    limits: perPersonLimits,
    fallback: 1,
    ownOnly,
    used: ({ person }: { readonly person: string }) => person !== "",
    // The form keeps its limits; the worker refuses others.
    problem: () => undefined,
  }),
};

/** N, the most records if their number is private; else "public". */
export const neighbourFields = {
  most: numberOr("most", parameter("the largest number of records"), "public", {
    fallback: "public",
    limits: mostRecordsLimits,
    scale: "whole",
    problem: (most) =>
      most === "public" ? undefined : countSentence("The largest number of records", mostRecordsLimits, most),
  }),
};

export function mostRecordsOf({ most }: Values<typeof neighbourFields>): { readonly mostRecords?: number } {
  return most === "public" ? {} : { mostRecords: most };
}

export const groupFields = {
  /** "" for one function of all records. */
  groups: custom(parameter("the column of the groups"), groupsField, ofData),
  /** As typed, some with shares. */
  levels: text("levels", parameter("the groups"), 2000, { ownOnly, ofData }),
};

export type GroupFields = Values<typeof groupFields>;

export interface KnownGroups {
  readonly isOwn: boolean;
  readonly groups?: UsualGroups | undefined;
}

function groupsField(_: unknown, { isOwn, groups: usual }: KnownGroups): Field<string> {
  const kind = isOwn ? orNothing(columnName) : oneOf(["", ...(usual ? [usual.column] : [])]);
  return { key: "groups", fallback: isOwn ? "" : groupsShown(usual).groups, always: false, ...kind };
}

export interface UsualGroups {
  readonly column: string;
  readonly levels: string;
  /** True if it is first shown with them. */
  readonly isShown: boolean;
}

export function groupsShown(usual: UsualGroups | undefined): GroupFields {
  return { groups: usual?.isShown ? usual.column : "", levels: usual?.levels ?? "" };
}

/** Units such as "€" or "kg"; "date" for days since 1970, "time" for hours since midnight. */
interface AxisUnits {
  readonly unitX: string;
  readonly unitY: string;
}

export const noUnits: AxisUnits = { unitX: "", unitY: "" };

/** None for own data, where a person states them. */
export function unitsOfExample(isExample: boolean, x: string, y: string): AxisUnits {
  return isExample ? { unitX: exampleUnit(x), unitY: exampleUnit(y) } : noUnits;
}

/** No link changes an example's. */
export function unitFields<At, Known extends KnownOfData>(unitsOf: (at: At, known: Known) => AxisUnits) {
  const unit = (key: string, axis: keyof AxisUnits) =>
    text(key, "display", 24, { ownOnly, fallback: (at: At, known: Known) => unitsOf(at, known)[axis] });
  return { unitX: unit("unit", "unitX"), unitY: unit("unitY", "unitY") };
}

export type OwnColumns = Values<typeof personFields> & AxisUnits;

export type Neighbours = Values<typeof personFields> & Partial<Values<typeof neighbourFields>>;

export function dataField(examples: readonly { readonly id: string }[], start: string): Field<string> {
  return { key: "data", fallback: start, always: true, ...oneOf([...examples.map(({ id }) => id), ownData]) };
}

function schemaField(own: boolean): Field<string> {
  const field: Field<string> = {
    key: "schema",
    fallback: "",
    always: false,
    requirement: "how a file is read, as a link of this page says it",
    parse: (text) => (text === "" || originOfSchema(text) ? text : undefined),
    format: (text) => text,
  };
  return own ? field : pinned(field);
}

/** True if no seed may be written: it removes the noise. */
export function hidesSeed({ data, view }: CommonAt): boolean {
  return data === ownData && view === "outside";
}

/** A valid scenario: no seed for releases of own data, no schema for an example. */
export function settled<S extends CommonScenario>(given: S): S {
  const schema = given.data === ownData ? given.schema : "";
  const scenario = schema === given.schema ? given : { ...given, schema };
  return hidesSeed(scenario) && scenario.seed !== "secure" ? { ...scenario, seed: "secure" } : scenario;
}
