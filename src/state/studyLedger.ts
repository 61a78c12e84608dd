import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { OpenTable } from "../engine/engine.ts";
import { unread } from "./ledger.ts";
import type { DataLedger, Ledgers, LedgerState } from "./ledger.ts";

/** The ledger of whichever table a study has open. */
export interface StudyLedger {
  /** What its screen is told of it. */
  readonly store: StoreApi<LedgerState>;
  /** The ledger itself, which knows what data it is about; undefined until that is known. */
  readonly now: () => DataLedger | undefined;
  /** How often something was to be drawn before a budget was declared: each time the form of the budget is asked for. */
  readonly wanted: StoreApi<number>;
}

/** @param session says which table is open */
export function createStudyLedger(
  ledgers: Ledgers,
  session: StoreApi<{ readonly table: OpenTable | undefined }>,
): StudyLedger {
  const store = createStore<LedgerState>()(() => unread);
  let table: OpenTable | undefined;
  let ledger: DataLedger | undefined;
  let stop = () => {};

  const follow = async () => {
    const { table: wanted } = session.getState();
    if (wanted === table) return;
    table = wanted;
    stop();
    ledger = undefined;
    store.setState(unread, true);
    if (!wanted) return;
    const found = await ledgers.of(wanted);
    if (table !== wanted) return;
    if (!found.ok) {
      store.setState({ ...unread, problem: sentence(found.error.message) }, true);
      return;
    }
    ledger = found.value;
    store.setState(ledger.store.getState(), true);
    stop = ledger.store.subscribe((state) => store.setState(state, true));
  };
  session.subscribe(() => void follow());
  void follow();
  return { store, now: () => ledger, wanted: createStore(() => 0) };
}

/** The ledger of data that a section has open beside the table of its study. */
export function createDigestLedger(ledgers: Ledgers, dataHash: string): StudyLedger {
  const ledger = ledgers.ofDigest(dataHash);
  return { store: ledger.store, now: () => ledger, wanted: createStore(() => 0) };
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.?$/, ".")}`;
}
