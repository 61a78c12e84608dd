import { createStore, type StoreApi } from "zustand/vanilla";
import type { AddressBar } from "../addressBar.ts";
import type { LinkCodec, LinkProblem } from "./linkCodec.ts";

export interface ScenarioState<S> {
  readonly scenario: S;
  /** For the link opened last. */
  readonly problems: readonly LinkProblem[];
  /** True if the last change belongs to the earlier step. */
  readonly amends: boolean;
  /**
   * Changes at once; the address follows at most three times a second. A drag without `commit` overwrites the address;
   * `commit: true`, at its end or for a single change, makes a step of the browser's history.
   *
   * @param change a function if it adds to the newest state, as after a long job
   * @param options `by`: the author, a person if absent; nobody affirms a link's claims about origins; `amends`: it
   * follows from the earlier step
   */
  readonly set: (change: Change<S>, options?: SetOptions) => void;
  readonly dismissProblems: () => void;
  /** Whatever the address says. */
  readonly link: () => string;
  /** An entry such as `&edits=…`, which the address alone holds after the link; asked at each write. */
  readonly accompany: (entry: () => string) => void;
  /** Writes the address soon, as its further entry changed. */
  readonly rewrite: () => void;
  readonly hasRoom: (entry: string) => boolean;
  /** Writes a pending address. */
  readonly flush: () => void;
  readonly close: () => void;
}

export interface SetOptions {
  readonly commit?: boolean;
  readonly by?: "person" | "link";
  readonly amends?: boolean;
}

export type Change<S> = Partial<S> | ((now: S) => Partial<S>);

export type ScenarioStore<S> = StoreApi<ScenarioState<S>>;

// Chromium ignores history calls beyond 200 in 30 seconds, Safari beyond 100: at most 86 here.
const addressInterval = 350;

/** Characters; some programs cut longer addresses. */
const longestAddress = 2_000;

/**
 * Keeps a scenario in step with the address bar.
 *
 * @param settle makes any scenario valid, also a link's
 */
export function createScenarioStore<S extends object>(
  codec: LinkCodec<S>,
  address: AddressBar,
  settle: (changed: S, before: S, by: "person" | "link") => S = (changed) => changed,
): ScenarioStore<S> {
  const opened = codec.decode(address.getHash());

  /** Address of the history entry before a drag, and its link. */
  let entry = { address: address.getHash(), link: codec.encode(opened.values) };
  let written = entry.address;
  let pending: { commit: boolean } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let further = () => "";

  const store = createStore<ScenarioState<S>>()((setState, getState) => ({
    scenario: opened.values,
    problems: opened.problems,
    amends: false,
    set: (change, { commit = false, by = "person", amends = false } = {}) => {
      const before = getState().scenario;
      const changed = typeof change === "function" ? change(before) : change;
      setState({ scenario: settle({ ...before, ...changed }, before, by), amends });
      pending = { commit: commit || (pending?.commit ?? false) };
      if (timer === undefined) write();
    },
    dismissProblems: () => setState({ problems: [] }),
    link: () => codec.encode(getState().scenario),
    accompany: (entry) => {
      further = entry;
    },
    rewrite: () => {
      pending ??= { commit: false };
      if (timer === undefined) write();
    },
    hasRoom: (entry) => address.lengthOf(getState().link() + entry) <= longestAddress,
    flush: () => {
      if (pending) write();
    },
    close: () => {
      getState().flush();
      stopTimer();
      unsubscribe();
    },
  }));

  function write(): void {
    stopTimer();
    if (!pending) return;
    const { commit } = pending;
    pending = undefined;
    const link = store.getState().link();
    const whole = link + further();
    if (commit && link !== entry.link) {
      // Going back must lead to the drag's start.
      if (written !== entry.address) address.replace(entry.address || "#");
      address.push(whole);
      entry = { address: whole, link };
    } else if (whole !== written) {
      address.replace(whole);
      if (link === entry.link) entry = { address: whole, link };
    }
    written = whole;
    timer = setTimeout(write, addressInterval);
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  const unsubscribe = address.subscribe(() => {
    const hash = address.getHash();
    if (hash === written) return; // Navigation reports twice: popstate and hashchange.
    const { values, problems } = codec.decode(hash);
    pending = undefined;
    entry = { address: hash, link: codec.encode(values) };
    written = hash;
    store.setState({ scenario: settle(values, store.getState().scenario, "link"), problems, amends: false });
  });

  return store;
}
