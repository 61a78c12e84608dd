import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserArguments, findBrowser } from "../../scripts/findBrowser.mjs";

/**
 * A browser that loads pages as people do. Tools that drive one switch its inspector on, and then each error object that a page
 * makes looks up where it was made: React's three, while its file first runs, have that file parsed twice more, 22 ms of its
 * thread. Here only what must be asked is asked.
 *
 * The service worker is not kept from it either.
 */
export function plainBrowser(args = []) {
  const profile = mkdtempSync(join(tmpdir(), "curveil-bench-"));
  const child = spawn(
    findBrowser(),
    [
      ...browserArguments(),
      ...args,
      ...["--headless", "--remote-debugging-pipe", "--no-startup-window", `--user-data-dir=${profile}`],
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const [, , , toBrowser, fromBrowser] = child.stdio;
  const waiting = new Map();
  let last = 0;
  let rest = "";
  fromBrowser.setEncoding("utf8").on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error) reject?.(new Error(error.message));
      else resolve?.(result);
    }
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  void ended.then(() => waiting.forEach(({ reject }) => reject(new Error("the browser ended"))));
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      toBrowser.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });

  /**
   * Milliseconds from navigation, in a fresh profile, until the times that `runFirst` promises in the page as `first`.
   *
   * @param network as DevTools emulate it
   * @param slowdown of the page's processor
   */
  const firstTimes = async (url, runFirst, { width = 1280, height = 900, isPhone = false, network, slowdown } = {}) => {
    const { browserContextId } = await send("Target.createBrowserContext");
    const { targetId } = await send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const inPage = (method, params) => send(method, params, sessionId);
    const evaluate = async (expression) => {
      const asked = { expression, awaitPromise: true, returnByValue: true };
      return (await inPage("Runtime.evaluate", asked)).result.value;
    };
    await inPage("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: isPhone ? 2 : 1,
      mobile: isPhone,
    });
    if (network) {
      await inPage("Network.enable");
      // Also holds for the page's workers.
      await inPage("Network.emulateNetworkConditions", { offline: false, ...network });
    }
    if (slowdown) await inPage("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await inPage("Page.enable");
    await inPage("Page.addScriptToEvaluateOnNewDocument", { source: runFirst });
    const start = performance.timeOrigin + performance.now();
    await inPage("Page.navigate", { url });
    const times = (await evaluate("globalThis.first")).map((time) => time - start);
    await send("Target.disposeBrowserContext", { browserContextId });
    return times;
  };

  const close = async () => {
    void send("Browser.close").catch(() => undefined);
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { firstTimes, close };
}
