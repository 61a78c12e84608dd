import { existsSync } from "node:fs";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";

/** Builds the site into a folder of its own, unless REUSE is set and it is there, and serves it. */
export async function benchSite() {
  const folder = `${root}.cache/bench-site`;
  const options = ["--logLevel", "warn", "--outDir", folder, "--emptyOutDir"];
  if (!process.env.REUSE || !existsSync(`${folder}/index.html`))
    run(process.execPath, [binary("vite/bin/vite.js"), "build", ...options]);
  return { folder, ...(await serveStatic(folder)) };
}
