import type { ReleaseOf, RequestOf, StudyContract } from "../../core/releases/contract.ts";
import type { Held, StudyClient } from "../../engine/engine.ts";
import type { EngineFailure, Outcome } from "../../engine/outcome.ts";
import { createLease } from "../lease.ts";
import type { Leased } from "../lease.ts";
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
  /** One fresh draw from the cryptographic source for what the last answer was asked for. */
  readonly fresh: () => Promise<Outcome<ReleaseOf<C>>>;
}

/** @param answered called with a new answer's records and parameters */
export function createAsking<S, C extends StudyContract>(
  client: StudyClient<C>,
  { getState, setState }: Cell<AskingState<S, C>>,
  answered: (held: Held<C["records"]>, parameters: RequestOf<C>) => void,
): Asking<S, C> {
  let asked = "";
  let newest = 0;
  let last: { readonly held: Held<C["records"]>; readonly answer: Promise<unknown> } | undefined;
  let letAnswerGo = () => {};

  const ask = async (held: Held<C["records"]>, scenario: S, parameters: RequestOf<C>) => {
    const request = ++newest;
    const isNewest = () => request === newest;
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
    setState({ answer, computing: false, progress: undefined, failure: undefined });
    letLastGo();
    answered(held, parameters);
  };

  return {
    follow: (held, scenario, parameters) => {
      if (!held) {
        if (asked === "") return;
        asked = "";
        newest++;
        setState({ computing: false, progress: undefined });
        return;
      }
      const key = JSON.stringify([held.id, parameters]);
      if (key === asked) return;
      asked = key;
      last = { held, answer: ask(held, scenario, parameters) };
    },
    forget: () => {
      asked = "";
    },
    dropAnswer: () => {
      setState({ answer: undefined });
      letAnswerGo();
    },
    fresh: async () => {
      const { answer } = getState();
      if (!last || !answer || last.held.value !== answer.records) {
        const message = "There is no release of this data to draw anew yet.";
        return { ok: false, error: { kind: "parameter", parameter: "data", message } };
      }
      // The engine keeps only the newest request that waits: this one waits here, so that neither replaces the other.
      for (let before; before !== last.answer;) await (before = last.answer);
      const parameters = { ...answer.parameters, seed: "secure", drawCount: 1 } as RequestOf<C>;
      const fresh = client.release(last.held.id, parameters);
      last = { held: last.held, answer: fresh };
      return fresh;
    },
  };
}
