/** The browser's history as a scenario needs it; injected, so that it runs in Node. */
export interface AddressBar {
  readonly getHash: () => string;
  readonly replace: (hash: string) => void;
  readonly push: (hash: string) => void;
  /** Called when the person moves through the history or edits the address. @returns a function that ends it */
  readonly subscribe: (listener: () => void) => () => void;
}

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
