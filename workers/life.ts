/** What a worker tells of its own end, before it comes. */
export interface Mortal {
  /**
   * The name of a lock that this worker holds while it lives; undefined where there are no locks.
   *
   * @param thread one end of a channel, kept while this worker lives: the browser tells the other end of its end
   */
  life(thread: MessagePort): Promise<string | undefined>;
}

/**
 * Holds a lock for as long as this worker lives. However it ends, the browser then gives the lock to the page, which so
 * learns of it at once.
 *
 * @returns the name of the lock once it is held; undefined where there are no locks
 */
export async function holdLife(): Promise<string | undefined> {
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
      .catch(() => resolve(undefined)); // A page without an origin of its own has none.
  });
}
