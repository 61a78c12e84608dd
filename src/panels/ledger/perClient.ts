import { createStore, type StoreApi } from "zustand/vanilla";

/**
 * State of a section that survives folding and a change of side, one per client of a study. It must hold nothing that
 * the outside may not see.
 */
export function perClient<T>(initial: T): (client: object) => StoreApi<T> {
  const stores = new WeakMap<object, StoreApi<T>>();
  return (client) => {
    const store = stores.get(client) ?? createStore<T>()(() => initial);
    stores.set(client, store);
    return store;
  };
}
