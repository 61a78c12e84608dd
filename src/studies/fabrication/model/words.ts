import { finePercentText, numberText } from "../../../core/numberFormats.ts";
import { columnNames } from "./request.ts";
import type { FabricationScenario } from "./scenario.ts";
import type { FabricationView } from "./view.ts";

export function recordPromise({ budget }: FabricationView): { readonly epsilon: number; readonly delta: number } {
  const { loss, epsilon, deltaAchieved } = budget;
  return loss.kind === "pure" ? { epsilon: loss.epsilon, delta: loss.failure ?? 0 } : { epsilon, delta: deltaAchieved };
}

/** Entry against record (errata K1). */
export function protectionSentence(scenario: FabricationScenario, view: FabricationView): string {
  const { budget } = view;
  const { protection, adjacency, person, perPerson } = scenario;
  const whole =
    person === ""
      ? `A whole record, ${all(columnNames(scenario))} together,`
      : `A person, with ${perPerson === 1 ? "one record" : `up to ${perPerson} records`} of ${all(columnNames(scenario))},`;
  if (protection === "record") {
    return `${whole} is protected at ε = ${numberText(budget.epsilon)}, δ = ${numberText(budget.delta)}.`;
  }
  const change = adjacency < 1 ? ` that changes by at most ${finePercentText(adjacency)} of its range` : "";
  return `One entry${change} is protected at ε = ${numberText(budget.epsilon)}; ${whole[0]!.toLowerCase()}${whole.slice(1)} only at ε = ${numberText(recordPromise(view).epsilon)}.`;
}

/** "a and b", "a, b and c"; beyond four "the 7 numbers". */
function all(names: readonly string[]): string {
  if (names.length > 4) return `the ${names.length} numbers`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
}
