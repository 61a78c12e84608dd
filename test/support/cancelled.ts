import type { Locator } from "playwright-core";

/**
 * Starts a long computation, and cancels it once that much of it is done. Both are done in the page, at the change that shows
 * it: a click from here might come when all is done.
 *
 * @param start the button that starts it
 * @param cancel what the button says that ends it
 * @param least the least value of its progress
 */
export async function cancelledAt(start: Locator, cancel: string, least = 0): Promise<void> {
  // A button that cannot be pressed yet would start nothing that could be cancelled.
  await start.click({ trial: true });
  await start.evaluate(
    (button, [name, value]) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const end = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
          const progress = end?.parentElement?.querySelector("progress");
          if (!end || !progress || progress.value < value) return;
          watch.disconnect();
          end.click();
          resolve();
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { childList: true, subtree: true, attributes: true });
        (button as HTMLElement).click();
      }),
    [cancel, least] as const,
  );
}
