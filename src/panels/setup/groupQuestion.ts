import type { GroupFields } from "../../state/scenario/sharedFields.ts";
import type { OptionalQuestion } from "../study/declaration.ts";

/** @param asked columns that may tell groups apart, their typing and cost */
export function groupQuestion<S extends GroupFields>(
  { groups, levels }: GroupFields,
  { names, typed, words }: { readonly names: readonly string[]; readonly typed: string; readonly words: string },
): OptionalQuestion<S> {
  const change = (fields: Partial<GroupFields>) => fields as Partial<S>;
  return {
    kind: "optional",
    unit: "",
    label: "A curve for each group",
    explanation: `Name the groups as they stand in the column, separated by commas${typed} ${words}`,
    isAsked: groups !== "",
    value: 0,
    text: levels,
    asks: "Groups",
    longest: 2000,
    ask: (isAsked) => change({ groups: isAsked ? names[0]! : "", levels: "" }),
    change: (next) => change({ levels: String(next) }),
    column: { label: "Column of the groups", value: groups, names, change: (name) => change({ groups: name }) },
  };
}
