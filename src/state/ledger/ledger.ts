import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import {
  budgetOf,
  declareBudget,
  emptyLedger,
  enterRelease,
  isAffordable,
  muAffordable,
  recordRelease,
} from "../../core/privacy/accounting/ledger.ts";
import { joinedLedgers } from "../../core/privacy/accounting/joinedLedgers.ts";
import { ledgerText, parseLedger } from "../../core/privacy/accounting/ledgerFile.ts";
import type { Ledger, LedgerBook, NewEntry } from "../../core/privacy/accounting/ledger.ts";
import { spendingOf } from "../../core/privacy/accounting/filter.ts";
import { shortText } from "../../core/numberFormats.ts";
import type { OpenTable } from "../../engine/contract.ts";
import { failure } from "../../engine/outcome.ts";
import type { Outcome } from "../../engine/outcome.ts";
import { changed } from "./ledgerShelf.ts";
import type { LedgerChange, LedgerShelf } from "./ledgerShelf.ts";
import { unseen } from "./origins.ts";
import type { Sights, SightsChange } from "./origins.ts";

/** What a screen is told of the ledger of its data. Which data it is about is not in it. */
export interface LedgerState {
  /** Undefined until it was read. */
  readonly book: LedgerBook | undefined;
  /** In the browser; or by the person, in a file. */
  readonly keeping: "browser" | "file";
  /** Whether a ledger in a file has begun: with the file of an earlier visit, or since the person says that there was none. */
  readonly begun: boolean;
  /** What is remembered of the choices made for these data; as if nobody had seen them until it was read. Private. */
  readonly sights: Sights;
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
}

/** An entry that is kept, so that what it enters may be drawn. */
export interface Entered {
  readonly id: string;
  /** Enters the digest of the release. @returns why it could not be entered */
  readonly record: (digest: string) => Promise<string | undefined>;
}

/** The ledger of one data set. What is refused says so in a sentence; undefined is success. */
export interface DataLedger {
  readonly store: StoreApi<LedgerState>;
  /** SHA-256 of the table. Private. */
  readonly dataHash: string;
  /** A first budget, or another one in its place. */
  readonly declare: (total: Declaration) => Promise<string | undefined>;
  /** Enters a draw before it is made; kept when this resolves. Refused without a budget, and beyond it. */
  readonly enter: (entry: Omit<NewEntry, "id" | "at">) => Promise<Outcome<Entered>>;
  /** The ledger as a file to keep. Private. */
  readonly text: () => string | undefined;
  /** Adds what another copy of this ledger has; of another table about the same people, if the person says so. */
  readonly join: (text: string, options?: { readonly acrossTables?: boolean }) => Promise<Outcome<{ added: number }>>;
  /** Remembers at once, and where it outlasts the page as soon as it can be kept there. */
  readonly remember: (change: SightsChange) => void;
  /** From now on the person keeps the ledger, in a file. */
  readonly keepInFile: () => void;
  /** The person says that nothing was released of these data before, so that a ledger in a file begins with nothing. */
  readonly beginAnew: () => void;
  readonly refresh: () => Promise<void>;
}

/** The ledgers of all data sets. */
export interface Ledgers {
  /** The ledger of a table: the same one for tables with the same cells. */
  of(table: OpenTable): Promise<Outcome<DataLedger>>;
  /** The ledger of data that are no table, by the SHA-256 of what is in them. */
  ofDigest(dataHash: string): DataLedger;
  /** Reads again those that are in use: another page may have written to them. */
  refresh(): void;
}

interface LedgerSources {
  readonly shelf: LedgerShelf;
  readonly digestOf: (id: OpenTable["id"]) => Promise<Outcome<string>>;
}

/** The ledgers that a shelf keeps, by the digests of tables. */
export function createLedgers({ shelf, digestOf }: LedgerSources): Ledgers {
  const byHash = new Map<string, DataLedger>();
  const hashes = new WeakMap<OpenTable, Promise<Outcome<string>>>();
  const hashOf = (table: OpenTable) => {
    const known = hashes.get(table);
    if (known) return known;
    const asked = digestOf(table.id);
    hashes.set(table, asked);
    // A worker that was lost, or a request that was, is asked again.
    void asked.then(({ ok }) => !ok && hashes.delete(table));
    return asked;
  };
  const ofDigest = (hash: string) => {
    const known = byHash.get(hash) ?? createDataLedger(hash, shelf);
    byHash.set(hash, known);
    return known;
  };
  return {
    of: async (table) => {
      const hash = await hashOf(table);
      return hash.ok ? { ok: true, value: ofDigest(hash.value) } : hash;
    },
    ofDigest,
    refresh: () => byHash.forEach((ledger) => void ledger.refresh()),
  };
}

/**
 * What failures of exact sampling may add up to, where 10⁻²⁹⁶ each and ten thousand entries at most are much less; for
 * an ε so large that they would count, what δ does not notice.
 */
function failuresInAll({ epsilon, delta }: Declaration): number {
  return Math.min(1e-50, (delta * 2 ** -60) / (1 + Math.exp(epsilon))) || 0;
}

function createDataLedger(dataHash: string, shelf: LedgerShelf): DataLedger {
  const store = createStore<LedgerState>()(() => unread);
  const { getState, setState } = store;
  let inHand = emptyLedger(dataHash);
  let last = Promise.resolve();

  const show = (outcome: Outcome<Ledger>) => {
    if (outcome.ok) setState({ book: bookOf(outcome.value), problem: undefined });
    return outcome;
  };
  const isKept = (ledger: Ledger) =>
    new Promise<boolean>((resolve) => {
      const answer = (isSaved: boolean) => {
        setState({ toSave: undefined });
        resolve(isSaved);
      };
      setState({ toSave: { text: ledgerText(ledger), answer } });
    });
  /** @param mustBeKept whether something is drawn only because it is entered */
  const changeInHand = async (change: LedgerChange, mustBeKept: boolean): Promise<Outcome<Ledger>> => {
    if (mustBeKept && !getState().begun) return failure("parameter", notBegun);
    const outcome = changed(inHand, change);
    if (!outcome.ok) return outcome;
    if (mustBeKept && !(await isKept(outcome.value)))
      return failure("cancelled", "Nothing was drawn: the ledger was not saved.");
    inHand = outcome.value;
    return show(outcome);
  };
  /** One change of this page after the other. */
  const change = (next: LedgerChange, { mustBeKept = false } = {}): Promise<Outcome<Ledger>> => {
    const turn = last.then(async () => {
      if (getState().keeping === "file") return changeInHand(next, mustBeKept);
      const outcome = await shelf.change(dataHash, next);
      // The person may have begun to keep it meanwhile: what the browser entered after all counts there too.
      if (outcome.ok && getState().keeping === "file") {
        const joined = changed(inHand, (ledger) => joinedLedgers(ledger, outcome.value));
        if (joined.ok) inHand = joined.value;
        return show(joined);
      }
      return show(outcome);
    });
    last = turn.then(() => undefined);
    return turn;
  };
  /** What was remembered and is not kept yet, on what was kept last. */
  let kept = unseen;
  let remembered: readonly SightsChange[] = [];
  const showSights = () => {
    const sights = remembered.reduce((all, change) => change(all), kept);
    if (JSON.stringify(sights) !== JSON.stringify(getState().sights)) setState({ sights });
  };
  const remember = (change: SightsChange) => {
    remembered = [...remembered, change];
    showSights();
    last = last.then(async () => {
      const outcome = await shelf.changeSights(dataHash, change);
      kept = outcome.ok ? outcome.value : change(kept);
      remembered = remembered.filter((other) => other !== change);
      showSights();
    });
  };
  const refresh = async () => {
    if (getState().keeping === "file") return;
    const sights = await shelf.readSights(dataHash);
    if (sights.ok) kept = sights.value;
    showSights();
    const outcome = show(await shelf.read(dataHash));
    if (!outcome.ok) setState({ problem: outcome.error.message });
  };
  void refresh();

  return {
    store,
    dataHash,
    refresh,
    remember,
    declare: async (total) => {
      const declared = { id: randomId(), at: now(), failure: failuresInAll(total), ...total };
      const outcome = await change((ledger) => declareBudget(ledger, declared));
      if (outcome.ok) void shelf.persist?.();
      return outcome.ok ? undefined : outcome.error.message;
    },
    enter: async (entry) => {
      const whole = { ...entry, id: randomId(), at: now() };
      const outcome = await change(
        (ledger) => {
          const refused = refusalOf(ledger, whole);
          return refused === undefined ? enterRelease(ledger, whole) : { refused };
        },
        { mustBeKept: true },
      );
      if (!outcome.ok) return outcome;
      const record = async (digest: string) => {
        const recorded = await change((ledger) => recordRelease(ledger, whole.id, digest));
        return recorded.ok ? undefined : recorded.error.message;
      };
      return { ok: true, value: { id: whole.id, record } };
    },
    text: () => {
      const { book } = getState();
      return book && ledgerText({ ...emptyLedger(dataHash), ...book });
    },
    join: async (text, options) => {
      const other = readLedger(text);
      if (!other.ok) return other;
      if (other.value.dataHash !== dataHash && options?.acrossTables !== true)
        return failure("superseded", ofOtherData);
      let before = 0;
      const outcome = await change((ledger) => {
        before = ledger.entries.length;
        return joinedLedgers(ledger, other.value, options);
      });
      if (!outcome.ok) return outcome;
      setState({ begun: true });
      return { ok: true, value: { added: outcome.value.entries.length - before } };
    },
    keepInFile: () => {
      const { book } = getState();
      inHand = { ...emptyLedger(dataHash), ...book };
      setState({ keeping: "file", problem: undefined, book: bookOf(inHand), begun: book !== undefined });
    },
    beginAnew: () => setState({ begun: true }),
  };
}

/** What a ledger that was not read yet looks like. */
export const unread: LedgerState = {
  book: undefined,
  keeping: "browser",
  begun: true,
  sights: unseen,
  problem: undefined,
  toSave: undefined,
};

const notBegun =
  "Say first, under Ledger, whether these data were released before: add the ledger file of that visit, or begin with none.";

/** Of a ledger about another table: it may be about the same people. */
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
  if (left === 0) return "The budget of these data is spent: nothing more can be released of them.";
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
  return (
    `The budget does not cover this: it would cost μ = ${shortText(Math.sqrt(squaredMu))}, ` +
    `and μ = ${shortText(left)} is left. A smaller ε fits.`
  );
}

function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
