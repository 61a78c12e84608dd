import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { triesAll } from "../support/fuzzing.ts";
import { drawFile, dropFile, releasePath, savedBy, useBrowser, withBudget, withoutNotices } from "../support/page.ts";
import { differences, domOf, foundIn, pixelsOf, reachable, says, storage } from "../support/outsideView.ts";
import type { Reached } from "../support/outsideView.ts";
import { atRest, rested } from "../support/rest.ts";

const open = useBrowser();
const patience = 180_000;

interface Case {
  readonly study: string;
  readonly example: string;
  /** A slider besides ε whose every move asks a worker; undefined where ε does. */
  readonly slider: string | undefined;
  /** A table of one's own, complete, with a row far from all others. */
  readonly file: string;
  /** The same with incomplete rows, where the study takes such. */
  readonly gaps: string;
}

const spread = (i: number, k: number) => ((Math.sin(12.9898 * (i + 1) + 78.233 * k) * 43758.5453) % 1) ** 2;
const times = Array.from({ length: 12 }, (_, j) => (j / 11).toFixed(2)); // Names of columns, so public.
const decimals = (value: number) => value.toFixed(8);

const plain: readonly Omit<Case, "gaps">[] = [
  {
    study: "density",
    example: "data=hall-1",
    slider: "Bandwidth",
    file: `v\n${Array.from({ length: 60 }, (_, i) => decimals(spread(i, 1))).join("\n")}\n77.12345678\n`,
  },
  {
    study: "boundary",
    example: "data=moons",
    slider: "Length scale",
    file: `a,b,kind\n${Array.from({ length: 60 }, (_, i) => {
      const kind = i % 3 === 0 ? "zinc" : "amber";
      return [decimals(spread(i, 1)), decimals(spread(i, 2) / 2 + (i % 3 === 0 ? 0.5 : 0)), kind].join(",");
    }).join("\n")}\n0.5,77.12345678,zinc\n`,
  },
  {
    study: "meanCurve",
    example: "data=chick-weight",
    slider: "Penalty",
    file: `${["pid", ...times].join(",")}\n${Array.from({ length: 9 }, (_, i) =>
      [`p${i}`, ...times.map((_, j) => decimals(Math.sin(j / 3) / 3 + spread(i, j)))].join(","),
    ).join("\n")}\n${["p9", ...times.map(() => "77.12345678")].join(",")}\n`,
  },
  {
    study: "fabrication",
    example: "data=moons",
    slider: undefined,
    file: `a,b,kind\n${Array.from({ length: 60 }, (_, i) =>
      [decimals(spread(i, 1)), decimals(spread(i, 2)), i % 3 === 0 ? "zinc" : "amber"].join(","),
    ).join("\n")}\n0.5,77.12345678,zinc\n`,
  },
];

const incomplete: Readonly<Record<string, string>> = {
  density: "NA\n".repeat(7),
  boundary: "0.25,NA,zinc\n".repeat(7),
  fabrication: "0.25,NA,zinc\n".repeat(7),
};
const cases = plain.map((one): Case => ({
  ...one,
  gaps: one.file + (incomplete[one.study] ?? ""),
}));

/** The study's own controls: sections that were opened may have others of the same name. */
const controlsOf = (page: Page) => page.getByRole("complementary", { name: "Controls" });

/** Opens all that can be opened, until nothing more does. */
async function openAll(page: Page): Promise<void> {
  const openMore = () =>
    page.evaluate(() => {
      const closed = "details:not([open]) > summary, main button[aria-expanded=false]";
      const openers = [...document.querySelectorAll<HTMLElement>(closed)];
      for (const opener of openers) opener.click();
      return openers.length;
    });
  for (let turn = 0; turn < 4 && (await openMore()) > 0; turn++) await atRest(page);
}

const pictureOf = (page: Page) =>
  page.locator("#picture [role=application], #picture .field-plot, #picture svg").first();

/** Points at the picture, taps it and reads it by keys. */
async function look(page: Page): Promise<void> {
  const picture = pictureOf(page);
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox())!;
  for (const share of [0.2, 0.45, 0.7]) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.5, { steps: 4 });
    await page.mouse.down();
    await page.mouse.up();
  }
  await page.keyboard.press("ArrowRight");
}

/** What a person does inside: looks, opens all, drags ε and another slider and puts them back. */
async function explore(page: Page, slider?: string): Promise<void> {
  await look(page);
  await openAll(page);
  for (const name of ["Privacy loss", ...(slider === undefined ? [] : [slider])]) {
    const controls = controlsOf(page);
    const number = controls.getByLabel(`${name}, as a number`).first();
    const before = await number.inputValue();
    const handle = controls.getByRole("slider", { name }).first();
    // What was opened may still move the page.
    const size = (await handle.boundingBox())!;
    await handle.hover({ position: { x: size.width * 0.6, y: size.height / 2 } });
    const { x, y, width, height } = (await handle.boundingBox())!;
    await page.mouse.down();
    await page.mouse.move(x + width * 0.4, y + height / 2, { steps: 6 });
    await page.mouse.up();
    await rested(page);
    expect(await number.inputValue()).not.toBe(before);
    await number.fill(before);
    await number.press("Enter");
    await rested(page);
    expect(await number.inputValue()).toBe(before);
  }
  const picture = pictureOf(page);
  await picture.scrollIntoViewIfNeeded();
  await picture.hover();
}

/** Goes outside from wherever the pointer is, and leaves it on nothing. */
async function goOutside(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Outside" }).click();
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  await rested(page);
  await expect.poll(() => page.url()).toContain("view=outside");
}

/** The arrays that only the inside view has: the original, the records, what was measured of them, and the noise. */
function privateAmong(reached: readonly Reached[]): readonly Reached[] {
  const named = (pattern: RegExp) => reached.filter(({ keys }) => keys.some((key) => pattern.test(key)));
  return named(/^(original|estimate|records|points|curves|rawMean|fitted|inside|labels|responses|inputs)$/);
}

/** The private arrays within reach of a page that is inside: its original and its records among them. */
async function secretsOf(page: Page): Promise<readonly Reached[]> {
  const secrets = privateAmong(await page.evaluate(reachable));
  expect(secrets.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(["original", "records"]));
  return secrets;
}

/** The lengths of different arrays within reach. */
const lengths = (reached: readonly Reached[]) =>
  [...new Set(reached.map(({ length }) => length))].sort((a, b) => a - b);

/**
 * What leaves a page that has seen private data, in four ways: by the view of an example, by a release, by the words about one's
 * own data, and by their values. `npm test` goes each way with another study; `npm run journeys` goes every way with every
 * study. What each study says of neighbouring tables: test/studies/neighbours.test.tsx.
 */
const quick = { view: "density", release: "boundary", words: "meanCurve", values: "fabrication" };
const goingBy = (way: keyof typeof quick) => cases.filter(({ study }) => triesAll || study === quick[way]);

test.each(goingBy("view"))(
  "outside, after inside, $study is what a recipient's page is, closed and open, in all that it keeps; no private array is in reach",
  async ({ study, example, slider }) => {
    // The copy for offline use is of the site, whatever the study.
    const serviceWorkers = study === "density" ? "allow" : "block";
    const { page, complaints } = await open(`#/${study}?v=1&${example}`, { serviceWorkers });
    await rested(page);
    await withoutNotices(page); // What a short link leaves out.
    await explore(page, slider);
    const secrets = await secretsOf(page);
    const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const opened = (await fetched()).filter((name) => name.endsWith(".js"));
    expect(opened.length).toBeGreaterThan(5);
    await goOutside(page);
    const kept = await fetched();
    expect(opened.filter((name) => kept.includes(name) && !name.includes("worker"))).toEqual([]);

    const fresh = await open(new URL(page.url()).hash, { serviceWorkers });
    await settle(fresh.page);
    for (const stage of ["closed", "open"]) {
      const [mine, theirs] = [await says(page), await says(fresh.page)];
      expect(mine.dom, stage).toEqual(theirs.dom);
      expect(mine.accessible, stage).toEqual(theirs.accessible);
      const kept = await page.evaluate(reachable);
      expect(kept.length, stage).toBeGreaterThan(0);
      expect(lengths(kept), stage).toEqual(lengths(await fresh.page.evaluate(reachable)));
      const stirs = await differences(fresh.page, mine.pixels, theirs.pixels);
      expect(
        stirs.filter((count) => count !== 0),
        stage,
      ).toEqual([]);
      expect(foundIn(secrets, kept), stage).toEqual([]);
      await Promise.all([openAll(page), openAll(fresh.page)]);
      await Promise.all([rested(page), rested(fresh.page)]);
    }
    // Until a page is ready for use offline, its copy is not whole.
    const ready = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    if (serviceWorkers === "allow") await Promise.all([ready(page), ready(fresh.page)]);
    await expect.poll(() => page.evaluate(storage)).toEqual(await fresh.page.evaluate(storage));
    expect([...complaints, ...fresh.complaints]).toEqual([]);
  },
  patience,
);

// Fabrication has a second ledger and a second release on its page, of digits: test/browser/fabrication.test.ts releases.
test.each(goingBy("release"))(
  "outside, after a release, $study is what it is for who opens the file; no private array is in reach",
  async ({ study, example }) => {
    const { page, complaints } = await open(`#/${study}?v=1&${example}`);
    await rested(page);
    await withoutNotices(page); // They take from the height of the picture.
    await withBudget(page);
    await look(page);
    await openAll(page);
    const secrets = await secretsOf(page);
    await controlsOf(page).getByRole("button", { name: "Release", exact: true }).click();
    await page.getByTestId("released").waitFor({ timeout: 30_000 });
    await settle(page);
    const releaseFile = await savedBy(page, () => page.getByRole("button", { name: "Release file (JSON)" }).click());

    // Whoever opens it is inside, at settings of his own.
    const fresh = await open(`#/${study}?v=1&${example}&epsilon=0.3`);
    await rested(fresh.page);
    await withoutNotices(fresh.page);
    await dropFile(fresh.page, "release.json", releaseFile);
    await fresh.page.getByTestId("released").waitFor();
    await settle(fresh.page);
    for (const stage of ["as it opens", "open"]) {
      const [mine, theirs] = [await stageOf(page), await stageOf(fresh.page)];
      expect(mine.length, stage).toBeGreaterThan(20);
      expect(mine, stage).toEqual(theirs);
      expect(await pixelsOf(page), stage).toEqual(await pixelsOf(fresh.page));
      expect(foundIn(secrets, await page.evaluate(reachable)), stage).toEqual([]);
      await Promise.all([openAll(page), openAll(fresh.page)]);
      await Promise.all([settle(page), settle(fresh.page)]);
    }
    expect([...complaints, ...fresh.complaints]).toEqual([]);
  },
  patience,
);

test.each(goingBy("words"))(
  "outside, a page that has seen one's own data inside has the words of one that never did, for $study",
  async ({ study, example, file }) => {
    const { page, complaints } = await open(`#/${study}?v=1&${example}`);
    await rested(page);
    await withoutNotices(page);
    await dropOwn(page, file);
    await explore(page); // Another slider would be told of as moved while looking.
    await goOutside(page);
    expect(await page.getByRole("note").innerText()).toMatch(/preview.*(subtract the noise|average their noise away)/i);
    const fresh = await open(new URL(page.url()).hash);
    await dropOwn(fresh.page, file);
    await settle(fresh.page);
    for (const stage of ["closed", "open"]) {
      expect(skeleton(await domOf(page)), stage).toEqual(skeleton(await domOf(fresh.page)));
      await Promise.all([openAll(page), openAll(fresh.page)]);
      await Promise.all([rested(page), rested(fresh.page)]);
    }
    expect([...complaints, ...fresh.complaints]).toEqual([]);
  },
  patience,
);

test.each(goingBy("values"))(
  "outside, of one's own data in $study it tells nothing that only their owner knows: no value, curve or count, shown or kept",
  async ({ study, example, slider, file, gaps }) => {
    const { page, complaints } = await open(`#/${study}?v=1&${example}`);
    await rested(page);
    await dropOwn(page, gaps);
    if (gaps !== file) await page.getByLabel("Leave out rows without a number").check();
    await rested(page);
    await explore(page, slider);
    const told = (await domOf(page)).join("\n");
    const secrets = await secretsOf(page);
    const traces = [
      ...valuesOf(gaps),
      ...(await drawnInside(page)),
      ...["were outside", "7 rows", "68 rows", "own.csv"],
    ];
    expect(traces.filter((trace) => told.includes(trace)).length).toBeGreaterThan(1);
    await goOutside(page);
    await openAll(page);
    await rested(page);
    const { dom, accessible } = await says(page);
    const stored = JSON.stringify(await page.evaluate(storage));
    const said = [...dom, ...accessible, decodeURIComponent(page.url()), stored].join("\n");
    expect(traces.filter((trace) => said.includes(trace))).toEqual([]);
    expect(withoutPaths(said)).not.toContain(far);
    expect(await page.locator(".label-original, path.estimate[d]").count()).toBe(0);
    expect(foundIn(secrets, await page.evaluate(reachable))).toEqual([]);
    expect(complaints).toEqual([]);
  },
  patience,
);

test("of one's own data, an address with a seed that says outside gives another draw than the seed's", async () => {
  const { page, complaints } = await open("#/density?v=1&data=hall-1");
  await rested(page);
  await dropOwn(page, plain[0]!.file);
  await page.getByLabel("Repeatable noise").check();
  await rested(page);
  await expect.poll(() => page.url()).toContain("seed=1");
  await withoutNotices(page);
  await rested(page);
  const [address, seeded] = [page.url(), await releasePath(page)];
  await goOutside(page);
  expect(await releasePath(page)).not.toBe(seeded);
  await page.evaluate((hash) => (location.hash = hash), new URL(address.replace("view=inside", "view=outside")).hash);
  await page.getByText("seed").first().waitFor();
  await settle(page);
  expect(await releasePath(page)).not.toBe(seeded);
  // Back, past the outside before it, is the inside with its original and its seed.
  await page.goBack();
  await settle(page);
  expect(await releasePath(page)).not.toBe(seeded);
  await page.goBack();
  await expect.poll(() => page.url()).toContain("view=inside");
  await withoutNotices(page);
  await expect.poll(() => releasePath(page)).toBe(seeded);
  expect(complaints).toEqual([]);
});

/** What stands on a page between its head and its controls, without the line that says where a release came from. */
const stageOf = async (page: Page) =>
  (
    await page.evaluate(() => {
      const stage = document.querySelector(".stage")!.cloneNode(true) as HTMLElement;
      stage.querySelector("[data-testid=released] > span")!.remove();
      return stage.outerHTML;
    })
  )
    .replace(/_r_[0-9a-z]+_/g, "id")
    .replaceAll("><", ">\n<")
    .split("\n");

async function dropOwn(page: Page, file: string): Promise<void> {
  await page.getByText("Or drop a CSV").waitFor();
  await drawFile(page, "own.csv", file);
  await expect.poll(() => page.url()).toContain("data=own");
  await atRest(page);
  if (!file.includes("NA")) await rested(page);
}

/** The value far from all others as a page would write it, where a coordinate of fresh noise may begin so too. */
const far = "77.12";

/** Lines of a DOM without the coordinates of its curves. */
const withoutPaths = (said: string) => said.replace(/ d="[^"]*"/g, "");

/** The beginnings of a file's values, which no public number has. */
const valuesOf = (file: string) => [
  ...Array.from(file.matchAll(/\d+\.\d{8}/g), ([value]) => value.slice(0, 7)).filter((value) => !/0000/.test(value)),
];

/** Pieces of the curves and boundaries that only the inside view draws. */
const drawnInside = async (page: Page) =>
  (
    await page
      .locator("path.estimate[d]")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")!.split("L").slice(2)))
  ).flatMap((points) => points.slice(1).map((point, i) => `${points[i]}L${point}`));

/** What a page shows without its pictures, its sentences about them, and all numbers: noise differs from page to page. */
function skeleton(dom: readonly string[]): readonly string[] {
  return dom
    .join("\n")
    .replace(/<svg[^]*?<\/svg>/g, "")
    .replace(/<span class="label-[^]*?<\/span>/g, "")
    .replace(/<p class="(sentence|readout)"[^]*?<\/p>/g, "")
    .replace(/aria-valuetext="[^"]*"/g, "")
    .replace(/[-−]?\d[\d.,]*(e[-−+]?\d+)?/g, "#")
    .split("\n");
}
