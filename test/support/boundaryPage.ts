import type { Page } from "playwright-core";
import { expect } from "vitest";
import { savedBy } from "./page.ts";
import { rested } from "./rest.ts";

/** The study with an example whose settings rest quickly. */
export const moons = "#/boundary?data=moons";

/** The pixels of the plane, as an address. */
export function pixels(page: Page): Promise<string> {
  return page.locator(".boundary-plot canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
}

/** The pixels once they differ from those before. */
export async function redrawnFrom(page: Page, before: string): Promise<string> {
  await expect.poll(() => pixels(page), { timeout: 30_000 }).not.toBe(before);
  return pixels(page);
}

export interface Drawing {
  /** Places in the unit square, with the class. */
  readonly points: readonly (readonly [x: number, y: number, label: number])[];
  /** Path data of the original boundary. */
  readonly original: string;
}

/**
 * What the picture holds, read from its export. The page rests before: what follows an edit moves the button, and while the
 * edited records are fitted it cannot be pressed, so a press in between is lost.
 */
export async function drawing(page: Page): Promise<Drawing> {
  await rested(page);
  const svg = await savedBy(page, () => page.getByRole("button", { name: "Picture (SVG)" }).click());
  const side = 560;
  const points = Array.from(svg.matchAll(/<(circle|rect) c?x="([\d.-]+)" c?y="([\d.-]+)"/g), ([, shape, x, y]) => {
    const half = shape === "rect" ? 2.5 : 0;
    return [(Number(x) + half) / side, 1 - (Number(y) + half) / side, shape === "rect" ? -1 : 1] as const;
  });
  return { points, original: /<path d="([^"]*)" fill="none" stroke="#1d1b18"/.exec(svg)?.[1] ?? "" };
}

/** The value of a slider, as it is typed. */
export const number = (page: Page, label: string) => page.getByLabel(`${label}, as a number`).inputValue();
/** All that is read. */
export const mainText = (page: Page) => page.locator("main").innerText();
