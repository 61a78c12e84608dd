import { numberText } from "../../panels/words.ts";
import type { FabricationScenario } from "./scenario.ts";
import type { FabricationView } from "./view.ts";

/** ε and δ of a whole record, whichever is asked for. */
export function recordPromise({ budget }: FabricationView): { readonly epsilon: number; readonly delta: number } {
  const { loss, epsilon, deltaAchieved } = budget;
  return loss.kind === "pure" ? { epsilon: loss.epsilon, delta: loss.failure ?? 0 } : { epsilon, delta: deltaAchieved };
}

/** What is protected at which ε, in one sentence: the difference between an entry and a record (errata K1). */
export function protectionSentence(
  { protection, adjacency, x, y }: FabricationScenario,
  view: FabricationView,
): string {
  const { budget } = view;
  if (protection === "record") {
    return `A whole record, ${x} and ${y} together, is protected at ε = ${numberText(budget.epsilon)}, δ = ${numberText(budget.delta)}.`;
  }
  const change = adjacency < 1 ? ` that changes by at most ${numberText(100 * adjacency)} % of its range` : "";
  return `One entry${change} is protected at ε = ${numberText(budget.epsilon)}; a whole record, ${x} and ${y} together, only at ε = ${numberText(recordPromise(view).epsilon)}.`;
}
