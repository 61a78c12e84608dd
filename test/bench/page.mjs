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

  await attempt(rows, { name: "first picture that can be used", size: "start page, n = 1000" }, async () => {
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
  await drag("φ drag", "mean curve", "#/meanCurve?data=chick-weight", "Penalty", "curve", 1.2, { floor: "curve.html" });
  await attempt(rows, { name: "longest task on the main thread", size: "a minute of dragging; 0: none over 50" }, () =>
    longTasks(open),
  );
  await tabs.close();
  await close();
  return rows;
}

/** An address at which a worker makes the first picture: the start page has its own without one. */
const link = "#/density?v=1&data=sleep&epsilon=2";

/**
 * Times to the first pictures, in browsers without a cache, each in turn with a page that gets the same bytes and draws nothing:
 * of the start page the drawing in its file and the live one, of a link the one that a worker makes. And the scripts that were
 * loaded for them. The page itself tells when its picture is painted: who asks from outside asks now and then, up to half a
 * second later.
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
  let files = [];
  const remember = async (responses) => {
    const loaded = responses.filter((response) => /\.(js|css)$/.test(new URL(response.url()).pathname));
    files = await Promise.all(
      loaded.map(async (response) => {
        const path = new URL(response.url()).pathname;
        return { path, ofWorker: /worker/.test(path), size: gzipSync(await response.body()).length };
      }),
    );
  };
  const [drawing, live] = ["path.first-release", "path.release[d]"];
  const rounds = Array.from({ length: 9 }, (_, i) => i);
  // All files of a link; those of the start page are known once it has been open.
  await timed(link, [live], remember);
  const ofLink = files;
  await timed("", [live], remember);
  const ofStart = files.filter(({ ofWorker }) => !ofWorker);
  const paths = (some) => [...new Set(some.map(({ path }) => path))];
  writeEmpty(site, "emptyStart", paths(ofStart));
  writeEmpty(site, "emptyLink", paths(ofLink));
  /** Times of the start page's two pictures, of a link's, and of the floors of both. */
  const inTurn = async (measure) => {
    const times = { built: [], usable: [], linked: [], startFloor: [], linkFloor: [] };
    for (const _ of rounds) {
      const [first, second] = await measure("", [drawing, live]);
      times.built.push(first);
      times.usable.push(second);
      times.startFloor.push(...(await measure("floor/emptyStart.html", ["output"])));
      times.linked.push(...(await measure(link, [live])));
      times.linkFloor.push(...(await measure("floor/emptyLink.html", ["output"])));
    }
    return times;
  };
  const driven = await inTurn(timed);
  const plain = plainBrowser(withoutPace);
  let plainly;
  try {
    plainly = await inTurn((path, selectors) =>
      plain.firstTimes(address + path, `(${tellFirst})(${JSON.stringify(selectors)})`),
    );
  } finally {
    await plain.close();
  }
  const beside = (times, floors) => {
    const [median, floor] = [times, floors].map((all) => quantile(all, 0.5));
    return { median, high: quantile(times, 0.95), unit: "ms", floor, worker: 0, ratio: median / floor };
  };
  const size = "start page, n = 1000";
  const linkSize = "a link, n = 1000";
  const kilobytes = (some, keep, row) => {
    const all = some.filter(({ path }) => path.endsWith(".js") && keep(path));
    return { size: "gzipped", median: all.reduce((sum, file) => sum + file.size, 0) / 1000, unit: "kB", ...row };
  };
  const areNumbers = (path) => path.includes("firstAnswerText");
  return {
    row: { ...beside(driven.usable, driven.startFloor), target: 2 },
    more: [
      { name: "first picture, in the page's file", size, ...beside(driven.built, driven.startFloor), target: 2 },
      { name: "first picture that can be used, uninspected", size, ...beside(plainly.usable, plainly.startFloor) },
      { name: "first picture, by a worker", size: linkSize, ...beside(driven.linked, driven.linkFloor), target: 2 },
      { name: "first picture, by a worker, uninspected", size: linkSize, ...beside(plainly.linked, plainly.linkFloor) },
      kilobytes(ofStart, (path) => !areNumbers(path), { name: "JavaScript before the first picture", target: 250 }),
      kilobytes(ofStart, areNumbers, { name: "numbers of the first picture" }),
      kilobytes(ofLink, (path) => /worker/.test(path), { name: "JavaScript of workers, before that of a link" }),
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
