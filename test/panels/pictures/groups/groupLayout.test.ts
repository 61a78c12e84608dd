import { expect, test } from "vitest";
import { groupLayout } from "../../../../src/panels/pictures/groups/GroupMultiples.tsx";

const least = { width: 175, height: 150 };

test("three groups stand in one row where there is room, and below each other on a phone", () => {
  expect(groupLayout(3, 1053, 640, least).columns).toBe(3);
  expect(groupLayout(3, 555, 290, least).columns).toBe(3);
  expect(groupLayout(3, 358, 520, least).columns).toBe(1);
  expect(groupLayout(4, 1053, 640, least).columns).toBe(2);
});

test("pictures stay within their place as long as they are not too small, and are never too flat or too high", () => {
  for (const count of [1, 2, 3, 5, 8, 12])
    for (const [width, height] of [
      [358, 520],
      [788, 620],
      [1053, 640],
      [3130, 1500],
    ] as const) {
      const { columns, side, height: own } = groupLayout(count, width, height, least);
      const rows = Math.ceil(count / columns);
      expect(columns * side + 12 * (columns - 1)).toBeLessThanOrEqual(width);
      expect(own).toBeGreaterThanOrEqual(least.height);
      if (own > least.height) expect(rows * (own + 22) + 12 * (rows - 1)).toBeLessThanOrEqual(height);
      expect(own).toBeLessThanOrEqual(Math.max(least.height, 1.9 * side + 1));
      expect(side).toBeGreaterThanOrEqual(Math.min(width, least.width));
    }
});
