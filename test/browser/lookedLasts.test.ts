import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { account, add, exported, release, releasedBy, typed } from "../support/ledgerPage.ts";
import {
  drawFile,
  drawn,
  drawOwn,
  dropFile,
  releasedBy as released,
  useBrowser,
  withBudget,
  readItSo,
} from "../support/page.ts";

const open = useBrowser();

const values = Array.from({ length: 60 }, (_, i) => (0.314159 + 0.006283 * i).toFixed(6));
const own = `v\n${values.join("\n")}\n`;
const others = `v\n${values.map((value) => (1 - Number(value)).toFixed(3)).join("\n")}\n`;
/** The same cells under another name, with what adds nothing. */
const renamed = `Value;year;note\n${values.map((value) => `${value.replace(".", ",")};2024;`).join("\n")}\n;;\n`;

const badge = (page: Page) => page.getByTestId("badge");
const rested = (page: Page) => page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();

test("a bandwidth that a link says was chosen by looking stays so for whoever opens the link with own data", async () => {
  const { page } = await open();
  await drawn(page);
  await drawFile(page, "own.csv", own);
  await rested(page);
  await typed(page, "Bandwidth, as a number", "0.07");
  await badge(page).getByText("the bandwidth was chosen while looking").waitFor();
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/&h=0\.07&.*origin=h:looked/);

  const { page: elsewhere, complaints } = await open(new URL(page.url()).hash);
  await dropFile(elsewhere, "mine.csv", others);
  await elsewhere.getByText(/some were chosen by looking at data: the bandwidth\. They count/).waitFor();
  await drawOwn(elsewhere);
  await rested(elsewhere);
  await badge(elsewhere).getByText("the bandwidth was chosen while looking").waitFor();
  await expect.poll(() => decodeURIComponent(elsewhere.url())).toContain("origin=h:looked");
  await withBudget(elsewhere);
  await release(elsewhere).click();
  await elsewhere.getByText("This would not be a private release: the bandwidth was chosen").waitFor();
  expect(await elsewhere.getByTestId("ledger").count()).toBe(0);
  await elsewhere.getByRole("button", { name: "I would have chosen this without looking" }).click();
  await badge(elsewhere).waitFor({ state: "detached" });
  const { provenance } = await released(elsewhere);
  expect(provenance).toContainEqual(
    expect.objectContaining({ parameter: "the bandwidth", origin: "chosen after looking" }),
  );
  expect(complaints).toEqual([]);
});

test("what was looked at goes with the ledger's file; a name, a constant or an empty column and a row of separators make no new table; changed cells are asked about", async () => {
  const { page, complaints: mine } = await open();
  await drawn(page);
  await drawFile(page, "own.csv", own);
  await rested(page);
  await releasedBy(page);
  const spent = await account(page);
  const text = await exported(page);

  const { page: elsewhere, complaints } = await open();
  await drawn(elsewhere);
  await drawFile(elsewhere, "renamed.csv", renamed, { upper: "2" });
  await rested(elsewhere);
  expect(await badge(elsewhere).count()).toBe(0);
  await add(elsewhere, text);
  await elsewhere.getByText("1 entry added.").waitFor();
  expect(await account(elsewhere)).toBe(spent);
  await badge(elsewhere)
    .getByText(/the domain.* chosen while looking/)
    .waitFor();
  await elsewhere.reload();
  // The link that is open has the schema of the other names: a file that lacks them is refused once, and then proposes its own.
  await dropFile(elsewhere, "own.csv", own);
  await elsewhere.getByText("Open the file once more").waitFor();
  await dropFile(elsewhere, "own.csv", own);
  await elsewhere.getByText("You looked at these data before").waitFor();

  const later = await page.context().newPage();
  await later.goto(inject("siteUrl"));
  await drawn(later);
  await dropFile(later, "renamed.csv", renamed);
  await later.getByText("You looked at these data before").waitFor();
  await drawOwn(later, { upper: "2" });
  await rested(later);
  await badge(later).getByText("the domain").waitFor();
  await expect.poll(() => account(later)).toBe(spent);

  const changed = own.replace("0.314159", "0.5");
  await dropFile(later, "changed.csv", changed);
  await later.getByText("You looked at these data before").waitFor();
  await later.getByText("This looks like a table that was here before").waitFor();
  await drawOwn(later, { upper: "2" });
  await rested(later);
  await badge(later).getByText("the domain").waitFor();
  await expect.poll(() => account(later)).toBe(spent);

  // Another file of the same form, of which a person says that it is of other people.
  // The panel of the table before says it too, until the new one stands there.
  await dropFile(later, "others.csv", others);
  const declaring = later.locator(".declare", { hasText: "others.csv" });
  await declaring.getByText("This looks like a table that was here before").waitFor();
  await declaring.getByRole("button", { name: "It is about other people" }).click();
  await declaring.getByText("Nothing of them is drawn yet").waitFor();
  // What was declared for the table before is taken over as it was chosen, until something else is typed.
  const taken = later.getByText(/some were chosen by looking at data/);
  await expect.poll(() => taken.innerText()).toContain("the domain");
  await readItSo(later);
  await later.locator('.declare form input[aria-label$="upper end"]').fill("3");
  await expect.poll(() => taken.or(later.locator("legend")).first().innerText()).not.toContain("the domain");
  await drawOwn(later);
  await rested(later);
  await later.getByRole("form", { name: "Budget" }).waitFor();
  expect((await badge(later).allInnerTexts()).join()).not.toContain("the domain");
  expect([...mine, ...complaints]).toEqual([]);
});
