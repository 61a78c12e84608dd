/** A new worker of the engine, as its own bundle. */
export function spawnWorker(): Worker {
  return new Worker(new URL("../../workers/endpoint.worker.ts", import.meta.url), { type: "module", name: "curveil" });
}
