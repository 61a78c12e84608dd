import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { buildCore } from "../../scripts/buildCore.mjs";
import { root } from "../../scripts/installed.mjs";

/** The folder of the core package, built once a run: the process that comes first builds, and others wait for it. */
export async function builtCore(): Promise<string> {
  const all = `${root}.cache/core/`;
  const run = `${all}${process.ppid}`;
  const done = `${run}/done`;
  mkdirSync(all, { recursive: true });
  for (const name of readdirSync(all))
    if (name !== String(process.ppid)) rmSync(`${all}${name}`, { recursive: true, force: true });
  let isFirst = true;
  try {
    mkdirSync(run);
  } catch {
    isFirst = false;
  }
  if (isFirst) {
    await buildCore(`${run}/built`);
    writeFileSync(done, "");
  }
  while (!existsSync(done)) await wait(100);
  return `${run}/built`;
}
