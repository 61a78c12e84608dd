import { chromium } from "playwright-core";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";

/** Rows of the page's benches whose name and size do not match are left out. */
const wanted = new RegExp(process.env.ROWS ?? "");

/**
 * Tabs of a browser; one that dies, or takes the browser with it, loses what it was measuring, which is tried once more, and no
 * other row. `open` opens a path of a site, `attempt` measures and adds one row, or several.
 */
export function survivingTabs(address, { args = [], prepare, ready } = {}) {
  let browser;
  const alive = async () => {
    if (!browser?.isConnected())
      browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArguments(), ...args] });
    return browser;
  };
  /** A tab's death rejects whatever is waited for in it, at once. */
  let died;
  /** Without the copy for offline use: it fetches the whole site beside what is measured. */
  const open = async (path) => {
    const page = await (await alive()).newPage({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block" });
    page.on("crash", () => died?.(new Error("the tab died")));
    await prepare?.(page);
    await page.goto(address + path);
    await ready?.(page, path);
    return page;
  };
  const attempt = async (rows, row, measure) => {
    if (!wanted.test(`${row.name}, ${row.size}`)) return;
    let failure;
    for (let time = 0; time < 2; time++) {
      try {
        const death = new Promise((_, reject) => (died = reject));
        const measured = await Promise.race([measure(), death]);
        rows.push(...[measured].flat().map((more) => ({ ...row, ...more })));
        return;
      } catch (error) {
        failure = String(error).split("\n")[0];
        process.stderr.write(`${row.name}, ${row.size}: ${failure}\n`);
        await browser?.close().catch(() => undefined);
      }
    }
    rows.push({ ...row, unit: failure });
  };
  return { alive, open, attempt, close: () => browser?.close().catch(() => undefined) };
}
