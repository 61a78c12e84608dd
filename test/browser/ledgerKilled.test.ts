import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { Ledger } from "../../src/core/privacy/accounting/ledger.ts";
import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { casesOf, firstOf } from "../support/fuzzing.ts";
import { killableBrowser } from "../support/killableBrowser.ts";
import type { KillableBrowser } from "../support/killableBrowser.ts";
import { storedLedger } from "../support/ledgerPage.ts";
import { drawFile, drawn } from "../support/page.ts";
import { withoutOfflineCopy } from "../support/profiles.ts";

/** Kills: of the browser in every run, of its page in `npm run journeys`, where all begins anew; 50 by `npm run audit`. */
const asked = process.env["CURVEIL_KILLS"];
const kills = Number(asked ?? casesOf(3, 1));

const own = `v\n${Array.from({ length: 60 }, (_, i) => (0.314159 + 0.006283 * i).toFixed(6)).join("\n")}\n`;
const link = "#/density?v=1&data=hall-1&epsilon=0.05&delta=0.00001";

const tables = ["data of one's own", "an example"];
// An example's page makes the same steps, but for the file that is read.
test.each(asked === undefined ? firstOf(tables, 1) : tables)(
  `a page on %s killed at any point of a release, ${kills} times: the ledger is whole, and no release is without an entry`,
  { timeout: 60_000 + kills * 20_000 },
  async (data) => {
    const isOwn = data !== "an example";
    const profile = mkdtempSync(join(tmpdir(), "curveil-killed-"));
    const handed: ReleaseFile[] = [];
    let browser: KillableBrowser | undefined;
    let ledger: Ledger | undefined;
    /** How far what was killed had come. */
    const reached = { nothing: 0, entry: 0, release: 0 };
    const start = async () => {
      browser ??= await begin(profile, handed);
      const page = await browser.context.newPage();
      await page.goto(inject("siteUrl") + (isOwn ? "" : link));
      await drawn(page);
      if (isOwn) {
        await drawFile(page, "own.csv", own);
        await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
      }
      return page;
    };

    try {
      const first = await start();
      await first.getByLabel("Budget: epsilon of all releases").fill("20");
      await first.getByLabel("Budget: epsilon of all releases").press("Enter");
      await first.getByRole("button", { name: "Declare this budget" }).click();
      await first.getByTestId("account").waitFor();
      const whole = await released(first, handed);

      let page = first;
      for (let kill = 0; kill < kills; kill++) {
        await page
          .getByRole("button", { name: "Release", exact: true })
          .or(page.getByText("Back to exploring"))
          .waitFor();
        const back = page.getByRole("button", { name: "Back to exploring" });
        if ((await back.count()) > 0) await back.click();
        await page.getByTestId("account").waitFor();
        await page.locator("button.filled:enabled", { hasText: "Release" }).waitFor();
        await press(page);
        // All the way through, and a little beyond: the order goes to and fro, so that a slower machine is met everywhere too.
        const share = (kill * 0.618034) % 1;
        await new Promise((resolve) => setTimeout(resolve, 1.2 * whole * share));
        if (kill % 2 === 0) {
          await browser!.kill();
          browser = undefined;
        } else {
          const session = await page.context().newCDPSession(page);
          void session.send("Page.crash").catch(() => undefined);
          await page.waitForEvent("crash");
          await page.close();
        }

        const after = await start();
        await after.getByTestId("account").waitFor();
        const now = await storedLedger(after);
        const ids = now.entries.map(({ id }) => id);
        for (const { id } of ledger?.entries ?? []) expect(ids).toContain(id);
        expect(now.entries.length - (ledger?.entries.length ?? 1)).toBeLessThanOrEqual(1);
        for (const file of handed) {
          const entry = now.entries.find(({ id }) => id === file.ledgerEntry);
          expect(entry).toBeDefined();
          expect([null, file.digest]).toContain(entry!.release);
        }
        const known = ledger?.entries.map(({ id }) => id) ?? [handed[0]!.ledgerEntry];
        const [added] = now.entries.filter(({ id }) => !known.includes(id));
        reached[added === undefined ? "nothing" : added.release === null ? "entry" : "release"]++;
        ledger = now;
        page = after;
      }

      await released(page, handed);
      expect((await storedLedger(page)).entries.length).toBe(ledger!.entries.length + 1);
      expect(handed.length).toBeGreaterThanOrEqual(2);
      // Many kills met a release before its entry, between entry and file, and after it.
      if (kills >= 50) expect(Math.min(...Object.values(reached)), JSON.stringify(reached)).toBeGreaterThan(0);
    } finally {
      await browser?.kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
);

/** A browser that hands over each release at the moment it is offered to the person. */
async function begin(profile: string, handed: ReleaseFile[]): Promise<KillableBrowser> {
  const browser = await killableBrowser(inject("browserPath"), profile);
  await browser.context.exposeBinding("handOver", (_, archive: string) => {
    handed.push(parseRelease(releaseInArchive(Buffer.from(archive, "base64"))));
  });
  await browser.context.addInitScript(withoutOfflineCopy);
  await browser.context.addInitScript(() => {
    const offer = URL.createObjectURL.bind(URL);
    const { handOver } = globalThis as unknown as { handOver: (archive: string) => Promise<void> };
    URL.createObjectURL = (blob: Blob) => {
      if (blob.type.includes("zip")) {
        const reader = new FileReader();
        reader.onload = () => void handOver((reader.result as string).split(",")[1]!);
        reader.readAsDataURL(blob);
      }
      return offer(blob);
    };
  });
  return browser;
}

/** Presses the button without waiting for anything. */
async function press(page: Page): Promise<void> {
  await page.evaluate(() => {
    const buttons = Array.from(document.querySelectorAll("button"));
    buttons.find(({ textContent }) => textContent === "Release")!.click();
  });
}

/** Makes a release. @returns how many milliseconds it took */
async function released(page: Page, handed: ReleaseFile[]): Promise<number> {
  const before = handed.length;
  const begun = performance.now();
  await press(page);
  await expect.poll(() => handed.length, { timeout: 30_000, interval: 5 }).toBe(before + 1);
  return performance.now() - begun;
}
