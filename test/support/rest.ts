import type { Page } from "playwright-core";

declare global {
  interface Window {
    pageRests?: () => Promise<void>;
  }
}

/**
 * Lets a page tell whether it rests: no frame and no short timer is waiting, which a page has while settings settle, while its
 * address is about to follow, and while a worker owes it an answer (it is then asked now and then whether it lives); and no
 * section is loading. Runs in the page, in Chromium, before its own scripts.
 */
export function watchRest(): void {
  const longest = 2000;
  const quietFrames = 3;
  const own = {
    setTimeout: setTimeout.bind(globalThis) as (run: () => void, milliseconds?: number) => number,
    clearTimeout: clearTimeout.bind(globalThis) as (id?: number) => void,
    requestAnimationFrame: requestAnimationFrame.bind(globalThis),
    cancelAnimationFrame: cancelAnimationFrame.bind(globalThis),
  };
  const timers = new Set<number>();
  const frames = new Set<number>();
  Object.assign(globalThis, {
    setTimeout: (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) => {
      const id = own.setTimeout(() => {
        timers.delete(id);
        run(...values);
      }, milliseconds);
      if (milliseconds <= longest) timers.add(id);
      return id;
    },
    clearTimeout: (id?: number) => {
      if (id !== undefined) timers.delete(id);
      own.clearTimeout(id);
    },
    requestAnimationFrame: (draw: FrameRequestCallback) => {
      const id = own.requestAnimationFrame((time) => {
        frames.delete(id);
        draw(time);
      });
      frames.add(id);
      return id;
    },
    cancelAnimationFrame: (id: number) => {
      frames.delete(id);
      own.cancelAnimationFrame(id);
    },
    pageRests: async () => {
      for (let quiet = 0; quiet < quietFrames;) {
        await new Promise<void>((resolve) => own.requestAnimationFrame(() => own.setTimeout(resolve)));
        // What React draws later waits in messages to itself, which come before any task of the background. An idle callback
        // waits for a moment between frames, and Chromium may take a page for busy from one size of its window on.
        await scheduler.postTask(() => undefined, { priority: "background" });
        const loading = document.querySelector("details[aria-busy=true]") !== null;
        quiet = timers.size + frames.size === 0 && !loading ? quiet + 1 : 0;
      }
    },
  });
}

/** Waits until what the page has drawn is what is set; sentences that count over releases may still be on their way. */
export async function pictured(page: Page): Promise<void> {
  try {
    // Asked at times, not at each frame: frames take from a page that starts.
    const said = () => (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "";
    await page.waitForFunction(said, undefined, { polling: 50 });
    await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor({ timeout: 30_000 });
  } catch (error) {
    const shown = await page.evaluate(() => `${document.visibilityState}: ${document.body.innerText.slice(0, 1000)}`);
    throw new Error(`No picture came, with ${page.workers().length} workers, on a page that is ${shown}`, {
      cause: error,
    });
  }
}

/** Waits until the page has drawn a picture, and then rests: all that follows settings at rest has followed. */
export async function rested(page: Page): Promise<void> {
  await pictured(page);
  await atRest(page);
}

/** Waits until the page rests. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => window.pageRests!());
}
