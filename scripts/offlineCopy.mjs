import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { headers } from "./fences.mjs";
import { root } from "./installed.mjs";
import { types } from "./serveStatic.mjs";

/** Files that a page needs to open again: neither the pages of cards nor formats for browsers without offline copies. */
const isKept = (path) => /\.(js|css|svg|csv|woff2|webmanifest)$/.test(path);

const integrityOf = (content) => `sha256-${createHash("sha256").update(content).digest("base64")}`;

/**
 * Vite plugin: builds workers/serviceWorker.ts as `sw.js`, with the files of this build in front, each with its hash, and puts
 * the version, a hash of all that, in place of %VERSION% in the page.
 */
export function offlineCopy() {
  let publicFolder = "";
  return {
    name: "offline-copy",
    apply: "build",
    configResolved: ({ publicDir }) => {
      publicFolder = publicDir;
    },
    buildStart() {
      this.emitFile({ type: "chunk", id: `${root}workers/serviceWorker.ts`, fileName: "sw.js" });
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const contents = new Map(
          readdirSync(publicFolder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name))
            .map((path) => [path.slice(publicFolder.length + 1).replaceAll("\\", "/"), readFileSync(path)]),
        );
        for (const [path, { code, source }] of Object.entries(bundle)) contents.set(path, code ?? source);
        const worker = bundle["sw.js"];
        const page = bundle["index.html"];
        contents.delete("sw.js");
        contents.delete("index.html");
        const keptFile = (path, content) => ({ path, type: types[extname(path)], integrity: integrityOf(content) });
        const files = [...contents]
          .filter(([path]) => isKept(path))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, content]) => keptFile(path, content));
        const rest = createHash("sha256")
          .update(JSON.stringify([page.source, worker.code]))
          .digest("hex");
        const version = createHash("sha256").update(JSON.stringify({ files, rest })).digest("hex");
        page.source = page.source.replace("%VERSION%", version);
        const shipped = {
          version,
          contents: { files, rest },
          // Some hosts lead "index.html" elsewhere, so the page is asked for by the folder's name.
          page: { ...keptFile("index.html", page.source), path: "" },
          policies: Object.keys(headers),
        };
        worker.code = `const shipped = ${JSON.stringify(shipped)};\n${worker.code}`;
      },
    },
  };
}
