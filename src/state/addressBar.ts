/** The part of the browser's history that a scenario needs; injected, so that it runs in Node. */
export interface AddressBar {
  readonly getHash: () => string;
  /** Changes the current history entry. */
  readonly replace: (hash: string) => void;
  /** Adds a history entry. */
  readonly push: (hash: string) => void;
  /** Calls back when the person moves through the history or edits the address. @returns the way to stop it */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The address bar of a browser window. */
export function windowAddressBar(page: Window): AddressBar {
  return {
    getHash: () => page.location.hash,
    replace: (hash) => page.history.replaceState(null, "", hash),
    push: (hash) => page.history.pushState(null, "", hash),
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
