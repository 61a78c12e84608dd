import type { Page } from "playwright-core";
import { checkedLedger } from "../../src/core/privacy/accounting/ledgerFile.ts";
import type { Ledger } from "../../src/core/privacy/accounting/ledger.ts";
import { releasedBy as releasedAndShown, savedBy } from "./page.ts";

/** The button that releases. */
export const release = (page: Page) => page.getByRole("button", { name: "Release", exact: true });

/** A release, after which the page goes back to exploring. */
export const releasedBy = async (page: Page) => {
  const file = await releasedAndShown(page);
  await page
    .getByText("1 entry")
    .or(page.getByText(/^\d+ entries$/))
    .waitFor();
  await page.getByRole("button", { name: "Back to exploring" }).click();
  await release(page).waitFor();
  return file;
};

/** What the ledger says of the budget. */
export const account = (page: Page) => page.getByTestId("account").innerText();

/** The box of a number. */
export const number = (page: Page, name: string) => page.getByLabel(name, { exact: true }).first();

/** Opens the place where the ledger is kept, moved and added to. */
export const openKeeping = async (page: Page) => {
  if (!(await page.getByRole("button", { name: "Save the ledger" }).isVisible()))
    await page.getByText("Keep, move, add").click();
};

/** The ledger as a file. */
export const exported = async (page: Page) => {
  await openKeeping(page);
  return savedBy(page, () => page.getByRole("button", { name: "Save the ledger" }).click());
};

/** Adds a ledger that comes as a file. */
export const add = async (page: Page, text: string) => {
  await openKeeping(page);
  await page
    .getByLabel("Ledger file")
    .setInputFiles({ name: "ledger.json", mimeType: "application/json", buffer: Buffer.from(text) });
};

/** Types a number and enters it. */
export const typed = async (page: Page, name: string, value: string) => {
  await number(page, name).fill(value);
  await number(page, name).press("Enter");
};

/** The one ledger that the browser keeps. */
export async function storedLedger(page: Page): Promise<Ledger> {
  const stored = await page.evaluate(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open("curveil");
        opening.onerror = () => reject(new Error("no database"));
        opening.onsuccess = () => {
          const reading = opening.result.transaction("ledgers").objectStore("ledgers").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result[0]);
          };
        };
      }),
  );
  const { keys: _, ...ledger } = stored as { readonly keys: unknown };
  return checkedLedger(ledger);
}
