import type { Page, Worker } from "playwright-core";
import { expect, test } from "vitest";
import { changedFrom, drawn, releasePath, useBrowser } from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const heightOfPicture = (page: Page) => page.locator("#picture").evaluate((element) => element.clientHeight);
const move = (page: Page) => page.getByRole("slider", { name: "Bandwidth" }).press("PageDown");
const close = (worker: Worker) => void worker.evaluate("close()").catch(() => undefined);
/**
 * Closes a worker as soon as it has the channel that tells of its end. What closes it before that, which only a tool from outside
 * can, leaves the channel in a message that nobody reads, and so silence: test/engine/lostWorkers.test.ts.
 */
const closeAsItStarts = (worker: Worker) =>
  void worker
    .evaluate(
      `addEventListener("message", ({ ports }) => ports.length > 0 && setTimeout(close)); setTimeout(close, 500);`,
    )
    .catch(() => undefined);
const replaced = (page: Page) => page.getByText("A worker stopped. It was replaced");
const silent = (page: Page) => page.getByText("has not answered for a while");

test("a worker that ends without a word, even as it starts, is replaced before its silence is noticed, the request answered, and no picture resized", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  for (const isNextClosed of [true, false]) {
    await rested(page); // All workers are there, and nothing but a new answer changes the curve.
    const before = await releasePath(page);
    const height = await heightOfPicture(page);
    const gone = page.workers().map((worker) => worker.waitForEvent("close"));
    page.workers().forEach(close);
    await Promise.all(gone);
    if (isNextClosed) page.once("worker", closeAsItStarts);
    await move(page);
    await changedFrom(page, before);
    await replaced(page).first().waitFor();
    expect(await heightOfPicture(page)).toBe(height);
    expect(await silent(page).count()).toBe(0);
  }
  expect(complaints).toEqual([]);
});

// Of silence alone: test/engine/liveWorker.test.ts and test/engine/lostWorkers.test.ts.
swept("a worker that hangs is told of, then replaced, and the request is answered", async () => {
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
