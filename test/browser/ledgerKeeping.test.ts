import { describe, expect, test } from "vitest";
import { parseLedger } from "../../src/core/privacy/accounting/ledgerFile.ts";
import { account, add, exported, release, releasedBy } from "../support/ledgerPage.ts";
import { casesOf, triesAll } from "../support/fuzzing.ts";
import { drawn, dropFile, savedBy, useBrowser, withBudget } from "../support/page.ts";

const open = useBrowser();

describe("where the browser keeps nothing", () => {
  const withoutDatabase = () => void Reflect.deleteProperty(globalThis, "indexedDB");
  const deniedDatabase = () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  };

  test.each([["is denied", deniedDatabase] as const, ...(triesAll ? [["is absent", withoutDatabase] as const] : [])])(
    "because its database %s, nothing is released, or the person keeps the ledger in a file",
    async (_, beforehand) => {
      const { page, complaints } = await open("", {}, undefined, beforehand);
      await drawn(page);
      await page.getByText("Without a ledger nothing is released.").waitFor();
      await release(page).click();
      await expect.poll(() => page.locator("section[aria-label=Release] .problem").count()).toBe(1);
      await page.getByRole("button", { name: "Keep the ledger in a file myself" }).click();
      await page.getByText("Were these data released before?").waitFor();
      expect(await page.getByRole("form", { name: "Budget" }).count()).toBe(0);
      await page.getByRole("button", { name: "Nothing was released of them before" }).click();
      await withBudget(page);

      await release(page).click();
      const drawIt = page.getByRole("button", { name: "It is saved: draw" });
      expect(await drawIt.isEnabled()).toBe(false);
      const text = await savedBy(page, () =>
        page.locator(".in-panel").getByRole("button", { name: "Save the ledger" }).click(),
      );
      expect(parseLedger(text).entries).toHaveLength(1);
      await drawIt.click();
      await page.getByRole("button", { name: "Back to exploring" }).click();
      await page.getByText("1 entry").waitFor();
      await release(page).click();
      await page.getByRole("button", { name: "Do not draw" }).click();
      await page.getByText("Nothing was drawn: the ledger was not saved.").waitFor();
      await page.getByText("1 entry").waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test("without SHA-256 nothing is released, which is said where data are opened", async () => {
    const { page } = await open("", {}, undefined, () => {
      Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
    });
    const said = "This browser offers this page no cryptography";
    await page.locator("section[aria-label=Data]").getByText(said).waitFor();
    await drawn(page);
    await withBudget(page);
    await release(page).click();
    await page.locator("section[aria-label=Release]").getByText(said).waitFor();
    expect(await page.getByTestId("ledger").count()).toBe(0);
    await dropFile(page, "mine.csv", "value\n1\n2\n3\n4\n");
    await page.locator(".declare header").getByText(said).waitFor();
  });
});

test("hostile files are refused in a sentence, and the ledger stays", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  await releasedBy(page);
  const before = await account(page);
  const text = await exported(page);
  // The first two in every run, all in `npm run journeys`; test/fuzz/files.test.ts damages many more.
  const all = [
    text.replace(/"mu": [\d.]+/, '"mu": -1'),
    "",
    text.slice(0, text.length / 2),
    text.replace("curveil-ledger/3", "curveil-ledger/4"),
    text.replace("{", '{"__proto__":{"isAdmin":true},'),
    '{"entries":['.repeat(5000),
    text.replace(/"entries": \[/, `"entries": [${"0,".repeat(20_000)}`),
  ];
  for (const hostile of all.slice(0, casesOf(all.length, 2))) {
    await add(page, hostile);
    await page.getByText("This file is no ledger that can be read").waitFor();
    await add(page, text);
    await page.getByText("Nothing in it was new.").waitFor();
  }
  await page.getByLabel("Ledger file").evaluate((picker) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(2 ** 25 + 1)], "huge.json"));
    (picker as HTMLInputElement).files = files.files;
    picker.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.getByText("it is too long").waitFor();
  expect(await account(page)).toBe(before);
  expect(complaints).toEqual([]);
});
