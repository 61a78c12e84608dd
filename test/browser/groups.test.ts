import { expect, test } from "vitest";
import { releaseText } from "../../src/core/release/file/sealedRelease.ts";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { drawn, drawOwn, dropFile, releasedBy, useBrowser, usePage, readItSo } from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { smallGenerator } from "../state/smallGenerator.ts";

const open = useBrowser();
const at = usePage();
const sentence = "[data-testid=sentence]";

/** 4000 incomes: half in the north, a quarter in the south, an eighth in the west, the others somewhere else or nowhere. */
function incomes(): string {
  const uniform = smallGenerator(3);
  const regions = ["north", "north", "south", "west", "north", "north", "south", "elsewhere or, perhaps, nowhere"];
  const rows = Array.from({ length: 4000 }, (_, i) => {
    const region = regions[i % 8]!;
    return `${(20_000 + 90_000 * (uniform() + uniform()) * uniform()).toFixed(0)},${i % 16 === 7 ? "" : `"${region}"`}`;
  });
  return `income,region\n${rows.join("\n")}\n`;
}

test("on a phone the groups of an example stand below each other, and one curve takes their place", async () => {
  const { page, complaints } = await at("#/density?data=irises");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(390);
  await rested(page);
  const boxes = await Promise.all((await page.locator(".group-picture").all()).map((group) => group.boundingBox()));
  expect(boxes).toHaveLength(3);
  for (const [k, box] of boxes.entries()) {
    expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    if (k > 0) expect(box!.y).toBeGreaterThan(boxes[k - 1]!.y + 100);
  }
  // Of two groups the noise is √2 that of one.
  const follows = page.getByTestId("functionals");
  await follows.locator("summary").click();
  const deviation = async () =>
    Number(await follows.locator("tr", { hasText: "Value at 4" }).locator("td").nth(2).innerText());
  await expect.poll(deviation).toBeGreaterThan(0);
  const alone = await deviation();
  await follows.getByLabel("less that of").selectOption("virginica");
  await expect.poll(async () => (await deviation()) / alone).toBeCloseTo(Math.SQRT2, 1);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel("Groups", { exact: true }).selectOption("");
  await expect.poll(() => page.locator(".group-picture").count()).toBe(0);
  await expect.poll(() => page.locator("path.release").count()).toBe(1);
  await expect.poll(() => page.url()).toContain("groups=");
  expect(complaints).toEqual([]);
}, 60_000);

test("groups are declared, drawn side by side, released for one entry, opened again, and changed where they were declared", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await dropFile(page, "incomes.csv", incomes());
  await readItSo(page);
  await page.getByRole("checkbox", { name: "A curve for each group" }).check();
  await page.getByLabel("Column of the groups").selectOption("region");
  await page.getByLabel("A curve for each group: groups").fill("south; north; west");
  await drawOwn(page, { lower: "0", upper: "200000" });
  await drawn(page);
  const said = () => page.locator(sentence).innerText();
  await expect.poll(said, { timeout: 20_000 }).toContain("3 groups by region");
  expect(await said()).toMatch(/north \d+(\.\d+)? % \(in truth 50 %\)/);
  expect(await said()).toMatch(/another region, or none: [\d.]+ to [\d.]+ % \(in truth 13 %\)/);
  const titles = () => page.locator(".group-picture figcaption").allInnerTexts();
  expect(await titles()).toEqual(["south", "north", "west"]);
  expect(await page.locator("path.estimate[d]").count()).toBe(3);
  await expect
    .poll(() => decodeURIComponent(page.url()))
    .toContain("groups=region&levels=south; north; west".replaceAll(" ", "+"));
  await page.getByText("√2 of a bump over n").waitFor();
  // What is about one curve of all is not offered, and the control says so.
  await page.getByText("These are about one curve of all records").waitFor();
  expect(await page.getByText("Compare mechanisms").count()).toBe(0);
  expect(await page.locator("body").innerText()).toContain("4,000 people in 3 groups");
  // All curves share their axes; the read-out is of all of them.
  const tops = await page.locator(".group-picture .axis").allInnerTexts();
  expect(new Set(tops.filter((_, i) => i % 2 === 1)).size).toBe(1);
  await page.locator(".groups").press("ArrowRight");
  await expect
    .poll(() => page.locator(".readout").first().innerText())
    .toMatch(/south .*original.* · north .* · west /);
  // Drawn anew while the slider rests, the panel may miss a first click.
  const guarantee = page.locator("details").filter({ hasText: "What is guaranteed, and how it follows" }).first();
  await expect
    .poll(async () => {
      if ((await guarantee.getAttribute("open")) === null) await guarantee.locator("summary").first().click();
      return guarantee.innerText();
    })
    .toContain("This is not parallel composition");
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(said).not.toContain("in truth");
  expect(await page.locator("path.estimate[d]").count()).toBe(0);
  const file = await releasedBy(page);
  expect(file.mechanism.integers).toHaveLength(3001);
  expect(file.view.axes[1]).toMatchObject({ name: "region", levels: ["south", "north", "west"] });
  expect(await page.getByTestId("ledger").textContent()).toBe("1 entry");
  expect(await titles()).toEqual(["south", "north", "west"]);
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  // Whether two groups differ in the population is told from the release alone.
  await page.getByTestId("section-population").locator("summary").click();
  await expect.poll(() => page.getByTestId("population-test").innerText()).toMatch(/p at most .*3 pairs/);
  const inWords = await said();
  expect(inWords).not.toMatch(/−|-0/);
  expect(inWords).toMatch(/^3 groups by region\. The area under a curve is its group’s share: south \d+ %/);

  // Back at the declaration all is as it was, and a group less is drawn without asking the rest again.
  await page.getByRole("button", { name: "Back to exploring" }).click();
  await page.getByRole("radio", { name: "Inside" }).click();
  await page.getByRole("button", { name: "Change what is declared" }).click();
  const levels = page.getByLabel("A curve for each group: groups");
  expect(await levels.inputValue()).toBe("south; north; west");
  expect(await page.getByLabel("Domain of income, upper end").inputValue()).toBe("200000");
  await levels.fill("north");
  expect(await page.getByRole("button", { name: "Draw it" }).isEnabled()).toBe(false);
  await levels.fill("north, west");
  await page.getByRole("button", { name: "Draw it" }).click();
  await expect.poll(titles, { timeout: 20_000 }).toEqual(["north", "west"]);
  // It was fixed after looking.
  await expect.poll(() => page.url()).toMatch(/origin=[^&]*levels(:|%3A)looked/);

  await page.reload();
  await page.getByText("Load the file to see its picture").waitFor();
  await dropFile(page, "release.json", releaseText(file));
  await page.getByTestId("released").waitFor();
  await expect.poll(said).toBe(inWords);
  expect(await titles()).toEqual(["south", "north", "west"]);
  expect(complaints).toEqual([]);
}, 90_000);

/** 900 people in two arms and some in none, a blood pressure a week: the drug lowers it. */
function pressures(): string {
  const uniform = smallGenerator(5);
  const rows = Array.from({ length: 900 }, (_, i) => {
    const arm = ["drug", "placebo", "drug", "placebo", "drug", "withdrawn"][i % 6]!;
    const weeks = Array.from({ length: 7 }, (_, week) => (arm === "drug" ? -2 * week : 0) + 8 * uniform() - 4);
    return `S${i},${arm},${weeks.map((value) => value.toFixed(1)).join(",")}`;
  });
  return `subject,arm,${[0, 1, 2, 3, 4, 5, 6].join(",")}\n${rows.join("\n")}\n`;
}

// The way of groups through the page is that of a density; what differs: core/mean/groupedMeanCurve.test.ts.
test.runIf(triesAll)(
  "mean curves of groups are declared with their shares, drawn, released for one entry with their sizes, and opened again",
  async () => {
    const { page, complaints } = await open("#/meanCurve?data=chick-weight", {
      viewport: { width: 1280, height: 900 },
    });
    await drawn(page);
    await dropFile(page, "pressures.csv", pressures());
    await readItSo(page);
    expect(await page.getByLabel("Domain of time, upper end").inputValue()).toBe("6");
    await page.getByLabel("Largest size of a curve").last().fill("10");
    await page.getByRole("checkbox", { name: "A curve for each group" }).check();
    await page.getByLabel("Column of the groups").selectOption("arm");
    const levels = page.getByLabel("A curve for each group: groups");
    await levels.fill("placebo = 60 %, drug = 60 %");
    expect(await page.getByRole("button", { name: "Draw it" }).isEnabled()).toBe(false);
    await levels.fill("placebo, drug = 50 %");
    await page.getByRole("button", { name: "Draw it" }).click();
    const said = () => page.locator(sentence).innerText();
    await expect.poll(said, { timeout: 20_000 }).toContain("2 groups by arm.");
    expect(await said()).toMatch(
      /placebo [\d.]+ to [\d.]+ % \(in truth 33 %\), drug [\d.]+ to [\d.]+ % \(in truth 50 %\)/,
    );
    // A third of all curves is shown as if it were half of them.
    expect(await said()).toMatch(/too near to zero, or too far: placebo 0\.[5-8]\d* times as far as its group’s mean/);
    const titles = () => page.locator(".group-picture figcaption").allInnerTexts();
    expect(await titles()).toEqual(["placebo", "drug"]);
    expect(await page.locator("path.estimate[d]").count()).toBe(2);
    expect(decodeURIComponent(page.url())).toContain("groups=arm&levels=placebo,+drug+=+50+%");
    await page.getByText("These are about one mean of all curves").waitFor();
    expect(await page.getByText("Compare mechanisms").count()).toBe(0);
    await page.locator(".groups").press("ArrowRight");
    await expect.poll(() => page.locator(".readout").first().innerText()).toMatch(/placebo .*original.* · drug /);
    const guarantee = page.locator("details").filter({ hasText: "What is guaranteed, and how it follows" }).first();
    await expect
      .poll(async () => {
        if ((await guarantee.getAttribute("open")) === null) await guarantee.locator("summary").first().click();
        return guarantee.innerText();
      })
      .toContain("So Δ is that of one mean, however many groups there are");
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole("radio", { name: "Outside" }).click();
    await expect.poll(said).not.toContain("in truth");
    expect(await page.locator("path.estimate[d]").count()).toBe(0);
    const file = await releasedBy(page);
    const points = file.view.axes[0]!;
    expect(file.view.axes[1]).toMatchObject({ name: "arm", levels: ["placebo", "drug"] });
    expect(file.mechanism.integers).toHaveLength(file.view.values.length + 3);
    expect(file.view.beside!.map(({ name }) => name)).toEqual([
      "share of the curves with arm = placebo",
      "share of the curves with arm = drug",
      "share of the curves with another arm, or none",
    ]);
    expect(points.name).toBe("time");
    expect(await page.getByTestId("ledger").textContent()).toBe("1 entry");
    const inWords = await said();
    expect(inWords).toMatch(/^2 groups by arm\. /);
    expect(inWords).not.toContain("area");

    await page.reload();
    await page.getByText("Load the file to see its picture").waitFor();
    await dropFile(page, "release.json", releaseText(file));
    await page.getByTestId("released").waitFor();
    await expect.poll(said).toBe(inWords);
    expect(await titles()).toEqual(["placebo", "drug"]);
    expect(complaints).toEqual([]);
  },
  90_000,
);

/** 900 people of three regions and some of none; in each region another half of the plane is ill. */
function illnesses(): string {
  const uniform = smallGenerator(7);
  const rows = Array.from({ length: 900 }, (_, i) => {
    const [a, b] = [10 * uniform(), 10 * uniform()];
    const region = ["north", "south", "west"][i % 3]!;
    const isIll = region === "north" ? a + b > 10 : region === "south" ? a > b : a < 5;
    return `${a.toFixed(2)},${b.toFixed(2)},${isIll ? "yes" : "no"},${i % 10 === 9 ? "elsewhere" : region}`;
  });
  return `a,b,ill,region\n${rows.join("\n")}\n`;
}

// What differs: core/erm/boundary/groupedBoundary.test.ts, studies/boundary/groupSentence.test.ts.
test.runIf(triesAll)(
  "boundaries of groups are declared, drawn side by side, released for one entry with the sizes, and opened again",
  async () => {
    const { page, complaints } = await open("#/boundary?data=alda-2", { viewport: { width: 1280, height: 900 } });
    await drawn(page);
    await dropFile(page, "illnesses.csv", illnesses());
    await readItSo(page);
    for (const name of ["Domain of a", "Domain of b"]) {
      await page.getByLabel(`${name}, lower end`).fill("0");
      await page.getByLabel(`${name}, upper end`).fill("10");
    }
    await page.getByRole("checkbox", { name: "A curve for each group" }).check();
    await page.getByLabel("Column of the groups").selectOption("region");
    await page.getByLabel("A curve for each group: groups").fill("north, south, west");
    await page.getByRole("button", { name: "Draw it" }).click();
    const said = () => page.locator(sentence).innerText();
    await expect.poll(said, { timeout: 20_000 }).toContain("3 groups by region, released together. Labelled correctly");
    expect(await said()).toMatch(/north [\d.]+ % ± [\d.]+ % \(in truth 30 %\)/);
    expect(await said()).toMatch(/in none of them [\d.]+ % ± [\d.]+ % \(in truth 10 %\)/);
    const titles = () => page.locator(".group-picture figcaption").allInnerTexts();
    expect(await titles()).toEqual(["north", "south", "west"]);
    expect(await page.locator(".boundary-plot canvas").count()).toBe(3);
    expect(decodeURIComponent(page.url())).toContain("groups=region&levels=north,+south,+west");
    // What is about one function of all is not offered, and the control says so.
    await page.getByText("are about one function of all records. Choose no groups for them").waitFor();
    expect(await page.getByText("Other learners, as polynomials").count()).toBe(0);
    await page.locator(".groups").press("ArrowRight");
    await expect
      .poll(() => page.locator(".readout").first().innerText())
      .toMatch(/north .*original.* · south .* · west /);
    const guarantee = page.locator("details").filter({ hasText: "What is guaranteed, and how it follows" }).first();
    await expect
      .poll(async () => {
        if ((await guarantee.getAttribute("open")) === null) await guarantee.locator("summary").first().click();
        return guarantee.innerText();
      })
      .toContain("So Δ is that of one function, however many groups there are");
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole("radio", { name: "Outside" }).click();
    await expect.poll(said).toContain("Share of the plane called ill = yes");
    expect(await said()).not.toContain("in truth");
    const file = await releasedBy(page);
    expect(file.mechanism.integers).toHaveLength(3 * 100 * 100 + 4);
    expect(file.view.axes.map(({ name }) => name)).toEqual(["a", "b", "region"]);
    expect(file.view.axes[2]).toMatchObject({ levels: ["north", "south", "west"] });
    expect(file.view.beside).toHaveLength(4);
    // What was seen before the release is another draw, of which nothing is in the file.
    expect(JSON.stringify(file.sheet)).not.toMatch(/share of the records/);
    expect(await page.getByTestId("ledger").textContent()).toBe("1 entry");
    const inWords = await said();
    expect(inWords).toMatch(/^3 groups by region\. The share of the plane of a and b that is called “yes”: north /);

    await page.reload();
    await page.getByText("Load the file to see its picture").waitFor();
    await dropFile(page, "release.json", releaseText(file));
    await page.getByTestId("released").waitFor();
    await expect.poll(said).toBe(inWords);
    expect(await titles()).toEqual(["north", "south", "west"]);

    // A regression of an example by its groups, and of all.
    await page.goto("#/boundary?data=iris-sepals".replace(/^/, page.url().split("#")[0]!));
    await expect.poll(titles, { timeout: 20_000 }).toEqual(["setosa", "versicolor", "virginica"]);
    await page.getByLabel("Groups", { exact: true }).selectOption("");
    await expect.poll(() => page.locator(".group-picture").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
  90_000,
);
