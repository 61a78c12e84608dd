import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { assemblyScript } from "./assemblyScript.mjs";
import { root } from "./installed.mjs";

/**
 * Vite plugin: puts the start page's first screen, and the frame of any other, into the page as templates for
 * `showFirstScreen`. The numbers of the first stand in a separate file, so that the page needs no worker for it. The page's own code makes both at build time
 * (src/app/firstScreen.tsx). A browser that can draws no frame before the first script has run: that would be an empty
 * page.
 */
export function firstPicture() {
  let screen;
  const firstScreen = () => (screen ??= firstScreenModule().then((made) => made.firstScreen()));
  return {
    name: "first-picture",
    apply: "build",
    load: {
      filter: { id: /\/src\/app\/firstAnswerText\.ts$/ },
      handler: async () => `export const text = ${JSON.stringify((await firstScreen()).answer)};`,
    },
    transformIndexHtml: {
      order: "post",
      async handler(page) {
        const { markup, skeleton, links } = await firstScreen();
        const template = (attrs, children) => ({ tag: "template", attrs, children, injectTo: "body" });
        return {
          html: page.replace('<script type="module"', '<script type="module" blocking="render"'),
          tags: [template({ "data-links": links.join(" ") }, markup), template({ "data-skeleton": true }, skeleton)],
        };
      },
    },
  };
}

/** The page's code as one file for this process: bundled, it takes 40 % of the time of separate modules. */
async function firstScreenModule() {
  const outDir = `${root}.cache/firstScreen.${process.pid}`;
  const name = "firstScreen.mjs";
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: "error",
      plugins: [react(), assemblyScript(), withoutStyles],
      build: {
        ssr: `${root}src/app/firstScreen.tsx`,
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
