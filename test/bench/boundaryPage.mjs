import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { quantile } from "./timing.mjs";

const warmUp = 10;
const samples = 50;

/** The boundary study in a real browser, dragged by the mouse: from an input event to the painted field. */
export async function boundaryPageRows() {
  const site = `${root}.cache/bench-boundary-site`;
  run(process.execPath, [binary("vite/bin/vite.js"), "build", "--logLevel", "warn", "--outDir", site, "--emptyOutDir"]);
  const { address, close } = await serveStatic(site);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
  const rows = [];
  const open = async (hash) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(watchPaint);
    const start = Date.now();
    await page.goto(address + hash);
    await said(page);
    return { page, first: Date.now() - start };
  };
  const add = (workload, size, { times, scripts }, target) => {
    const row = { size, target };
    rows.push({ ...row, workload: `page: ${workload}, input to painted field`, ours: quantile(times, 0.5), high: quantile(times, 0.95) });
    rows.push({ ...row, workload: `page: ${workload}, script of a frame`, ours: quantile(scripts, 0.5), high: quantile(scripts, 0.95), target: "" });
  };

  const { page: start, first } = await open("#/boundary");
  rows.push({ workload: "page: first boundary after opening", size: "n = 3000", ours: first, target: "1500" });
  await start.close();

  for (const [name, data, n, target] of [["λ", "circles", 1000, "100"], ["λ", "alda-2", 3000, "50"], ["length scale", "circles", 1000, "100"]]) {
    const { page } = await open(`#/boundary?data=${data}`);
    const slider = await sliderOf(page, name === "λ" ? "Penalty" : "Length scale");
    add(`${name} drag`, `n = ${n}`, await dragged(page, slider(0.6), slider(0.3)), target);
    await page.close();
  }
  for (const draws of [1, 8]) {
    const { page } = await open(`#/boundary?data=alda-2&draws=${draws}`);
    const slider = await sliderOf(page, "Privacy loss");
    add("ε drag", `n = 3000, ${draws === 1 ? "1 draw" : `${draws} draws`}`, await dragged(page, slider(0.5), slider(0.8)), "8");
    await page.close();
  }

  const { page } = await open("#/boundary");
  await loadOwn(page, 200);
  await page.getByLabel("A click").selectOption("positive");
  const place = await placeOf(page);
  add("dragging a point", "n = 200", await dragged(page, place(0.5, 0.5), place(0.2, 0.7)), "33 (two frames)");
  await page.close();

  rows.push(await halfMinute(open));
  await browser.close();
  await close();
  return rows;
}

/** The longest main-thread task while λ, ε and a point are dragged in turn for half a minute, at 60 moves a second. */
async function halfMinute(open) {
  const { page } = await open("#/boundary");
  await page.getByLabel("A click").selectOption("positive");
  const place = await placeOf(page);
  const penalty = await sliderOf(page, "Penalty");
  const epsilon = await sliderOf(page, "Privacy loss");
  await page.evaluate(() => globalThis.watchLongTasks());
  for (let second = 0; second < 30; second++) {
    const [from, to] = [
      [penalty(0.7), penalty(0.3)],
      [epsilon(0.4), epsilon(0.8)],
      [place(0.4, 0.4), place(0.6, 0.6)],
    ][second % 3];
    await page.mouse.move(...from);
    await page.mouse.down();
    const end = Date.now() + 1000;
    for (let t = 0; t < 1; t = 1 - Math.max(0, end - Date.now()) / 1000) await page.mouse.move(...between(from, to, t));
    await page.mouse.up();
  }
  const longest = await page.evaluate(() => globalThis.longestTask());
  await page.close();
  return { workload: "page: longest task on the main thread", size: "n = 3000, half a minute of dragging", ours: longest, target: "50 (0: none over it)" };
}

/** Moves the pressed mouse step by step, each when the field of the step before is painted. */
async function dragged(page, from, to) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const times = [];
  const scripts = [];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.waitForTimeout(1000);
  for (let i = 1; i <= warmUp + samples; i++) {
    const before = await scriptSeconds(client);
    await page.evaluate(() => globalThis.awaitPaint());
    await page.mouse.move(...between(from, to, i / (warmUp + samples)));
    const time = await page.evaluate(() => globalThis.painted);
    if (i <= warmUp) continue;
    times.push(time);
    scripts.push(1000 * ((await scriptSeconds(client)) - before));
  }
  await page.mouse.up();
  return { times, scripts };
}

function between(from, to, share) {
  return from.map((x, k) => x + share * (to[k] - x));
}

async function scriptSeconds(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ScriptDuration").value;
}

/** Places on the screen along a slider. */
async function sliderOf(page, name) {
  const slider = page.getByRole("slider", { name });
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  return (share) => [x + share * width, y + height / 2];
}

/** Places on the screen in the picture. */
async function placeOf(page) {
  const { x, y, width, height } = await page.locator(".boundary-plot canvas").boundingBox();
  return (right, up) => [x + right * width, y + (1 - up) * height];
}

/** Two noisy moons of n points in the unit square, as a file. */
async function loadOwn(page, n) {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const lines = Array.from({ length: n }, (_, i) => {
    const [angle, u, v] = [Math.PI * next(), 0.1 * (next() - 0.5), 0.1 * (next() - 0.5)];
    const [x, y] = i % 2 ? [0.38 + 0.26 * Math.cos(angle), 0.42 + 0.32 * Math.sin(angle)] : [0.62 - 0.26 * Math.cos(angle), 0.58 - 0.32 * Math.sin(angle)];
    return `${(x + u).toFixed(4)},${(y + v).toFixed(4)},${i % 2 ? "a" : "b"}`;
  });
  const file = `${root}.cache/bench-moons.csv`;
  mkdirSync(`${root}.cache`, { recursive: true });
  writeFileSync(file, `x,y,class\n${lines.join("\n")}\n`);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForFunction(() => location.hash.includes("data=own"));
  await page.waitForTimeout(1500);
  await said(page);
}

async function said(page) {
  await page.waitForFunction(() => (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "");
}

/** Runs in the page: the time from the first input event to the frame after the one in which the field became another. */
function watchPaint() {
  let fingerprint = 0;
  let started;
  let changed;
  const put = globalThis.CanvasRenderingContext2D.prototype.putImageData;
  globalThis.CanvasRenderingContext2D.prototype.putImageData = function (image, ...rest) {
    put.call(this, image, ...rest);
    const words = new Uint32Array(image.data.buffer);
    let sum = 0;
    for (let i = 0; i < words.length; i++) sum = (Math.imul(sum, 31) + words[i]) | 0;
    if (sum === fingerprint) return;
    fingerprint = sum;
    if (started !== undefined) changed?.();
  };
  for (const type of ["pointermove", "input"]) globalThis.addEventListener(type, () => (started ??= performance.now()), true);

  globalThis.awaitPaint = () => {
    started = undefined;
    globalThis.painted = new Promise((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error("the field did not change in ten seconds")), 10_000);
      changed = () => {
        changed = undefined;
        globalThis.clearTimeout(patience);
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - started);
          channel.port2.postMessage(0);
        });
      };
    });
  };
  let longest = 0;
  globalThis.watchLongTasks = () =>
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: "longtask" });
  globalThis.longestTask = () => longest;
}
