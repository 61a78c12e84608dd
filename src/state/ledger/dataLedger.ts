import { createStore, type StoreApi } from "zustand/vanilla";
import {
  declareBudget,
  emptyLedger,
  type Ledger,
  type LedgerBook,
  type NewEntry,
} from "../../core/privacy/accounting/ledger.ts";
import type { TableKeys } from "../../core/tables/tableKeys.ts";
import { joinedLedgers } from "../../core/privacy/accounting/joinedLedgers.ts";
import { ledgerText, parseLedger } from "../../core/privacy/accounting/ledgerFile.ts";
import {
  knowledgeOf,
  ownTable,
  seenParametersOf,
  withSeenParameters,
  withTable,
} from "../../core/privacy/accounting/ledgerTables.ts";
import { unseen, type SeenParameters } from "../../core/privacy/accounting/seenParameters.ts";
import { failure, type Outcome } from "../../engine/outcome.ts";
import { enteringDraws, newStamp, type ChangeLedger, type Entered } from "./drawEntry.ts";
import { changed, type FoundLedger, type LedgerChange, type LedgerShelf } from "./ledgerShelf.ts";
import type { SeenChange } from "./origins.ts";

/** The ledger on a screen, without what identifies the data. */
export interface LedgerState {
  readonly book: LedgerBook | undefined;
  readonly keeping: "browser" | "file";
  /** True once a ledger in a file has begun. */
  readonly begun: boolean;
  /** Choices for these data and alike tables; empty until read. Private. */
  readonly seenParameters: SeenParameters;
  /** True once this very table was pictured. */
  readonly seen: boolean;
  /** True for the unconfirmed ledger of an alike table. */
  readonly alike: boolean;
  /** Why it cannot be read or kept. */
  readonly problem: string | undefined;
  /** Must be saved before its draw. */
  readonly toSave: { readonly text: string; readonly answer: (isSaved: boolean) => void } | undefined;
}

/** A total for all releases of these data. */
export interface Declaration {
  readonly epsilon: number;
  readonly delta: number;
  /** Part of δ for draws paid in δ. */
  readonly paidDelta: number;
  /** Part of ε for pure draws; 0 if absent. */
  readonly pureEpsilon?: number;
}

/** Ledger of one data set. Refusals are sentences; undefined is success. */
export interface DataLedger {
  readonly store: StoreApi<LedgerState>;
  /** Private. */
  readonly keys: TableKeys;
  /** A first or replacing budget. */
  readonly declare: (total: Declaration) => Promise<string | undefined>;
  readonly enter: (entry: Omit<NewEntry, "id" | "at">) => Promise<Outcome<Entered>>;
  readonly text: () => string | undefined;
  /** Adds entries of another copy, or of a table about the same people. */
  readonly join: (text: string, options?: { readonly acrossTables?: boolean }) => Promise<Outcome<{ added: number }>>;
  /** At once, and stored as soon as possible. */
  readonly remember: (change: SeenChange) => void;
  /** Splits from an alike ledger, which is about other people. */
  readonly separate: () => Promise<string | undefined>;
  readonly keepInFile: () => void;
  readonly beginAnew: () => void;
  readonly refresh: () => Promise<void>;
}

/** Bound on Σp of exact sampling: ten thousand entries of 10⁻²⁹⁶ are less. At a large ε it is 2⁻⁶⁰ of δ. */
function failuresInAll({ epsilon, delta }: Declaration): number {
  return Math.min(1e-50, (delta * 2 ** -60) / (1 + Math.exp(epsilon))) || 0;
}

/** @param former asks for all keys of the table, with former digests */
export function createDataLedger(
  keys: TableKeys,
  shelf: LedgerShelf,
  former = () => Promise.resolve(keys),
): DataLedger & { readonly alsoKnows: (further: TableKeys, also: typeof former | undefined) => void } {
  const store = createStore<LedgerState>()(() => unread);
  const { getState, setState } = store;
  let current = withTable(emptyLedger(keys.digests[0]!), keys, false);
  const inTurn = createTurns();
  /** Not stored yet. */
  let waiting: readonly SeenChange[] = [];

  const now = () => {
    const { alike } = getState();
    return waiting.reduce((ledger, next) => withSeenParameters(ledger, keys, { change: next, alike }), current);
  };
  const showSights = () => {
    const ledger = now();
    const seenParameters = seenParametersOf(ledger, keys);
    const seen = ownTable(ledger, keys)?.seen ?? false;
    const { seenParameters: before, seen: seenBefore } = getState();
    if (seen !== seenBefore || JSON.stringify(seenParameters) !== JSON.stringify(before))
      setState({ seenParameters, seen });
  };
  const show = (outcome: Outcome<FoundLedger>) => {
    if (outcome.ok) {
      const { ledger, alike } = outcome.value;
      current = ledger;
      setState({ book: bookOf(ledger), problem: undefined, alike });
      showSights();
    }
    return outcome;
  };
  /** @param mustBeKept true if a draw depends on the entry */
  const changeInHand = async (next: LedgerChange, mustBeKept: boolean): Promise<Outcome<FoundLedger>> => {
    if (mustBeKept && !getState().begun) return failure("parameter", notBegun);
    const outcome = changed(current, next);
    if (!outcome.ok) return outcome;
    if (mustBeKept && !(await isSaved(store, outcome.value)))
      return failure("cancelled", "Nothing was drawn: the ledger was not saved.");
    return show({ ok: true, value: { ledger: outcome.value, alike: false } });
  };
  const change: ChangeLedger = (next, { mustBeKept = false } = {}) =>
    inTurn(async () => {
      if (getState().keeping === "file") return changeInHand(next, mustBeKept);
      const outcome = await shelf.change(keys, next);
      // Meanwhile kept in a file: the browser's entries count there too.
      if (outcome.ok && getState().keeping === "file")
        return changeInHand((ledger) => joinedLedgers(ledger, outcome.value.ledger), false);
      return show(outcome);
    });
  const remember = (next: SeenChange) => {
    waiting = [...waiting, next];
    showSights();
    void inTurn(async () => {
      const outcome = await shelf.remember(keys, next);
      waiting = waiting.filter((other) => other !== next);
      if (getState().keeping === "file" || !outcome.ok)
        current = withSeenParameters(current, keys, { change: next, alike: false });
      else current = outcome.value.ledger;
      showSights();
    });
  };
  const refresh = async () => {
    if (getState().keeping === "file") return;
    const outcome = show(await shelf.read(keys));
    if (!outcome.ok) setState({ problem: outcome.error.message });
  };
  void refresh();

  return {
    store,
    get keys() {
      return keys;
    },
    alsoKnows: (further, also) => {
      keys = keysWith(keys, further);
      former = also ?? former;
      if (getState().keeping === "file") current = withTable(current, keys, false);
      void refresh();
    },
    refresh,
    remember,
    declare: async (total) => {
      const declared = { ...newStamp(), failure: failuresInAll(total), ...total };
      const outcome = await change((ledger) => declareBudget(ledger, declared));
      if (outcome.ok) void shelf.persist?.();
      return outcome.ok ? undefined : outcome.error.message;
    },
    enter: enteringDraws(change),
    text: () => (getState().book ? ledgerText(now()) : undefined),
    join: async (text, { acrossTables = false } = {}) => {
      const other = readLedger(text);
      if (!other.ok) return other;
      const isOfThis = (known: TableKeys) => knowledgeOf(other.value, known) === "same";
      const all = isOfThis(keys) ? keys : await former();
      if (!isOfThis(all) && !acrossTables) return failure("superseded", ofOtherData);
      let before = 0;
      const outcome = await change((ledger) => {
        before = ledger.entries.length;
        return joinedLedgers(withTable(ledger, all, false), other.value, { acrossTables: true });
      });
      if (!outcome.ok) return outcome;
      setState({ begun: true });
      return { ok: true, value: { added: outcome.value.ledger.entries.length - before } };
    },
    separate: async () => {
      const outcome = await inTurn(async () => show(await shelf.separate(keys)));
      return outcome.ok ? undefined : outcome.error.message;
    },
    keepInFile: () => {
      const { book } = getState();
      current = now();
      setState({ keeping: "file", problem: undefined, book: bookOf(current), begun: book !== undefined, alike: false });
    },
    beginAnew: () => setState({ begun: true }),
  };
}

/** Runs work in order; a failure stops later work. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.then(() => undefined);
    return turn;
  };
}

function isSaved({ setState }: StoreApi<LedgerState>, ledger: Ledger): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (saved: boolean) => {
      setState({ toSave: undefined });
      resolve(saved);
    };
    setState({ toSave: { text: ledgerText(ledger), answer } });
  });
}

/** Keys of a table and a further file of it, whose order of names is newer. */
function keysWith(keys: TableKeys, further: TableKeys): TableKeys {
  const order = further.order ?? keys.order;
  return { ...further, ...keys, ...(order && { order }), digests: [...new Set([...keys.digests, ...further.digests])] };
}

export const unread: LedgerState = {
  book: undefined,
  keeping: "browser",
  begun: true,
  seenParameters: unseen,
  seen: false,
  alike: false,
  problem: undefined,
  toSave: undefined,
};

const notBegun =
  "Say first, under Ledger, whether these data were released before: add the ledger file of that visit, or begin with none.";

export const ofOtherData = "This ledger is about another table.";

function bookOf({ budgets, entries }: Ledger): LedgerBook {
  return { budgets, entries };
}

function readLedger(text: string): Outcome<Ledger> {
  try {
    return { ok: true, value: parseLedger(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    return failure("parameter", `This file is no ledger that can be read: ${why}.`);
  }
}
