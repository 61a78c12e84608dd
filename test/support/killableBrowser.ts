import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { BrowserContext } from "playwright-core";
import { browserArguments } from "../../scripts/findBrowser.mjs";

/** A browser that keeps its profile in a folder, and can be killed like any process. */
export interface KillableBrowser {
  readonly context: BrowserContext;
  /** Ends all its processes at once, as a crash or a power cut would. */
  readonly kill: () => Promise<void>;
}

/** Starts a browser on a profile, which outlasts it. */
export async function killableBrowser(path: string, profile: string): Promise<KillableBrowser> {
  const port = join(profile, "DevToolsActivePort");
  rmSync(port, { force: true });
  const child = spawn(
    path,
    [...browserArguments(), "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { detached: true, stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const kill = async () => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await ended;
  };
  // The file may be there before its text.
  const numberOf = () => (existsSync(port) ? readFileSync(port, "utf8").split("\n")[0]! : "");
  for (let tries = 0; numberOf() === ""; tries++) {
    if (tries > 300) {
      await kill();
      throw new Error("The browser did not start within 30 seconds.");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${numberOf()}`);
  return { context: browser.contexts()[0]!, kill };
}
