import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { quantile } from "./timing.mjs";

const site = `${root}.cache/bench-site`;
const warmUp = 10;
const samples = 50;
const line = "#/density?data=faithful";
const plane = "#/density?data=faithful-2d&y=waiting";
const boundary = "#/boundary?data=alda-2";

/** The built page in a real browser: from an input event to painted pixels, loading, long tasks. */
export async function pageRows() {
  run(process.execPath, [binary("vite/bin/vite.js"), "build", "--logLevel", "warn", "--outDir", site, "--emptyOutDir"]);
  const { address, close } = await serveStatic(site);
  // Frames as soon as they are ready: the time of the work, not the wait for the screen's next refresh.
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...browserArguments(), "--disable-frame-rate-limit", "--disable-gpu-vsync"],
  });
  const open = async (hash) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(watchPage);
    await page.goto(address + hash);
    await said(page);
    return page;
  };
  const rows = [];
  const add = (name, size, times, target) =>
    rows.push({ name, size, median: quantile(times, 0.5), high: quantile(times, 0.95), unit: "ms", target });
  const drag = async (name, size, hash, slider, picture, target, { prepare, path = [401, 3] } = {}) => {
    const page = await open(hash);
    await prepare?.(page);
    add(`${name}, input to pixels`, size, await dragged(page, slider, picture, path), target);
    await page.close();
  };

  rows.push(...(await loading(browser, address)));
  await drag("ε drag", "density, 1000 points", line, "Privacy loss", "path.release", 8);
  await drag("ε drag", "density, 200×200", plane, "Privacy loss", "canvas", 8);
  await drag("ε drag", "boundary, n = 3000", boundary, "Privacy loss", "canvas", 8);
  await drag("bandwidth drag", "density, n = 1e5", "", "Bandwidth", "path.estimate", 16, {
    prepare: (page) => load(page, 1e5, 1),
  });
  await drag("bandwidth drag", "density, n = 1e5, 200×200", "", "Bandwidth", "canvas", 16, {
    prepare: (page) => load(page, 1e5, 2),
  });
  await drag("fresh surface", "density, 200×200", plane, "Seed", "canvas", 16);
  // Downwards from the start, where the dual variables move: above, the picture may stay the same to the pixel.
  await drag("λ drag", "boundary, n = 3000", boundary, "Penalty", "canvas", 50, { path: [399, -4] });
  await drag("φ drag", "mean curve", "#/meanCurve", "Penalty", "path.release", 8);
  rows.push(await longTasks(open));
  await browser.close();
  await close();
  return rows;
}

/** Time to the first picture, in a browser without a cache, and the scripts that were loaded for it. */
async function loading(browser, address) {
  const times = [];
  let scripts;
  for (let i = 0; i < 7; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block" });
    const page = await context.newPage();
    scripts = [];
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response);
    });
    const start = performance.now();
    await page.goto(address);
    await page.waitForSelector("path.release[d]");
    times.push(performance.now() - start);
    const loaded = await Promise.all(
      scripts.map(async (response) => ({ url: response.url(), size: gzipSync(await response.body()).length })),
    );
    scripts = loaded;
    await context.close();
  }
  const sizeOf = (keep) =>
    scripts.filter(({ url }) => keep(/worker/.test(url))).reduce((sum, { size }) => sum + size, 0) / 1000;
  const kilobytes = (name, value, target) => ({ name, size: "gzipped", median: value, unit: "kB", target });
  return [
    {
      name: "first picture after opening",
      size: "n = 100",
      median: quantile(times, 0.5),
      high: quantile(times, 0.95),
      unit: "ms",
      target: 1500,
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
  ];
}

/** Times from an input event of a slider, or of the box of a number, to the frame that shows another picture. */
async function dragged(page, slider, picture, path) {
  return page.evaluate(
    async ([slider, picture, [from, step], warmUp, samples]) => {
      const times = [];
      for (let k = 0; k < warmUp + samples; k++) {
        const time = await globalThis.untilPainted(picture, () => globalThis.move(slider, from + step * k));
        if (k >= warmUp) times.push(time);
      }
      return times;
    },
    [slider, picture, path, warmUp, samples],
  );
}

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
  return {
    name: "longest task on the main thread",
    size: "a minute of dragging; 0: none over 50",
    median: longest,
    unit: "ms",
    target: 50,
  };
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

/** Runs in the page before it. */
function watchPage() {
  const prints = new WeakMap();
  let onField;
  const put = globalThis.CanvasRenderingContext2D.prototype.putImageData;
  globalThis.CanvasRenderingContext2D.prototype.putImageData = function (image, ...rest) {
    put.call(this, image, ...rest);
    const words = new Uint32Array(image.data.buffer);
    let print = 0;
    for (let i = 0; i < words.length; i += 7) print = (Math.imul(print, 31) + words[i]) | 0;
    const changed = prints.get(this.canvas) !== print;
    prints.set(this.canvas, print);
    if (changed) onField?.();
  };

  const setValue = Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement.prototype, "value").set;
  const named = (name, type) =>
    [...document.querySelectorAll(`input[type=${type}]`)].find((input) =>
      (input.ariaLabel ?? input.labels?.[0]?.textContent ?? "").startsWith(name),
    );
  globalThis.move = (name, position) => {
    const input = named(name, "range") ?? named(name, "text");
    setValue.call(input, String(position));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (input.type === "text")
      input.dispatchEvent(new globalThis.KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  };

  /** Milliseconds from the move until after the frame in which the path, or a canvas, became another. */
  globalThis.untilPainted = (picture, move) =>
    new Promise((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error("the picture did not change in ten seconds")), 10_000);
      const observer = new MutationObserver(() => changed());
      const changed = () => {
        onField = undefined;
        observer.disconnect();
        globalThis.clearTimeout(patience);
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - started);
          channel.port2.postMessage(0);
        });
      };
      if (picture === "canvas") onField = changed;
      else observer.observe(document.querySelector(picture), { attributes: true, attributeFilter: ["d"] });
      const started = performance.now();
      move();
    });

  globalThis.longestTask = async (sliders, seconds) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    await new Promise((resolve) => setTimeout(resolve, 200)); // The injection of this script is a task of its own.
    observer.observe({ type: "longtask" });
    for (let k = 0; k < 60 * seconds; k++) {
      const way = k % 600;
      globalThis.move(sliders[Math.floor(k / 120) % sliders.length], 300 + Math.min(way, 600 - way));
      await new Promise((resolve) => setTimeout(resolve, 1000 / 60));
    }
    observer.disconnect();
    return longest;
  };
}
