import { engines, missing } from "../../scripts/browsers.mjs";
import { dragInPage, watchPage } from "./inPage.mjs";
import { quantile } from "./timing.mjs";
import { benchSite } from "./benchSite.mjs";

const [warmUp, samples] = [10, 60];
const drags = [
  ["density, 1000 points", "#/density?data=faithful", "curve"],
  ["density, 200×200", "#/density?data=faithful-2d&y=waiting", "canvas"],
  ["boundary, n = 3000, 8 draws", "#/boundary?data=alda-2&draws=8", "canvas"],
];

/**
 * Drags of ε in Chromium, Firefox and WebKit, side by side. All wait for their screen's refresh, since WebKit cannot be told
 * otherwise; the script's part is the mean, since two of them tell the time in whole milliseconds.
 */
export async function engineRows() {
  const { address, close } = await benchSite();
  const rows = [];
  const base = {};
  for (const [engine, { find, open }] of Object.entries(engines)) {
    const path = find();
    if (path === undefined) {
      rows.push({ name: `ε drag, ${engine}`, size: missing[engine] });
      continue;
    }
    const page = await open(path);
    for (const [size, hash, picture] of drags) {
      const row = (name, value, rest) => {
        base[name + size] ??= value;
        const ratio = value / base[name + size];
        rows.push({ name: `ε drag, ${name}, ${page.version}`, size, median: value, unit: "ms", ratio, ...rest });
      };
      try {
        await page.visit(address + hash);
        await page.evaluate(String(waitInPage));
        await page.evaluate(String(watchPage));
        const { times, scripts } = await page.evaluate(String(dragInPage), [
          "Privacy loss",
          picture,
          [401, 3],
          warmUp,
          samples,
        ]);
        row("input to pixels", quantile(times, 0.5), { high: quantile(times, 0.95), target: 1.5 });
        row("script", scripts.reduce((sum, time) => sum + time, 0) / scripts.length);
      } catch (error) {
        rows.push({ name: `ε drag, ${engine}`, size, unit: String(error).split("\n")[0] });
      }
    }
    await page.close().catch(() => undefined);
  }
  await close();
  return rows;
}

/** Runs in the page: waits for a picture that rests. */
async function waitInPage() {
  const rests = () =>
    (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "" &&
    document.querySelector("#picture[aria-busy=false][data-stale=false]");
  for (let k = 0; k < 300 && !rests(); k++) await new Promise((resolve) => setTimeout(resolve, 100));
  await new Promise((resolve) => setTimeout(resolve, 500));
}
