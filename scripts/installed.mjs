import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = `${root}node_modules/.curveil-lock`;

/** Installs the dependencies of the lock file, if they are missing or those of another lock file. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Curveil needs Node 20.19 or later; this is ${process.versions.node}.`);
  }
  const lock = createHash("sha256")
    .update(readFileSync(`${root}package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing the dependencies of package-lock.json …");
  const { status } = run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"]);
  if (status !== 0) stop("`npm ci` failed: see above. It needs the npm registry once.");
  writeFileSync(stamp, lock);
}

/** Runs a command in the project's folder, with its output shown. */
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
