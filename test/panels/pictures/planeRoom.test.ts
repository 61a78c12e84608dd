import { expect, test } from "vitest";
import { planeRoom } from "../../../src/panels/pictures/SidePlane.tsx";

test("a plane and what stands beside it fill the width of any usual window", () => {
  for (const [width, height, em] of [
    [1053, 640, 1],
    [1430, 760, 1],
    [3130, 1560, 1.5],
    [555, 290, 1],
  ] as const) {
    const { plane, left, isWide } = planeRoom(width, height, true, em);
    expect(left, `${width} × ${height}`).toBe(plane + 16);
    // Neither is squeezed, and no third of the width is left without anything.
    expect(plane).toBeGreaterThan(0.6 * width);
    expect(width - left!).toBeGreaterThanOrEqual(150 * em);
    expect(isWide).toBe(width >= 800 * em);
  }
});

test("on a phone, and beside a small picture, the plane has all of the width", () => {
  expect(planeRoom(358, 500, true, 1)).toEqual({ plane: 358, left: undefined, isWide: false });
  expect(planeRoom(300, 200, false, 1)).toEqual({ plane: 300, left: undefined, isWide: false });
});

test("a plane is never flatter than 0.6 of its width, and a key alone takes less room than a panel", () => {
  expect(planeRoom(1400, 300, true, 1).plane).toBe(500);
  expect(planeRoom(1053, 900, false, 1).plane).toBe(1053 - 166);
  expect(planeRoom(1053, 900, true, 1).plane).toBe(1053 - 266);
});
