import { listOf, numberFrom, objectOf, oneKindOf, oneOf, positiveNumber, type Read } from "../../untrusted.ts";
import type { Cost } from "./filter.ts";

const moduleName = "dp_accounting.dp_event";

export const readDpEvent = oneKindOf("class_name", {
  GaussianDpEvent: objectOf({
    module_name: oneOf(moduleName),
    class_name: oneOf("GaussianDpEvent"),
    noise_multiplier: positiveNumber,
  }),
  EpsilonDeltaDpEvent: objectOf({
    module_name: oneOf(moduleName),
    class_name: oneOf("EpsilonDeltaDpEvent"),
    epsilon: numberFrom(0),
    delta: numberFrom(0, 1),
  }),
});

export const readComposedDpEvent = objectOf({
  module_name: oneOf(moduleName),
  class_name: oneOf("ComposedDpEvent"),
  events: listOf(readDpEvent, 10_000),
});

type DpEvent = Read<typeof readDpEvent>;
type ComposedDpEvent = Read<typeof readComposedDpEvent>;

/** Event for `dp_accounting`. Failures and separately paid δ must be added to its result. */
export function dpEventOf(cost: Cost): DpEvent {
  return cost.kind === "pure"
    ? { module_name: moduleName, class_name: "EpsilonDeltaDpEvent", epsilon: cost.epsilon, delta: 0 }
    : { module_name: moduleName, class_name: "GaussianDpEvent", noise_multiplier: 1 / cost.mu };
}

export function composedDpEvent(costs: readonly Cost[]): ComposedDpEvent {
  return { module_name: moduleName, class_name: "ComposedDpEvent", events: costs.map(dpEventOf) };
}
