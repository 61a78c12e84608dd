import { drawnAtBuild } from "./drawnAtBuild.mjs";

/**
 * Vite plugin: puts the start page's first screen, and the frame of any other, into the page as templates for
 * `showFirstPicture`. The numbers of the first stand in a separate file, so that the page needs no worker for it. The
 * page's own code makes all of it at build time (src/app/firstScreen.tsx). A browser that can draws no frame before the
 * first script has run: that would be an empty page.
 */
export function firstPicture() {
  let screen;
  const firstScreen = () => (screen ??= drawnAtBuild().then((made) => made.firstScreen()));
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
