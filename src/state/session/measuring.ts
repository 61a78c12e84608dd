import type { RequestOf, StudyContract } from "../../core/releases/contract.ts";
import type { Held, StudyClient } from "../../engine/contract.ts";
import type { SessionRules } from "./session.ts";
import type { CommonScenario } from "../sharedFields.ts";

const restBeforeMeasuring = 300;

/** Measures in the background once an answer has rested. */
export interface Measuring<C extends StudyContract> {
  start(held: Held<C["records"]>, parameters: RequestOf<C>): void;
  stop(): void;
}

/**
 * Measuring waits while a hand moves the picture.
 *
 * @param found takes what was measured; undefined when a new measurement begins
 */
export function createMeasuring<C extends StudyContract, M>(
  client: StudyClient<C>,
  measure: SessionRules<CommonScenario, C, M>["measure"],
  found: (measured: M | undefined) => void,
): Measuring<C> {
  let underWay: AbortController | undefined;
  const yielding: StudyClient<C> = {
    ...client,
    run: (task, records, parameters, job) => client.run(task, records, parameters, { ...job, yields: true }),
  };

  const run = async (held: Held<C["records"]>, parameters: RequestOf<C>, signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, restBeforeMeasuring));
    if (!isCurrent(signal)) return;
    const outcome = await measure?.(yielding, held, parameters, signal);
    if (isCurrent(signal) && outcome?.ok) found(outcome.value);
  };

  // The compiler takes `aborted` for a constant that does not change while waiting.
  const isCurrent = (signal: AbortSignal) => !signal.aborted;
  const stop = () => underWay?.abort();
  return {
    start: (held, parameters) => {
      stop();
      if (!measure) return;
      found(undefined);
      underWay = new AbortController();
      void run(held, parameters, underWay.signal);
    },
    stop,
  };
}
