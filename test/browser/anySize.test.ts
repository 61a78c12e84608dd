import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { countsQuery } from "../../src/core/records/queries/countsQuery.ts";
import { smallGenerator } from "../state/smallGenerator.ts";
import { drawn, drawOwn, dropFile, useBrowser, usePage, readItSo } from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { casesOf, chanceOf, damaged } from "../support/fuzzing.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "curveil-any-size-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** More rows than are held. */
const rowCount = 1_600_000;
const axis = { lower: 0, upper: 100, cells: 2 ** 16 };

function largeText(): string {
  const uniform = smallGenerator(5);
  const lines = ["person,value"];
  for (let i = 0; i < rowCount; i++)
    lines.push(`${i},${(uniform() < 0.6 ? 30 : 65) + 20 * (uniform() + uniform() - 1)}`);
  return `${lines.join("\n")}\n`;
}

/** The original as it is drawn: exact, and the same for the same counts. */
const original = (page: Page) => page.locator("path.estimate").getAttribute("d");
const people = `${rowCount.toLocaleString("en")} people`;

// In every run: workers/files/largeFile.test.ts reads such a file, core/records/latticeCounts.test.ts counts by an engine.
swept(
  "a file too large to be held is counted while it is read; an engine's counts of it give the same curve",
  async () => {
    const text = largeText();
    const path = join(folder, "large.csv");
    await writeFile(path, text);
    const { page, complaints } = await open("#/density?data=sleep");
    await drawn(page);

    // Four times as long, and cancelled: nothing of it stays, and nothing of it can leave.
    const longer = join(folder, "longer.csv");
    await writeFile(longer, text + text.slice(text.indexOf("\n") + 1).repeat(3));
    await page.setInputFiles("input[type=file]", longer);
    await readItSo(page);
    await page.getByLabel("Column", { exact: true }).selectOption("value");
    await drawOwn(page, { lower: "0", upper: "100" });
    // A key needs no button that stands still: what is read moves it.
    await page.getByRole("button", { name: "Cancel reading" }).press("Enter");
    await readItSo(page);
    expect(await page.getByRole("button", { name: "Release", exact: true }).count()).toBe(0);

    await page.setInputFiles("input[type=file]", path);
    await readItSo(page);
    const lead = page.locator(".declare .lead");
    const estimate = async () =>
      Number(/About ([\d,]+) rows in \d+ MB/.exec(await lead.innerText())?.[1]?.replaceAll(",", ""));
    // What was cancelled before may still stand there.
    await expect.poll(async () => Math.abs((await estimate()) / rowCount - 1)).toBeLessThan(0.1);
    await readItSo(page);
    await page.getByLabel("Column", { exact: true }).selectOption("value");
    await drawOwn(page, { lower: "0", upper: "100" });
    // The bar of reading comes with the controls, half a second after the screen: without one not all need be read.
    const isRead = async () =>
      (await page.getByLabel("Reading the data").count()) === 0 &&
      (await page.locator("body").innerText()).includes(
        `${rowCount.toLocaleString("en")} rows, up to 1 of each person`,
      );
    await expect.poll(isRead, { timeout: 90_000 }).toBe(true);
    const streamed = await original(page);
    expect(streamed).toMatch(/^M/);

    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const query = countsQuery({ engine: "duckdb", table: `'${path}'`, inputs: [{ of: "value", axis }] });
    const formats = [
      ["counts.parquet", "FORMAT parquet"],
      ["counts.csv", "FORMAT csv, HEADER"],
    ] as const;
    for (const [name, format] of formats) {
      await connection.run(`COPY (${query}) TO '${join(folder, name)}' (${format})`);
      await page.setInputFiles("input[type=file]", join(folder, name));
      await readItSo(page);
      await drawOwn(page);
      await expect.poll(() => page.locator("body").innerText(), { timeout: 30_000 }).toContain(people);
      await expect.poll(() => original(page), { timeout: 30_000 }).toBe(streamed);
    }
    connection.closeSync();
    expect(complaints).toEqual([]);
  },
  180_000,
);

// In every run: the purchases of purchases.test.ts.
swept(
  "a range that nobody knows is bought before anything is drawn, and stays marked as bought",
  async () => {
    const { page, complaints } = await at("#/density?data=sleep");
    const uniform = smallGenerator(7);
    const text = `value\n${Array.from({ length: 60_000 }, () => (20 + 60 * uniform()).toFixed(3)).join("\n")}\n`;
    await dropFile(page, "unknown.csv", text);
    await readItSo(page);
    await page.getByText("I do not know it").click();
    // A purchase invents no budget: its form stands in place, and nothing is bought before.
    const budget = page.getByRole("form", { name: "Budget" });
    await budget.waitFor();
    expect(await page.getByRole("button", { name: "Buy the range" }).count()).toBe(0);
    await budget.getByLabel("Budget: epsilon of all releases").fill("3");
    await budget.getByLabel("Budget: epsilon of all releases").press("Enter");
    await budget.getByText(/^That is μ = .* in all: room for \d releases as things are set now\.$/).waitFor();
    await budget.getByRole("button", { name: "Declare this budget" }).click();
    await page.getByLabel("Surely between, lower end").fill("-1000");
    await page.getByLabel("Surely between, upper end").fill("1000");
    await page.getByRole("button", { name: "Buy the range" }).click();
    const lower = page.getByLabel("Domain of value, lower end");
    await expect.poll(() => lower.inputValue(), { timeout: 20_000 }).not.toBe("");
    // Both ends are drawn at once, with ε/2 a rank: the 600 records below the quantile weigh e^(−0.1·600) against the 1020 below
    // all of them, so beyond 20 with 10⁻²⁰; beyond 23 lie 2400 records more.
    expect(Math.abs(Number(await lower.inputValue()) - 20)).toBeLessThan(3);
    expect(await page.getByLabel("Privacy loss ε", { exact: true }).inputValue()).toBe("0.8");
    await page.getByRole("button", { name: "Draw it" }).click();
    await drawn(page);
    await expect.poll(() => page.url()).toMatch(/origin=.*bought/);
    await page.getByTestId("account").waitFor();
    expect(await page.locator(".ledger").innerText()).toContain("All releases of these data together: ε = 3 at δ");
    expect(complaints).toEqual([]);
  },
  60_000,
);

test("damaged files are read or refused with a sentence, and what was there stays", async () => {
  const chance = chanceOf(37);
  const { page, complaints } = await at("#/density?data=sleep");
  await rested(page); // The address follows the picture.
  const before = page.url();
  const good = `id;Einkommen;Datum\n${Array.from({ length: 30 }, (_, i) => `${i};1.${100 + i},50 €;${1 + (i % 28)}.03.2024`).join("\n")}\n`;
  const cases = casesOf(100, 10);
  let [read, refused] = [0, 0];
  for (let i = 0; i < cases; i++) {
    const name = `damaged ${i}.csv`;
    await dropFile(page, name, damaged(damaged(good, chance), chance));
    const answered = page.getByText(name);
    await answered.first().waitFor({ timeout: 20_000 });
    if ((await page.locator(".declare h2").count()) > 0 && (await page.locator(".declare h2").innerText()) === name)
      read++;
    else {
      expect((await answered.first().innerText()).length).toBeGreaterThan(name.length + 10);
      refused++;
    }
  }
  expect(read + refused).toBe(cases);
  expect(read).toBeGreaterThan(cases / 4);
  await page.getByRole("button", { name: "Back to what was shown" }).click();
  await drawn(page);
  expect(page.url()).toBe(before);
  expect(complaints).toEqual([]);
}, 120_000);
