import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileLesson, lessonIds } from "../../scripts/lessons.mjs";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { useBrowser } from "../support/page.ts";

const open = useBrowser();
const lessons = lessonIds().map((id) =>
  compileLesson(id, readFileSync(new URL(`../../lessons/${id}.md`, import.meta.url), "utf8")),
);
const first = triesAll ? lessons : lessons.slice(0, 2);

const sizes = [
  { name: "a desktop", viewport: { width: 1280, height: 720 }, hasTouch: false },
  { name: "a phone", viewport: { width: 390, height: 844 }, hasTouch: true },
];

test.each(first.flatMap((lesson) => sizes.map((size) => ({ id: lesson.id, lesson, ...size }))))(
  "$id on $name: no control and no sentence before the guess, both after it, and the place is kept",
  async ({ lesson, viewport, hasTouch }) => {
    const { page, complaints } = await open(`#/lessons`, { viewport, hasTouch });
    await page.getByRole("link", { name: lesson.title }).click();
    for (const [i, step] of lesson.steps.entries()) {
      await page.getByRole("heading", { name: step.title }).waitFor();
      const study = page.locator(".lesson-study");
      if (!step.hidesPicture) await study.locator(".picture[data-stale=false], .plot").first().waitFor();
      expect(await study.locator("input, select, .buttons button").count()).toBe(0);
      expect(
        await study
          .getByTestId("sentence")
          .innerText()
          .catch(() => ""),
      ).toBe("");
      if (step.ask.kind === "choice") {
        const button = page.locator(".lesson-choices button").first();
        if (hasTouch) await button.tap();
        else await button.press("Enter");
        await page.getByText("your guess").waitFor();
      } else {
        await page.getByRole("button", { name: "This is my guess" }).press("Enter");
        await page.getByText("Your guess:").waitFor();
      }
      for (const name of step.controls) if (name !== "draw") await study.locator("input, select").first().waitFor();
      await expect.poll(() => study.getByTestId("sentence").innerText()).not.toBe("");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
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

test("a link with a question and two controls shows these alone, and the picture, the slider and the sentence in sight", async () => {
  for (const viewport of [
    { width: 400, height: 300 },
    { width: 600, height: 400 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    const { page, complaints } = await open(
      "#/density?title=Sleep&ask=When+does+the+second+hump+go%3F&controls=epsilon",
      { viewport },
    );
    await page.getByText("When does the second hump go?").waitFor();
    await expect.poll(() => page.getByTestId("sentence").innerText()).not.toBe("");
    expect(await page.getByRole("slider", { name: /Privacy loss/ }).count()).toBe(1);
    expect(await page.getByRole("button", { name: "Release" }).count()).toBe(0);
    const outOfSight = await page.evaluate(() =>
      [".lead", ".picture", "input[type=range]", ".sentence"].filter((part) => {
        const { top, bottom, left, right } = document.querySelector(part)!.getBoundingClientRect();
        return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
      }),
    );
    expect({ viewport, outOfSight }).toEqual({ viewport, outOfSight: [] });
    expect(complaints).toEqual([]);
  }
});
