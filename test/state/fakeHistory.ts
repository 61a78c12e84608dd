import type { AddressBar } from "../../src/state/addressBar.ts";

/** A history like the browser's: `push` drops what lies ahead. */
export function fakeHistory(start: string) {
  const entries = [start];
  const listeners = new Set<() => void>();
  let at = 0;
  const calls = { replace: 0, push: 0 };
  const address: AddressBar = {
    getHash: () => (entries[at] === "#" ? "" : entries[at]!),
    replace: (hash) => {
      calls.replace++;
      entries[at] = hash;
    },
    push: (hash) => {
      calls.push++;
      entries.splice(++at, entries.length, hash);
    },
    lengthOf: (hash) => hash.length,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const notify = () => {
    // Browsers report one step twice: popstate and hashchange.
    for (const listener of [...listeners, ...listeners]) listener();
  };
  return {
    address,
    entries,
    calls,
    listeners,
    go: (steps: number) => {
      at += steps;
      notify();
    },
    visit: (hash: string) => {
      entries.splice(++at, entries.length, hash);
      notify();
    },
  };
}
