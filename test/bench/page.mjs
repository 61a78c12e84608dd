import { gzipSync } from "node:zlib";
import { writeEmpty, writeFloors } from "./floorPage.mjs";
import { cpuTime } from "./cpuTime.mjs";
import { dragInPage, tellFirst, watchPage } from "./inPage.mjs";
import { plainBrowser } from "./plainTab.mjs";
import { survivingTabs } from "./survivingTabs.mjs";
import { quantile } from "./timing.mjs";
import { benchSite } from "./benchSite.mjs";

/** Frames as soon as they are ready: the time of the work, not the wait for the screen's next refresh. */
const withoutPace = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];
const warmUp = 10;
const samples = 50;
const line = "#/density?data=faithful";
const plane = "#/density?data=faithful-2d&y=waiting";
const boundary = "#/boundary?data=alda-2";

/** The planes of the two are as large as ours in this window. */
const fieldFloor = "field.html?width=379&height=561&draws=1&levels=7";
const boundaryFloor = (draws) => `field.html?width=555&height=547&draws=${draws}&levels=1`;

/** The built page in a real browser: from an input event to painted pixels, loading, long tasks; beside floors. */
export async function pageRows() {
  const { folder: site, address, close } = await benchSite();
  writeFloors(site);
  const tabs = survivingTabs(address, {
    args: withoutPace,
    prepare: (page) => page.addInitScript(watchPage),
    ready: (page, path) => (path.startsWith("floor/") ? undefined : said(page)),
  });
  const { open, attempt } = tabs;
  const rows = [];

  /** A drag of ours and the same on its floor, in turn: the machine may change its pace from one minute to the next. */
  const drag = (name, size, hash, slider, picture, target, { floor, path = [401, 3] } = {}) =>
    attempt(rows, { name: `${name}, input to pixels`, size }, async () => {
      const [ours, workers, floors] = [[], [], []];
      const [cpus, floorCpus] = [[], []];
      for (let round = 0; round < (floor ? 4 : 1); round++) {
        const page = await open(hash);
        const { times, worker } = await dragged(page, slider, picture, path);
        ours.push(...times);
        workers.push(...worker);
        cpus.push(await cpuOfMove(page, slider, picture, path));
        await page.close();
        if (!floor) continue;
        const plain = await open(`floor/${floor}`);
        const drawn = picture === "curve" ? "path.release" : picture;
        floors.push(...(await dragged(plain, "Privacy loss", drawn, [401, 3])).times);
        floorCpus.push(await cpuOfMove(plain, "Privacy loss", drawn, [401, 3]));
        await plain.close();
      }
      const median = quantile(ours, 0.5);
      const row = { median, high: quantile(ours, 0.95), unit: "ms", cpu: Math.min(...cpus) };
      if (!floor) return { ...row, target };
      const least = quantile(floors, 0.5);
      const worker = quantile(workers, 0.5);
      const cpuRatio = row.cpu / Math.min(...floorCpus);
      return { ...row, floor: least, worker, ratio: median / (least + worker), cpuRatio, target };
    });

  /** Another drag of the same, back and forth, since the slider may stand at its end. */
  const cpuOfMove = async (page, slider, picture, [from, step]) => {
    const browser = await tabs.alive();
    await page.evaluate(dragInPage, [slider, picture, [from - step, step], 0, 1]);
    return (
      (await cpuTime(browser, () => page.evaluate(dragInPage, [slider, picture, [from, step], 0, samples]))) / samples
    );
  };

  await attempt(rows, { name: "first picture after opening, by a worker", size: "n = 1000" }, async () => {
    const { row, more } = await loading(tabs, address, site);
    rows.push(...more);
    return row;
  });
  await drag("ε drag", "density, 1000 points", line, "Privacy loss", "curve", 0.6, { floor: "curve.html" });
  await drag("ε drag", "density, 200×200", plane, "Privacy loss", "canvas", 1.2, { floor: fieldFloor });
  await drag("ε drag", "boundary, n = 3000", boundary, "Privacy loss", "canvas", 1.2, { floor: boundaryFloor(1) });
  await drag("ε drag", "boundary, n = 3000, 8 draws", `${boundary}&draws=8`, "Privacy loss", "canvas", 1.2, {
    floor: boundaryFloor(8),
  });
  await drag("bandwidth drag", "density, n = 1e6", "#/density?data=million", "Bandwidth", "curve", 1.2, {
    floor: "curve.html",
  });
  await drag("bandwidth drag", "density, 200×200", plane, "Bandwidth", "canvas", 1.2, { floor: fieldFloor });
  await drag("fresh surface", "density, 200×200", plane, "Seed", "canvas", 16);
  // Downwards from the start, where the dual variables move: above, the picture may stay the same to the pixel.
  await drag("λ drag", "boundary, n = 3000", boundary, "Penalty", "canvas", 1.2, {
    floor: boundaryFloor(1),
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

/**
 * Times to the first pictures, that of the page's file and that of the worker's answer, in a browser without a cache, in turn
 * with a page that gets the same bytes and draws nothing; and the scripts that were loaded for them. The page itself tells when
 * its picture is painted: who asks from outside asks now and then, up to half a second later.
 */
async function loading({ alive }, address, site) {
  const timed = async (path, selectors, seen) => {
    const context = await (
      await alive()
    ).newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block" });
    const page = await context.newPage();
    const responses = [];
    page.on("response", (response) => responses.push(response));
    await page.addInitScript(tellFirst, selectors);
    const start = performance.timeOrigin + performance.now();
    await page.goto(address + path);
    const times = (await page.evaluate(() => globalThis.first)).map((time) => time - start);
    await seen?.(responses);
    await context.close();
    return times;
  };
  const files = (responses) => responses.filter((response) => /\.(js|css)$/.test(new URL(response.url()).pathname));
  let scripts = [];
  const remember = async (responses) => {
    scripts = await Promise.all(
      files(responses).map(async (response) => ({ url: response.url(), size: gzipSync(await response.body()).length })),
    );
  };
  const pictures = ["path.first-release", "path.release[d]"];
  const [built, ours, floors] = [[], [], []];
  for (let i = 0; i < 9; i++) {
    const [first, live] = await timed("", pictures, remember);
    built.push(first);
    ours.push(live);
    if (i === 0) writeEmpty(site, [...new Set(scripts.map(({ url }) => new URL(url).pathname))]);
    floors.push(...(await timed("floor/empty.html", ["output"])));
  }
  const [oursPlainly, floorsPlainly] = [[], []];
  const plain = plainBrowser(withoutPace);
  const plainly = (path, selectors) => plain.firstTimes(address + path, `(${tellFirst})(${JSON.stringify(selectors)})`);
  try {
    for (let i = 0; i < 9; i++) {
      oursPlainly.push((await plainly("", pictures))[1]);
      floorsPlainly.push(...(await plainly("floor/empty.html", ["output"])));
    }
  } finally {
    await plain.close();
  }
  const sizeOf = (keep) =>
    scripts
      .filter(({ url }) => url.endsWith(".js") && keep(/worker/.test(url)))
      .reduce((sum, { size }) => sum + size, 0) / 1000;
  const kilobytes = (name, value, target) => ({ name, size: "gzipped", median: value, unit: "kB", target });
  const beside = (times, empty = floors) => {
    const [median, floor] = [times, empty].map((all) => quantile(all, 0.5));
    return { median, high: quantile(times, 0.95), unit: "ms", floor, worker: 0, ratio: median / floor };
  };
  return {
    row: { ...beside(ours), target: 2 },
    more: [
      { name: "first picture after opening, as it was built", size: "n = 1000", ...beside(built), target: 2 },
      {
        name: "first picture after opening, by a worker, uninspected",
        size: "n = 1000",
        ...beside(oursPlainly, floorsPlainly),
      },
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

/** The sentence stands, and what a page that has just opened fetches and measures beside it is over. */
async function said(page) {
  await page.waitForFunction(() => (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "");
  await page.waitForTimeout(1500);
}
