import { expect } from "vitest";
import type { Page } from "playwright-core";
import { withoutNotices } from "./page.ts";

/** How much of the window shows the picture above all that lies over it, and what stands above it or is cut off. */
function seenOfPicture() {
  const thumb = document.querySelector(".thumb")!;
  const free = getComputedStyle(thumb).position === "fixed" ? thumb.getBoundingClientRect().top : innerHeight;
  const visible = (one: Element) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return Math.max(0, Math.min(free, bottom) - Math.max(0, top)) * (right - left);
  };
  // The strip of small ones is part of it.
  const pictures = [...document.querySelectorAll("#picture, .multiples")];
  return {
    share: pictures.reduce((sum, one) => sum + visible(one), 0) / (innerWidth * innerHeight),
    header:
      (document.querySelector(".masthead")!.getBoundingClientRect().height * 16) /
      parseFloat(getComputedStyle(document.documentElement).fontSize),
    overflow: document.documentElement.scrollWidth - innerWidth,
    size: [innerWidth, innerHeight],
  };
}

/** Gives the window a size, at which the picture has half of it, one row above it, and nothing is cut off. */
export async function fillsHalf(page: Page, width: number, height: number): Promise<void> {
  const what = `${width} × ${height}`;
  await page.setViewportSize({ width, height });
  const seen = () => page.evaluate(seenOfPicture);
  await expect.poll(async () => (await seen()).size, { message: what }).toEqual([width, height]);
  // A picture takes its new size in the next frame.
  const share = async () => {
    await withoutNotices(page); // Such as that of a worker which a busy machine keeps from answering.
    return (await seen()).share;
  };
  await expect.poll(share, { message: what }).toBeGreaterThan(0.5);
  await expect.poll(async () => (await seen()).overflow, { message: what }).toBeLessThanOrEqual(0);
  expect((await seen()).header, what).toBeLessThanOrEqual(width < 960 || height < 480 ? 48 : 66);
}
