import { expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { openedSection, useBrowser, usePage } from "../support/page.ts";
import { rested } from "../support/rest.ts";

const open = useBrowser();
const at = usePage();

/** What decides a verdict of rounds is tested in core, with seeds; here the draws are the browser's own. */
test("the attacker by keyboard: a record moves, the threshold too, a release is guessed, a mistake is caught; outside there is none", async () => {
  const { page, complaints } = await open("#/density?data=sleep");
  await rested(page);
  const section = await openedSection(page, "attacker");
  const sentence = section.getByTestId("attacker-sentence");
  await sentence.getByText("Of 100 guesses the best attacker gets 55 right, a coin 50.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // As near as it can be to where it was, it is hardly told apart.
  const slider = section.getByRole("slider", { name: "x′: hours" });
  const bar = section.getByRole("meter", { name: "Distance of f and f′ as a share of Δ" });
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(98);
  await slider.focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 4; step++) await page.keyboard.press("PageUp");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeLessThan(60);
  await page.keyboard.press("End");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(98);

  // In the picture of the records: a press chooses x, a drag from there carries x′, and keys do.
  const picture = section.getByRole("slider", { name: "x′ in the picture of the records" });
  await picture.scrollIntoViewIfNeeded();
  const { x: left, y: top, width, height } = (await picture.boundingBox())!;
  await page.mouse.move(left + 0.35 * width, top + 0.6 * height);
  await page.mouse.down();
  const number = section.getByLabel("Number of the record that moves");
  await expect.poll(() => number.inputValue()).not.toBe("1");
  await page.mouse.move(left + 0.7 * width, top + 0.6 * height, { steps: 3 });
  await page.mouse.up();
  const place = () => picture.getAttribute("aria-valuenow").then(Number);
  await expect.poll(place).toBeCloseTo(2 + 11 * 0.7, 0);
  const dragged = await place();
  await picture.press("ArrowRight");
  await expect.poll(place).toBeCloseTo(dragged + 11 / 40, 2);
  await page.locator('canvas[data-further="second"]').waitFor();
  await slider.press("End");

  const threshold = section.getByRole("slider", { name: "Threshold: she says x′ above it" });
  await threshold.focus();
  await page.keyboard.press("End");
  expect(await section.getByTestId("attacker-errors").textContent()).toBe("False alarms 0.02 %, misses 100 %.");

  await section.getByRole("button", { name: "Draw a release" }).press("Enter");
  const game = section.getByTestId("game");
  await section.getByRole("button", { name: "It is x′" }).press("Enter");
  await game.getByText(/^(Right|Wrong): it was x′?\. You: [01] of 1; the best possible is 55 of 100\./).waitFor();
  await section.getByRole("checkbox", { name: "the best attacker guesses too" }).press("Space");
  await section.getByRole("button", { name: "Let her play 1,000 rounds" }).press("Enter");
  await game.getByText("of 1,000.").waitFor();
  await section.getByTestId("bounds").first().waitFor();

  await section.getByLabel("What is wrong").selectOption("seeded");
  await section.getByLabel("Rounds").selectOption("1000");
  await section.getByRole("button", { name: "Let her play", exact: true }).press("Enter");
  await section.getByText("(noise of a known seed): 1,000 of 1,000 right.").waitFor();
  expect(await section.getByTestId("attack-verdict").textContent()).toMatch(/^Caught/);

  // A game that is left stands at the same ε in the same study; a reload ends it, as it said.
  const [, score] = /(You: .*)$/.exec(await game.innerText())!;
  expect(score).toContain("For this x, x′ and ε, until the page is closed.");
  const epsilon = page.getByLabel("Privacy loss, as a number");
  await epsilon.fill("2");
  await epsilon.press("Enter");
  await expect.poll(() => game.innerText()).toBe("");
  await epsilon.fill("1");
  await epsilon.press("Enter");
  await expect.poll(() => game.innerText()).toBe(score);
  for (const study of ["Boundary", "Density"]) {
    await page.getByRole("link", { name: study, exact: true }).click();
    await page.locator("nav [aria-current=page]").getByText(study).waitFor();
  }
  await rested(page);
  await openedSection(page, "attacker");
  await expect.poll(() => game.innerText()).toBe(score);
  await section.getByRole("button", { name: "Draw a release" }).press("Enter");
  await page.reload();
  await rested(page);
  await openedSection(page, "attacker");
  await section.getByRole("button", { name: "Draw a release" }).waitFor();
  expect(await game.innerText()).toBe("");

  await page.getByRole("radio", { name: "Outside" }).click();
  await page.getByTestId("section-attacker").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
}, 150_000);

test("Draw again counts, and one person's influence stays until it is put back", async () => {
  const { page, complaints } = await open("#/density?data=sleep");
  await rested(page);
  for (let draw = 0; draw < 2; draw++) {
    await page.getByRole("button", { name: "Draw again" }).press("Enter");
    await rested(page);
  }
  const count = page.getByTestId("draw-count");
  await count.getByText("3 draws: at a point their average is within ± 0.0068").waitFor();
  await page.locator('canvas[data-further="average"]').waitFor();

  const influence = page.getByTestId("influence");
  expect(await influence.count()).toBe(0);
  await page.getByRole("slider", { name: /^You:/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await influence.getByText(/^The record that moved from [\d.]+ to [\d.]+ changed the original by at most/).waitFor();
  await page.locator('canvas[data-further="before"]').waitFor();
  // Another ε changes the noise that hides it, and not what it changed.
  await page.getByLabel("Privacy loss, as a number").fill("20");
  await page.getByLabel("Privacy loss, as a number").press("Enter");
  await influence.getByText(/±\s0\.00\d+/).waitFor();
  await page.getByRole("button", { name: "Put yourself back" }).press("Enter");
  await influence.waitFor({ state: "detached" });
  expect(await page.locator('canvas[data-further*="before"]').count()).toBe(0);
  await page.evaluate(() => (location.hash = "#/density?data=sleep&edits=c776,5_c10,6"));
  await influence
    .getByText(/^Together, the records edited last changed the original by at most 0\.\d+; the noise/)
    .waitFor();
  expect(complaints).toEqual([]);
});

/** A reset takes back here what undo does elsewhere. One line: the test before. Averages: test/panels/screen/useDraws.test.ts. */
test.each([
  { hash: "#/density?data=faithful-2d&y=waiting", planes: 2, said: /^2 draws: at a point their average is within/ },
  ...(triesAll
    ? [
        {
          hash: "#/fabrication",
          planes: 1,
          said: /^2 draws: the average of each number with its noise is within ± 13 % of its range/,
        },
        { hash: "#/density?data=irises", planes: 3, said: /^2 draws: at a point/ },
        { hash: "#/boundary", planes: 1, said: /^2 draws: at a point/ },
        { hash: "#/boundary?data=engel", planes: 1, said: /^2 draws: at a point/ },
        { hash: "#/meanCurve", planes: 3, said: /^2 draws: at a point/ },
        { hash: "#/meanCurve?data=chick-weight", planes: 1, said: /^2 draws: at a point/ },
      ]
    : []),
])(
  "average, f′ and what one record changed stand in $hash, until undo of all or a reset",
  async ({ hash, planes, said }) => {
    const { page, complaints } = await at(hash);
    await rested(page);
    const isTable = hash === "#/fabrication";
    const further = (kind: string) => page.locator(`canvas[data-further~="${kind}"]`);
    await page.getByRole("button", { name: "Draw again" }).press("Enter");
    await expect.poll(() => page.getByTestId("draw-count").innerText()).toMatch(said);
    // Beside the original, the private plane has the average; a table says it in its legend.
    if (isTable) await page.getByText("green: the average of the draws’ noisy rows").waitFor();
    else await expect.poll(() => further("average").count()).toBe(hash.includes("waiting") ? 1 : planes);

    const section = await openedSection(page, "attacker");
    const keep = section.getByRole("button", { name: "Make x′ the record" });
    await keep.waitFor();
    await further("second").first().waitFor({ state: "attached" });
    await keep.press("Enter");
    const influence = page.getByTestId("influence");
    await influence
      .getByText(/^The record that moved( from .* to .*)? changed the original by at most [\d.e−]+; /)
      .waitFor();
    await influence.getByRole("meter", { name: /^Change, as a share/ }).waitFor();
    await influence.getByRole("img", { name: /What changed, enlarged/ }).waitFor();
    await further("before").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: isTable ? "Undo" : "Reset" }).press("Enter");
    await influence.waitFor({ state: "detached" });
    await expect.poll(() => further("before").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
