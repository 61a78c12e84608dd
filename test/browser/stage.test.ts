import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { releaseText } from "../../src/core/release/file/sealedRelease.ts";
import { casesOf } from "../support/fuzzing.ts";
import { changedFrom, drawn, dropFile, releasedBy, releasePath, useBrowser, usePage } from "../support/page.ts";
import { atRest, pictured, rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();

const estimatePath = (page: Page) => page.locator("path.estimate").getAttribute("d");
const ticks = (page: Page) => page.locator(".axis").nth(1).textContent();

test("while ε is dragged the axis and the truth stand still, and what is off scale is said", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await rested(page);
  const [truth, axis] = [await estimatePath(page), await ticks(page)];
  const box = (await page.getByRole("slider", { name: "Privacy loss" }).boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.63, y);
  await page.mouse.down();
  const before = await releasePath(page);
  await page.mouse.move(box.x + box.width * 0.2, y, { steps: 12 });
  await changedFrom(page, before);
  await atRest(page); // Words follow once the pointer rests.
  expect(await estimatePath(page)).toBe(truth);
  expect(await ticks(page)).toBe(axis);
  await expect.poll(() => page.locator(".overflow.top").textContent()).toMatch(/^off scale × \d/);
  await page.mouse.up();
  await expect.poll(() => ticks(page)).not.toBe(axis);
  expect(complaints).toEqual([]);
});

test("with the slider at rest the truth keeps a good part of the picture's height", async () => {
  const { page } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  await page.getByLabel("Privacy loss, as a number").fill("0.001");
  await page.keyboard.press("Enter");
  await changedFrom(page, before);
  const share = await page.evaluate(() => {
    const path = document.querySelector("path.estimate")!.getAttribute("d")!;
    const heights = path
      .slice(1)
      .split("L")
      .map((point) => Number(point.split(",")[1]));
    const plane = document.querySelector<HTMLElement>(".curve-plot canvas")!.clientHeight;
    return (Math.max(...heights) - Math.min(...heights)) / plane;
  });
  expect(share).toBeGreaterThan(0.2);
});

test("a redraw glides to its place, and stands there at once where no motion is wanted", async () => {
  const seen = async (reducedMotion: "no-preference" | "reduce") => {
    const { page } = await at("#/density?data=sleep");
    await page.emulateMedia({ reducedMotion });
    await atRest(page); // Nothing of the way here is still drawn.
    await page.evaluate(() => {
      const paths: string[] = [];
      const path = document.querySelector("path.release")!;
      new MutationObserver(() => paths.push(path.getAttribute("d")!)).observe(path, { attributeFilter: ["d"] });
      Object.assign(globalThis, { seenPaths: paths });
    });
    const before = await releasePath(page);
    await page.getByRole("button", { name: "Draw again" }).click();
    await changedFrom(page, before);
    await atRest(page);
    const paths = await page.evaluate(() => (globalThis as unknown as { seenPaths: string[] }).seenPaths);
    return { count: new Set(paths).size, path: await releasePath(page) };
  };
  const [moved, jumped] = [await seen("no-preference"), await seen("reduce")];
  expect(moved.count).toBeGreaterThan(2);
  expect(jumped.count).toBe(1);
  expect(moved.path).toBe(jumped.path);
});

test("one tick is you: dragged, the curve moves by far less than its noise; Escape puts it back", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const [before, truth] = [await releasePath(page), await estimatePath(page)];
  const you = page.getByRole("slider", { name: "You: one of the people" });
  const place = Number(await you.getAttribute("aria-valuenow"));
  const box = (await you.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 250, box.y + 30, { steps: 10 });
  await changedFrom(page, before);
  const sentence = page.locator(".readout");
  await expect
    .poll(() => sentence.textContent())
    .toMatch(/^You moved from .* the curve moved by at most .*; the noise/);
  const [, moved, noise] = /at most ([\d.]+);.*± ([\d.]+)\./.exec((await sentence.textContent())!)!;
  expect(Number(moved)).toBeGreaterThan(0);
  expect(Number(moved)).toBeLessThan(Number(noise) / 5);
  await page.mouse.up();
  expect(Number(await you.getAttribute("aria-valuenow"))).toBeGreaterThan(place);
  await you.press("Escape");
  await expect.poll(() => estimatePath(page)).toBe(truth);
  expect(Number(await you.getAttribute("aria-valuenow"))).toBe(place);
  await you.press("ArrowRight");
  await expect.poll(async () => Number(await you.getAttribute("aria-valuenow"))).toBeGreaterThan(place);
  await page.getByRole("radio", { name: "Outside" }).click();
  await you.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("where a promise needs no δ, its place says so, and nothing below it moves", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const sizes = [
    [1280, 900],
    [390, 844],
  ] as const;
  // From the sliders' own top: a busy machine may bring a notice above the page, and on a phone the sliders do not move with it.
  const fromTop = (control: Element) =>
    control.getBoundingClientRect().top - control.closest(".thumb")!.getBoundingClientRect().top;
  const places = async () => {
    const found: number[] = [];
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await atRest(page);
      found.push(await page.getByLabel("Bandwidth, as a number").evaluate(fromTop));
    }
    return found;
  };
  const delta = page.getByLabel("Slack, as a number");
  const before = await places();
  expect(await delta.count()).toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("Noise", { exact: true }).selectOption("bernsteinLaplace");
  await page.locator(".unused").getByText("not used").waitFor();
  await pictured(page);
  expect(await delta.count()).toBe(0);
  const after = await places();
  after.forEach((y, k) => expect(Math.abs(y - before[k]!), String(sizes[k])).toBeLessThanOrEqual(2));
  expect(complaints).toEqual([]);
});

// Of the words alone: test/panels/opened/released.test.ts.
swept("a released boundary names its classes, here and where its file is opened without data", async () => {
  const { page, complaints } = await open("#/boundary?data=iris");
  await drawn(page);
  const file = await releasedBy(page);
  const key = page.getByTestId("colour-key");
  const sentence = page.getByTestId("sentence");
  const said = [await key.innerText(), await sentence.innerText()];
  expect(said[0]).toMatch(/^−1, not virginica\s+1, virginica$/);
  expect(said[1]).toMatch(/^The released function calls .* “virginica”, the rest “not virginica”\./);
  await page.reload();
  await drawn(page);
  await dropFile(page, "release.json", releaseText(file));
  await page.getByTestId("released").waitFor();
  expect([await key.innerText(), await sentence.innerText()]).toEqual(said);
  expect(complaints).toEqual([]);
});

test("on a desktop the controls scroll on their own, and the picture stays in sight", async () => {
  const { page } = await at("#/density?data=sleep");
  const last = page.getByRole("region", { name: "Release" });
  await last.scrollIntoViewIfNeeded();
  const seen = await page.evaluate(() => document.querySelector("#picture")!.getBoundingClientRect().top);
  expect(seen).toBeGreaterThanOrEqual(0);
  expect(await page.evaluate(() => document.querySelector(".controls")!.scrollTop)).toBeGreaterThan(100);
});

test("on a phone link and theme are behind one button, which the keyboard opens and closes", async () => {
  const { page } = await at("#/density?data=sleep");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.getByRole("button", { name: "Copy link" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  const theme = page.getByLabel("Theme");
  const before = await theme.inputValue();
  const shown = () => page.locator(".page").getAttribute("data-theme");
  await theme.selectOption("dark");
  await expect.poll(shown).toBe("dark");
  await theme.selectOption(before);
  await expect.poll(shown).toBe("light");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("button", { name: "Copy link" }).isVisible()).toBe(false);
});

test("advanced controls are folded until somebody opens them, and then stay open", async () => {
  const { page } = await open("", {}, undefined, () => {
    if (!localStorage.getItem("curveil.advanced")) localStorage.setItem("curveil.advanced", "folded");
  });
  await drawn(page);
  const calibration = page.getByLabel("Calibration");
  expect(await calibration.isVisible()).toBe(false);
  await page.getByText("Advanced: calibration").click();
  await expect.poll(() => calibration.isVisible()).toBe(true);
  await page.reload();
  await drawn(page);
  expect(await calibration.isVisible()).toBe(true);
});

test("the page's title names the study and its setting", async () => {
  const { page } = await at("#/meanCurve?data=chick-weight");
  await expect.poll(() => page.title()).toMatch(/^Mean curve at ε = [\d.]+ · Curveil$/);
  await page.getByLabel("Privacy loss, as a number").fill("0.25");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.title()).toBe("Mean curve at ε = 0.25 · Curveil");
});

const seeds = casesOf(20, 5);

test(`over ${seeds} seeds the second mode is gone at ε = 0.01, for the eye and in the sentence`, async () => {
  const { page, complaints } = await at("#/density?seed=1&epsilon=0.01");
  const sentence = () => page.getByTestId("sentence").textContent();
  await expect.poll(sentence, { timeout: 60_000 }).toContain("the peaks are gone");
  /** By how much the private curve is higher near both modes, and near the second one, than at its highest peak elsewhere. */
  const standsOut = (path: string) => {
    const points = path
      .slice(1)
      .split("L")
      .map((point) => point.split(",").map(Number) as [number, number]);
    const [left, right] = [points[0]![0], points.at(-1)![0]];
    const hours = (x: number) => 2 + (11 * (x - left)) / (right - left);
    const peaks = points.flatMap(([x, y], i) =>
      i > 0 && i + 1 < points.length && points[i - 1]![1] > y && points[i + 1]![1] >= y ? [{ at: hours(x), y }] : [],
    );
    // Heights on the screen grow downwards.
    const top = (near: (at: number) => boolean) => Math.min(...peaks.filter(({ at }) => near(at)).map(({ y }) => y));
    const elsewhere = top((at) => Math.abs(at - 8.6) > 0.8 && Math.abs(at - 6.2) > 0.8);
    const [first, second] = [6.2, 8.6].map((mode) => elsewhere - top((at) => Math.abs(at - mode) < 0.4));
    return { both: Math.min(first!, second!), second: second! };
  };
  let path = await releasePath(page);
  const seen: ReturnType<typeof standsOut>[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    seen.push(standsOut(path));
    await page.getByRole("button", { name: "Draw again" }).click();
    path = await changedFrom(page, path);
    await expect.poll(sentence, { timeout: 30_000 }).toContain("the peaks are gone");
  }
  // A tenth of the plane is what the eye takes for a peak among others; noise alone puts one there in 1 of 12 pictures.
  const visible = (await page.locator(".curve-plot canvas").evaluate((canvas) => canvas.clientHeight)) / 10;
  expect(seen.filter(({ both }) => both > visible)).toEqual([]);
  expect(seen.filter(({ second }) => second > visible).length).toBeLessThanOrEqual(seeds / 5);
  expect(complaints).toEqual([]);
});
