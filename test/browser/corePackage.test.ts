import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { chromium } from "playwright-core";
import { browserArguments } from "../../scripts/findBrowser.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { builtCore } from "../support/builtCore.ts";

let host: { readonly address: string; readonly close: () => Promise<void> };

beforeAll(async () => {
  host = await serveStatic(await builtCore(), { fenced: false });
});

afterAll(() => host.close());

/** A program that draws a release with a seed and answers with its largest value and its integers; in a page or a worker. */
const program = `
  const core = await import(location.origin + "/standalone.js");
  const points = core.pointsFrom(Array.from({ length: 500 }, (_, i) => [100 * ((i * 0.618034) % 1) ** 2]));
  const asked = { records: { points }, recordsPerPerson: 1, domain: [[0, 100]], bandwidths: [9], epsilon: 1, delta: 1e-6 };
  const release = core.releaseDensity({ ...asked, words: core.wordsOf(core.seededSource(1)) });
  const fresh = core.releaseDensity({ ...asked, words: core.cryptographicWords() });
  const answer = { largest: Math.max(...release.values), count: fresh.integers.length, same: String(fresh.integers) === String(release.integers) };`;

test("the standalone package runs in a page without the app, and in a worker of it", async () => {
  const browser = await chromium.launch({ executablePath: inject("browserPath"), args: browserArguments() });
  try {
    const page = await browser.newPage();
    await page.goto(`${host.address}package.json`);
    const inPage = await page.evaluate(`(async () => { ${program}; return answer; })()`);
    const inWorker = await page.evaluate(`new Promise((resolve, reject) => {
      const text = ${JSON.stringify(`${program}; postMessage(answer);`)};
      const worker = new Worker(URL.createObjectURL(new Blob([text.replace("location.origin", JSON.stringify(location.origin))], { type: "text/javascript" })), { type: "module" });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`);
    const expected = { count: 1000, same: false };
    expect(inPage).toMatchObject(expected);
    expect(inWorker).toMatchObject(expected);
    const [plain, compiled] = [inPage, inWorker].map((answer) => (answer as { readonly largest: number }).largest);
    expect(plain).toBeCloseTo(compiled!, 6);
    expect(plain).toBeGreaterThan(0.012);
  } finally {
    await browser.close();
  }
});
