import { expect } from "vitest";
import { parseLedger } from "../../src/core/privacy/accounting/ledgerFile.ts";
import { releaseText } from "../../src/core/release/file/sealedRelease.ts";
import { drawOwn, dropFile, releasedBy, savedBy, useBrowser, readItSo } from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();

// Of the names alone: test/core/tables/tableReader.test.ts.
swept(
  "a column with an over-long name that occurs twice, in a file with another, is released, entered and opened again",
  async () => {
    const { page, complaints } = await open();
    await rested(page);
    const long = "n".repeat(300);
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${(0.31 + 0.0063 * i).toFixed(4)},${(0.2 + 0.009 * i).toFixed(4)}`,
    );
    await dropFile(page, `${"f".repeat(240)}.csv`, `${long},${long}\n${rows.join("\n")}\n`);
    const name = `${"n".repeat(196)} (2)`;
    await readItSo(page);
    await page.getByLabel("Column", { exact: true }).first().selectOption(name);
    await drawOwn(page);
    await rested(page);

    const file = await releasedBy(page);
    expect(file.view.axes.map((axis) => axis.name)).toEqual([name]);
    await rested(page);
    const told = await page.getByTestId("sentence").innerText();

    if (!(await page.getByRole("button", { name: "Save the ledger" }).isVisible()))
      await page.getByText("Keep, move, add").click();
    const ledger = parseLedger(
      await savedBy(page, () => page.getByRole("button", { name: "Save the ledger" }).click()),
    );
    expect(ledger.entries).toMatchObject([{ id: file.ledgerEntry, release: file.digest }]);

    const elsewhere = await open();
    await rested(elsewhere.page);
    await dropFile(elsewhere.page, "long.json", releaseText(file));
    await elsewhere.page.getByTestId("released").waitFor();
    await rested(elsewhere.page);
    expect(await elsewhere.page.getByTestId("sentence").innerText()).toBe(told);
    expect(await elsewhere.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect([...complaints, ...elsewhere.complaints]).toEqual([]);
  },
);
