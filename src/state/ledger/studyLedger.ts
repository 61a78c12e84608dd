import { createStore, type StoreApi } from "zustand/vanilla";
import type { TableKeys } from "../../core/tables/tableKeys.ts";
import type { OpenTable } from "../../engine/contract.ts";
import { unread, type DataLedger, type LedgerState } from "./dataLedger.ts";
import type { Ledgers } from "./ledger.ts";
import type { SeenChange } from "./origins.ts";

export interface StudyLedger {
  readonly store: StoreApi<LedgerState>;
  readonly now: () => DataLedger | undefined;
  /** Also before the ledger is found. */
  readonly remember: (change: SeenChange) => void;
  /** Number of draws without a budget; each opens the budget form. */
  readonly wanted: StoreApi<number>;
}

export function createStudyLedger(
  ledgers: Ledgers,
  session: StoreApi<{ readonly table: OpenTable | undefined }>,
): StudyLedger {
  const store = createStore<LedgerState>()(() => unread);
  let table: OpenTable | undefined;
  let ledger: DataLedger | undefined;
  let stop = () => {};
  /** Until the ledger is found. */
  let early: SeenChange[] = [];

  const follow = async () => {
    const { table: wanted } = session.getState();
    if (wanted === table) return;
    table = wanted;
    stop();
    ledger = undefined;
    store.setState(unread, true);
    const mine: SeenChange[] = (early = []);
    if (!wanted) return;
    const found = await ledgers.of(wanted);
    if (found.ok) mine.forEach(found.value.remember);
    if (table !== wanted) return;
    if (!found.ok) {
      const { seenParameters: sights, seen } = store.getState();
      store.setState({ ...unread, seenParameters: sights, seen, problem: sentence(found.error.message) }, true);
      return;
    }
    ledger = found.value;
    store.setState(ledger.store.getState(), true);
    stop = ledger.store.subscribe((state) => store.setState(state, true));
  };
  session.subscribe(() => void follow());
  void follow();
  return {
    store,
    now: () => ledger,
    remember: (change) => {
      if (ledger) ledger.remember(change);
      else {
        early.push(change);
        const sights = change(store.getState().seenParameters);
        store.setState({ seenParameters: sights, seen: sights.seen });
      }
    },
    wanted: createStore(() => 0),
  };
}

/** Ledger of a section's further data. */
export function createKeysLedger(ledgers: Ledgers, keys: TableKeys): StudyLedger {
  const ledger = ledgers.ofKeys(keys);
  return { store: ledger.store, now: () => ledger, remember: ledger.remember, wanted: createStore(() => 0) };
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.?$/, ".")}`;
}
