import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cancelledAt } from "../support/cancelled.ts";
import { drawFile, drawn, openedSection, useBrowser, usePage, withBudget } from "../support/page.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();
const section = (page: Page, id: string) => page.locator(`[data-testid="section-${id}"]`);

test("a regression curve is compared, with progress, verdict, overlay and table; a comparison is cancelled; none is outside", async () => {
  const { page, complaints } = await at("#/boundary?v=1&data=cars");
  await openedSection(page, "comparison");
  await cancelledAt(page.getByRole("button", { name: "Compare mechanisms" }), "Cancel the comparison");
  await page.getByRole("button", { name: /^Compare/ }).click();
  await page.locator(".comparison-multiples figure").nth(5).waitFor({ timeout: 60_000 });
  expect(await page.getByTestId("verdict").textContent()).toMatch(/[Aa]t ε\s=\s5 .*(wins|level)/);
  expect(await page.locator(".comparison-table tbody tr").count()).toBe(6);
  await page.getByRole("img", { name: /^One release of each mechanism over the original/ }).waitFor();
  // Between a half of fifty records and all of them no decade begins.
  const alongRecords = page
    .locator("svg.line-plot")
    .filter({ hasText: "records n" })
    .locator(".axis:not(.grid) .tick text");
  expect(await alongRecords.allTextContents()).toEqual(["30", "40", "50"]);
  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(() => section(page, "comparison").count()).toBe(0);
  expect(complaints).toEqual([]);
}, 120_000);

// What is compared and counted, for each kind of release: test/core/releases.
swept(
  "a mean curve is compared, and nothing of it is there outside",
  async () => {
    const { page, complaints } = await at("#/meanCurve?data=chick-weight");
    await openedSection(page, "comparison");
    await page.getByRole("button", { name: "Compare mechanisms" }).click();
    await page.locator(".comparison-multiples figure").nth(4).waitFor({ timeout: 60_000 });
    expect(await page.getByTestId("verdict").textContent()).toMatch(/(wins|level)/);
    await page.getByRole("radio", { name: "Outside" }).click();
    await expect.poll(() => section(page, "comparison").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
  120_000,
);

swept(
  "of three columns the slice that is drawn is compared, lines laid over each other; nothing of it is there outside",
  async () => {
    const { page, complaints } = await at("#/density?v=1&data=mixture-3d&size=byHand&k=6&order=2");
    await openedSection(page, "comparison");
    const comparison = section(page, "comparison");
    await comparison.getByText("errors are those on the slice where z is 0.7").waitFor();
    await page.getByRole("button", { name: "Compare mechanisms" }).click();
    await page.locator(".comparison-multiples figure").nth(6).waitFor({ timeout: 80_000 });
    // The rest are fewer records.
    await page.getByRole("button", { name: "Cancel the comparison" }).click();
    expect(await page.locator(".comparison-multiples canvas").count()).toBeGreaterThanOrEqual(7);
    await page
      .getByRole("img", { name: "Lines of one release of each mechanism over the original, along x and y" })
      .waitFor();
    expect(await page.getByTestId("verdict").textContent()).toMatch(/[Aa]t ε\s=\s1 .*(wins|level)/);
    expect(await comparison.locator(".comparison-table tbody tr").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^noisy histogram\s+\S+ ± \S+\s+\d+³ cells/)]),
    );
    await page.getByRole("radio", { name: "Outside" }).click();
    await expect.poll(() => section(page, "comparison").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
  120_000,
);

swept(
  "where a person has several rows, mechanisms are compared with the noise that persons need",
  async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `${i % 200},${(2 + Math.sin(i) + Math.cos(3 * i)).toFixed(3)}`);
    const { page, complaints } = await open(
      "#/density?v=1&data=own&x=value&person=id&perPerson=3&domain=0..4&h=0.3&epsilon=2",
    );
    await page.getByText("Or drop a CSV").waitFor();
    await drawFile(page, "visits.csv", `id,value\n${rows.join("\n")}\n`, { upper: "4", number: "3" });
    await drawn(page);
    await openedSection(page, "comparison");
    await section(page, "comparison").getByText("What is protected is a person with up to 3 rows.").waitFor();
    await page.getByRole("button", { name: "Compare mechanisms" }).click();
    await page.locator(".comparison-multiples figure").nth(6).waitFor({ timeout: 60_000 });
    expect(await page.getByTestId("verdict").textContent()).toMatch(/[Aa]t ε\s=\s2 .*(wins|level)/);
    expect(complaints).toEqual([]);
  },
  120_000,
);

// The numbers: test/core/figures/aldaFigures.test.ts.
swept(
  "Figure 1 of the paper: h = 1 is best where ε is small, more iterations where it is large, the baseline nowhere",
  async () => {
    const { page, complaints } = await open("#/density?v=1&data=alda-1");
    await openedSection(page, "aldaFigure");
    await section(page, "aldaFigure").getByRole("button", { name: "Compute the figure" }).click();
    const figure = page.getByTestId("alda-figure-1");
    await figure.waitFor({ timeout: 100_000 });
    expect(await figure.textContent()).toMatch(
      /^At ε = 0\.01 h = 1 is best, at ε = 10 h = 6; the baseline is best at none of 13 budgets\.$/,
    );
    await page.getByRole("img", { name: /^Largest error against ε on log scales/ }).waitFor();
    expect(complaints).toEqual([]);
  },
  120_000,
);

test("Figure 2 of the paper: a release of the machine with C = σ = 1, and its table", async () => {
  const { page, complaints } = await at("#/boundary?v=1&data=alda-2");
  await openedSection(page, "aldaFigure");
  await section(page, "aldaFigure").getByRole("button", { name: "Compute the figure" }).click();
  await page.getByTestId("alda-figure-2").waitFor({ timeout: 60_000 });
  expect(await page.getByTestId("alda-figure-2").textContent()).toMatch(
    /^At ε = 1 a release of k = \d, h = \d decides/,
  );
  const rows = await section(page, "aldaFigure").locator("tbody tr").allInnerTexts();
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row.match(/%/g)).toHaveLength(5);
  expect(complaints).toEqual([]);
}, 120_000);

test("three inputs: memory and time are said before anything is computed, and the slice is drawn", async () => {
  const { page, complaints } = await at("#/boundary?v=1&data=iris-3");
  await openedSection(page, "learners");
  expect(await page.getByTestId("learner-cost").textContent()).toMatch(/^Up to 9,261 numbers .* MB and .* s\.$/);
  expect(await page.getByTestId("learner-sentence").count()).toBe(0);
  await page.getByRole("button", { name: "Compute on three inputs" }).click();
  await page.getByTestId("learner-sentence").waitFor({ timeout: 60_000 });
  expect(complaints).toEqual([]);
}, 60_000);

test("outside, a learner shows nothing until it is released; then the file's numbers are drawn, and its cost is in the ledger", async () => {
  const { page, complaints } = await at("#/boundary?v=1&data=iris");
  await withBudget(page);
  await page.getByRole("radio", { name: "Outside" }).click();
  await drawn(page);
  await openedSection(page, "learners");
  const learners = section(page, "learners");
  const start = learners.getByRole("button", { name: "Release this polynomial" });
  await start.waitFor();
  expect(await page.getByTestId("learner-sentence").count()).toBe(0);
  expect(await learners.locator("canvas").count()).toBe(0);
  expect(await start.isDisabled()).toBe(true);
  // Without δ the budget that is suggested, for releases like that of the study, would not cover it.
  await learners.getByLabel("Law of the noise").selectOption("gaussian");
  await learners.getByRole("checkbox").check();
  const saved = page.waitForEvent("download");
  await start.click();
  expect((await saved).suggestedFilename()).toBe("release-learner.zip");
  await page.getByTestId("released-learner").locator("canvas").waitFor();
  await page.getByText(/^Released at ε = .*; its cost is in the ledger\.$/).waitFor();
  expect(complaints).toEqual([]);
}, 60_000);
