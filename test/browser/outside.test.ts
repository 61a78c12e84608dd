import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dropFile, savedBy, useBrowser, withBudget, withoutNotices } from "../support/page.ts";
import {
  controlsOf,
  explore,
  goingBy,
  goOutside,
  look,
  openAll,
  secretsOf,
  settle,
  undisturbed,
} from "../support/insideOut.ts";
import { differences, foundIn, pixelsOf, reachable, says, storage } from "../support/outsideView.ts";
import type { Reached } from "../support/outsideView.ts";
import { rested } from "../support/rest.ts";

const open = useBrowser();
const patience = 180_000;

/** The lengths of different arrays within reach. */
const lengths = (reached: readonly Reached[]) =>
  [...new Set(reached.map(({ length }) => length))].sort((a, b) => a - b);

test.each(goingBy("view"))(
  "outside, after inside, $study is what a recipient's page is, closed and open, in all that it keeps; no private array is in reach",
  async ({ study, example, slider }) => {
    // The copy for offline use is of the site, whatever was seen: offlineCopy.test.ts.
    const { page, complaints } = await open(`#/${study}?v=1&${example}`);
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

    const fresh = await open(new URL(page.url()).hash);
    await settle(fresh.page);
    for (const stage of ["closed", "open"]) {
      await undisturbed(page, fresh.page);
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
      await undisturbed(page, fresh.page);
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

/** What stands on a page between its head and its controls, without the line that says where a release came from. */
const stageOf = async (page: Page) =>
  (
    await page.evaluate(() => {
      const stage = document.querySelector(".study")!.cloneNode(true) as HTMLElement;
      stage.querySelector(".controls")!.remove();
      stage.querySelector("[data-testid=released] > span")!.remove();
      return stage.outerHTML;
    })
  )
    .replace(/_r_[0-9a-z]+_/g, "id")
    .replaceAll("><", ">\n<")
    .split("\n");
