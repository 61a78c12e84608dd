import { createStore, type StoreApi } from "zustand/vanilla";
import {
  budgetOf,
  declareBudget,
  emptyLedger,
  enterRelease,
  isAffordable,
  muAffordable,
  pureEpsilonAffordable,
  recordBought,
  recordRelease,
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
import { spendingOf } from "../../core/privacy/accounting/filter.ts";
import { shortText } from "../../core/numberFormats.ts";
import type { OpenTable } from "../../engine/contract.ts";
import { failure, type Outcome } from "../../engine/outcome.ts";
import { changed, type FoundLedger, type LedgerChange, type LedgerShelf } from "./ledgerShelf.ts";
import type { SeenChange } from "./origins.ts";

/** The ledger as a screen shows it, without what identifies the data. */
export interface LedgerState {
  /** Undefined until it was read. */
  readonly book: LedgerBook | undefined;
  /** In the browser; or by the person, in a file. */
  readonly keeping: "browser" | "file";
  /** True once a ledger in a file has begun: with an earlier file, or with none. */
  readonly begun: boolean;
  /**
   * The record of the choices made for these data, and for tables that look like them; as if nobody had seen them until it
   * was read. Private.
   */
  readonly seenParameters: SeenParameters;
  /** True once any picture was made of this very table. */
  readonly seen: boolean;
  /** True for the ledger of another table that looks like this one, while nobody has said that they are one. */
  readonly alike: boolean;
  /** Why it cannot be read or kept. */
  readonly problem: string | undefined;
  /** The text of a ledger that the person must save before what it enters is drawn. */
  readonly toSave: { readonly text: string; readonly answer: (isSaved: boolean) => void } | undefined;
}

/** A total to be declared: releases of these data together are to be (ε, δ)-private. */
export interface Declaration {
  readonly epsilon: number;
  readonly delta: number;
  /** The part of δ for draws that are paid in δ. */
  readonly paidDelta: number;
  /** The part of ε for purely private draws, whose ε add up; 0 if absent. */
  readonly pureEpsilon?: number;
}

/** An entry that is kept, so that what it enters may be drawn. */
export interface Entered {
  readonly id: string;
  /** Enters the digest of the release. @returns why it could not be entered */
  readonly record: (digest: string) => Promise<string | undefined>;
  /** Enters the values that were bought, by field, before they are used. @returns why they could not be entered */
  readonly bought: (values: Readonly<Record<string, unknown>>) => Promise<string | undefined>;
}

/** The ledger of one data set. What is refused says so in a sentence; undefined is success. */
export interface DataLedger {
  readonly store: StoreApi<LedgerState>;
  /** The digests by which it knows the table. Private. */
  readonly keys: TableKeys;
  /** A first budget, or another one in its place. */
  readonly declare: (total: Declaration) => Promise<string | undefined>;
  /** Enters a draw before it is made; kept when this resolves. Refused without a budget, and beyond it. */
  readonly enter: (entry: Omit<NewEntry, "id" | "at">) => Promise<Outcome<Entered>>;
  /** The ledger as a file to keep. Private. */
  readonly text: () => string | undefined;
  /** Adds what another copy of this ledger has; of another table about the same people, if the person says so. */
  readonly join: (text: string, options?: { readonly acrossTables?: boolean }) => Promise<Outcome<{ added: number }>>;
  /** Remembers at once, and where it outlasts the page as soon as it can be kept there. */
  readonly remember: (change: SeenChange) => void;
  /** The person says that the table it looks like is about other people: it gets a ledger of its own. */
  readonly separate: () => Promise<string | undefined>;
  /** From now on the person keeps the ledger, in a file. */
  readonly keepInFile: () => void;
  /** The person says that nothing was released of these data before, so that a ledger in a file begins with nothing. */
  readonly beginAnew: () => void;
  readonly refresh: () => Promise<void>;
}

/** The ledgers of all data sets. */
export interface Ledgers {
  /** The ledger of a table: the same one for tables with a digest in common, by all of which it knows them from then on. */
  of(table: OpenTable): Promise<Outcome<DataLedger>>;
  /** The ledger of data that are no table of a study, by what they are known by. */
  ofKeys(keys: TableKeys): DataLedger;
  /** Reads again those that are in use: another page may have written to them. */
  refresh(): void;
}

interface LedgerSources {
  readonly shelf: LedgerShelf;
  readonly keysOf: (id: OpenTable["id"], withFormer: boolean) => Promise<Outcome<TableKeys>>;
}

/** The ledgers that a shelf keeps, by what tables are known by. */
export function createLedgers({ shelf, keysOf }: LedgerSources): Ledgers {
  const byDigest = new Map<string, ReturnType<typeof createDataLedger>>();
  const asked = new WeakMap<OpenTable, Promise<Outcome<DataLedger>>>();
  const ofKeys = (keys: TableKeys, former?: () => Promise<TableKeys>) => {
    const [known, ...others] = new Set(keys.digests.flatMap((digest) => byDigest.get(digest) ?? []));
    known?.alsoKnows(keys, former);
    const ledger = known ?? createDataLedger(keys, shelf, former);
    for (const other of others) {
      // All turn out to be of one table. The browser joins what it keeps of them; what the person keeps is joined here.
      const text = other.store.getState().keeping === "file" ? other.text() : undefined;
      if (text !== undefined) void ledger.join(text, { acrossTables: true });
    }
    for (const digest of keys.digests) byDigest.set(digest, ledger);
    return ledger;
  };
  const find = async (table: OpenTable): Promise<Outcome<DataLedger>> => {
    const keys = await keysOf(table.id, await shelf.hasFormer());
    if (!keys.ok) return keys;
    const former = async () => {
      const all = await keysOf(table.id, true);
      return all.ok ? all.value : keys.value;
    };
    return { ok: true, value: ofKeys(keys.value, former) };
  };
  return {
    of: (table) => {
      const before = asked.get(table);
      if (before) return before;
      const found = find(table);
      asked.set(table, found);
      // A worker that was lost, or a request that was, is asked again.
      void found.then(({ ok }) => !ok && asked.delete(table));
      return found;
    },
    ofKeys,
    refresh: () => new Set(byDigest.values()).forEach((ledger) => void ledger.refresh()),
  };
}

/**
 * What failures of exact sampling may add up to, where 10⁻²⁹⁶ each and ten thousand entries at most are much less; for
 * an ε so large that they would count, what δ does not notice.
 */
function failuresInAll({ epsilon, delta }: Declaration): number {
  return Math.min(1e-50, (delta * 2 ** -60) / (1 + Math.exp(epsilon))) || 0;
}

/** @param former asks for all that its table is known by, digests of earlier versions among them */
function createDataLedger(
  keys: TableKeys,
  shelf: LedgerShelf,
  former = () => Promise.resolve(keys),
): DataLedger & { readonly alsoKnows: (further: TableKeys, also: typeof former | undefined) => void } {
  const store = createStore<LedgerState>()(() => unread);
  const { getState, setState } = store;
  let current = emptyOf(keys);
  const inTurn = createTurns();
  /** Changes of the record that are not kept yet. */
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
  /** @param mustBeKept whether something is drawn only because it is entered */
  const changeInHand = async (next: LedgerChange, mustBeKept: boolean): Promise<Outcome<FoundLedger>> => {
    if (mustBeKept && !getState().begun) return failure("parameter", notBegun);
    const outcome = changed(current, next);
    if (!outcome.ok) return outcome;
    if (mustBeKept && !(await isSaved(store, outcome.value)))
      return failure("cancelled", "Nothing was drawn: the ledger was not saved.");
    return show({ ok: true, value: { ledger: outcome.value, alike: false } });
  };
  /** Changes of this page, in order. */
  const change = (next: LedgerChange, { mustBeKept = false } = {}): Promise<Outcome<FoundLedger>> =>
    inTurn(async () => {
      if (getState().keeping === "file") return changeInHand(next, mustBeKept);
      const outcome = await shelf.change(keys, next);
      // The person may have begun to keep it meanwhile: what the browser entered after all counts there too.
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
      // Where the browser keeps nothing, this page remembers.
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
      const declared = { id: randomId(), at: timestamp(), failure: failuresInAll(total), ...total };
      const outcome = await change((ledger) => declareBudget(ledger, declared));
      if (outcome.ok) void shelf.persist?.();
      return outcome.ok ? undefined : outcome.error.message;
    },
    enter: async (entry) => {
      const whole = { ...entry, id: randomId(), at: timestamp() };
      const outcome = await change(
        (ledger) => {
          const refused = refusalOf(ledger, whole);
          return refused === undefined ? enterRelease(ledger, whole) : { refused };
        },
        { mustBeKept: true },
      );
      if (!outcome.ok) return outcome;
      const completed = async (next: LedgerChange) => {
        const recorded = await change(next);
        return recorded.ok ? undefined : recorded.error.message;
      };
      const record = (digest: string) => completed((ledger) => recordRelease(ledger, whole.id, digest));
      const bought: Entered["bought"] = (values) => completed((ledger) => recordBought(ledger, whole.id, values));
      return { ok: true, value: { id: whole.id, record, bought } };
    },
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

/** Does one thing after the other; one that fails stops those after it. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.then(() => undefined);
    return turn;
  };
}

/** Asks the person to save a ledger, and waits for the answer. */
function isSaved({ setState }: StoreApi<LedgerState>, ledger: Ledger): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (saved: boolean) => {
      setState({ toSave: undefined });
      resolve(saved);
    };
    setState({ toSave: { text: ledgerText(ledger), answer } });
  });
}

/** The keys of a table with those of another file of it, whose order of names is that of now. */
function keysWith(keys: TableKeys, further: TableKeys): TableKeys {
  const order = further.order ?? keys.order;
  return { ...further, ...keys, ...(order && { order }), digests: [...new Set([...keys.digests, ...further.digests])] };
}

function emptyOf(keys: TableKeys): Ledger {
  return withTable(emptyLedger(keys.digests[0]!), keys, false);
}

/** The state of a ledger that was not read yet. */
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

/** The refusal of a ledger about another table, which may be about the same people. */
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

/** Why a draw must not be made, in words that say what to do; undefined if it may. */
function refusalOf(ledger: Ledger, { cost }: NewEntry): string | undefined {
  const budget = budgetOf(ledger);
  if (budget === null) return "No budget is declared for these data yet.";
  if (isAffordable(ledger, cost)) return undefined;
  const { squaredMu, delta, failure } = spendingOf([cost]);
  const left = muAffordable(ledger);
  const pureLeft = cost.kind === "pure" ? pureEpsilonAffordable(ledger) : 0;
  if (left === 0 && pureLeft === 0)
    return pureEpsilonAffordable(ledger) > 0
      ? "What is left of the budget is for purely private releases only."
      : "The budget of these data is spent: nothing more can be released of them.";
  if (delta > 0 && muAffordable(ledger, { delta }) === 0) {
    return (
      `This draw is paid in δ, ${shortText(delta)}. ` +
      "The budget sets a part of δ aside for such draws, and less than that is left of it."
    );
  }
  if (muAffordable(ledger, { failure }) === 0)
    return (
      `This draw fails with a probability of ${shortText(failure)}, ` +
      "which counts at the ε of this budget: declare a smaller one."
    );
  if (pureLeft > 0)
    return (
      `The budget does not cover this: it would cost ε = ${shortText((cost as { epsilon: number }).epsilon)}, ` +
      `and ε = ${shortText(pureLeft)} is left for purely private releases. A smaller ε fits.`
    );
  return (
    `The budget does not cover this: it would cost μ = ${shortText(Math.sqrt(squaredMu))}, ` +
    `and μ = ${shortText(left)} is left. A smaller ε fits.`
  );
}

function timestamp(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
