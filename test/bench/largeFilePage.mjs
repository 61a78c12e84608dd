// node test/bench/largeFilePage.mjs SITE [gigabytes]: the memory of a tab while it reads a CSV that is too large to be held
// and counts one column of it: the largest resident size of the process that shows the page and has its workers, before and
// while reading. SITE is the folder of a built site. The file is made first and removed at the end.
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";

const [site, gigabytes = "2"] = process.argv.slice(2);
const bytes = Number(gigabytes) * 1e9;
const folder = mkdtempSync(join(tmpdir(), "curveil-memory-"));
const path = join(folder, "large.csv");
const rows = Array.from(
  { length: 200_000 },
  (_, i) => `${i},${(100 * Math.abs(Math.sin(i * i))).toFixed(6)},g${i % 7}`,
);
const block = Buffer.from(`${rows.join("\n")}\n`);
const file = openSync(path, "w");
writeSync(file, "id,value,group\n");
let written = 0;
while (written < bytes) written += writeSync(file, block);
closeSync(file);

/** Resident megabytes of the largest renderer that this program started, now and at most. */
function memory() {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(
        pid,
        readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) \S /, "")
          .split(" ")[0],
      );
    } catch {
      // It has ended.
    }
  }
  const isOurs = (pid) => pid === String(process.pid) || (parents.has(pid) && isOurs(parents.get(pid)));
  const found = { now: 0, most: 0 };
  for (const pid of parents.keys()) {
    try {
      if (!isOurs(pid) || !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")) continue;
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      found.now = Math.max(found.now, Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1000);
      found.most = Math.max(found.most, Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1000);
    } catch {
      // It has ended.
    }
  }
  return found;
}

const served = await serveStatic(site, {});
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
try {
  const page = await browser.newPage();
  await page.goto(`${served.address}#/density`);
  await page.waitForFunction(() => (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "");
  const before = memory();
  await page.setInputFiles("input[type=file]", path);
  await page.locator(".declare form").waitFor();
  await page.getByLabel("Column", { exact: true }).selectOption("value");
  await page.getByLabel("Domain of value, lower end").fill("0");
  await page.getByLabel("Domain of value, upper end").fill("100");
  const started = performance.now();
  await page.getByRole("button", { name: "Draw it" }).click();
  let largest = 0;
  await page.getByLabel("Reading the data").waitFor();
  while ((await page.getByLabel("Reading the data").count()) > 0) {
    largest = Math.max(largest, memory().now);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - started) / 1000;
  const after = memory();
  console.log(
    `${(written / 1e9).toFixed(2)} GB of CSV in ${seconds.toFixed(1)} s: the tab had ${before.now.toFixed(0)} MB before, ${largest.toFixed(0)} MB at most while it read (${after.most.toFixed(0)} MB at any time), ${after.now.toFixed(0)} MB after`,
  );
} finally {
  await browser.close();
  await served.close();
  rmSync(folder, { recursive: true });
}
console.log(`Commit ${execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()}`);
