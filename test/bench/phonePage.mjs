import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";
import { benchSite } from "./benchSite.mjs";
import { writeEmpty } from "./floorPage.mjs";
import { tellFirst } from "./inPage.mjs";
import { plainBrowser } from "./plainTab.mjs";
import { quantile } from "./timing.mjs";

const bytesPerSecond = 1_600_000 / 8;
const phone = {
  ...{ width: 390, height: 844, isPhone: true, slowdown: 4 },
  network: { latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
};
const rounds = 5;

/** Links with a setting, so that a worker makes their picture, and an element of each picture once it is drawn. */
const links = [
  ["density", "#/density?v=1&data=sleep&epsilon=2", "path.release[d]"],
  ["boundary", "#/boundary?v=1&epsilon=2", "path.domain[d]"],
  ["mean curve", "#/meanCurve?v=1&epsilon=2", "path.release[d]"],
  ["fabricated table", "#/fabrication?v=1&epsilon=2", "path.domain[d]"],
  ["density, staged", "#/density?v=1&data=sleep&epsilon=2&ask=Who?&controls=epsilon", "path.release[d]"],
];
const moments = [
  { name: "phone, first paint of a link", selector: ".masthead", target: 1500 },
  { name: "phone, its slider", selector: ".page:not(.first) .thumb input[type=range]", target: 3500 },
  { name: "phone, its picture", target: 4000 },
];

/** A link on a phone: 1.6 Mbit/s, 150 ms and a quarter of this processor, in turn with a page of the same bytes. */
export async function phoneRows() {
  const { folder, address, close } = await benchSite();
  const files = await filesOf(address);
  const browser = plainBrowser();
  const timed = (path, selectors) =>
    browser.firstTimes(address + path, `(${tellFirst})(${JSON.stringify(selectors)})`, phone);
  const rows = [];
  for (const [size, link, picture] of links) {
    writeEmpty(folder, "emptyPhone", await files.of(link));
    const [times, floors] = [moments.map(() => []), []];
    for (let round = 0; round < rounds; round++) {
      const selectors = moments.map(({ selector }) => selector ?? picture);
      (await timed(link, selectors)).forEach((time, i) => times[i].push(time));
      floors.push(...(await timed("floor/emptyPhone.html", ["output"])));
    }
    const floor = quantile(floors, 0.5);
    moments.forEach(({ name, target }, i) => {
      const median = quantile(times[i], 0.5);
      rows.push({ name, size, median, high: quantile(times[i], 0.95), unit: "ms", floor, worker: 0, target });
    });
  }
  await browser.close();
  await files.close();
  await close();
  return rows;
}

/** The scripts and styles that links load until the picture stands. */
async function filesOf(address) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
  const of = async (link) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });
    const paths = new Set();
    page.on("response", (response) => paths.add(new URL(response.url()).pathname));
    await page.goto(address + link);
    await page.waitForFunction(() => document.querySelector("[data-testid=sentence]")?.textContent);
    await page.close();
    return [...paths].filter((path) => /\.(js|css)$/.test(path));
  };
  return { of, close: () => browser.close() };
}
