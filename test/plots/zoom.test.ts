import { expect, test } from "vitest";
import { isWhole, magnified, shifted } from "../../src/plots/zoom.ts";
import type { PlaneWindow } from "../../src/plots/zoom.ts";

const whole: PlaneWindow = { x: [0, 10], y: [-1, 3] };

test("magnified keeps the place under the pointer where it is", () => {
  const once = magnified(whole, whole, [2, 1], 0.5);
  expect(once).toEqual({ x: [1, 6], y: [0, 2] });
  const twice = magnified(whole, once, [2, 1], 0.5);
  const share = ([low, high]: readonly [number, number], at: number) => (at - low) / (high - low);
  expect(share(twice.x, 2)).toBeCloseTo(share(whole.x, 2), 12);
  expect(share(twice.y, 1)).toBeCloseTo(share(whole.y, 1), 12);
});

test("magnified never shows what is beyond the plane, and ends at the whole and at a fiftieth of it", () => {
  let shown = whole;
  for (let k = 0; k < 40; k++) shown = magnified(whole, shown, [9.9, -0.9], 0.7);
  expect(shown.x[1] - shown.x[0]).toBeCloseTo(0.2, 12);
  for (let k = 0; k < 40; k++) {
    shown = magnified(whole, shown, [0.1, 2.9], 1.3);
    expect(shown.x[0]).toBeGreaterThanOrEqual(0);
    expect(shown.x[1]).toBeLessThanOrEqual(10 + 1e-12);
  }
  expect(isWhole(whole, shown)).toBe(true);
  expect(isWhole(whole, magnified(whole, whole, [5, 1], 0.9))).toBe(false);
});

test("shifted moves by a share of what is shown, and stops at the ends", () => {
  const part = { x: [4, 6], y: [0, 1] } as const;
  expect(shifted(whole, part, [0.5, 0])).toEqual({ x: [5, 7], y: [0, 1] });
  expect(shifted(whole, part, [9, -9])).toEqual({ x: [8, 10], y: [-1, 0] });
});
