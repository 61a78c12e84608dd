import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../../core/release/contract.ts";
import { ownData } from "../scenario/ownData.ts";
import type { Session } from "./session.ts";

/**
 * Fulfilled once a session has its first answer, or will have none by itself: after a failure, or with own data, whose
 * person is asked first.
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
