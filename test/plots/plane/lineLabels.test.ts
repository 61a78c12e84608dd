import { expect, test } from "vitest";
import { labelPlaces } from "../../../src/plots/plane/lineLabels.ts";

/** A vertical line of a grid of 101 × 101 points. */
const vertical = (x: number) => [Float64Array.from({ length: 202 }, (_, k) => (k % 2 === 0 ? x : (k - 1) / 2))];

test("labelPlaces puts names on their lines, in the plane, on the sides away from each other", () => {
  const [left, right] = labelPlaces([vertical(40), vertical(60)], [101, 101], 0.14);
  expect(left).toMatchObject({ x: 0.4, side: "left" });
  expect(right).toMatchObject({ x: 0.6, side: "right" });
  for (const place of [left!, right!]) {
    expect(place.y).toBeGreaterThanOrEqual(0.05);
    expect(place.y).toBeLessThanOrEqual(0.95);
  }
});

test("a name never leaves the plane, and a line that is not there has none", () => {
  const [first, none] = labelPlaces([vertical(99), []], [101, 101], 0.14);
  expect(first).toMatchObject({ x: 0.99, side: "left" });
  expect(none).toBeUndefined();
});
