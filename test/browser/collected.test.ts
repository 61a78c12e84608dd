import { chromium } from "playwright-core";
import { build } from "vite";
import { expect, inject, test } from "vitest";
import { browserArguments } from "../../scripts/findBrowser.mjs";
import { root } from "../../scripts/installed.mjs";

/** What reads files in a worker, and collects garbage meanwhile, as one script. */
async function script(): Promise<string> {
  const entry = `${root}test/support/collecting.worker.ts`;
  const lib = { entry, formats: ["es" as const], fileName: "collecting" };
  const built = await build({ configFile: false, logLevel: "warn", build: { write: false, lib } });
  const [output] = built as { readonly output: readonly { readonly code: string }[] }[];
  return output!.output[0]!.code;
}

// A reader that nothing else holds was collected as garbage while the browser fetched its bytes: the file stood at "Reading".
test("a file is read to its end, though garbage is collected all the while", async () => {
  const browser = await chromium.launch({
    executablePath: inject("browserPath"),
    args: [...browserArguments(), "--js-flags=--expose-gc"],
  });
  try {
    const page = await browser.newPage();
    const at = "http://files.test/";
    await page.route(at, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await page.goto(at);
    const [rounds, length] = [60, 3000];
    await page.evaluate(
      ([code, times, size]) => {
        const start = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
        const worker = new Worker(start, { type: "module" });
        const lengths: number[] = [];
        Object.assign(globalThis, { lengths, worker });
        worker.addEventListener("message", ({ data }: MessageEvent<number>) => lengths.push(data));
        worker.postMessage({ file: new File([new Uint8Array(size)], "some.csv"), rounds: times });
      },
      [await script(), rounds, length] as const,
    );
    const lengths = () => page.evaluate(() => (globalThis as unknown as { lengths: number[] }).lengths);
    await expect.poll(lengths).toEqual(Array<number>(rounds).fill(length));
  } finally {
    await browser.close();
  }
});
