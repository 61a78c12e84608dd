import {
  aboutFile,
  valueText,
  type Choice,
  type SeenParameters,
} from "../../core/privacy/accounting/seenParameters.ts";
import { lookedSchemaText } from "../../core/tables/schemaText.ts";
import type { Origin, Provenance } from "../scenario/provenance.ts";

/** Applied to the then stored seen parameters. */
export type SeenChange = (sights: SeenParameters) => SeenParameters;

/** A picture was made: only values of the first were declared beforehand. */
export function afterSight(study: string, declared: Readonly<Record<string, unknown>>): SeenChange {
  return (sights) => {
    if (sights.seen) return sights;
    const named = Object.entries(declared).map(([field, value]) => choiceOf(study, field, value, "declared"));
    return { seen: true, choices: [...sights.choices, ...named] };
  };
}

/** Origin by statement or purchase; the last counts. */
export function afterChoice(study: string, field: string, value: unknown, origin: Origin): SeenChange {
  const text = textOf(field, value);
  return (sights) => {
    const others = sights.choices.filter(
      (choice) =>
        choice.study !== study ||
        choice.field !== field ||
        (origin === "looked" ? choice.value !== text : choice.origin !== origin),
    );
    return { ...sights, choices: origin === "looked" ? others : [...others, choiceOf(study, field, value, origin)] };
  };
}

/** A file proposed its schema. */
export const afterProposal: SeenChange = afterChoice(aboutFile, "schema", "proposed", "bought");

/** True if a proposal was shown: any schema then counts as looked. */
export function wasProposed(sights: SeenParameters): boolean {
  return originOf(sights, aboutFile, "schema", "proposed") === "bought";
}

function choiceOf(study: string, field: string, value: unknown, origin: Choice["origin"]): Choice {
  return { study, field, value: textOf(field, value), origin };
}

/** Text of a value, without a schema's mark of a seen proposal. */
function textOf(field: string, value: unknown): string {
  return valueText(field === "schema" && typeof value === "string" ? lookedSchemaText(value) : value);
}

/** The remembered origin, else "looked" if the data were seen. */
export function originOf(sights: SeenParameters, study: string, field: string, value: unknown): Origin | undefined {
  const text = textOf(field, value);
  const said = new Set(
    sights.choices.flatMap((choice) =>
      choice.study === study && choice.field === field && choice.value === text ? [choice.origin] : [],
    ),
  );
  if (said.has("bought")) return "bought";
  if (said.has("declared")) return undefined;
  if (said.has("affirmed")) return "affirmed";
  return sights.seen ? "looked" : undefined;
}

/**
 * Origins for own data. Once seen, they follow from values alone, whatever a link, a picture or undo says. Before, a
 * link is believed about "looked", and about "bought" without a payment here.
 */
export function originsOf(
  sights: SeenParameters,
  study: string,
  fields: readonly string[],
  scenario: { readonly provenance: Provenance },
): Provenance {
  const values = scenario as unknown as Readonly<Record<string, unknown>>;
  const entries = fields.flatMap((field) => {
    const remembered = originOf(sights, study, field, values[field]);
    const said = scenario.provenance[field];
    const origin = sights.seen || remembered === "bought" ? remembered : said === "bought" ? "looked" : said;
    return origin ? [[field, origin] as const] : [];
  });
  return sameOr(scenario.provenance, Object.fromEntries(entries));
}

/** Origins as the example says; "bought" only for the bought value. */
export function originsOfExample(
  sights: SeenParameters,
  study: string,
  scenario: { readonly provenance: Provenance },
): Provenance {
  const values = scenario as unknown as Readonly<Record<string, unknown>>;
  const entries = Object.entries(scenario.provenance).filter(
    ([field, origin]) => origin !== "bought" || originOf(sights, study, field, values[field]) === "bought",
  );
  return sameOr(scenario.provenance, Object.fromEntries(entries));
}

function sameOr(before: Provenance, now: Provenance): Provenance {
  const names = Object.keys(now);
  const isSame = names.length === Object.keys(before).length && names.every((name) => before[name] === now[name]);
  return isSame ? before : now;
}
