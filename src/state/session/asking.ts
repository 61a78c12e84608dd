import type { ReleaseOf, RequestOf, StudyContract } from "../../core/release/contract.ts";
import type { Held, StudyClient } from "../../engine/contract.ts";
import { createLease } from "../lease.ts";
import type { Measuring } from "./measuring.ts";
import type { CommonScenario } from "../scenario/sharedFields.ts";
import { shownAfter, type ShownRelease } from "./shownAfter.ts";
import type { Cell, Session, SessionRules } from "./session.ts";

type AskingState<S, C extends StudyContract> = Pick<
  Session<S, C, unknown>,
  "answer" | "computing" | "progress" | "failure"
>;

/** The last good release stays. */
interface Asking<S, C extends StudyContract> {
  /** Unless the last request was the same. */
  follow(held: Held<C["records"]> | undefined, scenario: S, parameters: RequestOf<C>): void;
  /** Makes the next `follow` ask again. */
  forget(): void;
  dropAnswer(): void;
}

const restBeforeSettling = 200;

/**
 * @param measuring stops with each request, starts with each answer
 * @param settle a second, unseen request once an answer rests
 */
export function createAsking<S extends CommonScenario, C extends StudyContract>(
  client: StudyClient<C>,
  { setState }: Cell<AskingState<S, C>>,
  measuring: Measuring<C>,
  settle: SessionRules<S, C, unknown>["settle"] = () => undefined,
): Asking<S, C> {
  let asked = "";
  let newest = 0;
  let letAnswerGo = () => {};
  let last: ShownRelease<ReleaseOf<C>> | undefined;

  const ask = async (held: Held<C["records"]>, scenario: S, parameters: RequestOf<C>) => {
    const request = ++newest;
    const isNewest = () => request === newest;
    measuring.stop();
    const asking = client.release(held.id, parameters, (progress) => {
      if (isNewest()) setState({ progress });
    });
    // The worker has its question before a screen shows so.
    setState({ computing: true, progress: undefined });
    const outcome = await asking;
    if (!isNewest()) {
      if (outcome.ok) client.giveBack(outcome.value);
      return;
    }
    if (!outcome.ok) {
      setState({ computing: false, progress: undefined, failure: outcome.error });
      return;
    }
    measuring.start(held, parameters);
    show(held, scenario, parameters, outcome.value);
    const settled = settle({ release: outcome.value, parameters });
    if (!settled) return;
    await new Promise((resolve) => setTimeout(resolve, restBeforeSettling));
    if (!isNewest()) return;
    const again = await client.release(held.id, settled);
    if (isNewest() && again.ok) show(held, scenario, parameters, again.value);
    else if (again.ok) client.giveBack(again.value);
  };

  const show = (held: Held<C["records"]>, scenario: S, parameters: RequestOf<C>, release: ReleaseOf<C>) => {
    const letLastGo = letAnswerGo;
    const shown = shownAfter(last, release);
    last = shown;
    const lease = createLease(() => client.giveBack(shown.lent));
    letAnswerGo = lease.hold();
    const answer = { release: shown.release, parameters, scenario, records: held.value, lease };
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
      last = undefined;
    },
  };
}
