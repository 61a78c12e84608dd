import { valueText, type Choice, type SeenParameters } from "../../core/privacy/accounting/seenParameters.ts";

const origins: readonly Choice["origin"][] = ["declared", "affirmed", "bought"];

/** From earlier versions: JSON values by study, field and origin. Unreadable records count as seen. */
export function formerSeenParameters(stored: unknown): SeenParameters {
  const { seen, values } = membersOf(stored);
  if (typeof seen !== "boolean" || typeof values !== "object" || values === null) return { seen: true, choices: [] };
  const choices = Object.entries(values).flatMap(([study, fields]) =>
    Object.entries(membersOf(fields)).flatMap(([field, kept]) =>
      Object.entries(membersOf(kept)).flatMap(([origin, text]) => choicesOf({ study, field, origin, text })),
    ),
  );
  return { seen, choices };
}

function choicesOf({
  study,
  field,
  origin,
  text,
}: Readonly<Record<"study" | "field" | "origin", string>> & { readonly text: unknown }): Choice[] {
  const known = origins.find((each) => each === origin);
  if (!known || typeof text !== "string" || study.length > 200 || field.length > 200) return [];
  try {
    return [{ study, field, value: valueText(JSON.parse(text)), origin: known }];
  } catch {
    return [];
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
