import { expect, test } from "vitest";
import { releaseText } from "../../src/core/release/file/sealedRelease.ts";
import { curveSumsQuery } from "../../src/core/records/queries/curveSumsQuery.ts";
import { clippedCurveSums } from "../support/clippedCurveSums.ts";
import { sumNames } from "../../src/core/records/curveSumsTable.ts";
import { drawn, drawOwn, dropFile, releasedBy, usePage, readItSo } from "../support/page.ts";
import { smallGenerator } from "../state/smallGenerator.ts";
import { swept } from "../support/swept.ts";

const at = usePage();
const sentence = "[data-testid=sentence]";

/** 4000 incomes: 720 zeros, 200 missing, a quarter in the north. */
function incomes(): string {
  const uniform = smallGenerator(3);
  const lines = ["income,region"];
  for (let i = 0; i < 4000; i++) {
    const income = i < 720 ? "0" : i < 920 ? "" : (20_000 + 90_000 * (uniform() + uniform()) * uniform()).toFixed(0);
    lines.push(`${income},${i % 4 === 0 ? "north" : "south"}`);
  }
  return `${lines.join("\n")}\n`;
}

test("zeros counted apart, missing values that count as one, rows of one region: declared, drawn, released, opened again", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await dropFile(page, "incomes.csv", incomes());
  await readItSo(page);
  await page.getByRole("checkbox", { name: "Count one value of income apart" }).check();
  await page.getByRole("checkbox", { name: "A missing income counts as a value" }).check();
  await page.getByRole("checkbox", { name: "Only rows with one value of another column" }).check();
  await page.getByLabel("Only rows with one value of another column: value").fill("north");
  await drawOwn(page, { lower: "0", upper: "200000" });
  await drawn(page);
  const said = () => page.locator(sentence).innerText();
  // Of 1000 rows in the north 180 are 0 and 50 missing, which count as 0; 3000 are elsewhere.
  await expect.poll(said, { timeout: 20_000 }).toMatch(/share of the records at 0: .* \(in truth 5\.[78] %\)/);
  expect(await said()).toMatch(/without region = north: .* \(in truth 75 %\)/);
  await expect.poll(() => page.url()).toMatch(/atom=0&fill=0&only=region&onlyValue=north/);
  expect(await page.locator("body").innerText()).toContain("4,000");
  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(said).not.toContain("in truth");
  expect(await said()).toContain("share of the records at 0");

  const file = await releasedBy(page);
  expect(file.mechanism.integers).toHaveLength(1002);
  expect(file.view.values).toHaveLength(1000);
  expect(file.view.beside!.map(({ name }) => name)).toEqual([
    "share of the records at 0",
    "share of the records without region = north",
  ]);
  const [zeros, elsewhere] = file.view.beside!;
  // Five deviations each: 6·10⁻⁷.
  expect(Math.abs(zeros!.value - 0.0575)).toBeLessThan((5 / 1.96) * zeros!.halfWidth);
  expect(Math.abs(elsewhere!.value - 0.75)).toBeLessThan((5 / 1.96) * elsewhere!.halfWidth);
  const inWords = await said();
  expect(inWords).toContain("Beside it, with 95 %: share of the records");
  await page.reload();
  await page.getByText("Load the file to see its picture").waitFor();
  await dropFile(page, "release.json", releaseText(file));
  await page.getByTestId("released").waitFor();
  await expect.poll(said).toBe(inWords);
  expect(complaints).toEqual([]);
}, 90_000);

// In every run: an engine's counts, in anySize.test.ts.
swept(
  "sums of clipped curves, as an engine adds them, give a mean curve; the query for them is written",
  async () => {
    const terms = {
      times: { lower: 0, upper: 10, cells: 25 },
      values: { lower: 0, upper: 400 },
      centre: 120,
      normBound: 80,
      rule: "uniform",
    } as const;
    const uniform = smallGenerator(9);
    const [curves, times, values] = [[], [], []] as [number[], number[], number[]];
    for (let curve = 0; curve < 3000; curve++) {
      const level = 60 + 120 * uniform();
      for (let j = 0; j < 25; j++) {
        curves.push(curve);
        times.push((10 * j) / 24);
        values.push(level + 4 * j);
      }
    }
    const { sums, curveCount } = clippedCurveSums({ curves, times, values }, terms);
    const { time, sum, count } = sumNames(terms);
    const table = `${time},${sum},${count}\n${Array.from(sums, (value, j) => `${j},${value},${curveCount}`).join("\n")}\n`;

    const { page, complaints } = await at("#/meanCurve?data=chick-weight");
    await dropFile(page, "sums.csv", table);
    await drawOwn(page);
    await drawn(page);
    await expect.poll(() => page.locator("body").innerText(), { timeout: 20_000 }).toContain("Sums of 3,000 curves");
    await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
    await page.getByText("Data of any size: add the curves where they are").click();
    const written = page.getByLabel("The query", { exact: true });
    await written.waitFor();
    const query = curveSumsQuery({
      ...{ engine: "duckdb", table: "readings", curve: "person", time: "time", value: "value" },
      ...{ ...terms, values: { lower: -200, upper: 440 } },
    });
    expect(await written.inputValue()).toBe(query);

    const file = await releasedBy(page);
    expect(file.view.values).toHaveLength(25);
    expect(file.sheet.unprotectedQuantities).toContain("number of records: 3000");

    // The same by groups: a third is in one, a third in another, and a third in none of those that are declared.
    const grouped = { ...terms, group: "arm" };
    const { ofLabels } = clippedCurveSums({ curves, times, values, labels: curves.map((curve) => curve % 3) }, grouped);
    const rows = [...ofLabels!].flatMap(([key, own]) =>
      Array.from(own.sums, (value, j) => `${j},${["drug", "placebo", "other"][key]!},${value},${own.curveCount}`),
    );
    await page.getByRole("button", { name: "Back to exploring" }).click();
    await dropFile(page, "groups.csv", `${time},${sumNames(grouped).label!},${sum},${count}\n${rows.join("\n")}\n`);
    await readItSo(page);
    await page.getByRole("checkbox", { name: "A curve for each group" }).check();
    await page.getByLabel("A curve for each group: groups").fill("placebo = 33 %, drug = 33 %");
    await drawOwn(page);
    const said = () => page.locator(sentence).innerText();
    await expect.poll(said, { timeout: 20_000 }).toContain("2 groups by label_of_arm.");
    expect(await said()).toMatch(/placebo [\d.]+ to [\d.]+ % \(in truth 33 %\)/);
    expect(await page.locator(".group-picture figcaption").allInnerTexts()).toEqual(["placebo", "drug"]);
    expect(await page.locator("path.estimate[d]").count()).toBe(2);
    await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
    const ofGroups = await releasedBy(page);
    expect(ofGroups.mechanism.integers).toHaveLength(2 * 25 + 3);
    expect(ofGroups.view.axes[1]).toMatchObject({ levels: ["placebo", "drug"] });
    expect(complaints).toEqual([]);
  },
  60_000,
);
