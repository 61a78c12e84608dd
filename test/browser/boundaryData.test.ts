import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { mainText, moons, pixels, redrawnFrom } from "../support/boundaryPage.ts";
import { triesAll } from "../support/fuzzing.ts";
import {
  changedFrom,
  drawFile,
  drawOwn,
  drawn,
  dropFile,
  releasePath,
  releasedBy,
  savedBy,
  unfold,
  useBrowser,
  usePage,
  readItSo,
} from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();

/** Rows of two inputs and a label; coordinates with digits that no public number has. */
const rows = Array.from(
  { length: 60 },
  (_, i) => [((i * 0.61803399) % 1).toFixed(8), ((i * 0.41421356) % 1).toFixed(8)] as const,
);
const labelled = (labelOf: (i: number) => string) =>
  `wide,tall,kind\n${rows.map(([x, y], i) => `${x},${y},${labelOf(i)}`).join("\n")}\n`;
const good = labelled((i) => (Number(rows[i]![0]) > 0.5 ? "yes" : "no"));

/** A page with a good file of one's own on it, under a repeatable draw. */
async function ownData(opening = at) {
  const opened = await opening(moons);
  const { page } = opened;
  await drawn(page);
  await drawFile(page, "mine.csv", good);
  await expect.poll(() => page.url()).toContain("x=wide&y=tall&response=kind&positive=yes");
  await page.getByLabel("Repeatable noise").check();
  await rested(page);
  return opened;
}

test("outside, nothing is kept of the picture before it, when there is no file to draw", async () => {
  const { page } = await at(moons); // A page that has had no file.
  await drawn(page);
  await page.getByLabel("Data set").selectOption("own");
  await page.getByText("Load the file to see its picture").waitFor();
  expect(await page.getByRole("button", { name: "Shown values (CSV)" }).isEnabled()).toBe(false);
  await page.getByRole("radio", { name: "Outside" }).click();
  await page.getByText("can be released, not saved").waitFor();
  expect(await page.locator(".boundary-plot, .curve-plot").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Shown values (CSV)" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Release", exact: true }).isEnabled()).toBe(false);
});

describe("data of one's own", () => {
  const unusable = [
    ["one class", labelled(() => "no"), "2 to 20 classes are declared"],
    ["50 labels", labelled((i) => `class ${i % 50}`), "2 to 20 classes are declared"],
  ] as const;

  // One page for both: each would begin with the same file.
  test("text labels are classes, and the link holds no value; a file that cannot be used gets a sentence; incomplete rows are counted", async () => {
    const { page, complaints } = await ownData();
    expect(await page.locator(".readout").textContent()).toMatch(/□\sviolet: no; ●\sgreen: yes/);
    const before = await pixels(page);
    await page.getByLabel("Positive class").selectOption("no");
    await redrawnFrom(page, before);
    await expect.poll(() => page.locator(".readout").textContent()).toMatch(/□\sviolet: yes; ●\sgreen: no/);
    await expect.poll(() => page.url()).toContain("positive=no");
    expect(decodeURIComponent(page.url())).not.toContain(rows[7]![0].slice(0, 6));

    // A file that cannot be used gets a sentence once, and the last good boundary stays, marked as stale.
    for (const [what, content, sentence] of triesAll ? unusable : unusable.slice(0, 1)) {
      await rested(page);
      const lastGood = await pixels(page);
      await dropFile(page, "bad.csv", content);
      await readItSo(page);
      await drawOwn(page);
      const problem = page.locator(".problem").filter({ hasText: sentence });
      await problem.first().waitFor();
      expect(await problem.count(), what).toBe(1);
      await page.locator("#picture[data-stale=true]").waitFor();
      await page.getByText("The last good boundary").waitFor();
      expect(await pixels(page), what).toBe(lastGood);
      expect(await page.getByRole("button", { name: "Shown values (CSV)" }).isEnabled(), what).toBe(false);
      await drawFile(page, "mine.csv", good);
      await page.locator("#picture[data-stale=false]").waitFor();
    }

    // Incomplete rows are counted, which is said, and points that are all equal are drawn.
    await dropFile(page, "gaps.csv", `${good}NA,0.5,yes\n0.5,0.5,\n`);
    await readItSo(page);
    await page.getByText("Rows without a value in a chosen column are counted all the same").waitFor();
    await drawOwn(page);
    await drawn(page);
    await page.getByText("Rows without a value in a chosen column are counted all the same").waitFor();
    await rested(page);
    const whole = await pixels(page);
    await drawFile(page, "equal.csv", `wide,tall,kind\n${"0.5,0.5,no\n0.5,0.5,yes\n".repeat(20)}`);
    await redrawnFrom(page, whole);
    await rested(page);
    await page.getByText("always saying the larger class gets 50 %").waitFor();
    expect(await mainText(page)).not.toMatch(/NaN|undefined|Infinity/);
    expect(complaints).toEqual([]);
  });

  test.runIf(triesAll)("100,000 rows: a sentence says what to do, and the last good boundary stays", async () => {
    const { page, complaints } = await ownData();
    const before = await pixels(page);
    await drawFile(page, "large.csv", `wide,tall,kind\n${"0.1,0.2,no\n0.3,0.4,yes\n".repeat(50_000)}`);
    const problem = page.locator(".problem").filter({ hasText: "100,000 records are too many" });
    await problem.waitFor();
    expect(await problem.textContent()).toContain("Load a random sample of the rows");
    await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("true");
    expect(await pixels(page)).toBe(before);
    expect(complaints).toEqual([]);
  });
});

describe("a regression from one's own file", () => {
  const file = (outlier: number) =>
    `height,weight\n${Array.from({ length: 40 }, (_, i) => `${i / 40},${i % 10 === 0 ? outlier : 0.5 + Math.sin(i / 6) / 2}`).join("\n")}\n`;

  /** The original curve, read from its export. */
  const curve = async (page: Page) => {
    const csv = await savedBy(page, () => page.getByRole("button", { name: "Shown values (CSV)" }).click());
    return csv
      .split("\r\n")
      .filter((line) => /^[\d.]/.test(line))
      .map((line) => Number(line.split(",")[2]));
  };
  const apart = (a: readonly number[], b: readonly number[]) =>
    Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));

  test("responses outside the declared range are moved to its edge and counted", async () => {
    const { page, complaints } = await at("#/boundary?data=cars");
    await drawn(page);
    await drawFile(page, "mine.csv", file(5));
    await expect.poll(() => page.url()).toContain("x=height&response=weight");
    await page.getByLabel("Range of weight, lower end").fill("0");
    await page.getByLabel("Range of weight, lower end").press("Enter");
    await page.getByLabel("Range of weight, upper end").fill("1");
    await page.getByLabel("Range of weight, upper end").press("Enter");
    await page.getByLabel("Domain, upper end").fill("1");
    await page.getByLabel("Domain, upper end").press("Enter");
    // A threshold beyond every residual of the clamped responses: farther ones would pull harder.
    await page.getByLabel("Threshold, as a number").fill("2");
    await page.getByLabel("Threshold, as a number").press("Enter");
    await page.getByLabel("Repeatable noise").check();
    await rested(page);
    await page.getByText("4 of 40 records were outside.").waitFor();
    const clamped = await curve(page);

    await drawFile(page, "edge.csv", file(1));
    await rested(page);
    await expect.poll(() => page.getByText("records were outside").count()).toBe(0);
    // Two fits from different starts end within gapShare · Δ = 0.05 · 2/(0.03 · 40) of each other, in halves of the range.
    expect(apart(clamped, await curve(page))).toBeLessThan(0.042);
    const before = await releasePath(page);
    await drawFile(page, "lower.csv", file(0));
    await changedFrom(page, before);
    await rested(page);
    expect(apart(clamped, await curve(page))).toBeGreaterThan(0.05);
    expect(complaints).toEqual([]);
  });
});

// The same of densities: data.test.ts.
test.runIf(triesAll)(
  "a file that cannot be read leaves an empty stage with the reason; dismissed, the good one is there again",
  async () => {
    const { page, complaints } = await ownData();
    const before = await pixels(page);
    await dropFile(page, "bad.csv", "wide,tall,kind\n");
    const sentence = page.getByText(
      "bad.csv: file must be a table with at least one row of numbers; got only a header",
    );
    await sentence.waitFor();
    expect(await page.locator("#picture canvas").count()).toBe(0);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await sentence.waitFor({ state: "detached" });
    await drawn(page);
    expect(await page.locator("#picture").getAttribute("data-stale")).toBe("false");
    expect(await pixels(page)).toBe(before);
    expect(await page.getByRole("button", { name: "Shown values (CSV)" }).isEnabled()).toBe(true);
    expect(complaints).toEqual([]);
  },
);

test("points of one's own that were changed by hand are released by nobody, until the data are restored; the outside view shows and exports no record and no original", async () => {
  const { page, complaints } = await ownData(open);
  const badge = page.getByTestId("badge");
  expect(await badge.count()).toBe(0);
  await page
    .getByRole("radio", { name: "Delete" })
    .or(page.getByRole("button", { name: "Delete" }))
    .first()
    .click();
  const plane = page.locator(".boundary-plot canvas");
  const { width, height } = (await plane.boundingBox())!;
  const [x, y] = rows[7]!;
  await plane.click({ position: { x: Number(x) * width, y: (1 - Number(y)) * height }, force: true });
  await expect.poll(() => page.getByTestId("point-count").innerText()).toBe("59");
  await rested(page);
  expect(await badge.innerText()).toMatch(
    /^Not private: points of your own were changed by hand while all of them were in sight/,
  );
  expect(await badge.getByRole("button").count()).toBe(0);
  for (const side of ["Inside", "Outside"]) {
    await page.getByRole("radio", { name: side }).check();
    await rested(page);
    await badge.getByText("points of your own were changed by hand").waitFor();
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await page.getByText("This would not be a private release: points of your own were changed by hand").waitFor();
  }
  await page.getByRole("radio", { name: "Inside" }).check();
  await page.getByRole("button", { name: "Restore the data" }).click();
  await badge.waitFor({ state: "detached" });

  // From outside no record and no original is shown, exported or released.
  const before = await pixels(page);
  await page.getByText(/expected to label|noise drowns/).waitFor();
  const said = await page.getByRole("radio", { name: "Outside" }).evaluate(async (outside) => {
    (outside as HTMLElement).click();
    const sentences = new Set<string>();
    for (let frame = 0; frame < 20; frame++) {
      await new Promise(requestAnimationFrame);
      sentences.add(document.querySelector("[data-testid=sentence]")!.textContent);
    }
    return [...sentences];
  });
  // Until another draw is there, nothing is shown or said: the seed of the one inside is known.
  expect(said.filter((sentence) => !/^(The private rule calls|$)/.test(sentence))).toEqual([]);
  await redrawnFrom(page, before);
  await page.getByText("What is guaranteed").click();
  const html = await page.content();
  // Of the two classes only the one that was declared is named.
  expect(await page.getByTestId("colour-key").innerText()).toContain("−1, not yes");
  const traces = [x, y, "records it has not seen", "Support vectors", "Restore the data", "□"];
  expect(traces.filter((trace) => html.includes(trace))).toEqual([]);
  expect(await page.locator(".stage-tools").getByLabel("Records").count()).toBe(0);
  expect(await page.getByTestId("map").count()).toBe(0);
  await expect.poll(() => page.url()).toContain("view=outside");
  expect(page.url()).not.toMatch(/seed=\d/);

  // A preview cannot be saved, and nothing of the picture is of a record or of the original.
  expect(await page.getByRole("button", { name: /^(Shown values|Picture) \(/ }).count()).toBe(0);
  const release = JSON.stringify(await releasedBy(page));
  expect(release).not.toMatch(/original|seed/);
  expect([x, y].filter((trace) => release.includes(trace))).toEqual([]);
  const svg = await savedBy(page, () => page.getByRole("button", { name: "Picture (SVG)" }).click());
  // On a page of no policy, which would have a parser take no text.
  const reader = await page.context().newPage();
  const drawing = await reader.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return {
      isWhole: parsed.querySelector("parsererror") === null && parsed.documentElement.tagName === "svg",
      shapes: parsed.querySelectorAll("path, image").length,
      dots: parsed.querySelectorAll("circle, .record, .original, [class*=record], [class*=original]").length,
      words: parsed.documentElement.textContent,
    };
  }, svg);
  expect(drawing).toMatchObject({ isWhole: true, dots: 0 });
  expect(drawing.shapes).toBeGreaterThan(0);
  expect(drawing.words).not.toMatch(/original|seed/);
  expect([x, y].filter((trace) => svg.includes(trace))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the page stays when other data come while the pointer rests where their domain does not reach", async () => {
  const { page, complaints } = await at("#/boundary?data=iris");
  const box = (await page.locator(".curve-host").boundingBox())!;
  await page.mouse.move(box.x + 0.8 * Math.min(box.width, box.height), box.y + 40);
  const readout = page.locator(".readout").first();
  await expect.poll(() => readout.textContent()).toMatch(/^petal length = /);
  await page.evaluate((hash) => (window.location.hash = hash), moons);
  await expect.poll(() => readout.textContent()).toMatch(/^Boundaries/);
  await page.mouse.move(box.x + 0.7 * Math.min(box.width, box.height), box.y + 40);
  await expect.poll(() => readout.textContent()).toMatch(/private f = /);
  expect(complaints).toEqual([]);
});

describe("every screen", () => {
  test.runIf(triesAll)("fits a phone without scrolling sideways, opened and with a map", async () => {
    const { page } = await at("#/boundary?data=iris");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(360);
    await unfold(page, "What is guaranteed");
    await page.locator(".katex").first().waitFor();
    await unfold(page, "λ against ε: what would be best");
    await page.getByRole("button", { name: "Compute the map" }).click();
    await expect.poll(() => page.locator("[data-testid=map] .cell").count(), { timeout: 30_000 }).toBe(13 * 13);
    expect(await width()).toBeLessThanOrEqual(360);
  });

  const screens = [
    ["dark", 390, "#/boundary?data=iris&origin=records", true],
    ["light", 1280, "#/boundary?data=iris", true],
    ["dark", 1280, "#/boundary?data=cars", true],
    ["light", 390, "#/boundary?data=faithful-wait&view=outside", false],
  ] as const;
  // In every run: at rest, in both themes and at many sizes, in stageSizes.test.ts; with a map, in meanCurveTables.test.ts.
  swept.each(screens)("axe finds nothing to object to (%s, %i px wide, %s)", async (colorScheme, width, hash, map) => {
    const { page } = await at(hash);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await unfold(page, "What is guaranteed");
    await page.locator(".katex").first().waitFor();
    if (map) {
      await unfold(page, "λ against ε: what would be best");
      await page.getByRole("button", { name: /^Compute the map/ }).click();
      await page.locator("[data-testid=map] .cell").first().waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
