import { createStore, type StoreApi } from "zustand/vanilla";

/** A section's state that survives folding and change of side, per client. It must hold nothing hidden from outside. */
export function perClient<T>(initial: T): (client: object) => StoreApi<T> {
  const stores = new WeakMap<object, StoreApi<T>>();
  return (client) => {
    const store = stores.get(client) ?? createStore<T>()(() => initial);
    stores.set(client, store);
    return store;
  };
}
