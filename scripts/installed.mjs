import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Installs the dependencies of the lock file, unless they are there. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Curveil needs Node 20.19 or later; this is ${process.versions.node}.`);
  }
  if (isInstalled(readJson("package-lock.json"), readJson("node_modules/.package-lock.json"))) return;
  console.log("Installing the dependencies of package-lock.json …");
  const { status } = run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"]);
  if (status !== 0) stop("`npm ci` failed: see above. It needs the npm registry once.");
}

/**
 * True if npm's last installation matches the lock file. Only packages for other machines may be missing.
 *
 * @param lock the content of package-lock.json
 * @param installed the content of node_modules/.package-lock.json, which npm writes last; undefined if there is none
 */
export function isInstalled(lock, installed, exists = (path) => existsSync(`${root}${path}`)) {
  const locked = Object.entries(lock?.packages ?? {}).filter(([path]) => path !== "");
  const there = installed?.packages ?? {};
  const isThere = ([path, { version, integrity, optional }]) => {
    const found = there[path];
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity && exists(`${path}/package.json`);
  };
  const known = new Set(locked.map(([path]) => path));
  return locked.length > 0 && locked.every(isThere) && Object.keys(there).every((path) => known.has(path));
}

/** Undefined if the file is missing or broken. */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(`${root}${path}`, "utf8"));
  } catch {
    return undefined;
  }
}

export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32", ...options });
}

/** Path of a dependency's command line program, to be run by this Node. */
export function binary(path) {
  return `${root}node_modules/${path}`;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
