import { textKey } from "../../tables/cells/textKey.ts";
import { listOf, objectOf, oneOf, text, truth, type Read } from "../../untrusted.ts";

const longestValue = 2000;

const readChoice = objectOf({
  study: text(200),
  field: text(200),
  value: text(),
  origin: oneOf("declared", "affirmed", "bought"),
});

export const seenFields = {
  /** True once any picture was made of the data. */
  seen: truth,
  /** Values that were not chosen by looking. */
  choices: listOf(readChoice, 10_000),
};

export interface SeenParameters {
  readonly seen: boolean;
  readonly choices: readonly Choice[];
}

/** A parameter's value that stood in the first picture, was affirmed, or was bought. */
export type Choice = Read<typeof readChoice>;

/** Study of facts about a file, recorded as bought so that no join loses them. */
export const aboutFile = "file";

export const unseen: SeenParameters = { seen: false, choices: [] };

/** The record under an `order` of `TableKeys`: only bought values if it differs. */
export function underOrder({ seen, choices }: SeenParameters, order: string | undefined): SeenParameters {
  const isOther = choices.some((choice) => isOrderOf(choice, order) && choice.value !== valueText(order));
  return { seen, choices: isOther ? choices.filter(({ origin }) => origin === "bought") : choices };
}

export function withOrder({ seen, choices }: SeenParameters, order: string | undefined): SeenParameters {
  if (!seen || order === undefined) return { seen, choices };
  const others = choices.filter((choice) => !isOrderOf(choice, order));
  const value = valueText(order);
  return { seen, choices: [...others, { study: aboutFile, field: orderField, value, origin: "bought" }] };
}

const orderField = "order";

function isOrderOf({ study, field, value }: Choice, order: string | undefined): boolean {
  return study === aboutFile && field === orderField && value.split(" ")[0] === valueText(order).split(" ")[0];
}

/** A value as stored in choices; a long one as its length and digest. */
export function valueText(value: unknown): string {
  const whole = value === undefined ? "" : JSON.stringify(value);
  return whole.length <= longestValue ? whole : `${whole.length} characters, ${textKey(whole)}`;
}

/** Join of records about the same data. A value looked at in one is so in all, unless bought. */
export function joinedSeenParameters(records: readonly SeenParameters[]): SeenParameters {
  const seenCount = records.filter(({ seen }) => seen).length;
  const free = new Map<string, { readonly choice: Choice; seenBy: number; isDeclared: boolean }>();
  const bought = new Map<string, Choice>();
  for (const { seen, choices } of records)
    for (const [key, choice] of byValue(choices, bought)) {
      const known = free.get(key) ?? { choice, seenBy: 0, isDeclared: true };
      if (seen) known.seenBy++;
      if (choice.origin === "affirmed") known.isDeclared = false;
      free.set(key, known);
    }
  const choices = [...bought.values()];
  for (const { choice, seenBy, isDeclared } of free.values()) {
    // Unseen data: all is declared that is not affirmed.
    const isKept = seenBy === seenCount && (seenCount > 0 || !isDeclared);
    if (isKept) choices.push({ ...choice, origin: isDeclared ? "declared" : "affirmed" });
  }
  return { seen: seenCount > 0, choices: choices.sort(byPlace) };
}

/** Choices by value, bought ones separate; "declared" wins over "affirmed". */
function byValue(choices: readonly Choice[], bought: Map<string, Choice>): ReadonlyMap<string, Choice> {
  const free = new Map<string, Choice>();
  for (const choice of choices) {
    const { study, field, value, origin } = choice;
    const key = JSON.stringify([study, field, value]);
    if (origin === "bought") bought.set(key, choice);
    else if (free.get(key)?.origin !== "declared") free.set(key, choice);
  }
  return free;
}

function byPlace(a: Choice, b: Choice): number {
  const [one, other] = [a, b].map(({ study, field, value, origin }) => JSON.stringify([study, field, value, origin]));
  return one! < other! ? -1 : one! > other! ? 1 : 0;
}
