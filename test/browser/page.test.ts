import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { casesOf, triesAll } from "../support/fuzzing.ts";
import { changedFrom, drawn, releasePath, useBrowser, usePage, unfold } from "../support/page.ts";
import { atRest, rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();

// Of fields, and after a longer way: the long drag, below.
swept("a link opens the same picture elsewhere", async () => {
  const { page } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  await page.getByRole("slider", { name: "Privacy loss" }).press("PageDown");
  const path = await changedFrom(page, before);
  await page.getByRole("slider", { name: "Bandwidth" }).press("PageDown");
  const final = await changedFrom(page, path);
  await expect.poll(() => page.url()).not.toContain("h=0.35&");
  await atRest(page);
  const other = await open(new URL(page.url()).hash);
  await drawn(other.page);
  expect(await releasePath(other.page)).toBe(final);
  expect(await other.page.getByText("was not understood").count()).toBe(0);
});

test("back and forward move through committed changes", async () => {
  const { page } = await at("#/density?data=sleep");
  const first = await releasePath(page);
  await page.getByLabel("Post-processing").selectOption("density");
  const second = await changedFrom(page, first);
  await atRest(page);
  await page.goBack();
  await expect.poll(() => releasePath(page)).toBe(first);
  await page.goForward();
  await expect.poll(() => releasePath(page)).toBe(second);
});

test("hostile and broken links fall back, and the page says which entries", async () => {
  const { page, complaints } = await at(
    "#/density?v=1&data=%3Cscript%3E&h=-3&epsilon=1e999&delta=NaN&__proto__=1&seed=%E0%A4%A",
  );
  const notice = (await page.locator(".notice").textContent()) ?? "";
  for (const key of ["data", "h", "epsilon", "delta"]) expect(notice).toContain(key);
  expect(await releasePath(page)).not.toContain("NaN");
  expect(complaints).toEqual([]);
});

test("where the system chooses the colours, what is chosen and what colours mean can be seen; names of studies are never cut", async () => {
  const { page } = await at("#/boundary?data=alda-2");
  const look = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part, name) => getComputedStyle(part).getPropertyValue(name), property);
  const ramp = await look(".colour-key .ramp", "background-image");
  expect(ramp).toContain("gradient");
  await page.emulateMedia({ forcedColors: "active" });
  const sides = '[role="radiogroup"] button';
  expect(await look(`${sides}[aria-checked="true"]`, "background-color")).not.toBe(
    await look(`${sides}[aria-checked="false"]`, "background-color"),
  );
  expect(await look('nav a[aria-current="page"]', "border-bottom-color")).not.toBe(
    await look("nav a:not([aria-current])", "border-bottom-color"),
  );
  expect(await look(".colour-key .ramp", "background-image")).toBe(ramp);
  await page.emulateMedia({ forcedColors: null });

  // Twice as large letters on a desktop, or a small phone on its side.
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await page.locator("header nav").isVisible()).toBe(false);
  await page.getByRole("combobox", { name: "Study" }).selectOption({ label: "Density" });
  await page.waitForURL(/#\/density/);
});

test("a link to data of one's own says that the file must be loaded", async () => {
  const { page } = await open("#/density?v=1&data=own&x=height&domain=0..2");
  await page.getByText("Load the file to see its picture").waitFor();
  expect(await page.locator("path.release").count()).toBe(0);
});

test("everything works from the keyboard: arrows, Shift, Page, Home, End, and the values are spoken", async () => {
  const { page } = await at("#/density?data=sleep");
  const slider = page.getByRole("slider", { name: "Privacy loss" });
  const value = async () => Number(await page.getByLabel("Privacy loss, as a number").inputValue());
  await slider.focus();
  const start = await value();
  await slider.press("ArrowRight");
  const step = (await value()) / start;
  await slider.press("Shift+ArrowRight");
  const fine = (await value()) / start / step;
  await slider.press("PageUp");
  const large = (await value()) / start / step / fine;
  expect(fine).toBeGreaterThan(1);
  expect(step).toBeGreaterThan(fine);
  expect(large).toBeGreaterThan(step);
  await slider.press("Home");
  expect(await value()).toBe(0.001);
  await slider.press("End");
  expect(await value()).toBe(50);
  expect(await slider.getAttribute("aria-valuetext")).toContain("epsilon 50");

  const plot = page.getByRole("application");
  await plot.focus();
  await plot.press("ArrowRight");
  await page.getByText(/hours = 7\.\d+ · private/).waitFor();

  const inside = page.getByRole("radio", { name: "Inside" });
  await inside.focus();
  await inside.press("ArrowRight");
  expect(await page.getByRole("radio", { name: "Outside" }).getAttribute("aria-checked")).toBe("true");
});

// All studies at rest, light and dark, on a desktop and on a phone: test/browser/stage.test.ts.
// The first of them, in one theme, in every run: test/browser/stage.test.ts.
swept.each(["#/density", "#/density?data=hall-2&view=outside"])(
  "axe finds nothing to object to on a phone where the guarantee stands open (%s)",
  async (hash) => {
    const { page } = await at(hash);
    await page.setViewportSize({ width: 390, height: 800 });
    await unfold(page, "What is guaranteed");
    await page.locator(".katex").first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page), colorScheme).toEqual([]);
    }
  },
);

test("the page fits a phone without scrolling sideways", async () => {
  const { page } = await at("#/density?data=sleep");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** Counts the fields that are allocated from now on, where it runs. */
function countFields(): void {
  const counted = globalThis as unknown as { fields: number };
  counted.fields = 0;
  globalThis.Float64Array = new Proxy(Float64Array, {
    construct: (target, values: readonly unknown[]) => {
      if (values[0] === 200 * 200) counted.fields++;
      return Reflect.construct(target, values) as object;
    },
  });
}

const fieldOf = (page: Page) =>
  page
    .locator("#picture canvas")
    .last()
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
const fieldsMade = () => (globalThis as unknown as { fields: number }).fields;

test.each([
  ["the bandwidth of a density", "#/density?data=faithful-2d&y=waiting", ["Bandwidth"]] as const,
  ...(triesAll
    ? [
        ["ε of a density", "#/density?data=faithful-2d&y=waiting", ["Privacy loss"]] as const,
        ["λ and ε of a boundary", "#/boundary?data=moons", ["Penalty", "Privacy loss"]] as const,
      ]
    : []),
])("a drag of %s allocates no field, in the page or in the worker, once it is under way", async (_, hash, names) => {
  const { page, complaints } = await open(hash);
  await drawn(page);
  const worker = page.workers()[0]!;
  const picture = () => fieldOf(page);
  const drag = async (name: string) => {
    const slider = page.getByRole("slider", { name }).first();
    await slider.focus();
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight"]) {
      const before = await picture();
      await slider.press(key);
      await expect.poll(picture).not.toBe(before);
    }
  };
  await page.evaluate(countFields);
  await worker.evaluate(countFields);
  const made = async () => [await page.evaluate(fieldsMade), await worker.evaluate(fieldsMade)];
  /** Fields that a drag allocates, in the page and in the worker. */
  const madeBy = async (name: string) => {
    const before = await made();
    await drag(name);
    return (await made()).map((count, k) => count - before[k]!);
  };
  for (const name of names) {
    // Each answer that comes while all arrays are shown adds its own to them, and then there are enough.
    let last = await madeBy(name);
    for (let drags = 1; drags < 5 && last.some((count) => count > 0); drags++) last = await madeBy(name);
    expect(last, name).toEqual([0, 0]);
  }
  expect(complaints).toEqual([]);
});

test.each([
  ["fields", "#/density?data=faithful-2d&y=waiting"] as const,
  ...(triesAll ? [["a curve", "#/density?data=faithful"] as const] : []),
])("after a long drag of %s the picture and what is said of it are those of a fresh page there", async (_, hash) => {
  const { page, complaints } = await at(hash);
  const said = (of: Page) => of.getByTestId("sentence").textContent();
  for (const name of ["Bandwidth", "Privacy loss"]) {
    const slider = page.getByRole("slider", { name }).first();
    await slider.focus();
    for (let pauses = 0; pauses < casesOf(4, 1); pauses++) {
      const before = await said(page);
      for (const key of "LLLLRR") await slider.press(key === "L" ? "ArrowLeft" : "ArrowRight");
      // The hand pauses until the view is spoken of, while more of it may be on its way.
      await expect.poll(() => said(page), { interval: 10 }).not.toBe(before);
    }
  }
  await rested(page);
  const other = await open(new URL(page.url()).hash);
  await rested(other.page);
  expect(await other.page.getByText("was not understood").count()).toBe(0);
  expect(await fieldOf(page)).toBe(await fieldOf(other.page));
  // Counting over releases takes a while.
  await expect.poll(async () => (await said(page)) === (await said(other.page)), { timeout: 30_000 }).toBe(true);
  expect([...complaints, ...other.complaints]).toEqual([]);
});

test("a study that cannot be drawn says so, keeps its data, and is drawn again when it can be", async () => {
  const { page } = await at("#/density?data=faithful-2d&y=waiting&h=0.4");
  const before = await fieldOf(page);
  await page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D;
    const own = Object.getOwnPropertyDescriptor(prototype, "putImageData")!;
    const refuse = () => {
      throw new Error("no picture");
    };
    Object.defineProperty(prototype, "putImageData", { ...own, value: refuse });
    document.body.addEventListener("click", () => Object.defineProperty(prototype, "putImageData", own), {
      capture: true,
      once: true,
    });
  });
  await page.getByRole("slider", { name: "Bandwidth" }).first().press("PageDown");
  await page.getByRole("alert").getByText("could not be drawn").waitFor();
  expect(await page.getByRole("heading", { name: "Curveil" }).count()).toBe(1);
  await page.getByRole("button", { name: "Draw it again" }).click();
  await drawn(page);
  await expect.poll(() => fieldOf(page)).not.toBe(before);
  expect(await page.getByRole("alert").count()).toBe(0);
});
