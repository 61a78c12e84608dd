/** Milliseconds before a newer request aborts it. */
const grace = 250;

/**
 * Runs one job at a time and keeps only the newest request meanwhile, so a dragged slider never queues up work and no
 * stale result overtakes a fresh one. A slow job gets a signal; a quick one finishes, so that a drag shows pictures.
 *
 * @param run must report failures through its result; `overtaken` is the signal to stop
 * @param superseded result of a replaced request
 */
export function latestOnly<Q, R>(
  run: (request: Q, overtaken: AbortSignal) => Promise<R>,
  superseded: R,
): (request: Q) => Promise<R> {
  let running: { readonly since: number; readonly controller: AbortController } | undefined;
  let pending: { readonly request: Q; readonly resolve: (result: R) => void } | undefined;

  const drain = async () => {
    while (pending) {
      const { request, resolve } = pending;
      pending = undefined;
      running = { since: performance.now(), controller: new AbortController() };
      resolve(await run(request, running.controller.signal));
    }
    running = undefined;
  };

  return (request) =>
    new Promise<R>((resolve) => {
      pending?.resolve(superseded);
      pending = { request, resolve };
      if (!running) {
        void drain();
        return;
      }
      const { since, controller } = running;
      setTimeout(() => controller.abort(), Math.max(0, grace - (performance.now() - since)));
    });
}
