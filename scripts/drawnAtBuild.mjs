import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { assemblyScript } from "./assemblyScript.mjs";
import { root } from "./installed.mjs";

let module;

/** What the page's own code draws while the site is built (src/app/drawnAtBuild.ts), made once for all plugins. */
export function drawnAtBuild() {
  return (module ??= bundled());
}

/** As one file for this process: bundled, it takes 40 % of the time of separate modules. */
async function bundled() {
  const outDir = `${root}.cache/drawnAtBuild.${process.pid}`;
  const name = "drawnAtBuild.mjs";
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: "error",
      plugins: [react(), assemblyScript(), withoutStyles],
      build: {
        ssr: `${root}src/app/drawnAtBuild.ts`,
        outDir,
        minify: false,
        rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
      },
    });
    return await import(pathToFileURL(`${outDir}/${name}`).href);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const noStyles = "\0no-styles";

/** Markup needs no style sheets. */
const withoutStyles = {
  name: "without-styles",
  enforce: "pre",
  resolveId: (source) => (source.endsWith(".css") ? noStyles : null),
  load: (id) => (id === noStyles ? "" : null),
};
