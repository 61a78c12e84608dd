import type { PrivacyBudget } from "../../core/privacy/calibration/privacyBudget.ts";
import { originOfSchema } from "../../core/tables/schemaText.ts";
import { exampleUnit } from "../../core/examples/exampleUnits.ts";
import type { Interval } from "../../core/grids.ts";
import { ownData } from "./ownData.ts";
import type { Field } from "./linkCodec.ts";
import { columnName, integerIn, logNumberIn, oneOf, orWord, pinned, textOf } from "./linkFields.ts";
import type { FieldRoles, Provenance } from "./provenance.ts";

/** What the scenarios of all studies say: which data, which budget, which noise, which view. */
export interface CommonScenario extends PrivacyBudget {
  /** Id of an example, or "own". */
  readonly data: string;
  readonly seed: number | "secure";
  readonly draws: number;
  readonly view: "inside" | "outside";
  /** How a file of one's own is read, as `schemaText` writes it; "" where none is. */
  readonly schema: string;
  /** Which parameters were not simply declared beforehand. */
  readonly provenance: Provenance;
}

/** Which bands are drawn around a curve. */
export type Band = "none" | "pointwise" | "simultaneous" | "both";

/** The name, in a release, of how the file was read. */
export const readingParameter = "how the file is read";

/** The roles of the fields that all studies have. */
export const commonRoles: FieldRoles<CommonScenario> = {
  data: "records",
  schema: { parameter: readingParameter },
  epsilon: { parameter: "ε" },
  delta: { parameter: "δ" },
  calibration: { parameter: "the calibration" },
  seed: "noise",
  draws: "noise",
  view: "display",
};

/** The limits of the budget's controls, the same in links and on sliders. */
export const budgetLimits = {
  epsilon: { min: 1e-3, max: 50 },
  delta: { min: 1e-15, max: 0.5 },
  draws: { min: 1, max: 50 },
  seed: { min: 0, max: Number.MAX_SAFE_INTEGER },
} as const;

interface BudgetDefaults {
  readonly epsilon: number;
  readonly delta: number;
  readonly seed?: number | "secure";
  readonly draws?: number;
}

/** The fields of budget and noise; a link that hides its seed does not report it missing. */
export function budgetFields(
  defaults: BudgetDefaults,
  context: Pick<CommonScenario, "data" | "view">,
): { readonly [P in "epsilon" | "delta" | "calibration" | "seed" | "draws" | "schema"]: Field<CommonScenario[P]> } {
  const always = true;
  const hidden = hidesSeed(context);
  return {
    epsilon: logNumberIn({ key: "epsilon", fallback: defaults.epsilon, ...budgetLimits.epsilon, always }),
    delta: logNumberIn({ key: "delta", fallback: defaults.delta, ...budgetLimits.delta, always }),
    calibration: oneOf<CommonScenario["calibration"]>({
      key: "calibration",
      fallback: "analytic",
      choices: ["analytic", "classical"],
      always,
    }),
    seed: orWord(
      "secure",
      integerIn({ key: "seed", fallback: 0, ...budgetLimits.seed, always: !hidden }),
      hidden ? "secure" : (defaults.seed ?? 1),
    ),
    draws: integerIn({ key: "draws", fallback: defaults.draws ?? 1, ...budgetLimits.draws, always }),
    schema: schemaField(context.data === ownData),
  };
}

/** The field of how a file of one's own is read; an example has none. */
function schemaField(own: boolean): Field<string> {
  const options = { key: "schema", fallback: "" };
  const field: Field<string> = {
    ...options,
    always: false,
    requirement: "how a file is read, as a link of this page says it",
    parse: (text) => (text === "" || originOfSchema(text) ? text : undefined),
    format: (text) => text,
  };
  return own ? field : pinned(field);
}

/** The field of the data set: an example, or the person's own. */
export function dataField(examples: readonly { readonly id: string }[], start: string): Field<string> {
  return oneOf({ key: "data", fallback: start, choices: [...examples.map(({ id }) => id), ownData], always: true });
}

/** Whether a link names a data set that is not there. */
export function namesUnknownData(
  examples: readonly { readonly id: string }[],
  start: string,
  given: ReadonlyMap<string, string>,
): boolean {
  const { key, parse } = dataField(examples, start);
  const named = given.get(key);
  return named !== undefined && parse(named) === undefined;
}

/** The field of a column: one of an example's, or any name that is no number. */
export function columnField(
  options: { readonly key: string; readonly fallback: string; readonly always: boolean },
  example: { readonly columns: readonly string[] } | undefined,
): Field<string> {
  return example ? oneOf({ ...options, choices: example.columns }) : columnName(options);
}

/** Whose rows are protected together, and in which units the columns of one's own data are. */
export interface OwnColumns {
  /** The column that says whose a row is; "" where each row is a person. */
  readonly person: string;
  /** The declared bound on the rows of one person. */
  readonly perPerson: number;
  /** Units of the axes, such as "€" or "kg"; "date" for days since 1970, "time" for hours since midnight. */
  readonly unitX: string;
  readonly unitY: string;
}

/** Two columns of numbers, each with its domain. */
interface TwoColumns extends OwnColumns {
  readonly x: string;
  readonly y: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
}

/** The roles of the fields that say which columns are meant. */
export const columnRoles: FieldRoles<TwoColumns> = {
  x: { parameter: "the first column" },
  y: { parameter: "the second column" },
  person: { parameter: "the column of persons" },
  perPerson: { parameter: "the bound on rows per person" },
  domainX: { parameter: "the domain" },
  domainY: { parameter: "the second domain" },
  unitX: "display",
  unitY: "display",
};

/** Of data in which each row is a person, and units are unknown. */
export const plainColumns: OwnColumns = { person: "", perPerson: 1, unitX: "", unitY: "" };

/** The most rows of one person that may be declared. */
export const perPersonLimits = { min: 1, max: 1000 } as const;

/** Of axes whose units are not known. */
export const noUnits = { unitX: "", unitY: "" } as const;

/** The units of axes that show these columns of an example; none of one's own data, whose units a person states. */
export function unitsOfExample(isExample: boolean, x: string, y: string): Pick<OwnColumns, "unitX" | "unitY"> {
  return isExample ? { unitX: exampleUnit(x), unitY: exampleUnit(y) } : noUnits;
}

/** The fields of `OwnColumns`; an example has the known units of its axes, and no others. */
export function ownColumnFields(
  own: boolean,
  units: Pick<OwnColumns, "unitX" | "unitY">,
): { readonly [P in keyof OwnColumns]: Field<OwnColumns[P]> } {
  const person = orNothing(columnName({ key: "person", fallback: "" }));
  const perPerson = integerIn({ key: "perPerson", fallback: 1, ...perPersonLimits });
  return {
    person: own ? person : pinned(person),
    perPerson: own ? perPerson : pinned(perPerson),
    ...unitFields(own, units),
  };
}

/** The groups that have a function each. */
export interface GroupFields {
  /** The column that tells them apart; "" for one function of all. */
  readonly groups: string;
  /** Their names as they are typed, with shares where they have some. */
  readonly levels: string;
}

/** The groups that an example may be shown with. */
export interface UsualGroups {
  readonly column: string;
  readonly levels: string;
  /** Whether it is first shown with them. */
  readonly isShown: boolean;
}

/** The roles of the groups. */
export const groupRoles: FieldRoles<GroupFields> = {
  groups: { parameter: "the column of the groups" },
  levels: { parameter: "the groups" },
};

/** The groups of an example, if it is first shown with them. */
export function groupsShown(usual: UsualGroups | undefined): GroupFields {
  return { groups: usual?.isShown ? usual.column : "", levels: usual?.levels ?? "" };
}

/** The fields of the groups; an example has its own, or none. */
export function groupFields(
  usual: UsualGroups | undefined,
  own: boolean,
): { readonly [P in keyof GroupFields]: Field<GroupFields[P]> } {
  const levels = textOf({ key: "levels", fallback: usual?.levels ?? "", maxLength: 2000 });
  if (own) return { groups: orNothing(columnName({ key: "groups", fallback: "" })), levels };
  const choices = ["", ...(usual ? [usual.column] : [])];
  const fallback = usual?.isShown ? usual.column : "";
  return { groups: oneOf({ key: "groups", fallback, choices }), levels: pinned(levels) };
}

/** The fields of the axes' units; those of an example are known, and no link changes them. */
export function unitFields(
  own: boolean,
  { unitX, unitY }: Pick<OwnColumns, "unitX" | "unitY">,
): { readonly [P in "unitX" | "unitY"]: Field<string> } {
  const unit = (key: string, fallback: string) => {
    const field = textOf({ key, fallback, maxLength: 24 });
    return own ? field : pinned(field);
  };
  return { unitX: unit("unit", unitX), unitY: unit("unitY", unitY) };
}

/** A field that also takes nothing, written as nothing. */
export function orNothing(other: Field<string>): Field<string> {
  return {
    ...other,
    requirement: `${other.requirement}, or nothing`,
    parse: (text) => (text === "" ? "" : other.parse(text)),
  };
}

/** The field of the bands that a curve is shown with. */
export function bandField(): Field<Band> {
  return oneOf<Band>({ key: "band", fallback: "pointwise", choices: ["none", "pointwise", "simultaneous", "both"] });
}

/** The field of the side that is shown. */
export function viewField(): Field<CommonScenario["view"]> {
  return oneOf<CommonScenario["view"]>({
    key: "view",
    fallback: "inside",
    choices: ["inside", "outside"],
    always: true,
  });
}

/** Whether a scenario must have no seed: whoever has it can subtract the noise. */
export function hidesSeed({ data, view }: Pick<CommonScenario, "data" | "view">): boolean {
  return data === ownData && view === "outside";
}

/** A scenario as it may be: what one's own data are released with has no seed, and an example no schema. */
export function settled<S extends CommonScenario>(given: S): S {
  const scenario = given.data === ownData || given.schema === "" ? given : { ...given, schema: "" };
  return hidesSeed(scenario) && scenario.seed !== "secure" ? { ...scenario, seed: "secure" } : scenario;
}
