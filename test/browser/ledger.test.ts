import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { parseLedger } from "../../src/core/privacy/accounting/ledgerFile.ts";
import { releaseText } from "../../src/core/release/file/sealedRelease.ts";
import { axeViolations } from "../support/axe.ts";
import { firstOf, triesAll } from "../support/fuzzing.ts";
import {
  account,
  add,
  exported,
  number,
  openKeeping,
  release,
  releasedBy,
  storedLedger,
  typed,
} from "../support/ledgerPage.ts";
import { drawFile, drawn, drawOwn, dropFile, savedBy, useBrowser, withBudget } from "../support/page.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();

const own = `v\n${Array.from({ length: 60 }, (_, i) => (0.314159 + 0.006283 * i).toFixed(6)).join("\n")}\n`;
const reordered = `v\n${own.trim().split("\n").slice(1).reverse().join("\n")}\n`;

test("declare, release, reload, export, import and open elsewhere: the ledger still says it, on a desktop and a phone", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  await release(page).click();
  await page.getByText("First declare what all releases").waitFor();
  expect(await number(page, "Budget: epsilon of all releases").evaluate((box) => box === document.activeElement)).toBe(
    true,
  );
  await withBudget(page);
  expect(await account(page)).toMatch(/Spent\s+0 %\s+nothing yet\s+Next release\s+2\d %/);
  const file = await releasedBy(page);
  await page.getByText("1 entry").waitFor();
  const spent = await account(page);
  expect(spent).toMatch(/Spent\s+2\d %\s+1 draw, ε = /);

  await page.reload();
  await drawn(page);
  await expect.poll(() => account(page)).toBe(spent);
  const entryIsWhole = async (on: Page) => {
    await on.getByText("1 entry", { exact: true }).click();
    await on.locator(".entries li summary").click();
    await expect.poll(() => on.locator(".entries").innerText()).toContain(file.digest.slice(0, 12));
    if (triesAll || on !== page) expect(await axeViolations(on)).toEqual([]);
    expect(await on.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  };
  await entryIsWhole(page);
  const text = await exported(page);
  expect(parseLedger(text).entries).toMatchObject([{ id: file.ledgerEntry, study: "density", release: file.digest }]);

  const elsewhere = await open("", { viewport: { width: 390, height: 844 } });
  await drawn(elsewhere.page);
  await release(elsewhere.page).click();
  await elsewhere.page.getByText("First declare what all releases").waitFor();
  await elsewhere.page.getByRole("form", { name: "Budget" }).waitFor();
  await add(elsewhere.page, text);
  await elsewhere.page.getByText("1 entry added.").waitFor();
  expect(await account(elsewhere.page)).toBe(spent);
  await add(elsewhere.page, text);
  await elsewhere.page.getByText("Nothing in it was new.").waitFor();
  await entryIsWhole(elsewhere.page);
  // The release opens there as well, and its entry is the one that was added.
  await dropFile(elsewhere.page, "release.json", releaseText(file));
  await elsewhere.page.getByTestId("released").waitFor();
  expect(await elsewhere.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await elsewhere.page.getByRole("button", { name: "Back to exploring" }).click();
  await releasedBy(elsewhere.page);
  await elsewhere.page.getByText("2 entries", { exact: true }).waitFor();
  expect([...complaints, ...elsewhere.complaints]).toEqual([]);
});

// Of the numbers alone: test/state/typedNumber.test.ts.
swept("a number that is not understood is not declared, and Enter alone declares nothing", async () => {
  const { page } = await open();
  await drawn(page);
  await page.getByRole("form", { name: "Budget" }).waitFor();
  await typed(page, "Budget: epsilon of all releases", "2.5");
  await number(page, "Budget: epsilon of all releases").fill("two");
  await page.getByRole("button", { name: "Declare this budget" }).click();
  await page.getByText("still using 2.5").waitFor();
  expect(await page.getByTestId("account").count()).toBe(0);
  await typed(page, "Budget: epsilon of all releases", "2.5");
  await page.getByRole("button", { name: "Declare this budget" }).click();
  await page.getByText("All releases of these data together: ε = 2.5").waitFor();
});

// Of the ledger alone: test/state/ledger/ledger.test.ts, and test/panels/ledger. Here a budget that is spent: two tabs, below.
swept("what the next release costs follows the slider, and beyond the budget there is none", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  await withBudget(page);
  await releasedBy(page);
  const before = await account(page);
  await typed(page, "Privacy loss, as a number", "30");
  await expect.poll(() => account(page)).not.toBe(before);
  await page.getByText("is more than what is left").waitFor();
  expect(await release(page).isDisabled()).toBe(true);
  const fits = /an ε of up to ([\d.]+) fits/.exec(await page.locator(".ledger .problem").innerText())![1]!;
  await typed(page, "Privacy loss, as a number", fits);
  await expect.poll(() => page.locator(".ledger .problem").count()).toBe(0);
  await releasedBy(page);
  await page.getByText("2 entries").waitFor();

  await openKeeping(page);
  await page.getByRole("button", { name: "Declare another budget" }).click();
  await page.getByText("you would have gone no further than this").first().waitFor();
  await typed(page, "Budget: epsilon of all releases", "40");
  await page.getByRole("button", { name: "Declare this budget" }).click();
  await page.getByText("in place of an earlier budget: proved only if").waitFor();
  const events = JSON.parse(
    await savedBy(page, () => page.getByRole("button", { name: "Events for dp_accounting" }).click()),
  ) as unknown;
  expect(events).toMatchObject({ class_name: "ComposedDpEvent", events: [{ class_name: "GaussianDpEvent" }, {}] });
  expect(complaints).toEqual([]);
});

// Of the ledger alone: test/state/ledger/studyLedger.test.ts. Here one's own table in another order: the test after this one.
swept("one's own table has its ledger in any order of its rows; one of other people has another", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  await page
    .getByText("Example: public data, a release costs nobody anything, but the ledger works the same.")
    .waitFor();
  const load = async (text: string) => {
    await drawFile(page, "own.csv", text);
    await expect.poll(() => page.url()).toContain("data=own");
    await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
  };
  await load(own);
  await expect.poll(() => page.getByText("Example: public data, a release").count()).toBe(0);
  await releasedBy(page);
  const spent = await account(page);
  await load(reordered);
  await expect.poll(() => account(page)).toBe(spent);
  await openKeeping(page);
  const known = /digest of its cells, ([0-9a-f]{8})…/;
  const [, fingerprint] = known.exec(await page.locator(".keeping").innerText())!;
  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(() => page.url()).toContain("view=outside");
  expect(await page.content()).not.toContain(fingerprint);

  const text = await (async () => {
    await page.getByText("Keep, move, add").click();
    return exported(page);
  })();
  await page.getByRole("radio", { name: "Inside" }).click();
  await load(own.replace("0.314159", "0.314158"));
  // Other people with the same names of columns are told apart by a person alone.
  await expect.poll(() => account(page)).toBe(spent);
  await page.locator(".ledger").getByRole("button", { name: "It is about other people" }).click();
  await page.getByRole("form", { name: "Budget" }).waitFor();
  await add(page, text);
  await page.getByRole("button", { name: "They are the same people: add its entries" }).click();
  await page.getByText("1 entry added.").waitFor();
  expect(await account(page)).toBe(spent);
  expect(complaints).toEqual([]);
});

test("what is moved after any picture of one's own data was chosen after looking: outside, by a link, on another day", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  const badge = (on: Page) => on.getByTestId("badge");
  await drawFile(page, "own.csv", own);
  await expect.poll(() => page.url()).toContain("data=own");
  const declared = await number(page, "Privacy loss, as a number").inputValue();
  await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
  expect(await badge(page).count()).toBe(0);

  await page.getByRole("radio", { name: "Outside" }).click();
  await page.getByText("An unpaid preview").waitFor();
  await typed(page, "Privacy loss, as a number", "40");
  await badge(page).getByText("ε was chosen while looking").waitFor();
  await withBudget(page);
  await release(page).click();
  await page.getByText("This would not be a private release: ε was chosen").waitFor();
  expect(await page.getByTestId("ledger").count()).toBe(0);
  await typed(page, "Privacy loss, as a number", declared);
  await badge(page).waitFor({ state: "detached" });

  // The address follows at most three times a second.
  await expect.poll(() => page.url()).toContain(`epsilon=${declared}&`);
  const link = page.url();
  await page.evaluate(
    (hash) => (location.hash = hash),
    new URL(link).hash.replace(/&h=[^&]*/, "&h=0.07&origin=public"),
  );
  await badge(page).getByText("the bandwidth was chosen while looking").waitFor();
  await page.getByRole("button", { name: "I would have chosen this without looking" }).click();
  await badge(page).waitFor({ state: "detached" });

  const later = await page.context().newPage();
  await later.goto(inject("siteUrl"));
  await drawn(later);
  await dropFile(later, "renamed.csv", reordered);
  await later.getByText("You looked at these data before").waitFor();
  await drawOwn(later, { upper: "2" });
  await badge(later).getByText("the domain").waitFor();
  expect(complaints).toEqual([]);
});

// The transaction alone, whatever the table: test/state/ledger/ledger.test.ts.
test.each(firstOf(["data of one's own", "an example"], 1))(
  "two tabs on the same data cannot both spend the last of a budget: %s",
  async (data) => {
    const opened = async (page: Page) => {
      await drawn(page);
      if (data === "an example") return;
      await drawFile(page, "own.csv", own);
      await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
    };
    // The page that came last presses first; `npm run journeys` takes the other order, too.
    for (const turn of triesAll ? [1, 2] : [1]) {
      const { page: one, complaints } = await open();
      await opened(one);
      const delta = await number(one, "Slack, as a number").inputValue();
      await one.getByRole("form", { name: "Budget" }).waitFor();
      await typed(one, "Budget: epsilon of all releases", await number(one, "Privacy loss, as a number").inputValue());
      await typed(one, "Budget: delta", delta);
      await one.getByRole("button", { name: "Declare this budget" }).click();
      await one.getByText("no other like it").waitFor();
      const two = await one.context().newPage();
      await two.goto(inject("siteUrl"));
      await opened(two);
      await two.getByText("no other like it").waitFor();

      const files: string[] = [];
      for (const page of [one, two]) page.on("download", (file) => void files.push(file.suggestedFilename()));
      const pages = turn === 1 ? [two, one] : [one, two];
      // A click waits for its page to be drawn, which a page in the back is not.
      const press = (page: Page) =>
        page.evaluate(() => {
          const buttons = Array.from(document.querySelectorAll("button"));
          buttons.find(({ textContent }) => textContent === "Release")!.click();
        });
      await Promise.all(pages.map(press));
      const refused = async () =>
        (await Promise.all(pages.map((page) => page.getByText("The budget of these data is spent").count()))).filter(
          (count) => count > 0,
        ).length;
      await expect.poll(() => files.filter((name) => name.endsWith(".zip")).length, { timeout: 20_000 }).toBe(1);
      await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThan(0);
      expect((await storedLedger(two)).entries).toHaveLength(1);
      expect(files.filter((name) => name.endsWith(".zip"))).toHaveLength(1);
      expect(complaints).toEqual([]);
      await one.context().close();
    }
  },
);
