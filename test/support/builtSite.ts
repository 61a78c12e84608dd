import type { TestProject } from "vitest/node";
import { findBrowser } from "../../scripts/findBrowser.mjs";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";

declare module "vitest" {
  interface ProvidedContext {
    siteUrl: string;
    browserPath: string;
  }
}

/** Builds the site once and serves it from a folder deep in a host, as any static host would. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = `${root}.cache/site`;
  const browserPath = findBrowser();
  const build = [binary("vite/bin/vite.js"), "build", "--config", "test/support/site.config.ts"];
  const args = [...build, "--logLevel", "warn", "--outDir", outDir, "--emptyOutDir"];
  const { status } = run(process.execPath, args, { env: { ...process.env, NODE_ENV: "production" } });
  if (status !== 0) throw new Error("The site could not be built: see above.");
  const { address, close } = await serveStatic(outDir, { base: "/some/folder/" });
  project.provide("siteUrl", address);
  project.provide("browserPath", browserPath);
  return close;
}
