import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { offlineCopy } from "../../scripts/offlineCopy.mjs";

/** The steps of Vite's plugin that are taken here. */
interface OfflineCopy {
  readonly configResolved: (config: { readonly publicDir: string }) => void;
  readonly generateBundle: { readonly handler: (options: undefined, bundle: object) => void };
}

const isText = (name: string) => /\.(js|css|html)$/.test(name);

/**
 * Writes the next version of a built site, as a build would: some scripts say more at their end, these and all that name them
 * have other names, and the copy for offline use is of the new files.
 *
 * @param changed tells by its name which script says more
 * @param more what they say
 */
export function writeNextVersion(site: string, into: string, changed: RegExp, more: string): void {
  rmSync(into, { recursive: true, force: true });
  cpSync(site, into, { recursive: true });
  const assets = readdirSync(`${into}/assets`).filter(isText);
  const texts = new Map(assets.map((name) => [name, readFileSync(`${into}/assets/${name}`, "utf8")]));
  const isNamed = /(?<![\w.~-])[\w.~-]+-[\w-]{8}\.(?:js|css)/g;
  const renamed = new Set(assets.filter((name) => changed.test(name)));
  for (let before = -1; before < renamed.size;) {
    before = renamed.size;
    for (const [name, text] of texts) if (text.match(isNamed)?.some((other) => renamed.has(other))) renamed.add(name);
  }
  const next = (name: string) =>
    renamed.has(name) ? name.replace(/.(?=\.\w+$)/, (last) => (last === "_" ? "-" : "_")) : name;
  for (const [name, text] of texts) {
    if (!renamed.has(name)) continue;
    rmSync(`${into}/assets/${name}`);
    const written = text.replace(isNamed, next);
    writeFileSync(`${into}/assets/${next(name)}`, changed.test(name) ? `${written}\n${more}\n` : written);
  }

  const page = readFileSync(`${into}/index.html`, "utf8").replace(isNamed, next);
  const worker = readFileSync(`${into}/sw.js`, "utf8");
  const bundle = {
    "index.html": { source: page.replace(/(?<=name="version" content=")\w+/, "%VERSION%") },
    "sw.js": { code: worker.slice(worker.indexOf("\n") + 1) },
  };
  const copy = offlineCopy() as unknown as OfflineCopy;
  copy.configResolved({ publicDir: into });
  copy.generateBundle.handler(undefined, bundle);
  writeFileSync(`${into}/index.html`, bundle["index.html"].source);
  writeFileSync(`${into}/sw.js`, bundle["sw.js"].code);
}
