import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { root } from "../../scripts/installed.mjs";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { drawn, openedSection, useBrowser, readItSo } from "../support/page.ts";

const open = useBrowser();
const needs = "address that begins with https:// or http://localhost";

test("opened as a file, the page says what it needs", async () => {
  const { page } = await open("", {}, pathToFileURL(`${root}.cache/site/index.html`).href);
  await page.getByText(needs).waitFor();
  expect(await page.locator(".start").evaluate((element) => getComputedStyle(element).fontFamily)).toContain(
    "system-ui",
  );
  expect(await axeViolations(page)).toEqual([]);
});

test("without JavaScript, the page says at once what it needs", async () => {
  const { page } = await open("", { javaScriptEnabled: false });
  await page.getByText(needs).waitFor();
  expect(await page.locator("canvas").count()).toBe(0);
});

test("without Web Workers, the page says what it needs", async () => {
  const { page, complaints } = await open("", {}, undefined, () => void Reflect.deleteProperty(globalThis, "Worker"));
  await page.getByText(needs).waitFor();
  expect(complaints).toEqual([]);
});

test("where its script does not come, the page says what it needs", async () => {
  const { page } = await open("", {}, "about:blank");
  await page.route(/assets\/index-.*\.js$/, (route) => route.abort());
  await page.goto(inject("siteUrl"));
  await page.getByText(needs).waitFor();
  expect(await page.locator("canvas").count()).toBe(0);
});

test("without WebAssembly, storage and service workers, the page works, says that it is slower, and what it will not remember", async () => {
  const { page, complaints } = await open("", { serviceWorkers: "allow" }, undefined, () => {
    Reflect.deleteProperty(globalThis, "WebAssembly");
    // As tools do that block service workers.
    ServiceWorkerContainer.prototype.register = () => Promise.resolve() as Promise<never>;
    const get = () => {
      throw new DOMException("switched off", "SecurityError");
    };
    for (const name of ["localStorage", "indexedDB"]) Object.defineProperty(globalThis, name, { get });
  });
  await drawn(page);
  await page.getByText("WebAssembly is switched off").waitFor();
  expect(await page.getByText(needs).count()).toBe(0);
  await page.getByText("This browser keeps nothing for this page: its storage is switched off").waitFor();
  await page.getByRole("button", { name: "Keep the ledger in a file myself" }).waitFor();
  const attacker = await openedSection(page, "attacker");
  await attacker.getByRole("button", { name: "Draw a release" }).click();
  await attacker.getByRole("button", { name: "It is x′" }).click();
  await attacker.getByText(/You: [01] of 1;.* until the page is closed\./).waitFor();

  await page.getByRole("link", { name: "Lessons" }).click();
  await page.getByText("this browser keeps nothing for this page, so a reload forgets your place").waitFor();
  await page.getByRole("link", { name: "The purse" }).click();
  await page.locator(".lesson-choices button").first().click();
  await page.getByRole("button", { name: "Next" }).waitFor();
  expect(complaints).toEqual([]);
});

/** Of the page's own scripts, compressed; those of its workers are in lists of their own. */
const mostBytes = 256_000;
/** The first script, React, the page, what studies share, the study, and the bundler's own. */
const mostScripts = 6;
/** Beside them, the numbers of the first picture, compressed. */
const mostNumbers = 26_000;

test("a page that starts loads few scripts, and never shows the sentence, nor the notice", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const all = loaded.flatMap((name) => (name.includes("worker") ? [] : (/assets\/[^/]*\.js$/.exec(name) ?? [])));
  const size = (path: string) => gzipSync(readFileSync(`${root}.cache/site/${path}`)).length;
  const numbers = all.filter((path) => path.includes("firstAnswerText"));
  expect(numbers.map((path) => size(path) < mostNumbers)).toEqual([true]);
  const scripts = all.filter((path) => !numbers.includes(path));
  const sizes = scripts.map(size);
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.length).toBeLessThanOrEqual(mostScripts);
  // What every study needs comes beside the first script.
  const source = readFileSync(`${root}.cache/site/index.html`, "utf8");
  const beside = [...source.matchAll(/<link rel="modulepreload"[^>]*href="\.\/([^"]*)"/g)].map(([, path]) => path);
  for (const part of ["react", "page", "studies", "rolldown-runtime"])
    expect(beside).toContainEqual(expect.stringMatching(`/${part}-`));
  expect(scripts).toEqual(expect.arrayContaining(beside));
  // An inspector has the file in which React makes its errors parsed once more: nothing else of the page is in it.
  const holders = scripts.filter((path) =>
    readFileSync(`${root}.cache/site/${path}`, "utf8").includes("react.dev/errors/"),
  );
  expect(holders).toEqual([expect.stringMatching(/\/react-/)]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes);
  expect(await page.getByText(needs).count()).toBe(0);
  expect(await page.getByText("WebAssembly is switched off").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each(triesAll ? ["", "#/boundary"] : [""])(
  "a file that is dropped on the first screen of “%s”, before its controls are there, is read",
  async (link) => {
    const { page, complaints } = await open(link, {}, undefined, () => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector("#picture")) return;
        observer.disconnect();
        document.documentElement.dataset["hadControls"] = String(document.querySelector("[aria-label=Data]") !== null);
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["a,b\n1,2\n3,5\n4,4\n"], "early.csv"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await readItSo(page);
    expect(await page.locator("html").getAttribute("data-had-controls")).toBe("false");
    expect(complaints).toEqual([]);
  },
);
