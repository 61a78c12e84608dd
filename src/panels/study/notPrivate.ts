import { parametersOf } from "../../state/scenario/provenance.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { Guarantee } from "./study.ts";

/** The parameters of a scenario that were chosen while looking, by the names that a person knows. */
export function lookedAt(
  names: Readonly<Partial<Record<string, string>>>,
  { provenance }: Pick<CommonScenario, "provenance">,
): readonly string[] {
  return parametersOf(provenance, "looked", names);
}

/** Why records of one's own that were changed by hand make no private release: what is changed follows from what is seen. */
const byHandSentence =
  "points of your own were changed by hand while all of them were in sight, and what was changed tells of the records. Restore the data; or change the file, by a rule that you fixed beforehand.";

/**
 * Why what is shown is not private, by its guarantee, by what was done to the records, and by what was chosen while looking;
 * undefined where it is.
 */
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
