import { expect, test } from "vitest";
import { pictureHeight } from "../../../src/panels/pictures/pictureHeight.ts";
import type { Stage } from "../../../src/panels/pictures/pictureHeight.ts";

const desktop: Stage = { width: 1280, height: 900, above: 166, sliders: 0 };
const phone: Stage = { width: 390, height: 844, above: 56, sliders: 140 };

test("whatever stands above or lies over the window, the picture ends in sight", () => {
  for (const above of [100, 166, 230, 300, 420])
    for (const height of [700, 900, 1080, 2160])
      expect(pictureHeight(880, { ...desktop, above, height }) + above).toBeLessThanOrEqual(
        Math.max(height - 72, above + 180),
      );
  for (const above of [56, 120, 250])
    for (const sliders of [120, 160, 220])
      expect(pictureHeight(358, { ...phone, above, sliders }) + above + sliders).toBeLessThan(phone.height);
  expect(pictureHeight(880, { ...desktop, above: 229 })).toBe(pictureHeight(880, desktop) - 63);
});

test("with nothing unusual above, it has half of the window", () => {
  expect(pictureHeight(880, desktop) * 880).toBeGreaterThan(0.5 * 1280 * 900);
  expect(pictureHeight(358, phone) * 358).toBeGreaterThan(0.5 * 390 * 844);
});

test("it is never flatter than half its width where there is room, nor taller than 1.6 times it, nor below 180", () => {
  expect(pictureHeight(1000, { width: 2000, height: 4000, above: 100, sliders: 0 })).toBeLessThanOrEqual(1600);
  expect(pictureHeight(1800, { width: 1900, height: 2400, above: 100, sliders: 0 })).toBeGreaterThanOrEqual(900);
  expect(pictureHeight(600, { width: 640, height: 200, above: 150, sliders: 0 })).toBe(180);
});

test("pictures above count as its own, and a key below leaves it less room", () => {
  const tall: Stage = { width: 1280, height: 2000, above: 166, sliders: 0 };
  expect(pictureHeight(1100, tall, { others: 120 })).toBe(pictureHeight(1100, tall) - 120);
  expect(pictureHeight(880, desktop, { under: 22 })).toBe(pictureHeight(880, desktop) - 22);
});
