import { existsSync, readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { root } from "../../scripts/installed.mjs";
import { changedFrom, drawn, releasePath, useBrowser } from "../support/page.ts";

const open = useBrowser();

/** A page of the same host, beside the site: that of another project. */
const neighbour = () => new URL("/another-project", inject("siteUrl")).href;
const assets = readdirSync(`${root}.cache/site/assets`).filter((name) => name.endsWith(".js"));

/** Puts files that are not the site's into caches of the host, under the addresses of the site's. */
const poison = (page: Page, cacheNames: readonly string[], paths: readonly string[]) =>
  page.evaluate(
    async ([names, urls]) => {
      for (const name of names) {
        const cache = await caches.open(name);
        for (const url of urls) {
          const [body, type] = url.endsWith(".js")
            ? ["globalThis.isPoisoned = true; document.title = 'POISONED';", "text/javascript"]
            : ["<!doctype html><title>POISONED</title>", "text/html"];
          await cache.put(url, new Response(body, { headers: { "content-type": type } }));
        }
      }
    },
    [cacheNames, paths.map((path) => inject("siteUrl") + path)] as const,
  );
const kept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));
const isSound = async (page: Page) => {
  expect(await page.title()).not.toBe("POISONED");
  expect(await page.evaluate(() => "isPoisoned" in globalThis)).toBe(false);
};
const cacheNames = (page: Page) => page.evaluate(() => caches.keys());
const copyName = async (page: Page) => {
  const { version } = await page.evaluate(() => ({
    version: document.querySelector<HTMLMetaElement>("meta[name=version]")!.content,
  }));
  return `curveil ${inject("siteUrl")} ${version}`;
};

/** A drawn page asks for no copy while a worker’s script is on its way: on a phone the copy would take the connection. */
async function waitsForAnAnswer(page: Page): Promise<void> {
  let send = (): void => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route(/worker-start-.*\.js$/, (route) => sent.then(() => route.continue()));
  await page.goto(`${inject("siteUrl")}#/density?v=1&data=sleep&epsilon=2`);
  await page.getByRole("slider", { name: "Bandwidth" }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await registered()).toBe(0);
  send();
  await kept(page);
  await page.unroute(/worker-start-.*\.js$/);
}

test("once loaded, it opens again and works without a network; what another project of the host put into caches is never the page's; what is changed in the copy itself is fetched again, and a kept file has the type of the build", async () => {
  const { page } = await open("", { serviceWorkers: "allow" }, neighbour());
  await poison(page, ["another project", `curveil ${inject("siteUrl")} 0123456789abcdef`], ["", ...paths()]);
  await waitsForAnAnswer(page);
  await page.goto(inject("siteUrl"));
  await drawn(page);
  await isSound(page);
  await kept(page);
  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline);
    await page.reload();
    await drawn(page);
    await isSound(page);
  }
  // Workers come from the copy as well.
  const before = await releasePath(page);
  await page.getByLabel("Data set").selectOption("faithful");
  await changedFrom(page, before);
  // What is kept is the build's files, whatever was seen.
  const name = await copyName(page);
  const addresses = await page.evaluate(
    async (copy) => (await (await caches.open(copy)).keys()).map(({ url }) => url),
    name,
  );
  const files = addresses.map((address) => address.slice(inject("siteUrl").length));
  expect(files.length).toBeGreaterThan(assets.length);
  expect(files.filter((file) => !existsSync(`${root}.cache/site/${file}`))).toEqual(["contents.json"]);

  // What is changed in the copy itself is fetched again, and without a network refused.
  await page.context().setOffline(false);
  const copies = async () => (await cacheNames(page)).filter((one) => one.startsWith("curveil"));
  await expect.poll(copies).toEqual([name]);
  await poison(page, [name], ["", ...paths()]);
  await page.reload();
  await drawn(page);
  await isSound(page);
  // The copy is whole again, as far as it was asked for.
  await page.context().setOffline(true);
  await page.reload();
  await drawn(page);
  await isSound(page);
  await poison(page, [name], [""]);
  await expect(page.reload()).rejects.toThrow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(false);
  await page.goto(inject("siteUrl"));
  await drawn(page);
  await isSound(page);

  // A kept file has the type of the build, and no header that acts, whatever the cache says.
  await kept(page);
  await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const body = await (await cache.match(request))!.arrayBuffer();
      const headers = {
        "content-type": "text/plain",
        refresh: "0;url=about:blank#led-away",
        "x-frame-options": "DENY",
      };
      await cache.put(request, new Response(body, { headers }));
    }
  }, name);
  await page.context().setOffline(true);
  const response = await page.reload();
  await drawn(page);
  expect(response!.fromServiceWorker()).toBe(true);
  expect(response!.headers()).toEqual({ "content-type": "text/html; charset=utf-8" });
}, 180_000);

function paths(): readonly string[] {
  return assets.map((name) => `assets/${name}`);
}
