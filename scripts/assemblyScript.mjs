import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { root } from "./installed.mjs";

const simd = ["-O3", "--noAssert", "--runtime", "stub", "--use", "abort=", "--enable", "simd"];
const fusedSimd = [...simd, "--enable", "relaxed-simd"];
const { version } = createRequire(import.meta.url)("assemblyscript/package.json");

/**
 * Vite plugin: `name.as.js` is AssemblyScript `name.as`, compiled to WebAssembly, in base 64, twice: with SIMD and with
 * relaxed SIMD. Compiled once per content, into .cache.
 */
export function assemblyScript() {
  return {
    name: "assemblyscript",
    enforce: "pre",
    resolveId: (source, importer) => (importer && source.endsWith(".as.js") ? join(dirname(importer), source.slice(0, -3)) : null),
    async load(file) {
      if (!file.endsWith(".as")) return null;
      const text = async (options) => Buffer.from(await compiled(file, options)).toString("base64");
      this.addWatchFile(file);
      return `export const wasm = "${await text(simd)}";\nexport const fusedWasm = "${await text(fusedSimd)}";`;
    },
  };
}

async function compiled(file, options) {
  const source = readFileSync(file, "utf8");
  const hash = createHash("sha256").update(JSON.stringify([source, options, version])).digest("hex").slice(0, 16);
  const cached = `${root}.cache/assembly/${basename(file)}.${hash}.wasm`;
  if (existsSync(cached)) return readFileSync(cached);
  const bytes = await compile(basename(file, ".as"), source, options);
  mkdirSync(`${root}.cache/assembly`, { recursive: true });
  // Several builds may run at once: a file appears under its name only when it is whole.
  writeFileSync(`${cached}.${process.pid}`, bytes);
  renameSync(`${cached}.${process.pid}`, cached);
  return bytes;
}

async function compile(name, source, options) {
  const asc = await import("assemblyscript/asc");
  let bytes;
  const { error, stderr } = await asc.main([`${name}.ts`, "--outFile", `${name}.wasm`, ...options], {
    readFile: (path) => (path === `${name}.ts` ? source : null),
    writeFile: (_, contents) => (bytes = contents),
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`${name}.as: ${error?.message ?? "no output"}\n${stderr.toString()}`);
  return bytes;
}
