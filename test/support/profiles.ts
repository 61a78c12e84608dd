import { chromium } from "playwright-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { browserArguments } from "../../scripts/findBrowser.mjs";
import { watchRest } from "./rest.ts";

/** A page of the built site, and what it said that a quiet page does not say. */
export interface OpenPage {
  readonly page: Page;
  /** Console messages, page errors, failed requests and requests to other origins. */
  readonly complaints: readonly string[];
}

export const desktop = { width: 1280, height: 900 };

let browser: Browser | undefined;

/** The browser of this process, which tests file after file: it starts with the first one, and anew if it died. */
export async function runningBrowser(): Promise<Browser> {
  if (!browser?.isConnected()) {
    profiles.length = 0;
    const args = [...browserArguments(), "--process-per-site"];
    browser = await chromium.launch({ executablePath: inject("browserPath"), args });
  }
  return browser;
}

/**
 * A profile that tests use in turn: what a page stored is erased after each. Its first page keeps the renderer alive, which has
 * compiled the site's scripts: the next page opens in three quarters of the time.
 */
export interface Profile {
  readonly context: BrowserContext;
  readonly keeper: Page;
  /** Its options, as text. */
  readonly kind: string;
}

/** The profiles that no test uses. */
const profiles: Profile[] = [];

/** A profile without any stored data, of a desktop unless options say another size. */
export async function profileOfSite(options: BrowserContextOptions = {}): Promise<Profile> {
  await runningBrowser();
  const kind = JSON.stringify(options);
  const spare = profiles.findIndex((profile) => profile.kind === kind);
  if (spare >= 0) return profiles.splice(spare, 1)[0]!;
  const context = await newContext(options);
  await prepare(context, {});
  const keeper = await context.newPage();
  await keeper.goto(`${inject("siteUrl")}licences.txt`);
  return { context, keeper, kind };
}

/** Closes the pages of a profile, and erases what they stored; the profile of a test that failed is closed. */
export async function handBack({ context, keeper, kind }: Profile, isSound: boolean): Promise<void> {
  if (!isSound || keeper.isClosed()) return context.close();
  const opened = context.pages().filter((page) => page !== keeper);
  await Promise.all(opened.map((page) => page.close()));
  const session = await context.newCDPSession(keeper);
  const { origin } = new URL(inject("siteUrl"));
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  profiles.push({ context, keeper, kind });
}

/** A fresh profile. */
export const newContext = async (options: BrowserContextOptions = {}) =>
  (await runningBrowser()).newContext({
    viewport: desktop,
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });

/** Scripts that run in each page of a profile before its own. */
export async function prepare(
  context: BrowserContext,
  { offline = false, beforehand }: { offline?: boolean; beforehand?: (() => void) | undefined },
): Promise<void> {
  await context.addInitScript(watchRest);
  if (!offline) await context.addInitScript(withoutOfflineCopy);
  if (beforehand) await context.addInitScript(beforehand);
  await context.addInitScript(() => {
    try {
      localStorage.setItem("curveil.advanced", localStorage.getItem("curveil.advanced") ?? "open");
    } catch {
      // No storage for this page.
    }
  });
}

export async function openIn(
  context: BrowserContext,
  hash: string,
  siteUrl = inject("siteUrl"),
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`page error: ${error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()} ${reason}`); // A page that is left asks no more.
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(siteUrl) && !url.startsWith("blob:") && !url.startsWith("data:"))
      complaints.push(`left the site: ${url}`);
  });
  await page.goto(siteUrl + hash);
  return { page, complaints };
}

/** No copy for offline use is made, as in a private window of Firefox. Runs in the page, before its own scripts. */
export function withoutOfflineCopy(): void {
  delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
}
