import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { smallGenerator } from "../state/smallGenerator.ts";
import { casesOf } from "../support/fuzzing.ts";
import { changedFrom, releasePath, useBrowser, usePage } from "../support/page.ts";
import { atRest, rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();

const undo = (page: Page) => page.getByRole("button", { name: "Undo" });
const number = async (page: Page, label: string) => Number(await page.getByLabel(label, { exact: true }).inputValue());
const bandwidth = (page: Page) => number(page, "Bandwidth, as a number");
const ticks = (page: Page) => page.locator(".curve-plot .axis").first().textContent();

/** Drags an element by some pixels; looks while it is held. */
async function dragBy(page: Page, name: string, dx: number, look = async () => {}): Promise<void> {
  const box = (await page.getByRole("slider", { name }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y, { steps: 8 });
  await look();
  await page.mouse.up();
}

test("the bandwidth is pulled by its bump and the domain by its ends, while the axis stands still, by hand and by keys, one step of undo each", async () => {
  const { page, complaints } = await at("#/density?data=sleep"); // The first here, so there is nothing to undo yet.
  await rested(page);
  const [first, path] = [await bandwidth(page), await releasePath(page)];
  const bump = page.getByRole("slider", { name: "Width of the bump" });
  expect(Number(await bump.getAttribute("aria-valuenow"))).toBe(first);
  await bump.click(); // A press alone moves nothing.
  expect(await bandwidth(page)).toBe(first);
  await dragBy(page, "Width of the bump", 60);
  const wide = await changedFrom(page, path);
  // The plane is 11 hours wide: the flank stands where the pointer left it.
  const [plane, left] = await page.evaluate(() => {
    const { width } = document.querySelector(".curve-plot canvas")!.getBoundingClientRect();
    return [width, document.querySelector(".curve-plot")!.getBoundingClientRect().left] as const;
  });
  expect(left).toBeGreaterThan(0);
  await expect.poll(() => bandwidth(page)).toBeCloseTo(first + (60 * 11) / plane, 1);
  await atRest(page); // Moves that follow each other faster are one step.
  await bump.press("ArrowRight");
  await changedFrom(page, wide);
  expect(await bandwidth(page)).toBeGreaterThan(first * 1.05);
  await atRest(page);
  await undo(page).click();
  await undo(page).click();
  await expect.poll(() => bandwidth(page)).toBe(first);
  await expect.poll(() => releasePath(page)).toBe(path);
  expect(await undo(page).isEnabled()).toBe(false);

  await rested(page);
  const lower = () => number(page, "Domain, lower end");
  const [start, axis] = [await lower(), await ticks(page)];
  await dragBy(page, "Where the curve begins", 80, async () => {
    await expect.poll(lower).toBeGreaterThan(start + 0.5);
    expect(await ticks(page)).toBe(axis);
  });
  await changedFrom(page, path);
  await expect.poll(() => ticks(page)).not.toBe(axis);
  await atRest(page); // The number follows the hand.
  const dragged = await lower();
  await page.getByRole("slider", { name: "Where the curve begins" }).press("ArrowRight");
  await expect.poll(lower).toBeGreaterThan(dragged);
  await atRest(page);
  await undo(page).click();
  await expect.poll(lower).toBe(dragged);
  await undo(page).click();
  await expect.poll(lower).toBe(start);
  await rested(page);
  await expect.poll(() => releasePath(page)).toBe(path);
  expect(await undo(page).isEnabled()).toBe(false);
  expect(complaints).toEqual([]);
});

test("zoom is of the axes only: wheel, keys and reset; no setting, no request, no address", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await rested(page);
  const [address, axis, path] = [page.url(), await ticks(page), await releasePath(page)];
  const plot = page.getByRole("application");
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const scrolled = () => page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 200); // The wheel scrolls the page until the picture is clicked.
  await expect.poll(scrolled).toBeGreaterThan(0);
  expect(await ticks(page)).toBe(axis);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => ticks(page)).not.toBe(axis);
  expect(await scrolled()).toBe(0);
  expect(page.url()).toBe(address);
  expect(await page.locator("#picture").getAttribute("aria-busy")).toBe("false");
  await page.getByRole("button", { name: "Whole picture" }).click();
  await expect.poll(() => ticks(page)).toBe(axis);
  await expect.poll(() => releasePath(page)).toBe(path);
  // What can be moved stands within the plane, or is away: it lies over no control, and the page is no wider.
  await page.mouse.click(box.x + box.width / 8, box.y + box.height / 2);
  for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -400);
  await page.getByText("you", { exact: true }).waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Whole picture" }).click();
  await page.getByText("you", { exact: true }).waitFor();
  await plot.focus();
  await plot.press("+");
  await expect.poll(() => ticks(page)).not.toBe(axis);
  await plot.press("0");
  await expect.poll(() => ticks(page)).toBe(axis);
  expect(await undo(page).isEnabled()).toBe(false);
  expect(complaints).toEqual([]);
});

test("on a phone a finger reads values, which stay when it is lifted; two fingers magnify", async () => {
  const { page, complaints } = await open("", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await rested(page);
  const plot = page.getByRole("application");
  const box = (await plot.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await expect.poll(() => page.locator(".readout").textContent()).toMatch(/^hours = [\d.]+ · private/);
  const axis = await ticks(page);
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", places: readonly number[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: places.map((at, id) => ({ x: at, y, id })) });
  await touch("touchStart", [x - 20, x + 20]);
  for (const reach of [40, 70, 100]) await touch("touchMove", [x - reach, x + reach]);
  await touch("touchEnd", []);
  await expect.poll(() => ticks(page)).not.toBe(axis);
  await page.getByRole("button", { name: "Whole picture" }).tap();
  await expect.poll(() => ticks(page)).toBe(axis);
  expect(complaints).toEqual([]);
});

const planes = [
  "#/boundary?data=moons",
  "#/density?data=faithful-2d&y=waiting",
  "#/boundary?data=cars",
  "#/fabrication",
];

// In every run: a curve by wheel and keys, and by two fingers, in the two tests before this one.
swept(
  "fields, boundaries and tables are magnified by wheel, fingers and keys, and nothing is asked for it",
  async () => {
    const { page, complaints } = await open("", { hasTouch: true });
    const session = await page.context().newCDPSession(page);
    for (const hash of planes) {
      const title = await page.title();
      await page.evaluate((next) => location.assign(next), hash);
      await expect.poll(() => page.url()).toContain(hash.slice(2, 8));
      if (!hash.includes("cars")) await expect.poll(() => page.title(), { message: hash }).not.toBe(title);
      await rested(page);
      const plot = page.getByRole("application").last();
      const axes = () => plot.locator(".axis").evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
      const [whole, address] = [await axes(), page.url()];
      const box = (await plot.locator("canvas").boundingBox())!;
      // Above the points, which a press would take hold of.
      const [x, y] = [box.x + box.width / 2, box.y + 0.04 * box.height];
      const shows = async (part: boolean) => {
        if (part) await expect.poll(axes, { message: hash }).not.toEqual(whole);
        else await expect.poll(axes, { message: hash }).toEqual(whole);
        expect(await page.locator("#picture").getAttribute("aria-busy"), hash).toBe("false");
      };

      await page.mouse.click(x, y);
      await page.mouse.wheel(0, -300);
      await shows(true);
      await page.getByRole("button", { name: "Whole picture" }).click();
      await shows(false);

      await plot.press("+");
      await shows(true);
      await plot.press("-");
      await shows(false);
      await plot.press("+");
      await plot.press("0");
      await shows(false);

      const touch = (type: "touchStart" | "touchMove" | "touchEnd", places: readonly number[]) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: places.map((at, id) => ({ x: at, y, id })) });
      await touch("touchStart", [x - 20, x + 20]);
      for (const reach of [40, 70, 100]) await touch("touchMove", [x - reach, x + reach]);
      await touch("touchEnd", []);
      await shows(true);
      await page.getByRole("button", { name: "Whole picture" }).click();
      await shows(false);
      expect(page.url()).toBe(address);
      expect(await page.getByText("You changed points by hand").count(), hash).toBe(0);
    }
    expect(complaints).toEqual([]);
  },
);

test("where a hand holds a slider still, marks and words are of the curve that is drawn", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await rested(page);
  const slider = (await page.getByRole("slider", { name: "Privacy loss" }).boundingBox())!;
  const to = (share: number, steps: number) =>
    page.mouse.move(slider.x + share * slider.width, slider.y + slider.height / 2, { steps });
  const marked = async () => {
    await atRest(page);
    return [await releasePath(page), (await page.locator(".overflow").allInnerTexts()).join()] as const;
  };
  await to(0.5, 1);
  await page.mouse.down();
  await to(0.2, 3); // Faster than marks follow.
  const [path, words] = await marked();
  expect(words).toContain("off scale × ");
  // A single move after a rest is marked at once.
  await to(0.25, 1);
  expect((await marked())[0]).not.toBe(path);
  await to(0.2, 1);
  expect(await marked()).toEqual([path, words]);
  await page.mouse.up();
  expect(complaints).toEqual([]);
});

test("where both curves coincide for the eye, what is left between them is drawn magnified", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  // What the test before has moved is put back: a box that gets another value forgets what is typed.
  await rested(page);
  const strip = page.locator("svg.difference");
  expect(await strip.count()).toBe(0);
  await page.getByLabel("Privacy loss, as a number").fill("50");
  await page.keyboard.press("Enter");
  await strip.waitFor();
  const said = (await strip.getAttribute("aria-label"))!;
  const [, times, most] = /magnified (\d+) times: at most ([\d.e-]+) apart/.exec(said)!;
  expect(Number(times)).toBeGreaterThan(20);
  expect(Number(most)).toBeGreaterThan(0);
  expect(await strip.locator("path.release").getAttribute("d")).toMatch(/^M[\d.]+,[\d.]+(L[\d.]+,[\d.-]+)+$/);
  await page.getByRole("radio", { name: "Outside" }).click();
  await strip.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

// Two hundred, on the history alone: test/state/scenario/history.test.ts. CURVEIL_EDITS=50 makes more of them in the page.
const edits = Number(process.env["CURVEIL_EDITS"] ?? casesOf(10, 3));

test(`${edits} random edits of settings and points are undone one by one, and redone`, async () => {
  // Fifty records: a fit of many takes most of the time.
  const { page, complaints } = await at("#/boundary?data=cars"); // The first boundary here: nothing to undo yet.
  await rested(page);
  const random = smallGenerator(18);
  const plane = (await page.getByRole("application").boundingBox())!;
  /** Where no point is yet, as a click on one grabs it: slow cars that take long to stop, in four rows. */
  const free = (k: number) =>
    [
      plane.x + plane.width * (0.12 + 0.48 * ((0.618 * k) % 1)),
      plane.y + plane.height * (0.1 + 0.04 * (k % 4)),
    ] as const;
  const shown = () =>
    page.evaluate(() => {
      const values = Array.from(document.querySelectorAll<HTMLInputElement>(".controls input"), ({ value }) => value);
      const count = document.querySelector("[data-testid=point-count]")?.textContent ?? "";
      return JSON.stringify([values, count]);
    });
  const tool = (name: string) =>
    page.getByRole("radiogroup", { name: "Tool" }).getByRole("radio", { name, exact: true }).click();
  await tool("Add");
  const seen = [await shown()];
  for (let k = 0; k < edits; k++) {
    if (random() < 0.5) await page.mouse.click(...free(k));
    else {
      const slider = page.getByRole("slider", { name: random() < 0.5 ? "Privacy loss" : "Penalty" });
      const box = (await slider.boundingBox())!;
      // Far from where it stands: a click there changes nothing.
      const share = 0.1 + 0.4 * random() + (Number(await slider.inputValue()) < 500 ? 0.4 : 0);
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
    }
    await expect.poll(shown, { message: `edit ${k}` }).not.toBe(seen[k]);
    await atRest(page); // What follows at once is the same step.
    seen.push(await shown());
  }
  await rested(page);
  const undoing = undo(page);
  for (let k = edits - 1; k >= 0; k--) {
    await undoing.click();
    await expect.poll(shown, { message: `undo to ${k}` }).toBe(seen[k]);
  }
  expect(await undoing.isEnabled()).toBe(false);
  const redo = page.getByRole("button", { name: "Redo" });
  for (let k = 1; k <= edits; k++) await redo.click();
  await expect.poll(shown).toBe(seen[edits]);
  expect(await redo.isEnabled()).toBe(false);
  expect(complaints).toEqual([]);
});

const pictures = [
  ["a boundary", "#/boundary?data=moons&draws=3"],
  ["a curve", "#/density?data=faithful"],
  ["a field", "#/density?data=faithful-2d&y=waiting"],
  ["a regression", "#/boundary?data=cars"],
] as const;
// In every run: at once, in density.test.ts; at rest, after a long drag, in page.test.ts.
swept.each(pictures)("%s follows each move of ε at once, and at rest shows what its link shows", async (_, hash) => {
  const { page } = await at(hash);
  const painted = await page.getByRole("slider", { name: "Privacy loss" }).evaluate((slider: HTMLInputElement) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    const canvas = [...document.querySelectorAll<HTMLCanvasElement>("[role=application] canvas")].at(-1)!;
    return [420, 450, 480, 510, 540].map((position) => {
      value.set!.call(slider, String(position));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      return canvas.toDataURL();
    });
  });
  expect(new Set(painted).size).toBe(painted.length);

  // Names on a plane take their places a moment after the lines.
  const shown = async () => {
    let before = "";
    for (;;) {
      await rested(page);
      const now = (await page.getByRole("application").last().screenshot()).toString("base64");
      if (now === before) return now;
      before = now;
    }
  };
  const moved = await shown();
  const link = page.url();
  await page.reload();
  expect(page.url()).toBe(link);
  expect((await shown()) === moved).toBe(true);
});
