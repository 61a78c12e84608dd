import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { quantile } from "./timing.mjs";

/** The built page in a real browser: from input to painted curve, script per frame, long tasks. */
export async function pageRows() {
  run(process.execPath, [binary("vite/bin/vite.js"), "build", "--logLevel", "warn", "--outDir", `${root}.cache/bench-site`, "--emptyOutDir"]);
  const { address, close } = await serveStatic(`${root}.cache/bench-site`);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
  const rows = [];
  const open = async (hash) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const start = Date.now();
    await page.goto(address + hash);
    await page.waitForFunction(() => (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "");
    return { page, first: Date.now() - start };
  };

  const start = await open("");
  rows.push({ workload: "page: first private curve after opening", size: "n = 100", ours: start.first, target: "1500" });
  await start.page.close();

  for (const [size, hash, target] of [["1000 points", "#/density?data=faithful", "4"], ["200×200", "#/density?data=faithful-2d&y=waiting", "8"]]) {
    const { page } = await open(hash);
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable");
    const scripts = [];
    for (let i = 0; i < 60; i++) {
      const before = await scriptSeconds(client);
      await page.evaluate((k) => globalThis.moveSlider("Privacy loss", 400 + 4 * k), i).catch(async () => {
        await page.evaluate(defineHelpers);
        await page.evaluate((k) => globalThis.moveSlider("Privacy loss", 400 + 4 * k), i);
      });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
      if (i >= 10) scripts.push(1000 * ((await scriptSeconds(client)) - before));
    }
    rows.push({ workload: "page: script of a frame while ε moves", size, ours: quantile(scripts, 0.5), high: quantile(scripts, 0.95), target });
    await page.close();
  }

  mkdirSync(`${root}.cache`, { recursive: true });
  for (const n of [1e5, 1e6]) {
    const { page } = await open("");
    const file = `${root}.cache/bench-${n}.csv`;
    let seed = 1;
    const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    writeFileSync(file, `x\n${Array.from({ length: n }, () => (0.5 + 0.12 * (next() + next() + next() + next() - 2)).toFixed(6)).join("\n")}\n`);
    await page.evaluate(defineHelpers);
    await page.evaluate(() => globalThis.watchLongTasks());
    const started = Date.now();
    await page.locator("input[type=file]").setInputFiles(file);
    await page.waitForFunction(() => location.hash.includes("data=own"), undefined, { timeout: 60_000 });
    rows.push({ workload: "page: CSV file to held records", size: `n = ${n}`, ours: Date.now() - started });
    await page.waitForTimeout(2500);
    const times = await page.evaluate(async () => {
      const results = [];
      for (let k = 0; k < 60; k++) {
        const time = await globalThis.untilPainted("Bandwidth", 500 + 5 * k);
        if (k >= 10) results.push(time);
      }
      return results;
    });
    rows.push({ workload: "page: bandwidth, input to painted curve", size: `n = ${n}`, ours: quantile(times, 0.5), high: quantile(times, 0.95), target: n === 1e5 ? "50" : "" });
    const longest = await page.evaluate(() => globalThis.longestTask());
    rows.push({ workload: "page: longest task on the main thread", size: `n = ${n}, file and drag`, ours: longest, target: "50 (0: none over it)" });
    await page.close();
  }
  await browser.close();
  await close();
  return rows;
}

async function scriptSeconds(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ScriptDuration").value;
}

function defineHelpers() {
  const sliderNamed = (name) => [...document.querySelectorAll("input[type=range]")].find((input) => input.labels[0].textContent.startsWith(name));
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  globalThis.moveSlider = (name, position) => {
    const slider = sliderNamed(name);
    setValue.call(slider, String(position));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  globalThis.untilPainted = (name, position) =>
    new Promise((resolve) => {
      const curve = document.querySelector("path.estimate");
      const started = performance.now();
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - started);
          channel.port2.postMessage(0);
        });
      });
      observer.observe(curve, { attributes: true, attributeFilter: ["d"] });
      globalThis.moveSlider(name, position);
    });
  let longest = 0;
  globalThis.watchLongTasks = () =>
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: "longtask" });
  globalThis.longestTask = () => longest;
}
