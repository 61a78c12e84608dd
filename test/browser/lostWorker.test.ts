import type { Page, Worker } from "playwright-core";
import { expect, test } from "vitest";
import { changedFrom, drawn, releasePath, useBrowser } from "../support/page.ts";

const open = useBrowser();
const move = (page: Page) => page.getByRole("slider", { name: "Bandwidth" }).press("PageDown");
const end = (worker: Worker) => void worker.evaluate("close()").catch(() => undefined);
const replaced = (page: Page) => page.getByText("A worker stopped. It was replaced");
const silent = (page: Page) => page.getByText("has not answered for a while");

test("a worker that ends without a word, even as it starts, is replaced before its silence is noticed, and the request answered", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  for (let time = 0; time < 5; time++) {
    const before = await releasePath(page);
    for (const worker of page.workers()) end(worker);
    if (time % 2 === 1) page.once("worker", end);
    await move(page);
    await changedFrom(page, before);
  }
  await replaced(page).first().waitFor();
  expect(await silent(page).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("a worker that hangs is told of, then replaced, and the request is answered", async () => {
  const { page } = await open();
  await page.clock.install();
  await page.reload();
  await drawn(page);
  const before = await releasePath(page);
  void page
    .workers()[0]!
    .evaluate("for (;;);")
    .catch(() => undefined);
  await move(page);
  await silent(page).waitFor();
  expect(await replaced(page).count()).toBe(0);
  await page.clock.fastForward(25_000);
  await replaced(page).waitFor();
  await changedFrom(page, before);
});
