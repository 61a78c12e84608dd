import type { Origin, Provenance } from "../scenario/provenance.ts";

/**
 * What is remembered of one data set: whether any picture was made of it, and which values of parameters were not
 * chosen by looking. One value of each origin, by study and field, as JSON.
 */
export interface Sights {
  readonly seen: boolean;
  readonly values: Readonly<Record<string, FieldValues>>;
}

type Kept = "declared" | "affirmed" | "bought";
type FieldValues = Readonly<Record<string, Readonly<Partial<Record<Kept, string>>>>>;

/** A change of what is remembered, applied to whatever is kept by then. */
export type SightsChange = (sights: Sights) => Sights;

/** Of data that nobody has seen. */
export const unseen: Sights = { seen: false, values: {} };

/** Of data of which it is not known what was chosen before they were seen. */
export const seenBefore: Sights = { seen: true, values: {} };

/** A picture was made. What stood in the scenario of the first one was declared beforehand; nothing that comes later was. */
export function afterSight(study: string, declared: Readonly<Record<string, unknown>>): SightsChange {
  return (sights) => {
    if (sights.seen) return sights;
    const named = Object.entries(declared).reduce(
      (all, [field, value]) => withValue(all, study, field, "declared", JSON.stringify(value)),
      sights,
    );
    return { ...named, seen: true };
  };
}

/** A person said of a value, or a purchase made it so, where it comes from. */
export function afterChoice(study: string, field: string, value: unknown, origin: Origin): SightsChange {
  const text = JSON.stringify(value);
  return (sights) => {
    if (origin !== "looked") return withValue(sights, study, field, origin, text);
    const kept = Object.entries(sights.values[study]?.[field] ?? {}).filter(([, each]) => each !== text);
    return withField(sights, study, field, Object.fromEntries(kept));
  };
}

/** Where the value of a parameter comes from: what is remembered of it, and of data that were seen "looked" if nothing is. */
export function originOf(sights: Sights, study: string, field: string, value: unknown): Origin | undefined {
  const { declared, affirmed, bought } = sights.values[study]?.[field] ?? {};
  const text = JSON.stringify(value);
  if (bought === text) return "bought";
  if (declared === text) return undefined;
  if (affirmed === text) return "affirmed";
  return sights.seen ? "looked" : undefined;
}

/**
 * The origins of a scenario of one's own data, by its values alone once the data were seen: no link, no picture that is
 * opened and no way back can say otherwise.
 */
export function originsOf(
  sights: Sights,
  study: string,
  fields: readonly string[],
  scenario: { readonly provenance: Provenance },
): Provenance {
  const values = scenario as unknown as Readonly<Record<string, unknown>>;
  const entries = fields.flatMap((field) => {
    const remembered = originOf(sights, study, field, values[field]);
    const said = scenario.provenance[field];
    const origin = sights.seen || remembered === "bought" ? remembered : said === "bought" ? undefined : said;
    return origin ? [[field, origin] as const] : [];
  });
  return sameOr(scenario.provenance, Object.fromEntries(entries));
}

/** The origins of a scenario of an example, which are what it says; but "bought" holds for the value that was bought only. */
export function originsOfExample(
  sights: Sights,
  study: string,
  scenario: { readonly provenance: Provenance },
): Provenance {
  const values = scenario as unknown as Readonly<Record<string, unknown>>;
  const entries = Object.entries(scenario.provenance).filter(
    ([field, origin]) => origin !== "bought" || originOf(sights, study, field, values[field]) === "bought",
  );
  return sameOr(scenario.provenance, Object.fromEntries(entries));
}

/** What was kept, if it can be read; data of which it cannot were seen. */
export function checkedSights(stored: unknown): Sights {
  if (stored === undefined) return unseen;
  const { seen, values } = (stored ?? {}) as Partial<Sights>;
  if (typeof seen !== "boolean" || typeof values !== "object") return seenBefore;
  return { seen, values };
}

function withValue(sights: Sights, study: string, field: string, kind: Kept, text: string): Sights {
  return withField(sights, study, field, { ...sights.values[study]?.[field], [kind]: text });
}

function withField(sights: Sights, study: string, field: string, kept: FieldValues[string]): Sights {
  return { ...sights, values: { ...sights.values, [study]: { ...sights.values[study], [field]: kept } } };
}

function sameOr(before: Provenance, now: Provenance): Provenance {
  const names = Object.keys(now);
  const isSame = names.length === Object.keys(before).length && names.every((name) => before[name] === now[name]);
  return isSame ? before : now;
}
