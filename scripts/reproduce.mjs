// Repeats the numbers of a figure or table: `npm run reproduce -- alda-1`. Each is a file of `reproduce/`.
import { readdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { createServer } from "vite";
import { assemblyScript } from "./assemblyScript.mjs";
import { root } from "./installed.mjs";

// Node 20 has fused multiply-add in WebAssembly behind a flag, later versions without one: half the time of a product.
if (process.versions.node.startsWith("20.")) setFlagsFromString("--experimental-wasm-relaxed-simd");

const known = readdirSync(new URL("reproduce/", import.meta.url)).map((file) => file.replace(/\.mjs$/, ""));
const [name, ...options] = process.argv.slice(2);
if (!known.includes(name)) {
  console.error(`npm run reproduce -- NAME, where NAME is one of ${known.join(", ")}`);
  process.exit(1);
}
const server = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, watch: null, ws: false },
  plugins: [assemblyScript()],
});
try {
  // Compiled beforehand: Vite waits a minute at most for a module that another one imports.
  await server.transformRequest("/src/core/arithmetic/assembly/arithmetic.as", { ssr: true });
  const { reproduce } = await server.ssrLoadModule(`/scripts/reproduce/${name}.mjs`);
  await reproduce(options);
} finally {
  await server.close();
}
