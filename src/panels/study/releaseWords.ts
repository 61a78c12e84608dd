import { version } from "../../../package.json";
import { takenFrom } from "../../core/takenFrom.ts";
import { shortNames } from "../../core/tables/shortName.ts";
import type { ReleaseWords } from "../../core/release/file/releaseContents.ts";
import { writtenUnit } from "../../core/release/file/writtenUnit.ts";
import type { ParameterOrigin } from "../../core/privacy/accounting/provenance.ts";
import { originOfSchema, readingParameter } from "../../core/tables/schemaText.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import type { Provenance } from "../../state/scenario/provenance.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import { countedRule } from "../data/missingValues.ts";
import { afterOpening, limitRule, unprotectedReading } from "../data/readingWords.ts";
import type { CommonFacts, ExportedTable, Guarantee } from "./study.ts";

/** Put in by the build. */
declare const curveilCommit: string | undefined;

export const releasingApp = {
  name: "Curveil",
  version,
  commit: typeof curveilCommit === "undefined" ? "" : curveilCommit,
};

export const unitsOfColumns = "units of columns";

export const classSides = {
  below: "class where the value is at most 0",
  above: "class where the value is above 0",
} as const;

const statement = "I would have chosen this without looking.";
const plannedStatement = "Planned on declared data.";
const plannedAfterLooking = "Planned on the private data.";
const afterPicture = "Chosen while a picture of the records was in sight.";

/** Chosen with the file's columns in sight. */
const fieldsOfFile: ReadonlySet<string> = new Set([
  ...["x", "y", "further", "person", "groups", "only", "response", "task", "positive", "label"],
  ...["shape", "curve", "time", "value", "firstRow", "points", "schema"],
]);

/**
 * Origins in the words of a file.
 *
 * @param schema with its origin; absent for an example
 * @param entryOf ledger entry that paid for a parameter
 * @param unused fields without effect on the release: not told if only declared
 */
export function parameterOrigins(
  names: Readonly<Partial<Record<string, string>>>,
  { provenance, schema = "", plan = "", ...values }: OriginsShown,
  entryOf: (field: string) => string | undefined,
  unused: ReadonlySet<string> = new Set(),
): readonly ParameterOrigin[] {
  const [planned, looked] = [takenFrom(plan), takenFrom(plan, "looked")];
  const isIn = (taken: Readonly<Record<string, number>>, field: string) =>
    taken[field] !== undefined && taken[field] === (values as Readonly<Record<string, unknown>>)[field];
  const isProposed = originOfSchema(schema) === "file";
  const declared = (parameter: string, isOfFile: boolean): ParameterOrigin =>
    isProposed && isOfFile
      ? { parameter, origin: "chosen after looking", statement: afterOpening, ledgerEntry: null }
      : publicOrigin(parameter);
  const originFor = (field: string, parameter: string): ParameterOrigin => {
    const origin = provenance[field];
    if (isIn(looked, field) && (origin === "looked" || origin === "affirmed"))
      return { parameter, origin: "chosen after looking", statement: plannedAfterLooking, ledgerEntry: null };
    if (origin === "affirmed") return affirmedOrigin(parameter);
    if (origin === "looked")
      return { parameter, origin: "chosen after looking", statement: afterPicture, ledgerEntry: null };
    if (origin === "bought") return { parameter, origin, statement: "", ledgerEntry: entryOf(field) ?? null };
    if (isIn(planned, field)) return { ...publicOrigin(parameter), statement: plannedStatement };
    return declared(parameter, fieldsOfFile.has(field));
  };
  const { schema: _, ...others } = names;
  const named = Object.entries(others).flatMap(([field, parameter = field]) => {
    const origin = originFor(field, parameter);
    return origin.origin === "public" && unused.has(field) ? [] : [origin];
  });
  return schema === "" ? named : [...named, originFor("schema", readingParameter)];
}

/** Only these fields are needed; values are compared with those of its plan. */
interface OriginsShown {
  readonly provenance: Provenance;
  readonly schema?: string;
  readonly plan?: string;
}

export function publicOrigin(parameter: string): ParameterOrigin {
  return { parameter, origin: "public", statement: "", ledgerEntry: null };
}

export function affirmedOrigin(parameter: string): ParameterOrigin {
  return { parameter, origin: "chosen after looking", statement, ledgerEntry: null };
}

export function settingRows(settings: readonly string[]): { readonly name: string; readonly value: string }[] {
  return settings.map((line) => {
    const at = line.indexOf(" = ");
    return { name: line.slice(0, Math.max(0, at)), value: at < 0 ? line : line.slice(at + 3) };
  });
}

function sideRows(sides: ExportedTable["sides"]): ReturnType<typeof settingRows> {
  if (!sides) return [];
  const [below, above] = sides;
  return [
    { name: classSides.below, value: below },
    { name: classSides.above, value: above },
  ];
}

/** A person's words. Public. */
export interface SaidOfRelease {
  readonly curator: string;
  readonly intendedUse: string;
}

interface WordsAbout {
  readonly study: string;
  readonly data: string;
  readonly schema?: string;
  readonly about?: SaidOfRelease | undefined;
}

/** Study and data, from public settings. */
export function releaseWordsOf<F extends CommonFacts, I>(
  { study, data, schema = "", about }: WordsAbout,
  { axes, facts }: StudyView<F, I>,
  { what, names, units = [], valueUnit = "", settings, sides, sheet, rows }: ExportedTable,
  {
    knows,
    neighbours,
    recordsPerPerson,
    declared,
  }: Pick<Guarantee, "knows" | "neighbours" | "recordsPerPerson" | "declared">,
  provenance: readonly ParameterOrigin[],
): ReleaseWords {
  const title = `Private ${what}`;
  return {
    app: releasingApp,
    created: new Date().toISOString().slice(0, 10),
    study,
    sheet: {
      title,
      curator: about?.curator ?? "",
      intendedUse: about?.intendedUse ?? "",
      dataProduct: `A ${what} over ${names.join(" and ")}`,
      privacyUnit: knows,
      privacyUnitDetails: neighbours,
      neighbourRelation:
        facts.mostRecords === undefined
          ? "replacement; the number of records is public"
          : `addition, removal or replacement; the number of records is protected, at most ${facts.mostRecords} count`,
      dataDomain: axes
        .map(({ lower, upper, levels }, k) =>
          levels
            ? `the groups ${shortNames(levels).join("; ")}`
            : `${lower} to ${upper} ${writtenUnit(units[k] ?? "")}`.trimEnd(),
        )
        .join(" by "),
      parameters: [
        ...settingRows(settings),
        ...sideRows(sides),
        ...(schema === "" ? [] : [{ name: readingParameter, value: schema }]),
      ],
      composition: "This release alone; what else was released of the same records adds up with it.",
      preprocessing: `Records outside the declared domain are moved to its edge.${data === ownData ? ` ${countedRule}${limitRule(schema)}` : ""}`,
      justification: `${declared} are declared; see where each parameter came from.`,
      ...sheet,
      unprotectedQuantities: [
        ...(sheet?.unprotectedQuantities ?? [
          facts.mostRecords === undefined
            ? `number of records: ${facts.recordCount}`
            : `declared largest number of records: ${facts.mostRecords}`,
          ...names.map((name) => `name of a column: ${name}`),
          ...axes.flatMap(({ levels = [] }) => levels.map((name) => `name of a group: ${name}`)),
          ...(sides ?? []).map((name) => `name of a class: ${name}`),
          // An example of one class is refused as it is read.
          ...(sides && data !== ownData ? ["that there are records of both classes"] : []),
        ]),
        ...(data === ownData ? [unprotectedReading] : []),
      ],
    },
    axes: names.map((name, k) => ({ name, unit: writtenUnit(units[k] ?? "") })),
    value: { name: what, unit: valueUnit },
    ...(rows && { rows }),
    sizes: { recordsPerPerson, ...(facts.mostRecords === undefined && { recordCount: facts.recordCount }) },
    provenance,
    ledgerEntry: null,
  };
}
