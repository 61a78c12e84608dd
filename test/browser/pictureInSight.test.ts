import { expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { changedFrom, openedSection, releasePath, unfold, usePage } from "../support/page.ts";
import { atRest, rested } from "../support/rest.ts";

const at = usePage();

test("on a phone the picture follows to the controls, small, and goes back to its place", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(390);
  await rested(page);
  const picture = () =>
    page.locator("#picture").evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom) };
    });
  const [first, length] = [await picture(), await page.evaluate(() => document.body.scrollHeight)];
  const kernel = page.getByLabel("Domain, lower end");
  await kernel.scrollIntoViewIfNeeded();
  await page.getByRole("region", { name: "Declare" }).evaluate((element) => element.scrollIntoView());
  await expect.poll(async () => (await picture()).top).toBe(0);
  expect((await picture()).bottom).toBeLessThan(844 / 3);
  expect(await page.evaluate(() => document.body.scrollHeight)).toBe(length);
  // What is reached by the keyboard is never below it.
  for (let k = 0; k < 12; k++) {
    await page.keyboard.press("Shift+Tab");
    const top = await page.evaluate(() => document.activeElement!.getBoundingClientRect().bottom);
    expect(top > (await picture()).bottom || (await picture()).top !== 0, `stop ${k}`).toBe(true);
  }
  const path = await releasePath(page);
  await page.getByLabel("Privacy loss, as a number").fill("0.1");
  await page.keyboard.press("Enter");
  await changedFrom(page, path);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(picture).toEqual(first);
  expect(complaints).toEqual([]);
});

const read = "What is guaranteed, and how it follows";
const readingSizes = [
  [360, 740],
  [390, 844],
  [820, 1180],
  [844, 390],
  [1440, 900],
  [3840, 2160],
] as const;

test.each(
  (triesAll
    ? ["#/density", "#/density?data=faithful-2d&y=waiting", "#/boundary?data=moons", "#/meanCurve", "#/fabrication"]
    : ["#/boundary?data=moons"]
  ).map((hash, k) => [hash, k] as const),
)("who reads on below the picture keeps it in sight, small, beside what is read or above it (%s)", async (hash, k) => {
  const { page, complaints } = await at(hash);
  const section = page.locator("details", { has: page.locator("summary", { hasText: read }) }).first();
  await unfold(page, read);
  await section.locator(".katex").first().waitFor();
  for (const [i, [width, height]] of readingSizes.entries()) {
    // A phone, upright and on its side, and the largest screen; `npm run journeys` takes all sizes, for all pictures.
    if (!triesAll && i % 2 === 0) continue;
    const what = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    const seen = () =>
      page.evaluate((summary) => {
        const box = (element: Element) => element.getBoundingClientRect();
        const picture = box(document.querySelector("#picture")!);
        const text = box([...document.querySelectorAll("details")].find((one) => one.innerText.startsWith(summary))!);
        const thumb = document.querySelector(".thumb")!;
        const isOver = getComputedStyle(thumb).position === "fixed";
        return {
          isSmall: document.querySelector(".study[data-docked=true]") !== null,
          inSight:
            picture.top >= 0 && picture.left >= 0 && picture.right <= innerWidth && picture.bottom <= innerHeight,
          share: (picture.width * picture.height) / (innerWidth * innerHeight),
          // Sliders stay in reach: beside the text, right below the picture.
          isBeside: picture.left >= text.right && box(thumb).top >= picture.bottom,
          left: ((isOver ? box(thumb).top : innerHeight) - picture.bottom) / innerHeight,
        };
      }, read);
    const column = width <= 960 && height > 480;
    // Scrolled to again until all that a new size lays out anew stands.
    const reading = async () => {
      await section.evaluate((element) =>
        scrollTo(0, scrollY + element.getBoundingClientRect().bottom - innerHeight / 2),
      );
      await atRest(page);
      const { isSmall, inSight, isBeside } = await seen();
      return [isSmall, inSight, isBeside];
    };
    await expect.poll(reading, { message: what }).toEqual([true, true, !column]);
    const { share, left } = await seen();
    // A quarter of a phone's window, and above the sliders of a screen as wide as they are.
    expect(share, what).toBeGreaterThan(column ? 0.24 : 0.04);
    expect(left, what).toBeGreaterThan(column ? 0.4 : 0.5);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: k % 2 === 0 ? "light" : "dark" });
  expect(await axeViolations(page)).toEqual([]);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => page.locator(".study").getAttribute("data-docked")).toBe("false");
  expect(complaints).toEqual([]);
});

test("on a phone the small picture makes way to what a section draws, and comes back for its words", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.setViewportSize({ width: 390, height: 844 });
  const section = await openedSection(page, "attacker");
  const drawing = section.locator("svg.line-plot").first();
  await drawing.waitFor();
  const middle = (element: Element) => element.scrollIntoView({ block: "center" });
  const docked = () => page.locator(".study").getAttribute("data-docked");
  await drawing.evaluate(middle);
  await expect.poll(docked).toBe("false");
  const covered = await drawing.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [top + 8, (top + bottom) / 2, bottom - 8].map(
      (y) => !element.contains(document.elementFromPoint((left + right) / 2, y)),
    );
  });
  expect(covered).toEqual([false, false, false]);
  await section.locator("summary").evaluate(middle);
  await expect.poll(docked).toBe("true");
  await page.setViewportSize({ width: 1280, height: 900 });
  await drawing.evaluate(middle);
  await expect.poll(docked).toBe("true");
  expect(complaints).toEqual([]);
});
