import { expect, test } from "vitest";
import { areaOf } from "../../src/plots/curve/curveArea.ts";
import type { CurvePicture } from "../../src/plots/curvePicture.ts";
import type { Frame } from "../../src/plots/frame.ts";
import { planeArea } from "../../src/plots/plane.ts";

const palette = {} as Frame["palette"];
const words = { domain: { x: [0, 1], y: [0, 100] }, label: { x: "x", y: "y" } } as const;

test("in letters of 1.5 em a plane leaves 1.5 times the room for its ticks and names", () => {
  const [usual, large] = [1, 1.5].map((em) => planeArea(words, { width: 1500, height: 900, em }, 22)) as [
    ReturnType<typeof planeArea>,
    ReturnType<typeof planeArea>,
  ];
  expect(large.left + 4).toBeCloseTo(1.5 * (usual.left + 4), 9);
  expect(large.top).toBe(1.5 * usual.top);
  expect(900 - large.bottom).toBe(1.5 * (900 - usual.bottom));
  expect([large.x(0), large.x(1), large.y(0), large.y(100)]).toEqual([
    large.left,
    large.right,
    large.bottom,
    large.top,
  ]);
});

test("a curve drawn 1.5 times as large, in letters of 1.5 em, has all its places 1.5 times as far", () => {
  const picture: CurvePicture = {
    x: Float64Array.of(0, 0.5, 1),
    release: Float64Array.of(0, 1, 0),
    estimate: undefined,
    draws: [],
    bands: [],
    records: undefined,
    domain: { x: [0, 1], y: [0, 1.2] },
    label: { x: "x", y: "y" },
  };
  const usual = areaOf(picture, { width: 900, height: 500, palette });
  const large = areaOf(picture, { width: 1350, height: 750, palette, em: 1.5 });
  for (const side of ["left", "right", "top", "bottom"] as const) expect(large[side]).toBeCloseTo(1.5 * usual[side], 9);
  expect(large.y(0.7)).toBeCloseTo(1.5 * usual.y(0.7), 9);
});
