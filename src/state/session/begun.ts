import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../../core/release/contract.ts";
import { ownData } from "../scenario/ownData.ts";
import type { Session } from "./session.ts";

/**
 * Fulfilled with a session's first answer, or if none comes by itself: after a failure, or with own data, whose person
 * is asked first.
 */
export function begun<S, C extends StudyContract, M>(session: StoreApi<Session<S, C, M>>): Promise<void> {
  const hasBegun = ({ answer, failure, fileFailure, dataFailure, tableOf }: Session<S, C, M>) =>
    [answer, failure, fileFailure, dataFailure].some((one) => one !== undefined) || tableOf === ownData;
  return new Promise((resolve) => {
    if (hasBegun(session.getState())) {
      resolve();
      return;
    }
    const stop = session.subscribe((state) => {
      if (!hasBegun(state)) return;
      stop();
      resolve();
    });
  });
}
