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
  /** Values of parameters that were not chosen by looking, as any other value was once the data were seen. */
  choices: listOf(readChoice, 10_000),
};

export interface SeenParameters {
  readonly seen: boolean;
  readonly choices: readonly Choice[];
}

/** A value of a parameter that was not chosen by looking: it stood in the first picture, was affirmed, or was bought. */
export type Choice = Read<typeof readChoice>;

/** The study of facts about a file. They are recorded as bought, which no joining loses, and no entry pays for them. */
export const aboutFile = "file";

export const unseen: SeenParameters = { seen: false, choices: [] };

/** The record under an `order` of `TableKeys`: bought values alone if the same names were seen in another order. */
export function underOrder({ seen, choices }: SeenParameters, order: string | undefined): SeenParameters {
  const isOther = choices.some((choice) => isOrderOf(choice, order) && choice.value !== valueText(order));
  return { seen, choices: isOther ? choices.filter(({ origin }) => origin === "bought") : choices };
}

/** The record with the order of the names of a file that was seen, in place of another order of the same names. */
export function withOrder({ seen, choices }: SeenParameters, order: string | undefined): SeenParameters {
  if (!seen || order === undefined) return { seen, choices };
  const others = choices.filter((choice) => !isOrderOf(choice, order));
  const value = valueText(order);
  return { seen, choices: [...others, { study: aboutFile, field: orderField, value, origin: "bought" }] };
}

const orderField = "order";

/** True for an order of the same names. */
function isOrderOf({ study, field, value }: Choice, order: string | undefined): boolean {
  return study === aboutFile && field === orderField && value.split(" ")[0] === valueText(order).split(" ")[0];
}

/** A value as records of choices have it; of a long one, its length and a digest. */
export function valueText(value: unknown): string {
  const whole = value === undefined ? "" : JSON.stringify(value);
  return whole.length <= longestValue ? whole : `${whole.length} characters, ${textKey(whole)}`;
}

/**
 * One record of several of the same data, as from two browsers, whatever their order and number. A value that one of them
 * takes for chosen by looking is so in all, unless it was bought.
 */
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
    // Data that nobody has seen: all is declared that is not affirmed.
    const isKept = seenBy === seenCount && (seenCount > 0 || !isDeclared);
    if (isKept) choices.push({ ...choice, origin: isDeclared ? "declared" : "affirmed" });
  }
  return { seen: seenCount > 0, choices: choices.sort(byPlace) };
}

/** The choices of one record by value, bought ones apart; a value said twice was declared. */
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
