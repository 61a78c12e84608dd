import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { meanCurveExamples } from "../../src/studies/meanCurve/model/examples.ts";
import { axeViolations } from "../support/axe.ts";
import { cancelledAt } from "../support/cancelled.ts";
import { triesAll } from "../support/fuzzing.ts";
import {
  changedFrom,
  drawFile,
  drawn,
  dropFile,
  releasedBy,
  releasePath,
  savedBy,
  useBrowser,
  usePage,
  unfold,
} from "../support/page.ts";
import { atRest } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();
const study = "#/meanCurve";
const start = `${study}?data=chick-weight`;

/** A page of its own, drawn. */
const ready = async (hash: string = start) => {
  const opened = await open(hash);
  await drawn(opened.page);
  return opened;
};

/** The paths of the private curves of the small multiples, once all are there. */
async function multiples(page: Page, count: number): Promise<readonly string[]> {
  await expect.poll(() => page.locator(".multiple path.multiple-private").count(), { timeout: 20_000 }).toBe(count);
  return page
    .locator(".multiple path.multiple-private")
    .evaluateAll((paths) => paths.map((path) => path.getAttribute("d") ?? ""));
}

const slider = (page: Page, name: string) => page.getByRole("slider", { name });

const wide = `${["pid", ...Array.from({ length: 12 }, (_, j) => j / 2)].join(",")}\n${Array.from(
  { length: 9 },
  (_, i) => [`p${i % 4}`, ...Array.from({ length: 12 }, (_, j) => (Math.sin(j / 3) + 0.05 * i).toFixed(4))].join(","),
).join("\n")}\n`;

const long = `curve,time,value\n${Array.from({ length: 8 }, (_, i) =>
  Array.from({ length: 10 }, (_, j) =>
    [`c${i}`, (j + 0.05 * i).toFixed(2), (Math.cos(j / 3) + 0.02 * i).toFixed(4)].join(","),
  ).join("\n"),
).join("\n")}\n`;

/** The examples that every run draws: small multiples, and curves of groups. */
const telling = ["chick-weight", "trial-arms"];

test("every example is drawn with its small multiples, without a word in the console", async () => {
  const { page, complaints } = await at(start);
  const tried = meanCurveExamples.filter(({ id }) => triesAll || telling.includes(id));
  for (const { id, variations, defaults } of tried) {
    const shown = page.getByLabel("Data set");
    if ((await shown.inputValue()) !== id) await shown.selectOption(id);
    // Some examples begin alike: a figure of several is of what is varied.
    await expect.poll(() => shown.inputValue()).toBe(id);
    await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
    expect(await releasePath(page), id).toMatch(/^M[\d.]+,[\d.-]+(L[\d.]+,[\d.-]+)+/);
    expect(await page.locator("path.estimate").first().getAttribute("d"), id).toMatch(/^M/);
    expect(await page.content(), id).not.toContain("NaN");
    // Lines are not broken within "ε = 4".
    const labels = async () =>
      (await page.locator(".multiple > span:first-child").allTextContents()).map((text) =>
        text.replaceAll("\u00a0", " "),
      );
    if (defaults.groups?.isShown) {
      await expect.poll(() => page.locator(".group-picture").count(), { message: id }).toBeGreaterThan(1);
      await expect.poll(labels, { message: id }).toEqual([]);
      continue;
    }
    await expect.poll(labels, { message: id }).toEqual(variations.map(({ label }) => label));
    const distinct = async () => new Set(await multiples(page, variations.length)).size;
    await expect.poll(distinct, { message: id }).toBe(variations.length);
    expect(await page.content(), id).not.toContain("NaN");
  }
  expect(complaints).toEqual([]);
});

test("dragging ε redraws without asking a worker; φ, η, τ, ρ and the kernels each change the picture", async () => {
  const { page, complaints } = await at(start);
  let path = await releasePath(page);
  const changes = [
    () => slider(page, "Privacy loss").press("PageDown"),
    () => slider(page, "Penalty").press("PageUp"),
    () => slider(page, "Smoothness").press("PageUp"),
    () => slider(page, "Norm bound").press("PageDown"),
    () => slider(page, "Range of the kernel").press("PageDown"),
    () => page.getByLabel("Kernel", { exact: true }).selectOption("matern52"),
    () => page.getByLabel("Kernel of the noise").selectOption("exponential"),
    () => page.getByLabel("Quadrature").selectOption("uniform"),
    () => page.getByRole("button", { name: "Draw again" }).click(),
  ];
  for (const change of changes) {
    await change();
    path = await changedFrom(page, path);
  }
  expect(complaints).toEqual([]);
});

test("a small multiple takes its settings over, other data included; back undoes it", async () => {
  const { page } = await at(`${study}?v=1&data=mirshani-6`);
  await multiples(page, 5);
  const before = await releasePath(page);
  await page.getByRole("radio", { name: "N = 100" }).click();
  await changedFrom(page, before);
  await expect.poll(() => page.url()).toContain("data=mirshani-n100");
  expect(await page.getByLabel("Data set").inputValue()).toBe("mirshani-6");
  await expect.poll(() => page.getByRole("radio", { name: "N = 100" }).getAttribute("aria-checked")).toBe("true");
  await atRest(page);
  await page.goBack();
  await expect.poll(() => releasePath(page)).toBe(before);
});

// The same of a boundary: boundary.test.ts.
test.runIf(triesAll)("a link opens the same picture elsewhere", async () => {
  const { page } = await at(start);
  let path = await releasePath(page);
  for (const change of [
    () => slider(page, "Penalty").press("PageUp"),
    () => slider(page, "Range of the kernel").press("PageDown"),
    () => page.getByLabel("Kernel", { exact: true }).selectOption("matern32"),
  ]) {
    await change();
    path = await changedFrom(page, path);
  }
  await atRest(page);
  const other = await ready(new URL(page.url()).hash);
  expect(await releasePath(other.page)).toBe(path);
  expect(await other.page.getByText("was not understood").count()).toBe(0);
});

// In every run: of a density, in page.test.ts; of each study without a page, in test/fuzz/links.test.ts.
swept("hostile links fall back, and the page says which entries", async () => {
  const { page, complaints } = await at(
    `${study}?v=1&data=%3Cscript%3E&rho=-3&phi=1e999&eta=0&tau=NaN&points=1&__proto__=1`,
  );
  const notice = (await page.locator(".notice").textContent()) ?? "";
  for (const key of ["data", "phi", "eta"]) expect(notice).toContain(key);
  expect(await releasePath(page)).not.toContain("NaN");
  expect(complaints).toEqual([]);
});

test("the tuning map is cancelled, begun again, walked by arrow keys, marks both optima, and is adopted by a click: the badge falls until declared public", async () => {
  const { page, complaints } = await at(`${study}?v=1&data=tract-profiles&points=500`);
  await unfold(page, "φ against ρ");
  await cancelledAt(page.getByRole("button", { name: "Compute the map" }), "Cancel the map");
  expect(await page.locator(".cell").count()).toBeLessThan(400);
  await page.getByLabel("Grid points").fill("40");
  await page.getByLabel("Grid points").press("Enter");
  await expect.poll(() => page.url()).toContain("points=40");
  await atRest(page); // What is below the picture follows once the scenario rests.
  await page.getByRole("button", { name: "Compute the map" }).click();
  await expect.poll(() => page.locator(".cell").count(), { timeout: 60_000 }).toBe(400);
  await page.getByText(/CV is least at φ = .* PCV is least at φ = /).waitFor();
  const map = page.getByRole("group", { name: "Map of PCV" });
  await map.press("ArrowRight");
  const read = page.locator("p[aria-live]", { hasText: /^φ = \S+, ρ = \S+: PCV/ });
  const [, phi] = /φ = (\S+), ρ = /.exec((await read.textContent())!)!;
  await map.press("ArrowDown");
  await expect.poll(() => read.textContent()).not.toContain(`φ = ${phi},`);
  const csv = await savedBy(page, () => page.getByRole("button", { name: "Map (CSV)" }).click());
  expect(csv.split("\r\n").filter((line) => /^[\d.e-]+,/.test(line))).toHaveLength(400);

  const before = await releasePath(page);
  await page
    .locator(".cell.best")
    .filter({ has: page.locator("text", { hasText: "PCV" }) })
    .click();
  await changedFrom(page, before);
  await page.getByTestId("badge").getByText("φ and ρ were chosen while looking").waitFor();
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await page.getByText("This would not be a private release").waitFor();
  await page.getByRole("button", { name: "I would have chosen this without looking" }).click();
  await expect.poll(() => page.getByTestId("badge").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("compatibility: flat for the estimator's own kernel; an incompatible pair grows and the badge falls", async () => {
  const { page, complaints } = await at(`${study}?v=1&data=mirshani-3&kernel=exponential&rho=0.2`);
  await unfold(page, "Compatibility: does");
  const verdict = page.getByTestId("compatibility-verdict");
  await expect
    .poll(() => verdict.textContent(), { timeout: 60_000 })
    .toMatch(/These two are compatible.*factor of 1\b/);
  expect(await page.getByTestId("badge").count()).toBe(0);
  await page.getByLabel("Kernel of the noise").selectOption("matern52");
  await expect.poll(() => verdict.textContent(), { timeout: 60_000 }).toMatch(/These two are not.*factor of \d{2,}/);
  expect(await page.getByTestId("badge").textContent()).toContain("too smooth for this estimator");
  expect(await page.getByTestId("compatibility").locator("path.private").getAttribute("d")).toMatch(/^M.*L/);
  // Names of lines that end together do not stand on one another.
  await unfold(page, "Theorem 4.2");
  const names = page.getByTestId("section-freePrivacy").locator("text.name");
  await expect.poll(() => names.count()).toBe(3);
  const heights = await names.evaluateAll((all) => all.map((text) => Number(text.getAttribute("y"))));
  const sorted = heights.toSorted((a, b) => a - b);
  expect(Math.min(...sorted.slice(1).map((y, k) => y - sorted[k]!))).toBeGreaterThan(12.9);
  expect(complaints).toEqual([]);
});

test("a wide CSV is drawn over the times of its header, with a person column", async () => {
  const { page, complaints } = await at(start);
  const before = await releasePath(page);
  await drawFile(page, "wide.csv", wide);
  await changedFrom(page, before);
  await expect.poll(() => page.url()).toContain("data=own");
  expect(await page.getByLabel("Domain of time, upper end").inputValue()).toBe("5.5");
  expect(await page.getByLabel("Person", { exact: true }).inputValue()).toBe("pid");
  await page.getByText("a person has up to 3").waitFor();
  expect(decodeURIComponent(page.url())).not.toMatch(/seed=\d|p0|0\.3272/);
  const path = await releasePath(page);
  await page.getByLabel("Curves per person").fill("3");
  await page.getByLabel("Curves per person").press("Enter");
  await changedFrom(page, path);
  expect(complaints).toEqual([]);
});

const longTables = [
  ["whose times fall", [long.split("\n")[0], ...long.trim().split("\n").slice(1).reverse()].join("\n")],
  ["in order", long],
] as const;
test.each(triesAll ? longTables : longTables.slice(0, 1))(
  "a long CSV with irregular times, %s, is interpolated, and the person is told",
  async (_, content) => {
    const { page, complaints } = await at(start);
    await drawFile(page, "long.csv", content);
    await expect.poll(() => page.url()).toContain("curve=curve");
    await page.getByLabel("Domain of time, upper end").fill("9");
    await page.getByLabel("Domain of time, upper end").press("Enter");
    await page.getByText(/8 curves interpolated linearly onto 100 points from 0 to 9/).waitFor();
    await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("false");
    expect(complaints).toEqual([]);
  },
);

// In every run: of a density, in data.test.ts; what a table of curves must be, in core/records/curves (wideCurves, longCurves).
swept("a table that cannot be used gets a sentence, and the curve that was there stays", async () => {
  const { page, complaints } = await at(start);
  const before = await releasePath(page);
  for (const [content, sentence] of [
    ["pid,0,1,2\n", "only a header"],
    ["pid,0,1\na,x,y\nb,z,x\n", "only text"],
  ] as const) {
    await dropFile(page, "bad.csv", content);
    await page.locator(".problem").filter({ hasText: sentence }).waitFor();
    await page.getByRole("button", { name: "Back to what was shown" }).click();
    expect(await releasePath(page), sentence).toBe(before);
  }
  expect(complaints).toEqual([]);
});

// The same of a density: density.test.ts.
test.runIf(triesAll)("a number outside its limits gets a sentence and changes nothing", async () => {
  const { page } = await at(start);
  const before = await releasePath(page);
  for (const [name, text] of [
    ["Norm bound", "0"],
    ["Penalty", "0"],
    ["Smoothness", "0.5"],
    ["Range of the kernel", "-1"],
  ] as const) {
    const box = page.getByLabel(`${name}, as a number`);
    const value = await box.inputValue();
    await box.fill(text);
    await box.press("Enter");
    await page.getByText("still using").waitFor();
    expect(await releasePath(page), name).toBe(before);
    await box.fill(value);
    await box.press("Enter");
    await page.getByText("still using").waitFor({ state: "detached" });
  }
  expect(await releasePath(page)).toBe(before);
});

test("an integral with a weight of one's own is told with its noise; a weight that is none gets a sentence", async () => {
  const { page, complaints } = await at(start);
  await page.getByText("What follows from this release, at no further cost").click();
  const weight = page.getByLabel("Weight w of ∫ w f, as place:value");
  await weight.fill("0:0, 10:1, 21:0");
  await weight.press("Enter");
  const row = page.getByRole("row", { name: /Integral with the weight/ });
  await row.waitFor();
  // Private, original, the standard deviation of the noise, and its bounds for this one and for all together.
  const cells = await row.getByRole("cell").allInnerTexts();
  expect(cells.map((text) => /^(± )?−?\d/.test(text))).toEqual(new Array<boolean>(5).fill(true));
  await expect.poll(() => page.url()).toContain("weight=");
  await weight.fill("ten");
  await weight.press("Enter");
  await page.getByText("Expected two or more pairs place:value").waitFor();
  expect(await row.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("a grid of one point and a τ that clips every curve are said", async () => {
  const { page } = await at(start);
  await page.getByLabel("Grid points").fill("1");
  await page.getByLabel("Grid points").press("Enter");
  await page.getByText(/Expected a .*number from 2/).waitFor();
  await page.getByLabel("Norm bound, as a number").fill("1");
  await page.getByLabel("Norm bound, as a number").press("Enter");
  await page.getByText("Every curve was shrunk to the norm bound").waitFor();
  expect(await page.locator("#picture").getAttribute("data-stale")).toBe("false");
});

// The same of a density and a boundary: data.test.ts, boundaryData.test.ts; all that is outside: outsideOwn.test.ts.
test.runIf(triesAll)("the outside view leaks no true value into the page, the link or an export", async () => {
  const { page } = await ready();
  await drawFile(page, "secret.csv", wide.replace("0.0000", "77.1234"));
  await expect.poll(() => page.url()).toContain("person=pid");
  await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("false");
  const estimate = (await page.locator("path.estimate").first().getAttribute("d"))!;
  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(() => page.locator("path.estimate").first().getAttribute("d")).toBe(null);
  await page.getByText("What is guaranteed").click();
  await page.locator(".katex").first().waitFor();
  const html = await page.content();
  for (const trace of ["77.123", "were shrunk", "Curves shrunk", "up to 3", estimate.slice(0, 60)])
    expect(html).not.toContain(trace);
  expect(await page.locator(".multiple").count()).toBe(0);
  expect(await page.getByText("φ against ρ").count()).toBe(0);
  await expect.poll(() => page.url()).toContain("view=outside");
  expect(decodeURIComponent(page.url())).not.toMatch(/77\.12|seed=\d/);
  const release = JSON.stringify(await releasedBy(page));
  expect(release).not.toMatch(/original|without penalty|seed|77\.12/);
});

// In every run: at rest, in both themes and at many sizes, in stageSizes.test.ts; with a section, in meanCurveTables.test.ts.
const screens = [
  ["dark", 390, `${study}?v=1&data=mirshani-4&view=outside`],
  ["light", 1280, `${study}?v=1&data=tract-profiles`],
  ["dark", 1280, start],
  ["light", 390, start],
] as const;
swept.each(screens)("axe finds nothing to object to (%s, %i px wide, %s)", async (colorScheme, width, hash) => {
  const { page } = await at(hash);
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await unfold(page, "Compatibility: does");
  await page.getByTestId("compatibility").locator(".line-plot").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
