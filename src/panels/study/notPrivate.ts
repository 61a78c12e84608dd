import { parametersOf } from "../../state/scenario/provenance.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { Guarantee } from "./study.ts";

/** Parameters by their names on the screen. */
export function lookedAt(
  names: Readonly<Partial<Record<string, string>>>,
  { provenance }: Pick<CommonScenario, "provenance">,
): readonly string[] {
  return parametersOf(provenance, "looked", names);
}

/** Edits follow from what was seen: edited own records make no private release. */
const byHandSentence =
  "points of your own were changed by hand while all of them were in sight, and what was changed tells of the records. Restore the data; or change the file, by a rule that you fixed beforehand.";

/** Its guarantee, edited records, or parameters chosen while looking. */
export function notPrivateBecause(
  guarantee: Pick<Guarantee, "notPrivate"> | undefined,
  looked: readonly string[],
  changedByHand: boolean,
): string | undefined {
  return guarantee?.notPrivate ?? (changedByHand ? byHandSentence : lookedSentence(looked));
}

function lookedSentence(looked: readonly string[]): string | undefined {
  if (looked.length === 0) return undefined;
  const all = looked.length === 1 ? looked[0]! : `${looked.slice(0, -1).join(", ")} and ${looked.at(-1)!}`;
  const verb = looked.length === 1 ? "was" : "were";
  return `${all} ${verb} chosen while looking at the private picture, and that choice tells of the records. Declare what you fixed beforehand, or chose on public data.`;
}
