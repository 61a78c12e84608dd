import { expect, test } from "vitest";
import { triesAll } from "../support/fuzzing.ts";
import {
  changedFrom,
  drawFile,
  drawn,
  drawOwn,
  dropFile,
  releasedBy,
  releasePath,
  useBrowser,
  usePage,
} from "../support/page.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();

const rows = Array.from({ length: 60 }, (_, i) => 0.31415926 + 0.006283185 * i);

test("a dropped CSV is drawn; its link names the column and holds no value", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  await drawFile(page, "mine.csv", `length\n${rows.join("\n")}\n`);
  await changedFrom(page, before);
  await expect.poll(() => page.url()).toContain("data=own");
  await expect.poll(() => page.url()).toContain("x=length");
  expect(decodeURIComponent(page.url())).not.toContain("0.314159");
  expect(complaints).toEqual([]);
});

// In every run: what is pasted, and a separator and a decimal mark that are declared, in declare.test.ts; what a text is read
// as, in test/core/datasets.
swept("semicolons with decimal commas can be pasted", async () => {
  const { page } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  await page.getByRole("button", { name: "Paste" }).click();
  await page.getByLabel("Rows to read").fill("a;b\n0,25;1\n0,5;2\n0,75;3\n");
  await page.getByRole("button", { name: "Read these rows" }).click();
  await drawOwn(page);
  await changedFrom(page, before);
  expect(await page.getByLabel("Column", { exact: true }).inputValue()).toBe("a");
});

test("a file that cannot be read leaves an empty stage with a sentence, and the curve comes back", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  for (const [name, content, sentence] of [
    ["empty.csv", "", "an empty file"],
    ["binary.csv", new Uint8Array(400).map((_, i) => i % 7), "a binary file"],
    ["header.csv", "x\n", "only a header"],
    ["text.csv", "x\na\nb\nc\n", "only text"],
    ["columns.csv", `${"1,".repeat(30_000)}1\n${"1,".repeat(30_000)}1\n`, "columns"],
  ] as const) {
    await dropFile(page, name, content);
    const problem = page.locator(".problem").filter({ hasText: name });
    await problem.waitFor();
    expect(await problem.textContent()).toContain(sentence);
    expect(await page.locator("#picture canvas").count(), name).toBe(0);
  }
  await page.getByRole("button", { name: "Back to what was shown" }).click();
  expect(await releasePath(page)).toBe(before);
  expect(complaints).toEqual([]);
});

// In every run: of a boundary, in boundaryData.test.ts.
swept("rows without a number are counted, which is said", async () => {
  const { page } = await at("#/density?data=sleep");
  await dropFile(page, "gaps.csv", `v\n${rows.slice(0, 30).join("\n")}\nNA\n1e400\n`);
  await drawOwn(page);
  await page.getByText("Rows without a value in a chosen column are counted all the same").waitFor();
  await expect.poll(() => releasePath(page)).toMatch(/^M/);
});

test("a column name that is markup is shown as text", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await drawFile(page, "markup.csv", `<img src=x onerror=alert(1)>\n${rows.join("\n")}\n`);
  await page.getByText("<img src=x onerror=alert(1)>").first().waitFor();
  expect(await page.locator("img").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("the outside view leaks no true value into the page, the link or an export", async () => {
  const { page } = await at("#/density?data=sleep");
  await drawFile(page, "secret.csv", `v\n${[...rows, 77.123456].join("\n")}\n`);
  await expect.poll(() => page.url()).toContain("data=own");
  await page.getByText("1 of 61 records were outside").waitFor();
  const estimate = (await page.locator("path.estimate").getAttribute("d"))!;
  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(() => page.locator("path.estimate").getAttribute("d")).toBe(null);
  await page.locator("details.guarantee > summary").first().click();

  const html = await page.content();
  for (const trace of ["77.123", "0.31415", "records were outside", "measured", estimate.slice(0, 60)]) {
    expect(html).not.toContain(trace);
  }
  expect(await page.locator(".label-original").count()).toBe(0);
  await expect.poll(() => page.url()).toContain("view=outside");
  expect(decodeURIComponent(page.url())).not.toMatch(/77\.12|0\.3141|seed=\d/);
  for (const name of ["Shown values (CSV)", "Picture (SVG)"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  const release = JSON.stringify(await releasedBy(page));
  expect(release).not.toMatch(/original|seed|77\.12/);
  await page.getByText("1 entry").waitFor();
});

test("a release is a file that proves its claim, of whole numbers on a lattice, in every study", async () => {
  for (const study of triesAll ? ["density", "boundary", "meanCurve"] : ["density"]) {
    const { page, complaints } = await at(`#/${study}`);
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await page.getByText("First declare what all releases").waitFor();
    const file = await releasedBy(page);
    expect(file.study).toBe(study);
    expect(file.mechanism.integers.every(Number.isInteger)).toBe(true);
    expect(await page.getByTestId("ledger").textContent()).toBe("1 entry");
    expect(complaints).toEqual([]);
  }
});

test("a draw that is only shown never leaves, and two releases do not share their noise", async () => {
  const { page, complaints } = await open("#/density?data=sleep&seed=secure&view=outside");
  await drawn(page);
  await page.getByText("From outside only a release leaves the page").waitFor();
  expect(await page.getByRole("button", { name: "Picture (SVG)" }).count()).toBe(0);
  const [first, second] = [await releasedBy(page), await releasedBy(page)];
  expect(second.mechanism.integers).toHaveLength(first.mechanism.integers.length);
  expect(second.mechanism.integers).not.toEqual(first.mechanism.integers);
  expect(second.ledgerEntry).not.toBe(first.ledgerEntry);
  expect(complaints).toEqual([]);
});

test("a number box shows a seed exactly, reads 200,000 and says how", async () => {
  const { page, complaints } = await at("#/density?seed=12345");
  const seed = page.getByLabel("Seed", { exact: true });
  expect(await seed.inputValue()).toBe("12345");
  await seed.fill("200,000");
  await seed.press("Enter");
  await page.getByText("Read as 200000; write 200.000 for a decimal fraction.").waitFor();
  await expect.poll(() => page.url()).toContain("seed=200000");
  await seed.fill("many");
  await seed.press("Enter");
  await page.getByText("such as 200000 or 200 000; still using 200000.").waitFor();
  expect(complaints).toEqual([]);
});

test("a record that stands first goes into no link", async () => {
  const { page } = await at("#/density?data=sleep");
  await dropFile(page, "people.csv", "Alice,61.25,82.5\nBob,60.5,80\nCarl,62,81\n");
  expect(page.url()).not.toContain("data=own");
  await drawOwn(page, { lower: "50", upper: "100" });
  await expect.poll(() => page.url()).toContain("data=own");
  expect(decodeURIComponent(page.url())).not.toMatch(/61\.25|82\.5|Alice/);
});
