import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { headers, pagePolicy } from "../../scripts/fences.mjs";
import { root } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { outsideHost } from "../support/outsideHost.ts";
import type { OutsideHost } from "../support/outsideHost.ts";
import { triesAll } from "../support/fuzzing.ts";
import { drawn, useBrowser } from "../support/page.ts";
import { swept } from "../support/swept.ts";
import { triesOfPage, triesOfWorker } from "../support/waysOut.ts";

const open = useBrowser();

let outside: OutsideHost;
let closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  outside = await outsideHost();
  closing = [outside.close];
});
afterEach(() => Promise.all(closing.map((close) => close())));

const serve = async (folder: string) => {
  const { address, close } = await serveStatic(folder, { fenced: false });
  closing.push(close);
  return address;
};

/** What reaches the other origin from the page, and from its worker. */
async function arrivals(page: Page): Promise<{ readonly page: readonly string[]; readonly worker: readonly string[] }> {
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  outside.arrived();
  await page.workers()[0]!.evaluate(triesOfWorker(outside.address));
  const worker = outside.arrived();
  await page.evaluate(triesOfPage(outside.address));
  // Chromium opens a connection for a frame or a form before it asks the policy; no request ever comes through it.
  return { worker, page: outside.arrived().filter((what) => what !== "connection") };
}

test("without a policy the tries arrive, from a page and from a worker: the tests below could fail", async () => {
  const folder = mkdtempSync(join(tmpdir(), "unfenced-"));
  writeFileSync(join(folder, "index.html"), '<body><script src="page.js"></script>');
  writeFileSync(join(folder, "page.js"), 'self.worker = new Worker("worker.js", { type: "module" })');
  writeFileSync(join(folder, "worker.js"), "export {}");
  const { page } = await open("", { serviceWorkers: "allow" }, await serve(folder));
  const arrived = await arrivals(page);
  const anywhere = ["fetch", "xhr", "webSocket", "eventSource", "import", "importOfBlob", "importOfData", "font"];
  for (const name of [...anywhere, "workerOfBlob", "classicWorker"]) expect(arrived.worker).toContain(`/${name}`);
  const elements = ["image", "background", "stylesheet", "script", "frame", "frameOfText", "object", "video"];
  const ways = [...anywhere, "workerOfBlob", "beacon", "later", "form", "ping", ...elements];
  const seen = [...arrived.page];
  const missing = () => {
    seen.push(...outside.arrived()); // A busy machine takes its time.
    return ways.filter((name) => !seen.includes(`/${name}`));
  };
  await expect.poll(missing).toEqual([]);
  expect(arrived.worker).toContain("datagram");
});

test.each([
  ["from a host that sends no headers", false] as const,
  ...(triesAll ? [["with the headers of our own server", true] as const] : []),
])("nothing reaches another origin from the page or from its worker, %s", async (_, fenced) => {
  const { page } = await open(
    "",
    { serviceWorkers: "allow" },
    fenced ? inject("siteUrl") : await serve(`${root}.cache/site`),
  );
  await drawn(page);
  expect(await arrivals(page)).toEqual({ page: [], worker: [] });
});

test("under the policy, said alike everywhere, text is no markup, and a worker computes, but cannot ask, store or reach a page", async () => {
  const { page } = await open("", { serviceWorkers: "allow" });
  await drawn(page);
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = "<b>markup</b>";
      return false;
    } catch (error) {
      return error instanceof TypeError; // Trusted Types.
    }
  });
  expect(refused).toBe(true);
  const compiles = () =>
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module;
  expect(await page.workers()[0]!.evaluate(compiles)).toBe(true);
  const left = await page.workers()[0]!.evaluate(() => {
    const names: string[] = [];
    for (let place: object | null = globalThis; place; place = Object.getPrototypeOf(place) as object | null) {
      names.push(...Object.getOwnPropertyNames(place));
    }
    return names.filter((name) => (globalThis as unknown as Record<string, unknown>)[name] !== undefined);
  });
  const out = [
    "fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport importScripts FontFace fonts Worker",
    "SharedWorker BroadcastChannel caches indexedDB navigator cookieStore Notification RTCPeerConnection URL Request",
    "Response ReadableStream location FileReader createImageBitmap OffscreenCanvas fetchLater requestAnimationFrame",
  ].flatMap((line) => line.split(" "));
  expect(left.filter((name) => out.includes(name))).toEqual([]);
  expect(left).toContain("postMessage");

  // Page, server and the file for other hosts say the same policy.
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toBe(pagePolicy);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/'unsafe|connect-src/);
  const script = await page.locator("script[src]").getAttribute("src");
  for (const path of ["", "sw.js", script!]) {
    const response = await fetch(new URL(path, inject("siteUrl").replace("localhost", "127.0.0.1")));
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
  }
  const lines = readFileSync(`${root}.cache/site/_headers`, "utf8").trim().split("\n");
  expect(lines).toEqual(["/*", ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)]);
});

// So does test/browser/hostile.test.ts.
swept("a lesson of another origin can show the page in a frame", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lesson-"));
  writeFileSync(join(folder, "index.html"), `<iframe src="${inject("siteUrl")}" width="900" height="700"></iframe>`);
  const { page } = await open("", { serviceWorkers: "allow" }, (await serve(folder)).replace("localhost", "127.0.0.1"));
  const sentence = page.frameLocator("iframe").getByTestId("sentence");
  await expect.poll(() => sentence.textContent()).toMatch(/ε = 1/);
});
