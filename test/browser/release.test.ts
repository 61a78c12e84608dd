import type { Download, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { stateOfPng, stateOfSvg } from "../../src/core/release/file/pictureState.ts";
import { releasedValues } from "../../src/core/release/file/releaseFile.ts";
import { hasOwnDigest, parseRelease, releaseText, sealRelease } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { casesOf, triesAll } from "../support/fuzzing.ts";
import { drawFile, dropFile, useBrowser, withBudget } from "../support/page.ts";
import { pictured, rested } from "../support/rest.ts";
import { foundIn, pixelsOf, reachable } from "../support/outsideView.ts";
import { sha256 } from "../support/releaseExamples.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// Each kind of file holds the same release, which is read here; how it is opened does not depend on its study.
const all = [
  {
    name: "density",
    link: "#/density?v=1&data=hall-1",
    options: {},
    opened: ["r.json", "r.zip", "r.svg", "r.png"],
  },
  { name: "density in the plane", link: "#/density?v=1&data=faithful-2d", options: {}, opened: ["r.png"] },
  { name: "boundary on a phone", link: "#/boundary?v=1&data=moons", options: phone, opened: ["r.svg"] },
  { name: "regression", link: "#/boundary?v=1&data=cars", options: {}, opened: ["r.zip"] },
  { name: "mean curve on a phone", link: "#/meanCurve?v=1&data=chick-weight", options: phone, opened: ["r.json"] },
] as const;
/** A curve in all kinds of file; a boundary: test/browser/outside.test.ts; `npm run journeys` takes all. */
const cases = all.filter(({ name }) => triesAll || name === "density");
/**
 * The kinds that are opened in every run: an archive, and a picture whose release is beside its pixels. All four are read in
 * every run; a release file is opened in ledger.test.ts, and what holds a release, of any kind, goes the same way into the page.
 */
const openedAlways: readonly string[] = ["r.zip", "r.png"];

async function bytesOf(download: Download): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** What the page saves when a button is pressed. */
async function saved(page: Page, button: string): Promise<Uint8Array> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return bytesOf(download);
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Presses "Release", and waits until the page shows it. */
async function release(page: Page): Promise<ReleaseFile> {
  await withBudget(page);
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await page.getByTestId("released").waitFor({ timeout: 30_000 });
  await rested(page);
  return parseRelease(textOf(await saved(page, "Release file (JSON)")));
}

/** Puts away what is said of a short link, which takes from the height of the picture. */
const dismissNotice = (page: Page) => page.getByRole("button", { name: "Dismiss" }).click();

/** What the picture shows: its curve and its pixels, and the sentence, receipt and questions beside it. */
async function picture(page: Page): Promise<unknown> {
  // In its own place: who has scrolled to what is below has it small.
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator(".study[data-docked=false]").waitFor();
  await rested(page);
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0)); // On a phone the picture follows to the controls, small.
  await rested(page);
  const pixels = await pixelsOf(page);
  const curves = await page.locator("#picture path[d]").evaluateAll((all) => all.map((path) => path.getAttribute("d")));
  const told = ["[data-testid=sentence]", ".receipt", ".readout", "[data-testid=functionals]"];
  return { pixels, curves, said: await Promise.all(told.map((part) => page.locator(part).first().innerText())) };
}

describe.each(cases)("a release of the study: $name", ({ link, options, opened }) => {
  test("is what the outside view shows, number for number, prints on one page, and opens again without the data", async () => {
    const { page, complaints } = await open(link, options);
    await pictured(page);
    await dismissNotice(page);
    const file = await release(page);
    await expect.poll(() => page.url()).toContain("view=outside");
    expect(await hasOwnDigest(file, sha256)).toBe(true);
    const { lattice, integers } = file.mechanism;
    expect(integers.every(Number.isInteger)).toBe(true);
    expect([...releasedValues(file.mechanism)]).toEqual(integers.map((integer) => integer * lattice));

    const csv = textOf(await saved(page, "Values (CSV)")).split("\r\n");
    expect(csv[0]).toMatch(/^# Curveil release: .*ε = .*δ = .*σ = .*n = \d+; kernel .*outside view$/);
    expect(csv.slice(3, -1).map((row) => Number(row.split(",").at(-1)))).toEqual(file.view.values);
    const zip = await saved(page, "Release, all files (ZIP)");
    expect(releaseInArchive(zip)).toBe(releaseText(file));
    const pictures = { svg: await saved(page, "Picture (SVG)"), png: await saved(page, "Picture (PNG)") };
    expect(stateOfSvg(textOf(pictures.svg))).toEqual({ kind: "release", release: file });
    expect(stateOfPng(pictures.png)).toEqual({ kind: "release", release: file });
    const shown = await picture(page);
    const pdf = Buffer.from(await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);

    await page.reload();
    await pictured(page);
    expect(await page.getByTestId("released").count()).toBe(0);
    const ways = { "r.json": releaseText(file), "r.zip": zip, "r.svg": pictures.svg, "r.png": pictures.png };
    for (const name of opened.filter((name) => triesAll || openedAlways.includes(name))) {
      await dropFile(page, name, ways[name]);
      await page.getByTestId("released").waitFor();
      await rested(page);
      expect(await picture(page), name).toEqual(shown);
      await page.getByRole("button", { name: "Back to exploring" }).click();
      await page.getByTestId("released").waitFor({ state: "detached" });
      await pictured(page);
    }
    expect(complaints).toEqual([]);
  });
});

/** The drawn curve at the top of the page: further down the picture is a small one. */
async function topPath(page: Page): Promise<string | null> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await rested(page);
  return page.locator("path.release").getAttribute("d");
}

test("what follows is computed from the release; ε ends it, inside and outside keep it; files that are none are refused", async () => {
  const { page, complaints } = await open("#/density?v=1&data=hall-1");
  await rested(page);
  const file = await release(page);

  // What follows leaves as a table on another grid.
  const point = page.getByLabel("Point", { exact: true });
  await point.fill("0.5");
  await point.press("Enter");
  const [{ coordinates }] = file.view.axes as [ReleaseFile["view"]["axes"][number]];
  if (coordinates.kind !== "regular") expect.unreachable();
  const { lower, upper, count } = coordinates;
  const at = ((0.5 - lower) / (upper - lower)) * (count - 1);
  const [i, share] = [Math.floor(at), at - Math.floor(at)];
  const value = (1 - share) * file.view.values[i]! + share * file.view.values[i + 1]!;
  const row = page.getByTestId("functionals").locator("tr", { hasText: "Value at 0.5" });
  expect(await row.locator("td").first().innerText()).toBe(String(Number(value.toPrecision(3))));

  const points = page.getByLabel("Points of another grid");
  await points.fill(String(2 * count - 1));
  await points.press("Enter");
  const rows = textOf(await saved(page, "Values on this grid (CSV)")).split("\r\n");
  expect(rows[0]).toContain(`on a grid of ${2 * count - 1} points`);
  const values = rows.slice(3, -1).map((line) => Number(line.split(",")[1]));
  expect(values).toHaveLength(2 * count - 1);
  for (let k = 0; k < count; k++) expect(values[2 * k]!).toBeCloseTo(file.view.values[k]!, 10);

  // The population's band is made of the file.
  await page.getByTestId("section-population").locator("summary").click();
  const band = page.getByTestId("population").locator("tr", { hasText: "everywhere" }).locator("td");
  const [low, high] = (await band.innerText()).replaceAll("−", "-").split(" to ").map(Number) as [number, number];
  expect(high - low).toBeGreaterThan(2 * Math.max(...file.view.bands.map(({ halfWidth }) => halfWidth)));

  // A section that a file from elsewhere breaks is a sentence in its place; the rest stays.
  const parameters = file.sheet.parameters.map((each) => (each.name === "h" ? { ...each, value: "1e300" } : each));
  const { schema: _, digest: __, rules: ___, ...contents } = file;
  const broken = await sealRelease({ ...contents, sheet: { ...file.sheet, parameters } }, sha256);
  const { page: another } = await open("#/density?v=1&data=hall-1");
  await pictured(another);
  await dropFile(another, "r.json", releaseText(broken));
  await another.getByTestId("released").waitFor(); // The preview before it has a section of this name, too.
  await another.getByTestId("section-population").locator("summary").click();
  await another.getByRole("alert").getByText("This section could not be drawn").waitFor();
  expect(await another.locator("path.release[d]").count()).toBeGreaterThan(0);
  await another.close();

  // A move of ε ends the release, which is said, and it can be shown again; going inside and out keeps it.
  const before = await topPath(page);

  await page.getByRole("radio", { name: "Inside" }).click();
  await page.locator("path.estimate[d]").waitFor({ state: "attached" });
  expect(await page.getByTestId("released").count()).toBe(0);
  await page.getByRole("radio", { name: "Outside" }).click();
  await page.getByTestId("released").waitFor();
  await expect.poll(() => topPath(page)).toBe(before);

  const number = page.getByLabel("Privacy loss, as a number").first();
  await number.fill("0.5");
  await number.press("Enter");
  await page.getByTestId("ended").waitFor();
  await rested(page);
  expect(await page.getByTestId("released").count()).toBe(0);
  expect(await page.getByTestId("ended").innerText()).toContain("this is a preview again, not the release");
  expect(await page.locator("path.release").getAttribute("d")).not.toBe(before);
  await page.getByRole("button", { name: "Show the release again" }).click();
  await page.getByTestId("released").waitFor();
  await expect.poll(() => page.locator("path.release").getAttribute("d")).toBe(before);
  await page.getByRole("button", { name: "Back to exploring" }).click();
  await rested(page);
  await expect.poll(() => page.url()).toContain("view=inside");

  // Changed and hostile files of ours are refused in a sentence, and the picture stays: the first of them in
  // every run, all in `npm run journeys`. test/fuzz/files.test.ts damages many more.
  const text = releaseText(file);
  const changed = { ...file, sheet: { ...file.sheet, curator: "Somebody else" } };
  const other = (change: object) => JSON.stringify({ ...file, ...change });
  const mechanism = (change: object) => other({ mechanism: { ...file.mechanism, ...change } });
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ["a.json", '{"schema":"curveil-other/1"}', /schema must be "curveil-release\/2"/],
    ["a.json", JSON.stringify(changed), /changed after it was sealed/],
    ["a.svg", "<svg></svg>", /one that Curveil saved/],
    ["a.png", "GIF89a", /a PNG file/],
    ["a.json", other({ schema: "curveil-release/3" }), /which this version reads/],
    ["a.json", `{"__proto__":{"schema":"curveil-release/1"},${text.slice(1)}`, /with the fields/],
    ["a.json", mechanism({ integers: [...file.mechanism.integers.slice(1), 0.5] }), /must be an integer/],
    ["a.json", mechanism({ integers: "1,2,3" }), /must be a list/],
    ["a.json", mechanism({ mu: file.mechanism.mu / 2 }), /mu must be at least/],
    ["a.json", other({ study: "constructor" }), /changed after|study that this version does not have/],
  ];
  const explored = await page.locator("path.release").getAttribute("d");
  for (const [name, content, sentence] of refused.slice(0, casesOf(refused.length, 3))) {
    await dropFile(page, name, content);
    const notice = page.getByTestId("opened");
    await notice.waitFor({ timeout: 20_000 });
    expect(await notice.innerText()).toMatch(sentence);
    await notice.getByRole("button", { name: "Dismiss" }).click();
  }
  expect(await page.getByTestId("released").count()).toBe(0);
  await expect.poll(() => page.locator("path.release").getAttribute("d")).toBe(explored);
  expect(complaints).toEqual([]);
});

/** The values of the file that is dropped. */
const values = Array.from({ length: 80 }, (_, i) => ((Math.sin(12.9898 * i) * 43758.5453) % 1) ** 2);

/** A page with a table of one's own. */
async function ownTable() {
  const { page } = await open("#/density?v=1&data=hall-1");
  await rested(page);
  await dismissNotice(page);
  return page;
}
async function dropOwn(page: Page): Promise<void> {
  await drawFile(page, "own.csv", `v\n${values.map((value) => value.toFixed(8)).join("\n")}\n`);
  await expect.poll(() => page.url()).toContain("data=own");
  await rested(page);
}

test("beside other data the release of those before is not offered again", async () => {
  const { page } = await open("#/density?v=1&data=hall-1");
  await rested(page);
  await release(page);
  for (const [link, offered] of [
    ["#/density?v=1&data=hall-1&view=outside&epsilon=0.5", 1],
    ["#/density?v=1&data=sleep&view=outside", 0],
  ] as const) {
    await page.evaluate((hash) => (location.hash = hash), link);
    await page.locator("path.release[d]").first().waitFor({ state: "attached" });
    await rested(page);
    expect(await page.getByTestId("ended").count(), link).toBe(offered);
  }
});

test("a preview of one's own data is not printed from outside", async () => {
  const page = await ownTable();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".study").isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await dropOwn(page);

  // It is labelled inside; examples are printed as they are.
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText("PRIVATE DATA: holds the original").isVisible()).toBe(true);
  expect(await page.locator(".study").isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  expect(await page.getByText("PRIVATE DATA: holds the original").isVisible()).toBe(false);
  await page.getByRole("radio", { name: "Outside" }).click();
  await rested(page);
  await page.emulateMedia({ media: "print" });
  // As a browser does before it prints: then a preview that is printed is made.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await page.getByText("From outside only a release leaves the page").first().isVisible()).toBe(true);
  expect(await page.locator(".study").isVisible()).toBe(false);
  expect(await page.locator("img, svg, canvas").filter({ visible: true }).count()).toBe(0);
  expect(await page.locator("main").innerText()).not.toMatch(/\d/);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
});

// In every run, of one's own data: a release opens without them in apart.test.ts; nothing private is within
// reach of a page that shows a release in outside.test.ts.
swept("a release of one's own data opens elsewhere, as it is shown here, and no record is within reach", async () => {
  const page = await ownTable();
  await dropOwn(page);
  const secrets = (await page.evaluate(reachable)).filter(({ keys }) =>
    keys.some((key) => /^(original|records|points|estimate)$/.test(key)),
  );
  expect(secrets.length).toBeGreaterThan(1);
  const file = await release(page);
  expect(foundIn(secrets, await page.evaluate(reachable))).toEqual([]);
  const shown = await picture(page);

  const { page: elsewhere, complaints } = await open("#/meanCurve?v=1&data=chick-weight");
  await rested(elsewhere);
  await dismissNotice(elsewhere);
  await dropFile(elsewhere, "release.json", releaseText(file));
  await elsewhere.getByTestId("released").waitFor();
  await rested(elsewhere);
  await expect.poll(() => elsewhere.url()).toContain("#/density");
  expect(await picture(elsewhere)).toEqual(shown);
  expect(complaints).toEqual([]);
});
