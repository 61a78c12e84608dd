import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawFile, releasePath, useBrowser, withoutNotices } from "../support/page.ts";
import {
  cases,
  endSimulation,
  explore,
  goingBy,
  goOutside,
  openAll,
  secretsOf,
  settle,
  undisturbed,
} from "../support/insideOut.ts";
import { domOf, foundIn, reachable, says, storage } from "../support/outsideView.ts";
import { atRest, rested } from "../support/rest.ts";

const open = useBrowser();
const patience = 180_000;

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
      await undisturbed(page, fresh.page);
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
  async ({ study, example, slider, gaps }) => {
    const { page, complaints } = await open(`#/${study}?v=1&${example}`);
    await rested(page);
    await dropOwn(page, gaps);
    await rested(page);
    const simulates = study === "boundary" || study === "fabrication";
    await explore(page, slider, simulates);
    const told = (await domOf(page)).join("\n");
    const secrets = await secretsOf(page);
    const traces = [
      ...valuesOf(gaps),
      ...(await drawnInside(page)),
      ...["were outside", "7 rows", "68 rows", "own.csv"],
    ];
    expect(traces.filter((trace) => told.includes(trace)).length).toBeGreaterThan(1);
    await goOutside(page);
    await openAll(page, simulates ? endSimulation : undefined);
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
  await dropOwn(page, cases.find(({ study }) => study === "density")!.file);
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
