import { build } from "vite";
import type { TestProject } from "vitest/node";
import { findBrowser } from "../../scripts/findBrowser.mjs";
import { root } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";

declare module "vitest" {
  interface ProvidedContext {
    siteUrl: string;
    browserPath: string;
  }
}

/** Builds the site once and serves it from a folder deep in a host, as any static host would. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = `${root}.cache/site`;
  const browserPath = findBrowser();
  await build({ root, logLevel: "warn", mode: "production", build: { outDir, emptyOutDir: true } });
  const { address, close } = await serveStatic(outDir, { base: "/some/folder/" });
  project.provide("siteUrl", address);
  project.provide("browserPath", browserPath);
  return close;
}
