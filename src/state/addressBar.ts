/** The browser's history; injected, so that scenarios run in Node. */
export interface AddressBar {
  readonly getHash: () => string;
  readonly replace: (hash: string) => void;
  readonly push: (hash: string) => void;
  /** Characters of the whole address with this hash. */
  readonly lengthOf: (hash: string) => number;
  /** Hears moves through the history and edits of the address. @returns ends it */
  readonly subscribe: (listener: () => void) => () => void;
}

export function windowAddressBar(page: Window): AddressBar {
  return {
    getHash: () => page.location.hash,
    replace: (hash) => page.history.replaceState(null, "", hash),
    push: (hash) => page.history.pushState(null, "", hash),
    lengthOf: (hash) => page.location.href.length - page.location.hash.length + hash.length,
    subscribe: (listener) => {
      page.addEventListener("popstate", listener);
      page.addEventListener("hashchange", listener);
      return () => {
        page.removeEventListener("popstate", listener);
        page.removeEventListener("hashchange", listener);
      };
    },
  };
}

/** An address without a bar: for a study in a lesson. */
export function memoryAddress(first: string): AddressBar & { readonly go: (hash: string) => void } {
  let now = first;
  const listeners = new Set<() => void>();
  const write = (hash: string) => {
    now = hash;
  };
  return {
    getHash: () => now,
    replace: write,
    push: write,
    lengthOf: () => 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go: (hash) => {
      write(hash);
      for (const listener of listeners) listener();
    },
  };
}
