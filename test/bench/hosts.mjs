import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { assemblyScript } from "../../scripts/assemblyScript.mjs";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { root } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";

const site = `${root}.cache/bench-workloads`;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The workloads as a browser would be served them. */
export async function bundle() {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [assemblyScript()],
    build: {
      outDir: site,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      target: "es2022",
      lib: { entry: here("bench.worker.mjs"), formats: ["es"], fileName: () => "bench.js" },
    },
  });
  writeFileSync(`${site}/index.html`, "<!doctype html><title>Benchmark</title>");
}

/** This process, running the bundle. */
export async function nodeHost() {
  const { host } = await import(pathToFileURL(`${site}/bench.js`).href);
  return host;
}

/** A headless browser whose workers run the bundle: the same methods, by messages. */
export async function browserHost() {
  const { address, close } = await serveStatic(site, { fenced: false });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
  const page = await browser.newPage();
  await page.goto(address);
  const call = (id, method) => async (argument) => {
    const { value, failure } = await page.evaluate(inPage, [id, method, argument]);
    if (failure) throw new Error(failure);
    return value;
  };
  return {
    version: `Chromium ${browser.version()}`,
    worker: (id) => ({
      open: call(id, "open"),
      next: call(id, "next"),
      run: call(id, "run"),
      share: call(id, "share"),
      each: call(id, "each"),
    }),
    close: async () => {
      await browser.close();
      await close();
    },
  };
}

/** Runs in the page: asks worker `id`, a new one for each workload. */
function inPage([id, ...message]) {
  const workers = (globalThis.workers ??= {});
  return new Promise((resolve, reject) => {
    if (message[0] === "open") {
      workers[id]?.terminate();
      workers[id] = new globalThis.Worker("./bench.js", { type: "module" });
    }
    workers[id].onmessage = ({ data }) => resolve(data);
    workers[id].onerror = ({ message }) => reject(new Error(message));
    workers[id].postMessage(message);
  });
}

const oneThread = { OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1", MKL_NUM_THREADS: "1" };
/** Freed memory stays with the process: else glibc may fetch the pages of a large array anew in each call. */
const pagesKept = { MALLOC_TRIM_THRESHOLD_: "1000000000", MALLOC_MMAP_THRESHOLD_: "1000000000" };

/** peers.py, one line of JSON each way: `prepare` answers with the modules that are missing, `run` with times and a value. */
export function pythonHost() {
  const child = spawn(process.env.PYTHON ?? "python3", [here("peers.py")], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...oneThread, ...pagesKept },
  });
  let alive = true;
  // Without python3 there is nothing to write to.
  for (const stream of [child, child.stdin]) stream.on("error", () => (alive = false));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    if (!alive) return { missing: "python3" };
    child.stdin.write(`${JSON.stringify(request, packed)}\n`);
    const { value, done } = await lines.next();
    if (!done) return JSON.parse(value);
    alive = false;
    return { missing: "python3" };
  };
  return {
    prepare: ([name, data]) => ask({ prepare: name, data }),
    run: (samples) => ask({ run: samples }),
    close: () => child.stdin.end(),
  };
}

/** Milliseconds from peers.R, a process for every call: `name` and numbers as arguments, the data as raw doubles. */
export function inR([name, data, ...numbers], samples) {
  const { status, stdout } = spawnSync("Rscript", [here("peers.R"), name, samples, ...numbers].map(String), {
    input: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim().split(/\s+/).map(Number) : undefined;
}

/** Arrays of numbers as the text of their bytes. */
function packed(_, value) {
  if (!(value instanceof Float64Array)) return value;
  return { float64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") };
}
