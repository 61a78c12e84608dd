import { parametersOf } from "../../state/provenance.ts";
import type { CommonScenario } from "../../state/sharedFields.ts";
import type { Guarantee } from "../study.ts";

/** The parameters of a scenario that were chosen while looking, by the names that a person knows. */
export function lookedAt(
  names: Readonly<Partial<Record<string, string>>>,
  { provenance }: Pick<CommonScenario, "provenance">,
): readonly string[] {
  return parametersOf(provenance, "looked", names);
}

/** Why what is shown is not private, by its guarantee and by what was chosen while looking; undefined where it is. */
export function notPrivateBecause(
  guarantee: Pick<Guarantee, "notPrivate"> | undefined,
  looked: readonly string[],
): string | undefined {
  return guarantee?.notPrivate ?? lookedSentence(looked);
}

function lookedSentence(looked: readonly string[]): string | undefined {
  if (looked.length === 0) return undefined;
  const all = looked.length === 1 ? looked[0]! : `${looked.slice(0, -1).join(", ")} and ${looked.at(-1)!}`;
  const verb = looked.length === 1 ? "was" : "were";
  return `${all} ${verb} chosen while looking at the private picture, and that choice tells of the records. Declare what you fixed beforehand, or chose on public data.`;
}
