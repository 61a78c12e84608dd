export interface WithLifetime {
  /** @param thread a channel's end that this worker keeps: the other end shows when it is gone */
  lifetime(thread: MessagePort): Promise<string | undefined>;
}

/** @returns the lock's name once it is held; undefined where there are no locks */
export async function holdLifetime(): Promise<string | undefined> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks) return undefined;
  const name = `curveil worker ${[...crypto.getRandomValues(new Uint32Array(4))].join("-")}`;
  return new Promise((resolve) => {
    const forever = new Promise<never>(() => undefined);
    locks
      .request(name, () => {
        resolve(name);
        return forever;
      })
      .catch(() => resolve(undefined)); // A page without an origin has none.
  });
}
