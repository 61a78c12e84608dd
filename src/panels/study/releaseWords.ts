import { version } from "../../../package.json";
import { shortNames } from "../../core/tables/shortName.ts";
import { wordsProblem } from "../../core/release/file/releaseContents.ts";
import type { ReleaseWords } from "../../core/release/file/releaseContents.ts";
import { writtenUnit } from "../../core/release/file/writtenUnit.ts";
import type { ParameterOrigin } from "../../core/privacy/accounting/provenance.ts";
import { originOfSchema } from "../../core/tables/schemaText.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import type { Provenance } from "../../state/scenario/provenance.ts";
import { readingParameter } from "../../state/scenario/sharedFields.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import { countedRule } from "../data/missingValues.ts";
import { afterOpening, unprotectedReading } from "../data/readingWords.ts";
import type { CommonFacts, ExportedTable, Guarantee } from "./study.ts";

/** The setting that says in which units the columns of a released table are. */
export const unitsOfColumns = "units of columns";

/** Names of parameters of a release's sheet that say which classes are on both sides of zero. */
export const classSides = {
  below: "class where the value is at most 0",
  above: "class where the value is above 0",
} as const;

const statement = "I would have chosen this without looking.";
const afterPicture = "Chosen while a picture of the records was in sight.";

/** Fields that say which columns are meant and what they hold: they are chosen with the columns of the file in sight. */
const fieldsOfFile: ReadonlySet<string> = new Set([
  ...["x", "y", "further", "person", "groups", "only", "response", "task", "positive", "label"],
  ...["shape", "curve", "time", "value", "firstRow", "points", "schema"],
]);

/**
 * Where parameters come from, in the words of a file.
 *
 * @param names by field
 * @param schema how the file was read, and where that comes from; absent for an example
 * @param entryOf the ledger entry that paid for a parameter; undefined where there is none
 */
export function parameterOrigins(
  names: Readonly<Partial<Record<string, string>>>,
  { provenance, schema = "" }: { readonly provenance: Provenance; readonly schema?: string },
  entryOf: (field: string) => string | undefined,
): readonly ParameterOrigin[] {
  const isProposed = originOfSchema(schema) === "file";
  const declared = (parameter: string, isOfFile: boolean): ParameterOrigin =>
    isProposed && isOfFile
      ? { parameter, origin: "chosen after looking", statement: afterOpening, ledgerEntry: null }
      : publicOrigin(parameter);
  const originFor = (field: string, parameter: string): ParameterOrigin => {
    const origin = provenance[field];
    if (origin === "affirmed") return affirmedOrigin(parameter);
    if (origin === "looked")
      return { parameter, origin: "chosen after looking", statement: afterPicture, ledgerEntry: null };
    if (origin === "bought") return { parameter, origin, statement: "", ledgerEntry: entryOf(field) ?? null };
    return declared(parameter, fieldsOfFile.has(field));
  };
  const { schema: _, ...others } = names;
  const named = Object.entries(others).map(([field, parameter = field]) => originFor(field, parameter));
  return schema === "" ? named : [...named, originFor("schema", readingParameter)];
}

/** The origin of a parameter that was declared before anybody looked. */
export function publicOrigin(parameter: string): ParameterOrigin {
  return { parameter, origin: "public", statement: "", ledgerEntry: null };
}

/** The origin of a parameter that was moved while looking, and affirmed. */
export function affirmedOrigin(parameter: string): ParameterOrigin {
  return { parameter, origin: "chosen after looking", statement, ledgerEntry: null };
}

/** Why a release file cannot hold what it would say; undefined where it can. It is asked before anything is paid. */
export function unsayableBecause(words: ReleaseWords): string | undefined {
  const long = words.axes.map(({ name }) => name).find((name) => name.length > longestName);
  if (long === undefined) return wordsProblem(words);
  return `A release file has names of at most ${longestName} characters; the column “${long.slice(0, 20)}…” has ${long.length}. Rename it in your file.`;
}

const longestName = 200;

/** Settings, a line each, as names with values. */
export function settingRows(settings: readonly string[]): { readonly name: string; readonly value: string }[] {
  return settings.map((line) => {
    const at = line.indexOf(" = ");
    return { name: line.slice(0, Math.max(0, at)), value: at < 0 ? line : line.slice(at + 3) };
  });
}

/** Which class is on which side of zero, as a sheet says it. */
function sideRows(sides: ExportedTable["sides"]): ReturnType<typeof settingRows> {
  if (!sides) return [];
  const [below, above] = sides;
  return [
    { name: classSides.below, value: below },
    { name: classSides.above, value: above },
  ];
}

/** What the file of a release says beside its numbers, from what is public in a scenario: of which study, and of which data. */
export function releaseWordsOf<F extends CommonFacts, I>(
  { study, data, schema = "" }: { readonly study: string; readonly data: string; readonly schema?: string },
  { axes, facts }: StudyView<F, I>,
  { what, names, units = [], valueUnit = "", settings, sides, sheet }: ExportedTable,
  { knows, neighbours, declared }: Pick<Guarantee, "knows" | "neighbours" | "declared">,
  provenance: readonly ParameterOrigin[],
): ReleaseWords {
  const title = `Private ${what}`;
  return {
    app: { name: "Curveil", version, commit: "" },
    created: new Date().toISOString().slice(0, 10),
    study,
    sheet: {
      title,
      curator: "",
      intendedUse: "",
      dataProduct: `A ${what} over ${names.join(" and ")}`,
      privacyUnit: knows,
      privacyUnitDetails: neighbours,
      neighbourRelation: "replacement; the number of records is public",
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
      preprocessing: `Records outside the declared domain are moved to its edge.${data === ownData ? ` ${countedRule}` : ""}`,
      justification: `${declared} are declared; see where each parameter came from.`,
      ...sheet,
      unprotectedQuantities: [
        ...(sheet?.unprotectedQuantities ?? [
          `number of records: ${facts.recordCount}`,
          ...names.map((name) => `name of a column: ${name}`),
          ...axes.flatMap(({ levels = [] }) => levels.map((name) => `name of a group: ${name}`)),
          ...(sides ?? []).map((name) => `name of a class: ${name}`),
          // An example of one class only is refused as it is read.
          ...(sides && data !== ownData ? ["that there are records of both classes"] : []),
        ]),
        ...(data === ownData ? [unprotectedReading] : []),
      ],
    },
    axes: names.map((name, k) => ({ name, unit: writtenUnit(units[k] ?? "") })),
    value: { name: what, unit: valueUnit },
    provenance,
    ledgerEntry: null,
  };
}
