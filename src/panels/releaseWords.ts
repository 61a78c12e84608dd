import { version } from "../../package.json";
import type { ReleaseWords } from "../core/releaseFile/releaseContents.ts";
import type { StudyView } from "../state/presented.ts";
import type { CommonScenario } from "../state/sharedFields.ts";
import type { CommonFacts, ExportedTable, Guarantee } from "./study.ts";

const statement = "I would have chosen this without looking.";

/** What the file of a release says beside its numbers, from what is public in a scenario. */
export function releaseWordsOf<F extends CommonFacts, I>(
  study: string,
  shown: CommonScenario,
  { axes, facts }: StudyView<F, I>,
  { what, names, settings, sheet }: ExportedTable,
  { knows, neighbours, declared }: Pick<Guarantee, "knows" | "neighbours" | "declared">,
  parameterNames: Readonly<Record<string, string>>,
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
      dataDomain: axes.map(({ lower, upper }) => `${lower} to ${upper}`).join(" by "),
      unprotectedQuantities: [
        `number of records: ${facts.recordCount}`,
        ...names.map((name) => `name of a column: ${name}`),
      ],
      parameters: settings.map((line) => {
        const at = line.indexOf(" = ");
        return { name: line.slice(0, Math.max(0, at)), value: at < 0 ? line : line.slice(at + 3) };
      }),
      composition: "This release alone; what else was released of the same records adds up with it.",
      preprocessing: "Records outside the declared domain are moved to its edge.",
      justification: `${declared} are declared; see where each parameter came from.`,
      ...sheet,
    },
    axes: names.map((name) => ({ name, unit: "" })),
    value: { name: what, unit: "" },
    provenance: Object.entries(parameterNames).map(([field, parameter]) =>
      shown.provenance[field] === "affirmed"
        ? { parameter, origin: "chosen after looking", statement, ledgerEntry: null }
        : shown.provenance[field] === "bought"
          ? { parameter, origin: "bought", statement: "", ledgerEntry: null }
          : { parameter, origin: "public", statement: "", ledgerEntry: null },
    ),
    ledgerEntry: null,
  };
}
