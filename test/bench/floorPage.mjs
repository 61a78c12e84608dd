import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pictures = {
  curve: `<svg width="805" height="459" fill="none"><path class="band" fill="#D55E00" opacity="0.15"/>
    <path class="estimate" stroke="#222" stroke-width="1.5"/><path class="release" stroke="#D55E00" stroke-width="2"/></svg>`,
  field: "<canvas></canvas>",
};

/** Writes the floor pages beside a built site: the same pictures without framework, store or worker. */
export function writeFloors(site) {
  mkdirSync(`${site}/floor`, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) {
    copyFileSync(fileURLToPath(new URL(`floor/${name}.js`, import.meta.url)), `${site}/floor/${name}.js`);
    // The slider stands where ours does: a screen is put together anew in one rectangle around all that changed.
    const slider = `<input type="range" aria-label="Privacy loss" min="0" max="1000">`;
    write(site, name, `<table><tr valign="top"><td width="870">${picture}<td>${slider}</table>`, [name]);
  }
}

/** A page that gets the same scripts and styles, has them compiled, and draws nothing; it says when they are there. */
export function writeEmpty(site, name, paths) {
  mkdirSync(`${site}/floor`, { recursive: true });
  writeFileSync(
    `${site}/floor/${name}.js`,
    `const got = ${JSON.stringify(paths)}.map((href) => new Promise((resolve) => {
       const rel = href.endsWith(".css") ? "stylesheet" : "modulepreload";
       document.head.append(Object.assign(document.createElement("link"), { rel, href, onload: resolve }));
     }));
     Promise.all(got).then(() => document.body.append(document.createElement("output")));`,
  );
  write(site, name, "", [name]);
}

function write(site, name, body, scripts) {
  const tags = scripts.map((script) => `<script src="${script}.js"></script>`).join("");
  writeFileSync(
    `${site}/floor/${name}.html`,
    `<!doctype html><meta charset="utf-8"><title>${name}</title>${body}${tags}`,
  );
}
