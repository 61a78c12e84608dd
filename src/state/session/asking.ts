import type { RequestOf, StudyContract } from "../../core/releases/contract.ts";
import type { Held, StudyClient } from "../../engine/engine.ts";
import type { EngineFailure } from "../../engine/outcome.ts";
import { createLease } from "../lease.ts";
import type { Leased } from "../lease.ts";
import type { Measuring } from "./measuring.ts";
import type { Answer, Cell } from "./session.ts";

/** The part of a session that says what the worker answered. */
export interface AskingState<S, C extends StudyContract> {
  readonly answer: Leased<Answer<S, C>> | undefined;
  readonly computing: boolean;
  readonly progress: number | undefined;
  readonly failure: EngineFailure | undefined;
}

/** Asks the worker for releases and keeps the last good one. */
export interface Asking<S, C extends StudyContract> {
  /** Asks for a release of records, unless the last request was the same. */
  follow(held: Held<C["records"]> | undefined, scenario: S, parameters: RequestOf<C>): void;
  /** Makes the next `follow` ask again. */
  forget(): void;
  /** Drops the answer that is shown. */
  dropAnswer(): void;
}

/** @param measuring stops with each request, and starts with each answer */
export function createAsking<S, C extends StudyContract>(
  client: StudyClient<C>,
  { setState }: Cell<AskingState<S, C>>,
  measuring: Measuring<C>,
): Asking<S, C> {
  let asked = "";
  let newest = 0;
  let letAnswerGo = () => {};

  const ask = async (held: Held<C["records"]>, scenario: S, parameters: RequestOf<C>) => {
    const request = ++newest;
    const isNewest = () => request === newest;
    measuring.stop();
    setState({ computing: true, progress: undefined });
    const outcome = await client.release(held.id, parameters, (progress) => {
      if (isNewest()) setState({ progress });
    });
    if (!isNewest()) {
      if (outcome.ok) client.giveBack(outcome.value);
      return;
    }
    if (!outcome.ok) {
      setState({ computing: false, progress: undefined, failure: outcome.error });
      return;
    }
    const { value: release } = outcome;
    const letLastGo = letAnswerGo;
    const lease = createLease(() => client.giveBack(release));
    letAnswerGo = lease.hold();
    const answer = { release, parameters, scenario, records: held.value, lease };
    measuring.start(held, parameters);
    setState({ answer, computing: false, progress: undefined, failure: undefined });
    letLastGo();
  };

  return {
    follow: (held, scenario, parameters) => {
      if (!held) {
        if (asked === "") return;
        asked = "";
        newest++;
        measuring.stop();
        setState({ computing: false, progress: undefined });
        return;
      }
      const key = JSON.stringify([held.id, parameters]);
      if (key === asked) return;
      asked = key;
      void ask(held, scenario, parameters);
    },
    forget: () => {
      asked = "";
    },
    dropAnswer: () => {
      setState({ answer: undefined });
      letAnswerGo();
    },
  };
}
