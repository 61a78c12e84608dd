import endpoint from "../../workers/endpoint.worker.ts?worker&url";
import { trustedScript } from "./trustedScript.ts";

const starts = new Map<string, string>();

/**
 * Starts from a blob, which inherits the page's policy on every host.
 *
 * @param study its scripts load in parallel with the worker's own
 */
export function spawnWorker(study = ""): Worker {
  let start = starts.get(study);
  if (start === undefined) {
    const source = [endpoint, ...partsOf(study)].map(
      (script) => `import ${JSON.stringify(new URL(script, location.href).href)};`,
    );
    start = trustedScript(URL.createObjectURL(new Blob(source, { type: "text/javascript" })));
    starts.set(study, start);
  }
  return new Worker(start, { type: "module", name: "curveil" });
}

function partsOf(study: string): readonly string[] {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="worker-${study}"]`);
  return named ? named.content.split(" ") : [];
}
