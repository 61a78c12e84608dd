import { expect, inject, test } from "vitest";
import type { Page } from "playwright-core";
import { firstOf } from "../support/fuzzing.ts";
import { changedFrom, releasePath, useBrowser } from "../support/page.ts";
import { axeViolations } from "../support/axe.ts";

const open = useBrowser();
const needs = "address that begins with https:// or http://localhost";
const pageScript = /assets\/page-.*\.js$/;
const workerScript = /assets\/endpoint\.worker-.*\.js$/;
const firstScript = /assets\/index-.*\.js$/;

/** An address as it shows before the page itself is there; `goOn` lets that come. */
async function before(size: { readonly width: number; readonly height: number }, hash = "", shown = ".first-release") {
  const opened = await open("", { viewport: size }, "about:blank");
  const { page } = opened;
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(pageScript, async (route) => {
    await waiting;
    await route.continue();
  });
  await page.goto(inject("siteUrl") + hash, { waitUntil: "commit" });
  await page.locator(shown).waitFor({ state: "attached" });
  const complaints = () => opened.complaints.filter((text) => !text.startsWith("left the site"));
  return { page, complaints, goOn };
}

/** The plane of the picture, the heights of both curves at places across it, words of axes and names, and boxes beside it. */
const seen = (page: Page, isFirst: boolean) =>
  page.evaluate((isFirst) => {
    const box = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left, top, width, height };
    };
    const host = document.querySelector(".curve-host")!.getBoundingClientRect();
    const number = (element: Element, name: string) => Number(element.getAttribute(name));
    const heights = (selector: string, toPage: (point: DOMPoint) => { readonly x: number; readonly y: number }) => {
      const path = document.querySelector<SVGPathElement>(selector)!;
      let [x, y] = [0, 0];
      return [...path.getAttribute("d")!.matchAll(/([MLl])(-?[\d.]+),(-?[\d.]+)/g)].map(([, command, a, b]) => {
        [x, y] = command === "l" ? [x + Number(a), y + Number(b)] : [Number(a), Number(b)];
        return toPage(new DOMPoint(x, y));
      });
    };
    const plane = document.querySelector(".first-plane");
    const toPage = isFirst
      ? ({ x, y }: DOMPoint) => ({
          x: host.left + number(plane!, "x") + (x / 1500) * number(plane!, "width"),
          y: host.top + number(plane!, "y") + (y / 750) * number(plane!, "height"),
        })
      : ({ x, y }: DOMPoint) => ({ x: host.left + x, y: host.top + y });
    const words = [...document.querySelectorAll(".curve-host text")]
      .filter((text) => getComputedStyle(text).visibility === "visible" && text.textContent !== "")
      .map((text) => ({ text: text.textContent, ...box(text) }))
      .sort((a, b) => a.text.localeCompare(b.text));
    const parts = [
      ".masthead",
      ".masthead h1",
      ".lead",
      ".stage-tools",
      ".curve-host",
      ".readout",
      ".sentence",
      ".thumb",
    ];
    return {
      release: heights(isFirst ? ".first-release" : "path.release", toPage),
      estimate: heights(isFirst ? ".first-estimate" : "path.estimate", toPage),
      words,
      parts: parts.map((part) => ({ text: part, ...box(document.querySelector(part)!) })),
      said: parts
        .slice(2)
        .map((part) => (part === ".thumb" ? "" : document.querySelector(part)!.textContent))
        .slice(0, 2),
    };
  }, isFirst);

type Seen = Awaited<ReturnType<typeof seen>>;

/** The height of a line through points at some place. */
function heightAt(points: Seen["release"], x: number): number {
  const next = Math.max(
    1,
    points.findIndex((point) => point.x >= x),
  );
  const [a, b] = [points[next - 1]!, points[next]!];
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}

/** How far a line is from another, at the points of either, in pixels. */
function farthest(a: Seen["release"], b: Seen["release"]): number {
  const within = ({ x }: { readonly x: number }) =>
    x > Math.max(a[0]!.x, b[0]!.x) && x < Math.min(a.at(-1)!.x, b.at(-1)!.x);
  const places = [...a, ...b].filter(within).map(({ x }) => x);
  return Math.max(...places.map((x) => Math.abs(heightAt(a, x) - heightAt(b, x))));
}

function expectInPlace(first: Seen["words"], live: Seen["words"]): void {
  expect(first.map(({ text }) => text)).toEqual(live.map(({ text }) => text));
  for (const [i, { text, ...place }] of first.entries()) {
    const { text: _, ...there } = live[i]!;
    for (const side of ["left", "top", "width", "height"] as const)
      expect(Math.abs(place[side] - there[side]), `${side} of ${text}`).toBeLessThanOrEqual(1);
  }
}

const windows = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1920, height: 1080 },
];
test.each(firstOf(windows, 1))(
  "in a window of $width × $height, the first picture is the one that the page draws in its place, and nobody can use it or has it read",
  async (size) => {
    const { page, goOn, complaints } = await before(size);
    const first = await seen(page, true);
    expect(first.release.length).toBeGreaterThan(30);
    expect(await page.locator("body").ariaSnapshot()).toBe(
      '- main:\n  - heading "Curveil" [level=1]\n  - paragraph: The page is starting …',
    );
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(await page.getByText(needs).count()).toBe(0);
    if (size === windows[0]) expect(await axeViolations(page)).toEqual([]);
    goOn();
    await page.locator("path.release[d]").waitFor({ state: "attached" });
    const live = await seen(page, false);
    expect(farthest(first.release, live.release)).toBeLessThan(1);
    expect(farthest(first.estimate, live.estimate)).toBeLessThan(1);
    expectInPlace(first.words, live.words);
    expectInPlace(first.parts, live.parts);
    expect(first.said).toEqual(live.said);
    expect(await page.locator(".first").count()).toBe(0);
    expect(complaints()).toEqual([]);
  },
);

test("no frame is without a picture, from the first one on, and all are in the theme that was chosen", async () => {
  const { page } = await open("", { colorScheme: "light" }, "about:blank");
  await page.addInitScript(() => {
    localStorage.setItem("curveil.theme", "dark");
    const observer = new MutationObserver(() => {
      const first = document.querySelector<HTMLElement>(".first");
      if (first) document.documentElement.dataset["firstTheme"] = first.dataset["theme"]!;
    });
    observer.observe(document, { childList: true, subtree: true });
    const look = () => {
      const root = document.documentElement;
      const isFirst = document.querySelector(".first-release") !== null;
      const isLive = document.querySelector("path.release[d]") !== null;
      if (isFirst) root.dataset["first"] = "seen";
      else if (isLive) root.dataset["live"] = "seen";
      else root.dataset["gap"] = "seen";
      if (!isLive) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  // Styles and page are there long before it.
  await page.route(firstScript, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto(inject("siteUrl"), { waitUntil: "commit" });
  await page.locator("html[data-live=seen]").waitFor({ state: "attached" });
  const told = page.locator("html");
  expect(await told.getAttribute("data-first")).toBe("seen");
  expect(await told.getAttribute("data-gap")).toBe(null);
  expect(await told.getAttribute("data-first-theme")).toBe("dark");
});

test("the page can be used before any worker is there, and its picture is the one that a worker makes", async () => {
  const { page, complaints } = await open("", {}, "about:blank");
  let letCome = () => {};
  const waiting = new Promise<void>((resolve) => (letCome = resolve));
  let asked = 0;
  await page.route(workerScript, async (route) => {
    asked++;
    await waiting;
    await route.continue();
  });
  await page.goto(inject("siteUrl"));
  const slider = page.getByRole("slider", { name: "Privacy loss" });
  await slider.waitFor();
  const first = await releasePath(page);
  await slider.press("ArrowLeft");
  await changedFrom(page, first);
  await slider.press("ArrowRight");
  await expect.poll(() => releasePath(page)).toBe(first);
  expect(asked).toBeGreaterThan(0);
  letCome();
  const seed = page.getByLabel("Seed", { exact: true });
  await seed.fill("2");
  await seed.press("Enter");
  await changedFrom(page, first);
  await seed.fill("1");
  await seed.press("Enter");
  await expect.poll(() => releasePath(page)).toBe(first);
  expect(complaints.filter((text) => !text.startsWith("left the site"))).toEqual([]);
});

const otherLinks = [
  { hash: "#/density?v=1&ask=Which+%3Ci%3Ehump%3C/i%3E%3F&controls=epsilon", question: "Which <i>hump</i>?" },
  { hash: "#/density?v=1&data=sleep&epsilon=2", marked: "Density", question: "" },
  { hash: "#/boundary", marked: "Boundary", question: "" },
  { hash: "#/lessons", marked: "Lessons", question: "" },
];
test.each(firstOf(otherLinks, 1))(
  "at $hash the skeleton of what it asks for stands before the page, inert and without a picture",
  async ({ hash, marked, question }) => {
    const { page, complaints, goOn } = await before({ width: 1280, height: 900 }, hash, ".skeleton");
    expect(await page.locator(".first-release").count()).toBe(0);
    expect(await page.locator("body").ariaSnapshot()).toContain("paragraph: The page is starting …");
    expect(await page.locator(".skeleton[inert] .lead").textContent()).toBe(question);
    if (marked) expect(await page.locator('nav [aria-current="page"]').allTextContents()).toEqual([marked]);
    goOn();
    await page.locator(".page:not(.first)").waitFor();
    expect(await page.locator(".skeleton").count()).toBe(0);
    expect(complaints()).toEqual([]);
  },
);

test("where the page does not come after it, the page says what it needs", async () => {
  const { page } = await open("", {}, "about:blank");
  await page.route(pageScript, (route) => route.abort());
  await page.goto(inject("siteUrl"));
  await page.getByText(needs).waitFor();
  expect(await page.locator(".first").count()).toBe(0);
});
