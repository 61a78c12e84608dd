import endpoint from "../../workers/endpoint.worker.ts?worker&url";
import { trustedScript } from "./trustedScript.ts";

let start: string | undefined;

/**
 * A new worker of the engine, as its own bundle. It starts from a blob, because such a worker inherits the page's
 * policy wherever the page is served; one that is loaded by its address has only the policy that its host sends along.
 */
export function spawnWorker(): Worker {
  const source = `import ${JSON.stringify(new URL(endpoint, location.href).href)};`;
  start ??= trustedScript(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  return new Worker(start, { type: "module", name: "curveil" });
}
