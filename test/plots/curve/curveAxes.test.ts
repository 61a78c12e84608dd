import { scaleLinear } from "d3";
import { describe, expect, test } from "vitest";
import { axisTicks } from "../../../src/plots/axisTicks.ts";
import { areaOf } from "../../../src/plots/curve/curveArea.ts";
import type { CurvePicture } from "../../../src/plots/curvePicture.ts";
import { barsOf } from "../../../src/plots/curve/curveRecords.ts";
import { curveSvg } from "../../../src/plots/curve/curveSvg.ts";
import type { Frame } from "../../../src/plots/frame.ts";
import { unitsPerShare } from "../../../src/studies/density/picture/pictures.ts";

const pictureOf = (y: readonly [number, number], timesY?: number): CurvePicture => ({
  x: Float64Array.of(0, 100_000, 200_000),
  release: Float64Array.of(0, 1e-5, 0),
  estimate: undefined,
  draws: [],
  bands: [],
  records: { kind: "histogram", lower: -1000, width: 2000, densities: new Float64Array(101).fill(5e-6) },
  domain: { x: [0, 200_000], y },
  label: { x: "income", y: "share per 10,000 €" },
  units: { ...(timesY !== undefined && { timesY }) },
});
const phone: Frame = { width: 390, height: 300, palette: {} as Frame["palette"] };

describe("the vertical axis", () => {
  test("reads shares per 10,000 where that is said, at the same places", () => {
    const scale = scaleLinear([0, 2e-5], [300, 0]);
    const { values, format } = axisTicks(scale, 4, "", 10_000);
    expect(values.map(format)).toEqual(["0.00", "0.05", "0.10", "0.15", "0.20"]);
    values.forEach((value, i) => expect(value).toBeCloseTo(i * 5e-6, 12));
  });

  test("has room for its longest label: 6.5 pixels a character and 9 for the tick", () => {
    for (const y of [
      [0, 0.05],
      [-4e-7, 2e-5],
      [0, 12_000],
      [-123_456, 250_000],
    ] as const) {
      const { left } = areaOf(pictureOf(y), phone);
      const { values, format } = axisTicks(scaleLinear([...y], [0, 1]), 4);
      for (const value of values) expect(left).toBeGreaterThanOrEqual(6.5 * format(value).length + 9 - 3);
    }
  });

  test("unitsPerShare follows from the domain: 1 for short ones, else a power of ten of at most a fifth of it", () => {
    const per = (upper: number) => unitsPerShare({ lower: 0, upper });
    expect([1, 100, 499, 500, 1000, 200_000, 3e6].map(per)).toEqual([1, 1, 1, 100, 100, 10_000, 100_000]);
  });
});

test("bars stand on the base line, inside the plane, and are in the exported drawing", () => {
  const picture = pictureOf([-4e-6, 1e-5]);
  const area = areaOf(picture, phone);
  const bars = barsOf(picture.records as Extract<CurvePicture["records"], { kind: "histogram" }>, area);
  expect(bars).toHaveLength(101);
  for (const { left, right, top, base } of bars) {
    expect(base).toBe(area.y(0));
    expect(base).toBeLessThan(area.bottom);
    expect(top).toBe(area.y(5e-6));
    expect(left).toBeGreaterThanOrEqual(area.left);
    expect(right).toBeLessThanOrEqual(area.right);
  }
  expect(curveSvg(picture).match(/<rect [^>]*fill-opacity="0.28"/g)).toHaveLength(101);
});
