import {
  aboutFile,
  valueText,
  type Choice,
  type SeenParameters,
} from "../../core/privacy/accounting/seenParameters.ts";
import { lookedSchemaText } from "../../core/tables/schemaText.ts";
import type { Origin, Provenance } from "../scenario/provenance.ts";

/** A change of what is remembered, applied to whatever is kept by then. */
export type SeenChange = (sights: SeenParameters) => SeenParameters;

/** A picture was made. What stood in the scenario of the first one was declared beforehand; nothing that comes later was. */
export function afterSight(study: string, declared: Readonly<Record<string, unknown>>): SeenChange {
  return (sights) => {
    if (sights.seen) return sights;
    const named = Object.entries(declared).map(([field, value]) => choiceOf(study, field, value, "declared"));
    return { seen: true, choices: [...sights.choices, ...named] };
  };
}

/** A person said of a value, or a purchase made it so, where it comes from: the last one that they said it of. */
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

/** A file showed its proposal of a schema. */
export const afterProposal: SeenChange = afterChoice(aboutFile, "schema", "proposed", "bought");

/** True if these data showed a proposal: any schema of theirs is then declared after looking. */
export function wasProposed(sights: SeenParameters): boolean {
  return originOf(sights, aboutFile, "schema", "proposed") === "bought";
}

function choiceOf(study: string, field: string, value: unknown, origin: Choice["origin"]): Choice {
  return { study, field, value: textOf(field, value), origin };
}

/** The text of a value. A schema is the same one before and after a proposal was seen. */
function textOf(field: string, value: unknown): string {
  return valueText(field === "schema" && typeof value === "string" ? lookedSchemaText(value) : value);
}

/** The origin of a parameter's value: the remembered one, else "looked" if the data were seen. */
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
 * The origins of a scenario of one's own data, by its values alone once the data were seen: no link, no picture that is
 * opened and no way back can say otherwise. Before that a link is believed where it says the worse: what it calls chosen by
 * looking stays so, and so is what it calls bought, if nothing was paid here.
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

/** The origins of a scenario of an example, which are what it says; but "bought" holds for the value that was bought only. */
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
