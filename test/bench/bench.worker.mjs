import { interleaved } from "./timing.mjs";

const workloads = import.meta.glob("./workloads/w*.mjs");
let cases;
let current;

/** Goes through the cases of one workload: the same program in Node and in a worker of the browser. */
export const host = {
  async open(name) {
    const { cases: all } = await workloads[`./workloads/${name}.mjs`]();
    cases = all();
  },
  /** The next case without its functions, or undefined after the last. */
  next() {
    current = cases.next().value;
    if (!current) return undefined;
    const { name, size, targets, samples = 6, check, share, most } = current;
    return { name, size, targets, samples, check, shared: share !== undefined, most };
  },
  /** Milliseconds of ours and the peers that run in JavaScript. */
  run: (samples) => interleaved({ ours: current.ours, ...current.peers }, samples),
  /** Milliseconds of each of many steps of one run. */
  each: () => current.each(),
  /** Part k of `of` equal parts of the computation, so often that messages do not count. */
  share([k, of]) {
    for (let i = 0; i < 8; i++) current.share(k, of);
  },
  error: () => current.error?.(),
  value: () => current.ours(),
  /** What the peers of other languages are given: by name, [function, arguments]. */
  foreign: () => ({ python: current.python?.() ?? {}, r: current.r?.() ?? {} }),
};

if (globalThis.WorkerGlobalScope) {
  globalThis.onmessage = async ({ data: [method, argument] }) => {
    try {
      globalThis.postMessage({ value: await host[method](argument) });
    } catch (error) {
      globalThis.postMessage({ failure: String(error.stack) });
    }
  };
}
