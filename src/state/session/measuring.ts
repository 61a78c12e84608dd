import type { RequestOf, StudyContract } from "../../core/release/contract.ts";
import type { Held, StudyClient } from "../../engine/contract.ts";
import type { SessionRules } from "./session.ts";
import type { CommonScenario } from "../scenario/sharedFields.ts";

const restBeforeMeasuring = 300;

/** Background measurements, once an answer rests. */
export interface Measuring<C extends StudyContract> {
  start(held: Held<C["records"]>, parameters: RequestOf<C>): void;
  stop(): void;
}

/**
 * Waits during a drag.
 *
 * @param found undefined when a new measurement begins
 */
export function createMeasuring<C extends StudyContract, M>(
  client: StudyClient<C>,
  measure: SessionRules<CommonScenario, C, M>["measure"],
  found: (measured: M | undefined) => void,
): Measuring<C> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: AbortController | undefined;
  const yielding: StudyClient<C> = {
    ...client,
    run: (task, records, parameters, job) => client.run(task, records, parameters, { ...job, yields: true }),
  };

  const run = async (held: Held<C["records"]>, parameters: RequestOf<C>, signal: AbortSignal) => {
    const outcome = await measure?.(yielding, held, parameters, signal);
    if (!signal.aborted && outcome?.ok) found(outcome.value);
  };

  // Without rest there is nothing to abort.
  const stop = () => {
    clearTimeout(timer);
    underWay?.abort();
    underWay = undefined;
  };
  return {
    start: (held, parameters) => {
      stop();
      if (!measure) return;
      found(undefined);
      timer = setTimeout(() => {
        underWay = new AbortController();
        void run(held, parameters, underWay.signal);
      }, restBeforeMeasuring);
    },
    stop,
  };
}
