import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { drawnAtBuild } from "./drawnAtBuild.mjs";
import { root } from "./installed.mjs";
import { compileLesson, lessonIds } from "./lessons.mjs";

export const cardSize = { width: 1200, height: 630 };
const embedded = { width: 600, height: 400 };
const policy = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Vite plugin: writes a page for each study and each lesson, whose tags and picture are what a posted link shows, and
 * which leads on to the study; icons as PNG; and, where the site's address is known, what oEmbed asks for. Pictures are
 * drawn by the page's own code (src/app/cards.ts), from the engine's answers.
 *
 * @param site the address of the site, with https://; without it, tags have relative addresses and oEmbed is left out
 */
export function cards(site = process.env.CURVEIL_SITE) {
  const base = siteAddress(site);
  let made;
  const allCards = () => (made ??= drawnAtBuild().then((drawn) => drawn.cards(readLessons())));
  return {
    name: "cards",
    apply: "build",
    async generateBundle() {
      const emit = (fileName, source) => this.emitFile({ type: "asset", fileName, source });
      const png = await pngRenderer();
      for (const card of await allCards()) {
        emit(`${card.path}/index.html`, cardPage(card, base));
        emit(`${card.path}/card.png`, png(card.svg, cardSize.width));
        if (base) emit(`${card.path}/oembed.json`, JSON.stringify(oEmbedOf(card, base), null, 1));
      }
      const icon = readFileSync(`${root}public/icon.svg`, "utf8");
      for (const side of [180, 192, 512]) emit(`icon-${side}.png`, png(icon, side));
    },
    transformIndexHtml: {
      order: "post",
      async handler() {
        const [first] = await allCards();
        const card = { ...first, title: "Curveil", description: "Data, released privately, drawn as you move ε." };
        return [
          ...tagsOf(card, base, { page: base ?? "./", picture: `${base ?? "./"}${first.path}/card.png` }),
          { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-180.png" } },
        ].map((tag) => ({ ...tag, injectTo: "head" }));
      },
    },
  };
}

const readLessons = () => lessonIds().map((id) => compileLesson(id, readFileSync(`${root}lessons/${id}.md`, "utf8")));

/** @throws {Error} with a sentence, unless it is undefined, empty or the address of a folder */
export function siteAddress(site) {
  if (!site) return undefined;
  const address = URL.canParse(site) ? new URL(site) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.search || address.hash)
    throw new Error(`CURVEIL_SITE is “${site}”: expected an address such as https://example.org/curveil/.`);
  return address.href.endsWith("/") ? address.href : `${address.href}/`;
}

function tagsOf({ path, title, description }, base, { page, picture }) {
  const og = {
    "og:type": "website",
    "og:site_name": "Curveil",
    "og:title": title,
    "og:description": description,
    "og:url": page,
    "og:image": picture,
    "og:image:type": "image/png",
    "og:image:width": cardSize.width,
    "og:image:height": cardSize.height,
    "og:image:alt": `The picture of “${title}”, as the page draws it.`,
  };
  const twitter = {
    "twitter:card": "summary_large_image",
    "twitter:title": title,
    "twitter:description": description,
    "twitter:image": picture,
  };
  const oEmbed = { rel: "alternate", type: "application/json+oembed", href: `${base}${path}/oembed.json`, title };
  return [
    ...Object.entries(og).map(([property, content]) => ({ tag: "meta", attrs: { property, content: `${content}` } })),
    ...Object.entries(twitter).map(([name, content]) => ({ tag: "meta", attrs: { name, content } })),
    ...(base ? [{ tag: "link", attrs: oEmbed }] : []),
  ];
}

/** The page of a card. It has no script: a browser follows its address, a machine that makes previews reads its tags. */
export function cardPage(card, base) {
  const { path, hash, title, description } = card;
  const up = "../".repeat(path.split("/").length);
  const own = base ? `${base}${path}/` : "./";
  const tags = tagsOf(card, base, { page: own, picture: `${own}card.png` }).map(({ tag, attrs }) => {
    const written = Object.entries(attrs).map(([name, value]) => ` ${name}="${inAttribute(value)}"`);
    return `    <${tag}${written.join("")} />`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta http-equiv="refresh" content="0; url=${inAttribute(up + hash)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta name="description" content="${inAttribute(description)}" />
${tags.join("\n")}
    <link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}start.css" />
    <title>${inAttribute(title)} · Curveil</title>
  </head>
  <body>
    <main class="start">
      <h1>${inAttribute(title)}</h1>
      <p>${inAttribute(description)}</p>
      <p><a href="${inAttribute(up + hash)}">Open it in Curveil</a></p>
    </main>
  </body>
</html>
`;
}

/** Of type "rich", with all that this type requires (oembed.com, 2.3.4). */
export function oEmbedOf({ path, hash, title }, base) {
  const { width, height } = embedded;
  const source = inAttribute(base + hash);
  return {
    version: "1.0",
    type: "rich",
    provider_name: "Curveil",
    provider_url: base,
    title,
    html: `<iframe src="${source}" width="${width}" height="${height}" title="${inAttribute(title)}" style="border:0"></iframe>`,
    width,
    height,
    thumbnail_url: `${base}${path}/card.png`,
    thumbnail_width: cardSize.width,
    thumbnail_height: cardSize.height,
  };
}

const inAttribute = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The fonts of formulas: they come with the packages, so that a picture has the same letters on every machine. */
const fonts = ["SansSerif-Regular", "SansSerif-Bold", "Main-Regular", "Math-Italic"].map(
  (name) => `${root}node_modules/katex/dist/fonts/KaTeX_${name}.ttf`,
);

/** A function from a drawing and a width in pixels to a PNG. */
async function pngRenderer() {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  // A second build of the process finds it there.
  started ??= initWasm(readFileSync(wasm));
  await started;
  const fontBuffers = fonts.map((path) => readFileSync(path));
  const family = "KaTeX_SansSerif";
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: family, sansSerifFamily: family };
  return (svg, width) => {
    const drawing = new Resvg(svg, { fitTo: { mode: "width", value: width }, font });
    return drawing.render().asPng();
  };
}

let started;
