import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { root } from "./installed.mjs";

const simd = ["-O3", "--noAssert", "--runtime", "stub", "--use", "abort=", "--enable", "simd"];
const fusedSimd = [...simd, "--enable", "relaxed-simd"];
const { version } = createRequire(import.meta.url)("assemblyscript/package.json");

/**
 * Vite plugin: `name.as.js` is AssemblyScript `name.as`, compiled to WebAssembly in base 16, twice: with SIMD and with
 * relaxed SIMD. Whole bytes compress to 12 kB less than base 64. It may import the other sources of its folder. Compiled
 * once per content, into .cache.
 *
 * @param forPage builds empty text: a page never compiles (simdModule.ts), and saves 50 kB
 */
export function assemblyScript({ forPage = false } = {}) {
  let isEmpty = false;
  return {
    name: "assemblyscript",
    enforce: "pre",
    config: (_, { command }) => {
      isEmpty = forPage && command === "build";
    },
    resolveId: (source, importer) =>
      importer && source.endsWith(".as.js") ? join(dirname(importer), source.slice(0, -3)) : null,
    async load(file) {
      if (!file.endsWith(".as")) return null;
      if (isEmpty) return 'export const wasm = "";\nexport const fusedWasm = "";';
      const sources = sourcesBeside(file);
      const text = async (options) =>
        Buffer.from(await compiled(basename(file, ".as"), sources, options)).toString("hex");
      for (const name of Object.keys(sources)) this.addWatchFile(join(dirname(file), `${name}.as`));
      return `export const wasm = "${await text(simd)}";\nexport const fusedWasm = "${await text(fusedSimd)}";`;
    },
  };
}

function sourcesBeside(file) {
  const names = readdirSync(dirname(file)).filter((name) => name.endsWith(".as"));
  return Object.fromEntries(
    names.sort().map((name) => [basename(name, ".as"), readFileSync(join(dirname(file), name), "utf8")]),
  );
}

async function compiled(name, sources, options) {
  const hash = createHash("sha256")
    .update(JSON.stringify([sources, options, version]))
    .digest("hex")
    .slice(0, 16);
  const cached = `${root}.cache/assembly/${name}.${hash}.wasm`;
  if (existsSync(cached)) return readFileSync(cached);
  const bytes = await compile(name, sources, options);
  mkdirSync(`${root}.cache/assembly`, { recursive: true });
  // Several builds may run at once: a file gets its name only when complete.
  writeFileSync(`${cached}.${process.pid}`, bytes);
  renameSync(`${cached}.${process.pid}`, cached);
  return bytes;
}

async function compile(name, sources, options) {
  const asc = await import("assemblyscript/asc");
  let bytes;
  const { error, stderr } = await asc.main([`${name}.ts`, "--outFile", `${name}.wasm`, ...options], {
    readFile: (path) => sources[basename(path, ".ts")] ?? null,
    writeFile: (_, contents) => (bytes = contents),
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`${name}.as: ${error?.message ?? "no output"}\n${stderr.toString()}`);
  return bytes;
}
