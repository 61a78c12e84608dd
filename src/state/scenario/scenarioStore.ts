import { createStore, type StoreApi } from "zustand/vanilla";
import type { AddressBar } from "../addressBar.ts";
import type { LinkCodec, LinkProblem } from "./linkCodec.ts";

export interface ScenarioState<S> {
  readonly scenario: S;
  /** What was not understood in the link opened last. */
  readonly problems: readonly LinkProblem[];
  /** True if the last change belongs to the step before it. */
  readonly amends: boolean;
  /**
   * Changes the scenario at once; the address follows at most three times a second.
   * A drag passes no `commit` and only overwrites the address; its end, or any single change,
   * passes `commit: true` and becomes one step of the history.
   *
   * @param change a function where it adds to what is set by now, as what comes of a long job does
   * @param options `by` who says it, a person if absent: what a link says of origins, nobody affirms; `amends` if it follows
   *   from the step before
   */
  readonly set: (change: Change<S>, options?: SetOptions) => void;
  readonly dismissProblems: () => void;
  /** The link of the scenario as it is now, whatever the address says. */
  readonly link: () => string;
  /** Writes a pending address now: before the page is left. */
  readonly flush: () => void;
  readonly close: () => void;
}

export interface SetOptions {
  readonly commit?: boolean;
  readonly by?: "person" | "link";
  readonly amends?: boolean;
}

/** Fields with new values, or how they follow from those of now. */
export type Change<S> = Partial<S> | ((now: S) => Partial<S>);

export type ScenarioStore<S> = StoreApi<ScenarioState<S>>;

// Chromium ignores history calls beyond 200 in 30 seconds, Safari beyond 100: at most 86 here.
const addressInterval = 350;

/**
 * The scenario of one study, kept in step with the address bar in both directions.
 *
 * @param settle makes a changed scenario one that may be, also one that a link brings
 */
export function createScenarioStore<S extends object>(
  codec: LinkCodec<S>,
  address: AddressBar,
  settle: (changed: S, before: S, by: "person" | "link") => S = (changed) => changed,
): ScenarioStore<S> {
  const opened = codec.decode(address.getHash());

  /** The address that the current history entry had before a drag overwrote it, and the link it stands for. */
  let entry = { address: address.getHash(), link: codec.encode(opened.values) };
  let written = entry.address;
  let pending: { commit: boolean } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

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
    if (commit && link !== entry.link) {
      // The drag overwrote this entry; going back must lead to where it began.
      if (written !== entry.address) address.replace(entry.address || "#");
      address.push(link);
      entry = { address: link, link };
    } else if (link !== written) {
      address.replace(link);
    }
    written = link;
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
