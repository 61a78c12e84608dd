import type { Page } from "playwright-core";

/** Notes each size that a plane is painted at. Runs in the page, before its own scripts. */
export function notePlanes(): void {
  const sizes: string[] = [];
  const painted = new ResizeObserver((entries) => {
    for (const { contentRect } of entries) sizes.push(`${contentRect.width} × ${contentRect.height}`);
  });
  new MutationObserver(() => {
    const plane = document.querySelector("#picture canvas");
    if (plane) painted.observe(plane);
  }).observe(document, { childList: true, subtree: true });
  Object.assign(globalThis, { paintedPlanes: sizes });
}

/** The sizes that the planes of a page were painted at, one after the other, since `notePlanes` ran in it. */
export const paintedPlanes = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { paintedPlanes: string[] }).paintedPlanes);
