import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstOf, triesAll } from "../support/fuzzing.ts";
import { useBrowser, usePage } from "../support/page.ts";
import { notePlanes, paintedPlanes } from "../support/paintedPlanes.ts";
import { fillsHalf } from "../support/pictureShare.ts";
import { rested } from "../support/rest.ts";

const open = useBrowser();
const at = usePage();

/** What is wrong with the place of the focus: nothing, where a person sees it. Runs in the page. */
function hiddenFocus(): string {
  const element = document.activeElement!;
  if (element === document.body) return "";
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [
    (Math.max(0, left) + Math.min(innerWidth, right)) / 2,
    (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2,
  ];
  const name = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent.slice(0, 40)}`;
  if (right - left < 2 || bottom - top < 2) return `${name} has no size`;
  const at = document.elementFromPoint(x, y);
  // A mark over a plot lets the pointer through but where it is held.
  if (!at || !(element.contains(at) || at.contains(element) || at.closest("label")?.contains(element)))
    return `${name} is covered by ${at?.outerHTML.slice(0, 80) ?? "the window's edge"}`;
  if (getComputedStyle(element).outlineStyle === "none") return `${name} shows no focus`;
  return "";
}

/** Goes on by Tab until an element has the focus; each stop on the way is seen. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await page.evaluate(`globalThis.hiddenFocus = ${String(hiddenFocus)}`);
  const stop = (element: Element) => {
    const { hiddenFocus } = globalThis as unknown as { hiddenFocus: () => string };
    return [hiddenFocus(), element === document.activeElement] as const;
  };
  for (let k = 0; k < 200; k++) {
    await page.keyboard.press(key);
    const [hidden, isThere] = await target.evaluate(stop);
    expect(hidden).toBe("");
    if (isThere) return;
  }
  throw new Error("The keyboard does not reach it.");
}

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let k = 0; k < times; k++) await page.keyboard.press(key);
}

const epsilon = async (page: Page) => Number(await page.getByLabel("Privacy loss, as a number").inputValue());
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

interface Journey {
  readonly study: string;
  /** Which of the next examples has all of its tools; the first if absent. */
  readonly example?: number;
  /** What the study's own tools do, from the picture on. */
  readonly tools: (page: Page) => Promise<void>;
}

const journeys: readonly Journey[] = [
  {
    study: "density",
    tools: async (page) => {
      await tabTo(page, page.locator(".stage-tools").getByLabel("Records"));
      await press(page, "ArrowDown");
      await expect.poll(() => page.url()).toContain("records=");
      await tabTo(page, page.getByRole("application"));
      await press(page, "ArrowRight");
      await expect.poll(() => page.locator("#picture .readout").textContent()).toContain("private");
      await tabTo(page, page.getByRole("slider", { name: "Width of the bump" }));
      const before = await page.getByLabel("Bandwidth, as a number").inputValue();
      await press(page, "ArrowRight");
      await expect.poll(() => page.getByLabel("Bandwidth, as a number").inputValue()).not.toBe(before);
    },
  },
  {
    study: "boundary",
    tools: async (page) => {
      await tabTo(page, page.getByRole("radiogroup", { name: "Tool" }).getByRole("radio", { checked: true }));
      await press(page, "ArrowRight");
      await page.getByRole("radio", { name: "Flip", checked: true }).waitFor();
      await tabTo(page, page.getByRole("application"));
      await press(page, "ArrowRight", 3);
      await expect.poll(() => page.locator("#picture .readout").textContent()).toContain("private f =");
      await press(page, "Enter");
      await page.getByTestId("one-record").getByText("The record you flipped").waitFor();
      await rested(page);
      await press(page, "Control+z");
      await page.getByText("You changed points by hand").waitFor({ state: "detached" });
    },
  },
  {
    study: "meanCurve",
    // Arms of a trial have no strip of scenarios.
    example: 2,
    tools: async (page) => {
      const strip = page.getByRole("radiogroup", { name: "Side by side" });
      await tabTo(page, strip.getByRole("radio", { checked: true }));
      const before = page.url();
      await press(page, "ArrowRight");
      await expect.poll(() => page.url()).not.toBe(before);
      await rested(page);
      await tabTo(page, page.getByRole("application"));
      await press(page, "ArrowRight");
      await expect.poll(() => page.locator("#picture .readout").textContent()).toContain("private");
    },
  },
  {
    study: "fabrication",
    tools: async (page) => {
      await tabTo(page, page.locator(".stage-tools").getByLabel("Ground"));
      await press(page, "Home");
      await page.getByTestId("colour-key").getByText("nearest machine").waitFor();
      await press(page, "ArrowDown");
      await page.getByTestId("colour-key").getByText("distance from").waitFor();
      await tabTo(page, page.getByRole("application"));
      await press(page, "ArrowRight");
      await expect.poll(() => page.locator("#picture .readout").textContent()).toContain("distance");
    },
  },
];

// `npm run journeys` goes through all four studies. The keys of a curve: test/browser/page.test.ts.
test.each(journeys.filter(({ study }) => triesAll || study === "boundary"))(
  "$study by keyboard alone: an example, ε, tools, undo and redo, what is exported and released",
  async ({ study, example = 1, tools }) => {
    const { page, complaints } = await open(`#/${study}`, {}, undefined, notePlanes);
    await rested(page);
    const [size, ...laterSizes] = await paintedPlanes(page);
    expect(size).toBeDefined();
    expect(laterSizes).toEqual([]); // The plane is painted at its last size from the first.
    await press(page, "Tab");
    await press(page, "Enter"); // "Skip to the picture"
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("picture");

    const data = page.getByLabel("Data set", { exact: true });
    await tabTo(page, data);
    const first = await data.inputValue();
    await press(page, "ArrowDown", example);
    await expect.poll(() => data.inputValue()).not.toBe(first);
    await rested(page);
    const before = await epsilon(page);
    await tabTo(page, page.getByRole("slider", { name: "Privacy loss" }), "Shift+Tab");
    await press(page, "ArrowLeft", 4);
    await expect.poll(() => epsilon(page)).toBeLessThan(before);
    await rested(page);
    const less = await epsilon(page);

    const again = button(page, "Draw again");
    await tabTo(page, again, "Shift+Tab");
    await press(page, "Enter");
    await expect.poll(() => page.url()).toMatch(/seed=\d/);
    await rested(page);
    await tools(page);
    await rested(page);

    const undo = button(page, "Undo");
    await tabTo(page, undo, "Shift+Tab");
    for (let k = 0; k < 12 && (await epsilon(page)) !== before; k++) await press(page, "Enter");
    expect(await epsilon(page)).toBe(before);
    await press(page, "Control+Shift+Z");
    await expect.poll(() => epsilon(page)).toBe(less);
    await rested(page);

    const values = button(page, "Shown values (CSV), with the original");
    await tabTo(page, values, "Shift+Tab");
    const [csv] = await Promise.all([page.waitForEvent("download"), press(page, "Enter")]);
    expect(csv.suggestedFilename()).toMatch(/\.csv$/);
    await tabTo(page, button(page, "Declare this budget"), "Shift+Tab");
    await press(page, "Enter");
    await page.getByTestId("account").waitFor();
    await tabTo(page, button(page, "Release"));
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Enter")]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    if (study === "boundary") expect(await page.getByTestId("colour-key").innerText()).toMatch(/^−1\b.*\s+1\b/);
    const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    // What is released stands in the place of the preview: all sizes are those of test/browser/stageSizes.test.ts.
    const sizes = [
      [390, 844],
      [844, 390],
      [720, 450], // a desktop at 200 %
    ] as const;
    for (const [width, height] of triesAll ? sizes : sizes.slice(0, 1)) await fillsHalf(page, width, height);
    await fillsHalf(page, 1280, 900);
    await tabTo(page, button(page, "Back to exploring"));
    await press(page, "Enter");
    await button(page, "Back to exploring").waitFor({ state: "detached" });
    await rested(page);
    expect(complaints).toEqual([]);
  },
);

test("what a key opens or puts in its place has the focus, and Escape gives it back", async () => {
  const { page, complaints } = await open("#/density?data=sleep");
  await rested(page);
  const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  await button(page, "Pin").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page.getByRole("radio", { name: "B" }))).toBe(true);
  await press(page, "Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(button(page, "Pin"))).toBe(true);

  const paste = button(page, "Paste");
  await paste.focus();
  await page.keyboard.press("Enter");
  const rows = page.getByLabel("Rows to read");
  await expect.poll(() => focused(rows)).toBe(true);
  await page.keyboard.press("Escape");
  await rows.waitFor({ state: "detached" });
  expect(await focused(paste)).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  const more = button(page, "More");
  await more.focus();
  await page.keyboard.press("Enter");
  await press(page, "Tab", 2);
  expect(await focused(more)).toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(more)).toBe(true);
  expect(complaints).toEqual([]);
});

/** Above the picture a study has four to eight tools; below it, formulas and sections, which come after the controls. */
test.each(firstOf(["density", "boundary", "meanCurve", "fabrication"], 1))(
  "from the tools of %s the Tab key comes to ε within twelve stops, with the picture before it",
  async (study) => {
    const { page } = await at(`#/${study}`);
    await page.setViewportSize({ width: 1280, height: 720 });
    await rested(page);
    await page.locator(".stage-tools :is(button, select, input)").first().focus();
    const stops: string[] = [];
    const name = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute("aria-label") ?? activeElement?.getAttribute("role") ?? "";
      });
    while (stops.at(-1) !== "Privacy loss, as a number" && stops.length < 30) {
      await page.keyboard.press("Tab");
      stops.push((await page.locator("[role=application]:focus").count()) > 0 ? "picture" : await name());
    }
    expect(stops).toContain("picture");
    expect(stops.length).toBeLessThanOrEqual(12);
  },
);
