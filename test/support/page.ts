import { readFile } from "node:fs/promises";
import type { BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { desktop, handBack, newContext, openIn, prepare, profileOfSite, runningBrowser } from "./profiles.ts";
import type { OpenPage, Profile } from "./profiles.ts";
import { pictured } from "./rest.ts";

let contexts: BrowserContext[] = [];
let used: Profile[] = [];

/** Opens an address of the site in a profile of its own. */
type Open = (
  hash?: string,
  options?: BrowserContextOptions,
  site?: string,
  beforehand?: () => void,
) => Promise<OpenPage>;

/** Whether options say the size of a window and how it is touched, and nothing else. */
const isOfSize = (options: BrowserContextOptions) =>
  Object.keys(options).every((key) => ["viewport", "hasTouch", "isMobile"].includes(key));

/**
 * The browser that the tests of all files share; `open` gives an empty profile each time, a new one for other options than
 * those of a size, another site or `beforehand`, which runs before any page. Advanced controls stand open, and no copy for
 * offline use is made unless service workers are allowed: fetching the whole site again takes a third of the time that a page
 * needs to open. After each test its pages are closed, so that none goes on computing beside the next.
 */
export function useBrowser(): Open {
  beforeAll(async () => {
    await runningBrowser();
  });
  afterEach(async ({ task }) => {
    const isSound = task.result?.state !== "fail";
    const [opened, profiled] = [contexts, used];
    [contexts, used] = [[], []];
    await Promise.all([
      ...opened.map((context) => context.close()),
      ...profiled.map((profile) => handBack(profile, isSound)),
    ]);
  });
  return async (hash = "", options = {}, site, beforehand) => {
    if (isOfSize(options) && site === undefined && !beforehand) {
      const profile = await profileOfSite(options);
      used.push(profile);
      return openIn(profile.context, hash);
    }
    const context = await newContext(options);
    contexts.push(context);
    await prepare(context, { offline: options.serviceWorkers === "allow", beforehand });
    return openIn(context, hash, site);
  };
}

/**
 * One page for those tests of a file that leave behind settings and nothing that the next ones mind: each goes to its address
 * without loading the site again, at the size of a desktop, and waits for its picture. After a test that failed the next has a
 * new page.
 */
export function usePage(): (hash: string) => Promise<OpenPage> {
  let own: { readonly profile: Profile; readonly page: Page; readonly complaints: string[] } | undefined;
  const close = async (isSound: boolean) => {
    const profile = own?.profile;
    own = undefined;
    if (profile) await handBack(profile, isSound);
  };
  afterEach(({ task }) => (task.result?.state === "fail" ? close(false) : undefined));
  afterAll(() => close(true));

  return async (hash) => {
    if (own) {
      const { page, complaints } = own;
      complaints.length = 0;
      await page.emulateMedia({ colorScheme: null, reducedMotion: "reduce" });
      await page.setViewportSize(desktop);
      await page.mouse.move(0, 0);
      await page.evaluate(goTo, hash);
      await page.waitForFunction(isThere, hash, { polling: 50 });
    } else {
      const profile = await profileOfSite();
      own = { profile, ...(await openIn(profile.context, hash)) };
    }
    await pictured(own.page);
    return own;
  };
}

/** Goes to another address as a link does, and lets the page take it up. Runs in the page. */
async function goTo(hash: string): Promise<void> {
  (document.activeElement as HTMLElement | null)?.blur();
  for (const scrolled of [document.documentElement, ...document.querySelectorAll(".controls")]) scrolled.scrollTo(0, 0);
  // What was set last may not stand in the address yet.
  if (hash === location.hash) await window.pageRests!();
  if (hash === location.hash) return;
  const taken = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  location.hash = hash;
  await taken;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Whether the study of an address is the one that is shown: the one before stands until it comes. Runs in the page. */
function isThere(hash: string): boolean {
  const link = document.querySelector(`nav a[href="${/^#\/[^?]*/.exec(hash)?.[0] ?? ""}"]`);
  return link === null || document.title.startsWith(link.textContent);
}

/** Opens the section whose summary says so, unless it stands open. */
export async function unfold(page: Page, summary: string): Promise<void> {
  const section = page.locator("details", { has: page.locator("summary", { hasText: summary }) }).last();
  if ((await section.getAttribute("open")) === null) await section.locator("> summary").click();
}

/** A section below the picture, by its name; it stands open then, whatever a test before has left. */
export async function openedSection(page: Page, name: string): Promise<Locator> {
  const section = page.getByTestId(`section-${name}`);
  if ((await section.getAttribute("open")) === null) await section.locator("> summary").click();
  return section;
}

/** Waits until the page has drawn its curve or field, and what is drawn is what is set: what is pressed then has its data. */
export const drawn = pictured;

/** The drawn private curve, as path data. */
export async function releasePath(page: Page): Promise<string> {
  return (await page.locator("path.release").first().getAttribute("d")) ?? "";
}

/** Waits until the private curve is another one, and returns it. */
export async function changedFrom(page: Page, before: string): Promise<string> {
  await expect.poll(() => releasePath(page), { timeout: 30_000 }).not.toBe(before);
  const after = await releasePath(page);
  expect(after).not.toContain("NaN");
  return after;
}

/** Drops a file on the page, of a content that may be repeated. */
export async function dropFile(page: Page, name: string, content: string | Uint8Array, times = 1): Promise<void> {
  const encoded = Buffer.from(content).toString("base64");
  await page.evaluate(
    ([fileName, data, copies]) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File(Array<Uint8Array<ArrayBuffer>>(copies).fill(bytes), fileName));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [name, encoded, times] as const,
  );
}

/** Accepts what the file that waits proposes of how it is read; a file that was read by a given schema has nothing to accept. */
export async function readItSo(page: Page): Promise<void> {
  await page.locator(".declare form").waitFor();
  const accept = page.getByRole("button", { name: "Read it so" });
  if ((await accept.count()) > 0) await accept.click();
}

/**
 * Draws the file that waits to be declared: bounds that have no answer yet get the given ones.
 *
 * @param answers ends of domains, and what a single number is
 */
export async function drawOwn(
  page: Page,
  answers: { lower?: string; upper?: string; number?: string } = {},
): Promise<void> {
  const { lower = "0", upper = "1", number = "1" } = answers;
  await readItSo(page);
  // Each answer may bring another question.
  for (const input of await page
    .locator(".declare form input[type=text]:not(.units input, .column-details input)")
    .all()) {
    if ((await input.inputValue()) !== "") continue;
    const label = (await input.getAttribute("aria-label")) ?? "";
    await input.fill(label.endsWith("lower end") ? lower : label.endsWith("upper end") ? upper : number);
  }
  await page.getByRole("button", { name: "Draw it" }).click();
  await page.locator(".declare").waitFor({ state: "detached" });
}

/** Drops a file, and draws it. */
export async function drawFile(
  page: Page,
  name: string,
  content: string,
  answers?: Parameters<typeof drawOwn>[1],
): Promise<void> {
  await dropFile(page, name, content);
  await drawOwn(page, answers);
}

/** The text of the next file that the page offers while `act` runs. */
export async function savedBy(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Sends notices above the picture away, which take room from it: one page has them, another with the same picture has not. */
export async function withoutNotices(page: Page): Promise<void> {
  // All of them at once, in the page: one may go by itself before a click from here comes.
  const dismissed = () =>
    page.evaluate(() => {
      const buttons = [...document.querySelectorAll("button")].filter(({ textContent }) => textContent === "Dismiss");
      for (const button of buttons) button.click();
      return buttons.length;
    });
  await expect.poll(dismissed).toBe(0);
}

/** Declares the budget that the ledger suggests, unless there is one. */
export async function withBudget(page: Page): Promise<void> {
  const declare = page.getByRole("button", { name: "Declare this budget" });
  await page.getByTestId("account").or(declare).first().waitFor();
  if ((await declare.count()) > 0) await declare.click();
  await page.getByTestId("account").waitFor();
}

/** The file of a release, made within a budget; the page then shows it. */
export async function releasedBy(page: Page): Promise<ReleaseFile> {
  const back = page.getByRole("button", { name: "Back to exploring" });
  if ((await back.count()) > 0) await back.click();
  await withBudget(page);
  const [download] = await Promise.all([
    page.waitForEvent("download", (file) => file.suggestedFilename().endsWith(".zip")),
    page.getByRole("button", { name: "Release", exact: true }).click(),
  ]);
  await back.waitFor();
  return parseRelease(releaseInArchive(await readFile(await download.path())));
}
