import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./installed.mjs";

/** Files that a page needs to open again; other font formats are for browsers without offline copies. */
const isKept = (path) => /\.(js|css|html|svg|csv|woff2|webmanifest)$/.test(path);

const integrityOf = (content) => `sha256-${createHash("sha256").update(content).digest("base64")}`;

/**
 * Vite plugin: builds workers/serviceWorker.ts as `sw.js` with the list of this build's files, and puts the version, a
 * hash of that list, in place of %VERSION% in the page.
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
        const listed = () =>
          [...contents.keys()]
            .filter(isKept)
            .sort()
            // Some hosts redirect "index.html", so the page is requested by its folder.
            .map((path) => ({
              path: path === "index.html" ? "" : path,
              integrity: integrityOf(contents.get(path)),
            }));
        const version = createHash("sha256")
          .update(JSON.stringify(listed()))
          .update(worker.code)
          .digest("hex")
          .slice(0, 16);
        page.source = page.source.replace("%VERSION%", version);
        contents.set("index.html", page.source);
        worker.code = `const shipped = ${JSON.stringify({ version, files: listed() })};\n${worker.code}`;
      },
    },
  };
}
