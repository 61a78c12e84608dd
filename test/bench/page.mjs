import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { writeEmpty, writeFloors } from "./floorPage.mjs";
import { dragInPage, watchPage } from "./inPage.mjs";
import { quantile } from "./timing.mjs";

const site = `${root}.cache/bench-site`;
const warmUp = 10;
const samples = 50;
const line = "#/density?data=faithful";
const plane = "#/density?data=faithful-2d&y=waiting";
const boundary = "#/boundary?data=alda-2";

/** The built page in a real browser: from an input event to painted pixels, loading, long tasks; beside floors. */
export async function pageRows() {
  run(process.execPath, [binary("vite/bin/vite.js"), "build", "--logLevel", "warn", "--outDir", site, "--emptyOutDir"]);
  writeFloors(site);
  const { address, close } = await serveStatic(site);
  const tabs = survivingTabs(address);
  const { open, attempt } = tabs;
  const rows = [];

  /** A drag of ours and the same on its floor, in turn: the machine may change its pace from one minute to the next. */
  const drag = (name, size, hash, slider, picture, target, { floor, prepare, path = [401, 3] } = {}) =>
    attempt(rows, { name: `${name}, input to pixels`, size }, async () => {
      const [ours, workers, floors] = [[], [], []];
      for (let round = 0; round < (floor ? 2 : 1); round++) {
        const page = await open(hash);
        await prepare?.(page);
        const { times, worker } = await dragged(page, slider, picture, path);
        ours.push(...times);
        workers.push(...worker);
        await page.close();
        if (!floor) continue;
        const plain = await open(`floor/${floor}`);
        const drawn = picture === "curve" ? "path.release" : picture;
        floors.push(...(await dragged(plain, "Privacy loss", drawn, [401, 3])).times);
        await plain.close();
      }
      const median = quantile(ours, 0.5);
      const row = { median, high: quantile(ours, 0.95), unit: "ms" };
      if (!floor) return { ...row, target };
      const least = quantile(floors, 0.5);
      const worker = quantile(workers, 0.5);
      return { ...row, floor: least, worker, ratio: median / (least + worker), target };
    });

  await attempt(rows, { name: "first picture after opening", size: "n = 100" }, async () => {
    const { row, more } = await loading(tabs, address);
    rows.push(...more);
    return row;
  });
  await drag("ε drag", "density, 1000 points", line, "Privacy loss", "curve", 0.6, { floor: "curve.html" });
  await drag("ε drag", "density, 200×200", plane, "Privacy loss", "canvas", 1.2, { floor: "field.html" });
  await drag("ε drag", "boundary, n = 3000", boundary, "Privacy loss", "canvas", 1.2, { floor: "field.html?draws=1" });
  await drag("ε drag", "boundary, n = 3000, 8 draws", `${boundary}&draws=8`, "Privacy loss", "canvas", 1.2, {
    floor: "field.html?draws=8",
  });
  await drag("bandwidth drag", "density, n = 1e5", "", "Bandwidth", "curve", 1.2, {
    floor: "curve.html",
    prepare: (page) => load(page, 1e5, 1),
  });
  await drag("bandwidth drag", "density, n = 1e5, 200×200", "", "Bandwidth", "canvas", 1.2, {
    floor: "field.html",
    prepare: (page) => load(page, 1e5, 2),
  });
  await drag("fresh surface", "density, 200×200", plane, "Seed", "canvas", 16);
  // Downwards from the start, where the dual variables move: above, the picture may stay the same to the pixel.
  await drag("λ drag", "boundary, n = 3000", boundary, "Penalty", "canvas", 1.2, {
    floor: "field.html?draws=1",
    path: [399, -4],
  });
  await drag("φ drag", "mean curve", "#/meanCurve", "Penalty", "curve", 1.2, { floor: "curve.html" });
  await attempt(rows, { name: "longest task on the main thread", size: "a minute of dragging; 0: none over 50" }, () =>
    longTasks(open),
  );
  await tabs.close();
  await close();
  return rows;
}

/** Tabs of a browser; one that dies, or takes the browser with it, loses its own row, and is tried once more. */
function survivingTabs(address) {
  let browser;
  const alive = async () => {
    if (!browser?.isConnected())
      // Frames as soon as they are ready: the time of the work, not the wait for the screen's next refresh.
      browser = await chromium.launch({
        executablePath: findBrowser(),
        args: [...browserArguments(), "--disable-frame-rate-limit", "--disable-gpu-vsync"],
      });
    return browser;
  };
  const open = async (path) => {
    const page = await (await alive()).newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(watchPage);
    await page.goto(address + path);
    if (!path.startsWith("floor/")) await said(page);
    return page;
  };
  const attempt = async (rows, row, measure) => {
    let failure;
    for (let time = 0; time < 2; time++) {
      try {
        rows.push({ ...row, ...(await measure()) });
        return;
      } catch (error) {
        failure = String(error).split("\n")[0];
        process.stderr.write(`${row.name}, ${row.size}: ${failure}\n`);
        await browser?.close().catch(() => undefined);
      }
    }
    rows.push({ ...row, unit: failure });
  };
  return { alive, open, attempt, close: () => browser?.close() };
}

/**
 * Time to the first picture, in a browser without a cache, in turn with a page that gets the same bytes and draws
 * nothing; and the scripts that were loaded for it.
 */
async function loading({ alive }, address) {
  const timed = async (path, selector, seen) => {
    const context = await (
      await alive()
    ).newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block" });
    const page = await context.newPage();
    const responses = [];
    page.on("response", (response) => responses.push(response));
    const start = performance.now();
    await page.goto(address + path);
    await page.waitForSelector(selector, { state: "attached" });
    const time = performance.now() - start;
    await seen?.(responses);
    await context.close();
    return time;
  };
  const files = (responses) => responses.filter((response) => /\.(js|css)$/.test(new URL(response.url()).pathname));
  let scripts = [];
  const remember = async (responses) => {
    scripts = await Promise.all(
      files(responses).map(async (response) => ({ url: response.url(), size: gzipSync(await response.body()).length })),
    );
  };
  const [ours, floors] = [[], []];
  for (let i = 0; i < 7; i++) {
    ours.push(await timed("", "path.release[d]", remember));
    if (i === 0) writeEmpty(site, [...new Set(scripts.map(({ url }) => new URL(url).pathname))]);
    floors.push(await timed("floor/empty.html", "output"));
  }
  const sizeOf = (keep) =>
    scripts
      .filter(({ url }) => url.endsWith(".js") && keep(/worker/.test(url)))
      .reduce((sum, { size }) => sum + size, 0) / 1000;
  const kilobytes = (name, value, target) => ({ name, size: "gzipped", median: value, unit: "kB", target });
  const [median, floor] = [quantile(ours, 0.5), quantile(floors, 0.5)];
  return {
    row: { median, high: quantile(ours, 0.95), unit: "ms", floor, worker: 0, ratio: median / floor, target: 2 },
    more: [
      kilobytes(
        "JavaScript before the first picture, page",
        sizeOf((worker) => !worker),
        250,
      ),
      kilobytes(
        "JavaScript before the first picture, workers",
        sizeOf((worker) => worker),
      ),
    ],
  };
}

const dragged = (page, slider, picture, path) => page.evaluate(dragInPage, [slider, picture, path, warmUp, samples]);

/** The longest task on the main thread in a minute of dragging, sixty moves a second, through the studies. */
async function longTasks(open) {
  let longest = 0;
  for (const [hash, sliders] of [
    [line, ["Privacy loss", "Bandwidth"]],
    [plane, ["Privacy loss", "Bandwidth"]],
    [boundary, ["Privacy loss", "Penalty"]],
  ]) {
    const page = await open(hash);
    await page.waitForTimeout(1000);
    longest = Math.max(longest, await page.evaluate((sliders) => globalThis.longestTask(sliders, 20), sliders));
    await page.close();
  }
  return { median: longest, unit: "ms", target: 50 };
}

/** Loads n records of d columns, and shows all of them. */
async function load(page, n, d) {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const value = () => (0.5 + 0.12 * (next() + next() + next() + next() - 2)).toFixed(6);
  const names = ["x", "y"].slice(0, d);
  const file = `${root}.cache/bench-${n}-${d}.csv`;
  mkdirSync(`${root}.cache`, { recursive: true });
  writeFileSync(
    file,
    `${names.join(",")}\n${Array.from({ length: n }, () => names.map(value).join(",")).join("\n")}\n`,
  );
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForFunction(() => location.hash.includes("data=own"));
  await page.waitForTimeout(1500);
  if (d === 2) await page.getByLabel("Second column").selectOption("y");
  await page.waitForTimeout(1500);
  await said(page);
}

async function said(page) {
  await page.waitForFunction(() => (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "");
}
