/**
 * Runs one job at a time and keeps only the newest request that arrives meanwhile, so a dragged slider
 * never queues up work and no stale result overtakes a fresh one.
 *
 * @param run must report failures through its result, not by rejecting
 * @param superseded the result of a request that a newer one replaced before it ran
 */
export function latestOnly<Q, R>(run: (request: Q) => Promise<R>, superseded: R): (request: Q) => Promise<R> {
  let running = false;
  let pending: { readonly request: Q; readonly resolve: (result: R) => void } | undefined;

  const drain = async () => {
    running = true;
    while (pending) {
      const { request, resolve } = pending;
      pending = undefined;
      resolve(await run(request));
    }
    running = false;
  };

  return (request) =>
    new Promise<R>((resolve) => {
      pending?.resolve(superseded);
      pending = { request, resolve };
      if (!running) void drain();
    });
}
