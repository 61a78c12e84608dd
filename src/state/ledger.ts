import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";

/** What left the page in this session: μ = Δ/σ of each release, of whichever study. */
export interface Ledger {
  readonly releases: readonly number[];
  readonly enter: (mu: number) => void;
}

export function createLedger(): StoreApi<Ledger> {
  return createStore<Ledger>()((setState, getState) => ({
    releases: [],
    enter: (mu) => setState({ releases: [...getState().releases, mu] }),
  }));
}
