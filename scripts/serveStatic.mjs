import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { encodings } from "./compressed.mjs";
import { headers } from "./fences.mjs";

/** The types of files, by the ends of their names. */
export const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".csv": "text/csv; charset=utf-8",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".ttf": "font/ttf",
};

/**
 * Serves a folder on 127.0.0.1, under a path such as "/" or "/some/folder/".
 *
 * @param fenced sends the headers of the policy; false imitates a host that sends none
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serveStatic(folder, { port = 0, base = "/", fenced = true } = {}) {
  const server = createServer((request, response) => {
    const file = fileFor(folder, base, request.url ?? "/");
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("There is nothing here.");
      return;
    }
    const { encoding, path } = sentAs(file, request.headers["accept-encoding"]);
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "cache-control": isNamedByContent(file) ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "Accept-Encoding",
      ...(encoding && { "content-encoding": encoding }),
      ...(fenced && headers),
    });
    // A file that disappears while it is read, as in a new deployment, ends only its own response.
    createReadStream(path)
      .on("error", () => response.destroy())
      .pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address: `http://localhost:${server.address().port}${base}`, close };
}

/** The smallest compressed file that the request accepts, or the file itself. */
function sentAs(file, accepted = "") {
  const listed = accepted.split(",").map((entry) => entry.split(";").map((part) => part.trim().toLowerCase()));
  const accepts = (encoding) => listed.some(([name, q = ""]) => name === encoding && !/^q=0(\.0*)?$/.test(q));
  const found = Object.entries(encodings)
    .map(([encoding, end]) => ({ encoding, path: file + end }))
    .find(({ encoding, path }) => accepts(encoding) && existsSync(path));
  return found ?? { path: file };
}

/** The build puts a hash into the names of its files, so a browser may keep them. */
const isNamedByContent = (file) => /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+$/.test(file);

/** The file of a request inside the folder, or undefined. */
export function fileFor(folder, base, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  if (!path.startsWith(base)) return undefined;
  const inside = normalize(folder);
  let file = normalize(join(inside, path.slice(base.length)));
  if (file !== inside && !file.startsWith(inside.endsWith(sep) ? inside : inside + sep)) return undefined;
  try {
    if (statSync(file).isDirectory()) file = join(file, "index.html");
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
