import { scaleLinear } from "d3";
import { expect, test } from "vitest";
import type { PlotArea } from "../../../src/plots/curve/curveArea.ts";
import type { CurvePicture } from "../../../src/plots/curvePicture.ts";
import { gridPointAt, placeIn, scatterPointAt } from "../../../src/plots/curve/curvePointing.ts";

// A plane of 200 × 100 pixels, 40 from the left and 10 from the top, of [0, 4] × [0, 1].
const area: PlotArea = {
  x: scaleLinear([0, 4], [40, 240]),
  y: scaleLinear([0, 1], [110, 10]),
  ...{ left: 40, right: 240, top: 10, bottom: 110 },
};
const pictureOf = (x: Float64Array, more: Partial<CurvePicture> = {}): CurvePicture => ({
  x,
  release: x.slice(),
  estimate: undefined,
  draws: [],
  bands: [],
  records: undefined,
  domain: { x: [0, 4], y: [0, 1] },
  label: { x: "", y: "" },
  ...more,
});
const even = pictureOf(Float64Array.of(0, 1, 2, 3, 4));

test.each([
  [-1000, 0],
  [40, 0],
  [64, 0],
  [66, 1],
  [240, 4],
  [1000, 4],
])("gridPointAt: at %i pixels of an even grid the nearest point is %i, within its ends", (across, index) => {
  expect(gridPointAt({ picture: even, area }, across)).toBe(index);
});

test("gridPointAt of an uneven grid is the point that no other is nearer than", () => {
  const x = Float64Array.of(0, 0.1, 0.5, 3.9, 4);
  const picture = pictureOf(x, { uneven: true });
  for (let across = 30; across <= 250; across++) {
    const value = area.x.invert(across);
    const found = x[gridPointAt({ picture, area }, across)]!;
    expect(Math.abs(found - value)).toBe(Math.min(...x.map((each) => Math.abs(each - value))));
  }
});

test("placeIn(area, across, down) is in data units, edges included, and undefined outside the plane", () => {
  expect(placeIn(area, 140, 60)).toEqual([2, 0.5]);
  expect(placeIn(area, 40, 10)).toEqual([0, 1]);
  for (const [across, down] of [
    [39, 60],
    [241, 60],
    [140, 9],
    [140, 111],
  ] as const)
    expect(placeIn(area, across, down)).toBeUndefined();
});

test("scatterPointAt takes the nearest point within reach, and none of a picture without points", () => {
  const records = {
    kind: "scatter",
    x: Float64Array.of(1, 1.1, 3),
    y: Float64Array.of(0.5, 0.5, 0.5),
    ...{ to: undefined, support: undefined, chosen: undefined },
  } as const;
  const picture = pictureOf(even.x, { records });
  expect(scatterPointAt({ picture, area }, 91, 60)).toBe(0);
  expect(scatterPointAt({ picture, area }, 94, 60)).toBe(1);
  expect(scatterPointAt({ picture, area }, 190, 73)).toBe(2);
  expect(scatterPointAt({ picture, area }, 190, 75)).toBeUndefined();
  expect(scatterPointAt({ picture: even, area }, 91, 60)).toBeUndefined();
});
