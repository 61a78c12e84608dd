import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { compileLesson, lessonIds } from "../../scripts/lessons.mjs";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { useBrowser } from "../support/page.ts";
import { rested } from "../support/rest.ts";

const open = useBrowser();
const lessons = lessonIds().map((id) =>
  compileLesson(id, readFileSync(new URL(`../../lessons/${id}.md`, import.meta.url), "utf8")),
);

const sizes = [
  { name: "a desktop", viewport: { width: 1280, height: 720 }, hasTouch: false },
  { name: "a phone", viewport: { width: 390, height: 844 }, hasTouch: true },
];

/** A lesson on a phone in every run; `npm run journeys` goes through all, also on a desktop. */
const journeys = lessons
  .flatMap((lesson) => sizes.map((size) => ({ id: lesson.id, lesson, ...size })))
  .filter(({ id, name }) => triesAll || (id === "the-purse" && name === "a phone"));

/** Frames and phones; of each lesson one, in `npm run journeys` all. */
const small = [
  { width: 400, height: 300 },
  { width: 844, height: 390 },
  { width: 600, height: 400 },
  { width: 390, height: 844 },
] as const;

const question = ".lesson-card h2, .lesson-asked, .lesson-card :is(.lesson-choices, .lesson-draw, .control)";
const picture = ".lesson-picture :is(.plot, .purse-bar, .digit-picture canvas, .attack-picture svg)";
const control = ":is(.controls, .purse, .digit-picture, .attack-picture) :is(input, button, select, .staged-hint)";
const sentence = ":is(.sentence, .purse > p, .digit-picture > p, .attack-picture > p)";

/** The shown parts that are not wholly in sight without scrolling; of a list of selectors the first elements. */
function hiddenOf({ firsts, whole }: { readonly firsts: readonly string[]; readonly whole: string }): string[] {
  scrollTo(0, 0);
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const all = Array.from(document.querySelectorAll(whole));
  const seen = firsts.map((part) => Array.from(document.querySelectorAll(part)).find(isShown));
  return [...all, ...seen].flatMap((element) => {
    if (!element) return ["missing"];
    const { left, right, top, bottom } = element.getBoundingClientRect();
    let edges = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    for (let around = element.parentElement; around?.closest("main"); around = around.parentElement)
      if (getComputedStyle(around).overflowY !== "visible") {
        const clip = around.getBoundingClientRect();
        edges = { ...edges, top: Math.max(edges.top, clip.top), bottom: Math.min(edges.bottom, clip.bottom) };
      }
    const cut = Math.max(edges.left - left, right - edges.right, edges.top - top, bottom - edges.bottom);
    return cut > 1 ? [`${element.className || element.tagName} by ${Math.round(cut)}`] : [];
  });
}

async function inSight(page: Page, k: number, firsts: readonly string[], whole = ".lesson-card h2") {
  const before = page.viewportSize()!;
  for (const size of small.filter((_, i) => triesAll || i === k % 2)) {
    await page.setViewportSize(size);
    const hidden = () => page.evaluate(hiddenOf, { firsts, whole });
    await expect.poll(hidden, { message: `${size.width} × ${size.height}` }).toEqual([]);
  }
  await page.setViewportSize(before);
}

test.each(journeys)(
  "$id on $name: no control and no sentence before the guess, both after it, and the place is kept",
  async ({ lesson, viewport, hasTouch }) => {
    const { page, complaints } = await open(`#/lessons`, { viewport, hasTouch });
    const k = lessons.indexOf(lesson);
    await page.getByRole("link", { name: lesson.title }).click();
    for (const [i, step] of lesson.steps.entries()) {
      await page.getByRole("heading", { name: step.title }).waitFor();
      const study = page.locator(".lesson-study");
      if (step.link !== undefined && !step.hidesPicture)
        await study.locator(".picture[data-stale=false], .plot").first().waitFor();
      expect(await study.locator("input, select, .buttons button").count()).toBe(0);
      // Nor does a handle in the picture move.
      expect(await study.evaluate((element) => (element as HTMLElement).inert)).toBe(true);
      expect((await study.getByTestId("sentence").allInnerTexts()).join("")).toBe("");
      // Numbers of the reveal that the question does not say; afterwards the tree has them.
      const asked = JSON.stringify([step.question, step.ask]);
      const told = (JSON.stringify(step.reveal).match(/\d[\d.,]{2,}\d/g) ?? []).filter((one) => !asked.includes(one));
      const heard = async () => {
        const tree = await page.locator("body").ariaSnapshot();
        return told.filter((one) => tree.includes(one));
      };
      expect(await heard()).toEqual([]);
      if (hasTouch) await inSight(page, k, step.hidesPicture ? [] : [picture], question);
      if (step.ask.kind === "choice") {
        const button = page.locator(".lesson-choices button").first();
        if (hasTouch) await button.tap();
        else await button.press("Enter");
        await page.getByText("your guess").waitFor();
      } else if (step.ask.kind === "curve") {
        await drawCurve(page, hasTouch);
        await page.getByRole("button", { name: "This is my curve" }).press("Enter");
        await page.getByRole("img", { name: /^Your guess: a curve/ }).waitFor();
      } else {
        await page.getByRole("button", { name: "This is my guess" }).press("Enter");
        await page.getByText("Your guess:").waitFor();
      }
      if (step.controls.some((name) => !["draw", "flip"].includes(name)))
        await study.locator("input, select").first().waitFor();
      if (step.link === undefined) await study.locator("button, input").first().waitFor();
      else await expect.poll(() => study.getByTestId("sentence").innerText()).not.toBe("");
      expect(await heard()).toEqual(told);
      // A control is in sight without scrolling.
      const { y, height } = (await study.locator(control).first().boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(viewport.height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (hasTouch) await inSight(page, k, [picture, `.lesson-picture ${control}`, `.lesson-picture ${sentence}`]);
      if (i === 0) expect(await axeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: i === lesson.steps.length - 1 ? "Finish" : "Next" }).click();
    }
    await page.getByText("begun").first().waitFor();
    await page.reload();
    await page.getByRole("link", { name: lesson.title }).click();
    await page
      .locator(".lesson-card")
      .getByText(/your guess/i)
      .waitFor();
    expect(complaints).toEqual([]);
  },
);

async function drawCurve(page: Page, byPointer: boolean) {
  const curve = page.getByRole("slider", { name: /draw it/ });
  const before = await curve.getAttribute("aria-valuetext");
  if (byPointer) {
    const { x, y, width, height } = (await curve.boundingBox())!;
    await page.mouse.move(x + width / 3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + (2 * width) / 3, y + height / 3, { steps: 5 });
    await page.mouse.up();
  } else {
    await curve.press("ArrowRight");
    await curve.press("PageUp");
  }
  expect(await curve.getAttribute("aria-valuetext")).not.toBe(before);
}

test("a label is flipped by a tap and by keys, and the bar says what that did", async () => {
  // The keys that flip a label, in every run: boundaryPoints.test.ts has those of all its tools.
  for (const hasTouch of triesAll ? [false, true] : [true]) {
    const { page, complaints } = await open("#/lessons?lesson=the-flipped-label", { hasTouch });
    await page.locator(".lesson-choices button").first().press("Enter");
    await page.getByText("Tap a point to flip its label").waitFor();
    await page.locator(".picture[data-stale=false]").waitFor();
    const plot = page.getByRole("application").first();
    if (hasTouch) {
      // Points are dense in the middle of the upper moon.
      const { x, y, width, height } = (await plot.locator("canvas").first().boundingBox())!;
      for (const [across, down] of [
        [0.3, 0.25],
        [0.32, 0.27],
        [0.28, 0.28],
        [0.35, 0.24],
      ] as const) {
        await page.touchscreen.tap(x + across * width, y + down * height);
        // A second tap on the same point would flip it back.
        const isFlipped = page.getByText("The record you flipped").waitFor({ timeout: 3000 });
        if (await isFlipped.then(() => true).catch(() => false)) break;
      }
    } else {
      await plot.press("ArrowUp");
      await plot.press("Enter");
    }
    await page.getByTestId("one-record").getByText("The record you flipped").waitFor();
    expect(complaints).toEqual([]);
  }
});

test("the teacher's notes hold every answer, and print on one sheet, without the page around them", async () => {
  const { page, complaints } = await open("#/lessons?lesson=the-purse&show=notes");
  await page.getByText("Right: it is refused").waitFor();
  await page.getByText("Right: 1.14 (ε)").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByText("Right: it is refused").isVisible()).toBe(true);
  // The longest notes: on one sheet.
  await page.goto(page.url().replace("the-purse", "turn-the-knob"));
  await page.getByText("Right: of one at most").waitFor();
  const sheet = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(sheet.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

// Three groups and one sentence too many had no room; `npm run journeys` takes all studies.
test.each(triesAll ? ["density", "boundary", "meanCurve", "fabrication"] : ["meanCurve"])(
  "a link with a question and a control shows these alone, and the picture, the slider and the sentence in sight (%s)",
  async (study) => {
    const { page, complaints } = await open(
      `#/${study}?title=Sleep&ask=When+does+the+second+hump+go%3F&controls=epsilon`,
      { viewport: { width: 400, height: 300 } },
    );
    await page.getByText("When does the second hump go?").waitFor();
    for (const viewport of small) {
      await page.setViewportSize(viewport);
      await rested(page);
      await page.getByRole("slider", { name: /Privacy loss/ }).waitFor();
      await expect.poll(() => page.getByTestId("sentence").innerText()).not.toBe("");
      expect(await page.getByRole("slider", { name: /Privacy loss/ }).count()).toBe(1);
      expect(await page.getByRole("button", { name: "Release" }).count()).toBe(0);
      const firsts = [".lead", ".picture", "input[type=range]", ".sentence"];
      const hidden = () => page.evaluate(hiddenOf, { firsts, whole: "#picture .plot" });
      await expect.poll(hidden, { message: `${viewport.width} × ${viewport.height}` }).toEqual([]);
    }
    expect(complaints).toEqual([]);
  },
);

test("on a phone the question of a link stands above picture and answer; a control that no study has is named", async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const { page, complaints } = await open("#/density?title=Sleep&ask=When+does+the+second+hump+go%3F", phone);
  await rested(page);
  const places = await page.evaluate(() =>
    [".staged-title", ".lead", "#picture", ".sentence"].map(
      (part) => document.querySelector(part)!.getBoundingClientRect().top,
    ),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(await page.locator(".lead").innerText()).toBe("When does the second hump go?");
  await page.evaluate(() => (location.hash = "#/density?controls=epsilon,bandwith,<b>,h"));
  await page.getByText("The link asks for a control “bandwith”, which this study does not have.").waitFor();
  await page.getByText("a control “<b>”, which").waitFor();
  await page.getByText("A link shows 3 controls at most; this one also names “h”.").waitFor();
  await page.getByRole("slider", { name: /Privacy loss/ }).waitFor();
  expect(complaints).toEqual([]);
});

test("a projector shows picture, question, one sentence and one slider large enough for the back row, and Escape leaves", async () => {
  const { page, complaints } = await open("#/boundary?ask=Where+is+the+line%3F&states=2,0.5");
  const widest = await noteWidths(page);
  // The skeleton has the question already, and no slider.
  await page.getByRole("slider").first().waitFor();
  for (const height of triesAll ? [720, 1080] : [720]) {
    await page.setViewportSize({ width: (16 * height) / 9, height });
    await rested(page);
    const plain = await widest();
    await page.keyboard.press("Alt+KeyP");
    await page.locator("[data-projected=true]").getByText("Where is the line?").waitFor();
    await expect.poll(() => page.getByTestId("sentence").innerText()).toMatch(/^[^.]*\d[^]*\.$/);
    const shares = await page.evaluate(() => {
      const zoom = Number(getComputedStyle(document.querySelector(".page")!).zoom);
      const share = (part: string) =>
        (zoom * parseFloat(getComputedStyle(document.querySelector(part)!).fontSize)) / innerHeight;
      return { sentence: share(".sentence"), tick: share(".plot text"), zoom };
    });
    await rested(page);
    expect(shares.zoom * (await widest())).toBeGreaterThanOrEqual(2 * plain);
    expect(shares.sentence).toBeGreaterThanOrEqual(0.04);
    expect(shares.tick).toBeGreaterThanOrEqual(0.025);
    expect(await page.getByRole("slider").count()).toBe(1);
    expect(await page.getByRole("banner").count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    // The next of the prepared values.
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.url()).toContain(height === 720 ? "epsilon=2&" : "epsilon=0.5&");
    await page.keyboard.press("Escape");
    await page.getByRole("banner").waitFor();
  }
  // A long notice about the link leaves the picture its room, and unfolds by a tap.
  await page.setViewportSize({ width: 1280, height: 720 });
  const wrong = Array.from({ length: 9 }, (_, i) => `wrong${i}=1`).join("&");
  await page.evaluate((hash) => (location.hash = hash), `#/boundary?${wrong}&ask=Where+is+the+line%3F&show=stage`);
  const shareOf = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => one.getBoundingClientRect().height / innerHeight);
  await page.locator(".notice summary").waitFor();
  await rested(page);
  expect(await shareOf(".notice")).toBeLessThan(0.15);
  await expect.poll(() => shareOf("#picture .plot")).toBeGreaterThan(0.35);
  await page.locator(".notice summary").click();
  await page.getByText("wrong8").waitFor();
  expect(complaints).toEqual([]);
});

/** The widest line of the page's canvases since the last call, in pixels of CSS. */
async function noteWidths(page: Page): Promise<() => Promise<number>> {
  const widths = await page.evaluateHandle(() => {
    const { prototype } = CanvasRenderingContext2D;
    const own = Object.getOwnPropertyDescriptor(prototype, "lineWidth")!;
    const seen: number[] = [];
    Object.defineProperty(prototype, "lineWidth", {
      ...own,
      set(this: CanvasRenderingContext2D, width: number) {
        seen.push(width);
        own.set!.call(this, width);
      },
    });
    return seen;
  });
  return () => widths.evaluate((seen) => Math.max(...seen.splice(0)));
}

test("the link for a class opens what it says, by its code as well", async () => {
  const { page, complaints } = await open();
  await page.getByRole("button", { name: "For a class" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Class 7b");
  await page.getByLabel("Question", { exact: true }).fill("Where, & when?");
  await page.getByLabel("Control 2").selectOption({ label: "Bandwidth" });
  await page.getByRole("checkbox", { name: "shown, not movable" }).nth(1).check();
  await page.getByRole("checkbox", { name: /^Question first/ }).check();
  expect(await axeViolations(page)).toEqual([]);
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  await page.getByRole("img", { name: "The link as a code for phones" }).waitFor();
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByText("Where, & when?").waitFor();
  await page.getByRole("heading", { name: "Class 7b" }).waitFor();
  // Before the guess neither controls nor sentence, after it both.
  await page.locator("#picture[data-stale=false]").waitFor();
  expect(await page.getByTestId("sentence").allInnerTexts()).toEqual([""]);
  expect(await page.locator("input[type=range]").count()).toBe(0);
  await page.getByLabel("Your guess").fill("at 0.1");
  await page.getByRole("button", { name: "This is my guess" }).press("Enter");
  await page.getByText("Your guess: at 0.1").waitFor();
  await expect.poll(() => page.getByTestId("sentence").innerText()).not.toBe("");
  expect(await page.getByRole("slider", { name: /Bandwidth/ }).isDisabled()).toBe(true);
  expect(await page.getByRole("slider", { name: /Privacy loss/ }).isEnabled()).toBe(true);
  expect(complaints).toEqual([]);
});
