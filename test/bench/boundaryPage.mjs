import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { quantile } from "./timing.mjs";
import { root } from "../../scripts/installed.mjs";
import { benchSite } from "./benchSite.mjs";

const warmUp = 10;
const samples = 50;

/** The boundary study in a real browser, dragged by the mouse: from an input event to the painted field. */
export async function boundaryPageRows() {
  const { address, close } = await benchSite();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
  const rows = [];
  const open = async (hash) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(watchPaint);
    await page.goto(address + hash);
    await said(page);
    return page;
  };
  const add = (name, size, { times, scripts }, target) => {
    const row = (of, values, target) =>
      rows.push({
        name: `${name} by the mouse, ${of}`,
        size,
        median: quantile(values, 0.5),
        high: quantile(values, 0.95),
        unit: "ms",
        target,
      });
    row("input to painted field", times, target);
    row("script of a frame", scripts);
  };

  const start = performance.now();
  const first = await open("#/boundary?data=alda-2");
  rows.push({
    name: "first boundary after opening",
    size: "n = 3000",
    median: performance.now() - start,
    unit: "ms",
    target: 1500,
  });
  await first.close();

  for (const [name, slider] of [
    ["λ drag", "Penalty"],
    ["length scale drag", "Length scale"],
  ]) {
    const page = await open("#/boundary?data=circles");
    const place = await sliderOf(page, slider);
    add(name, "n = 1000", await dragged(page, place(0.6), place(0.3)), 100);
    await page.close();
  }
  const draws = await open("#/boundary?data=alda-2&draws=8");
  const place = await sliderOf(draws, "Privacy loss");
  add("ε drag", "n = 3000, 8 draws", await dragged(draws, place(0.5), place(0.8)), 8);
  await draws.close();

  const page = await open("#/boundary?data=alda-2");
  await loadOwn(page, 200);
  await page.getByLabel("A click").selectOption("positive");
  const at = await placeOf(page);
  // Two frames of a screen at 60 Hz.
  add("a point", "n = 200", await dragged(page, at(0.5, 0.5), at(0.2, 0.7)), 33);
  await page.close();

  await browser.close();
  await close();
  return rows;
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
    const [x, y] =
      i % 2
        ? [0.38 + 0.26 * Math.cos(angle), 0.42 + 0.32 * Math.sin(angle)]
        : [0.62 - 0.26 * Math.cos(angle), 0.58 - 0.32 * Math.sin(angle)];
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
  for (const type of ["pointermove", "input"])
    globalThis.addEventListener(type, () => (started ??= performance.now()), true);

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
}
