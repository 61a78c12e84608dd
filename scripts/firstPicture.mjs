import react from "@vitejs/plugin-react";
import { runnerImport } from "vite";
import { assemblyScript } from "./assemblyScript.mjs";
import { root } from "./installed.mjs";

/**
 * Vite plugin: puts the screen on which the start page opens into the page itself, as a template that `showFirstPicture` shows.
 * It is made by the page's own code (src/app/firstScreen.tsx), run here, and only when the site is built.
 */
export function firstPicture() {
  return {
    name: "first-picture",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler() {
        const { module } = await runnerImport(`${root}src/app/firstScreen.tsx`, {
          root,
          configFile: false,
          logLevel: "error",
          plugins: [react(), assemblyScript(), withoutStyles],
        });
        const { markup, links } = module.firstScreen();
        return [{ tag: "template", attrs: { "data-links": links.join(" ") }, children: markup, injectTo: "body" }];
      },
    },
  };
}

const noStyles = "\0no-styles";

/** Markup needs no style sheets. */
const withoutStyles = {
  name: "without-styles",
  enforce: "pre",
  resolveId: (source) => (source.endsWith(".css") ? noStyles : null),
  load: (id) => (id === noStyles ? "" : null),
};
