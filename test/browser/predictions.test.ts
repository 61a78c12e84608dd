import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import { axeViolations } from "../support/axe.ts";
import {
  drawFile,
  drawn,
  dropFile,
  savedBy,
  unfold,
  useBrowser,
  usePage,
  withBudget,
  withoutNotices,
} from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();
const title = "Private predictions for points of your own";

const ready = (data: string) => at(`#/boundary?v=1&data=${data}`);

const canvas = (page: Page) =>
  page.locator(".boundary-plot canvas").evaluate((drawing) => (drawing as HTMLCanvasElement).toDataURL());

const header = "petal length,petal width,sepal length,sepal width";
const points = `${header}\n${Array.from({ length: 30 }, (_, i) => `${1 + i / 6},${(i / 12).toFixed(2)},5.8,3`).join("\n")}\n99,2,5,3\n`;

test("a boundary on four inputs is shown on a plane, and predicts points of one's own as one release", async () => {
  const { page, complaints } = await ready("iris-4");
  await unfold(page, title);
  const box = page.getByLabel("Points, as CSV with a header");
  await box.fill("petal length,petal width\n1,2\n2,3\n");
  await page.getByText("There is no column sepal length, sepal width").waitFor();
  await box.fill(`${header}\n1,2,3,4\n1,,3,4\n`);
  await page.getByText("Point 2 has no number for petal width").waitFor();
  const start = page.getByRole("button", { name: /^Release predictions/ });
  expect(await start.isDisabled()).toBe(true);
  await box.fill(points);
  await withBudget(page);
  const [download] = await Promise.all([
    page.waitForEvent("download", { predicate: (file) => file.suggestedFilename().endsWith(".zip"), timeout: 60_000 }),
    page.getByRole("button", { name: "Release predictions at 31 points" }).click(),
  ]);
  const archive = await readFile(await download.path());
  const summary = page.getByTestId("predictions-summary");
  await summary.waitFor({ timeout: 30_000 });
  expect(await summary.textContent()).toMatch(/31 points, μ = .*1 lay outside the declared domain.*sure to 95 %/);
  const first = await page.getByTestId("predictions").locator("tbody tr").allInnerTexts();
  expect(first).toHaveLength(12);
  const csv = await savedBy(page, () => page.getByRole("button", { name: "Predictions (CSV)" }).click());
  const rows = csv.split("\r\n").filter((line) => /^\d/.test(line));
  expect(rows).toHaveLength(31);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeViolations(page)).toEqual([]);
  expect(csv).toContain(`${header},integer,value,label,certainty`);
  for (const row of rows) expect(row).toMatch(/,-?\d+,-?[\d.e-]+,(not )?virginica,(0\.\d+|1)$/);
  // Another release has other bits.
  await start.click();
  await expect
    .poll(async () => page.getByTestId("predictions").locator("tbody tr").allInnerTexts(), { timeout: 30_000 })
    .not.toEqual(first);
  // The archive opens again, without data.
  const file = parseRelease(releaseInArchive(archive));
  expect(file.mechanism.integers.map(String)).toEqual(rows.map((row) => row.split(",")[4]));
  await dropFile(page, "predictions.zip", archive);
  await page.getByTestId("released").getByText("Opened from a file").waitFor();
  await page.getByText("Private predictions at 31 points of petal length, petal width").waitFor();
  const numbers = page.getByRole("group", { name: "Released numbers" });
  expect(await numbers.locator("thead th").allInnerTexts()).toEqual([
    ...["point", "decision values", "label", "certainty"],
    ...header.split(",").map((name) => `${name} (cm)`),
  ]);
  expect(await numbers.locator("tbody tr").count()).toBe(31);
  expect(complaints).toEqual([]);
});

test("further inputs are added by column, edited as text, refused with a sentence, and kept in the link", async () => {
  const { page, complaints } = await ready("iris");
  const before = await canvas(page);
  await page.getByLabel("Further input").selectOption("sepal length");
  const list = page.getByLabel("Fitted on, not drawn: domain, and where they are held");
  await list.fill("sepal length: 8..4 at 5.8");
  await list.blur();
  await page.getByText("needs a lower end below its upper one").waitFor();
  await list.fill("sepal length: 4..8 at 5.8\nsepal width: 1..5 at 3");
  await list.blur();
  await expect.poll(() => canvas(page), { timeout: 20_000 }).not.toBe(before);
  await expect.poll(() => decodeURIComponent(page.url())).toContain("sepal+width:+1..5+at+3");
  await withoutNotices(page);
  await rested(page);
  const after = await canvas(page);
  const other = await open(new URL(page.url()).hash);
  await drawn(other.page);
  await expect.poll(() => canvas(other.page), { timeout: 20_000 }).toBe(after);
  await page.getByLabel("Fit", { exact: true }).selectOption("landmarks");
  await page.getByText("with further ones choose the exact fit").waitFor();
  expect(complaints).toEqual([]);
});

test("own parameters and points chosen while looking make predictions no private release", async () => {
  const { page } = await ready("moons");
  const rows = Array.from({ length: 40 }, (_, i) => `${i / 40},${(i * 7) % 40},${i % 2 ? "red" : "blue"}`);
  await drawFile(page, "own.csv", `u,v,kind\n${rows.join("\n")}\n`);
  await expect.poll(() => page.url()).toContain("data=own");
  await rested(page); // What is moved before the picture of one's own data is there was chosen without a look.
  await page.getByRole("slider", { name: "Length scale" }).press("PageUp");
  await unfold(page, title);
  await page.getByLabel("Points, as CSV with a header").fill("u,v\n0.1,2\n0.3,4\n");
  await withBudget(page);
  await page.getByRole("button", { name: "Release predictions at 2 points" }).click();
  // They stand in the file as they are, and may be the records' own.
  await page
    .getByText("This would not be a private choice: the list of points was written beside the picture")
    .waitFor();
  await page.getByRole("button", { name: "I would have written it without looking" }).click();
  await page.getByRole("button", { name: "Release predictions at 2 points" }).click();
  await page.getByText("This would not be a private release: ℓ was chosen while looking").waitFor();
  expect(await page.getByTestId("predictions-summary").count()).toBe(0);
  await page.getByRole("button", { name: "I would have chosen this without looking" }).click();
  await rested(page); // The badge goes, and what stands below moves up.
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Release predictions at 2 points" }).click(),
  ]);
  const { provenance, sheet } = parseRelease(releaseInArchive(await readFile(await download.path())));
  const looked = provenance.filter(({ origin }) => origin === "chosen after looking");
  // The columns of the file, too, were declared after their proposal was seen.
  expect(looked.map(({ parameter }) => parameter)).toEqual(expect.arrayContaining(["the list of points", "ℓ"]));
  expect(sheet.unprotectedQuantities).toContain("the points: they stand in the file as they are");
});

const screens = [
  ["dark", 390, "breast-cancer&view=outside"],
  ["light", 1280, "breast-cancer"],
] as const;
// Of predictions on four inputs, inside, on a phone in the dark: above.
swept.each(screens)("axe finds nothing to object to (%s, %i px wide, %s)", async (colorScheme, width, data) => {
  const { page } = await open(`#/boundary?v=1&data=${data}`, { colorScheme, viewport: { width, height: 800 } });
  await drawn(page);
  await unfold(page, title);
  const names = (await page.getByLabel("Points, as CSV with a header").getAttribute("placeholder"))!.split("\n")[0]!;
  const row = names
    .split(",")
    .map((_, j) => [14, 19, 92, 650, 0.1, 0.1, 0.1, 0.05, 0.2, 0.06][j])
    .join(",");
  await page.getByLabel("Points, as CSV with a header").fill(`${names}\n${row}\n${row}\n`);
  await withBudget(page);
  await page.getByRole("button", { name: "Release predictions at 2 points" }).click();
  await page.getByTestId("predictions-summary").waitFor({ timeout: 30_000 });
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
