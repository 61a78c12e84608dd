import { expect, test } from "vitest";
import { survivingTabs } from "../bench/survivingTabs.mjs";
import { triesAll } from "../support/fuzzing.ts";

test("a tab that dies loses its own row of a benchmark and no other", async () => {
  const { open, attempt, close } = survivingTabs("about:");
  const rows: { name: string; unit?: string; median?: number }[] = [];
  let tries = 0;
  await attempt(rows, { name: "dies once", size: "" }, async () => {
    const page = await open("blank");
    if (tries++ === 0) await (await page.context().newCDPSession(page)).send("Page.crash");
    return { median: await page.evaluate(() => 1) };
  });
  // A browser started anew, twice: `npm run journeys`.
  if (triesAll)
    await attempt(rows, { name: "dies always", size: "" }, async () => {
      const page = await open("blank");
      await (await page.context().newCDPSession(page)).send("Page.crash");
      return { median: 1 };
    });
  await attempt(rows, { name: "lives", size: "" }, async () => {
    const page = await open("blank");
    return [{ median: await page.evaluate(() => 2) }, { median: 3 }];
  });
  await close();
  expect(rows.map(({ name, median }) => [name, median])).toEqual([
    ["dies once", 1],
    ...(triesAll ? [["dies always", undefined]] : []),
    ["lives", 2],
    ["lives", 3],
  ]);
  if (triesAll) expect(rows[1]!.unit).toContain("the tab died");
});
