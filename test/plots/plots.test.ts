import { expect, test } from "vitest";
import type { CurvePicture } from "../../src/plots/curvePicture.ts";
import { curveSvg } from "../../src/plots/curve/curveSvg.ts";
import { keptPoints } from "../../src/plots/curve/keptPoints.ts";
import { niceUpper } from "../../src/plots/niceUpper.ts";
import { pathData } from "../../src/plots/curve/pathData.ts";
import { samePicture } from "../../src/plots/samePicture.ts";
import { smallGenerator } from "../state/smallGenerator.ts";

test("pathData writes the points a line needs, in tenths of a pixel", () => {
  const place = { left: 10, step: 0.26 };
  expect(pathData(Float64Array.of(100, 90, 81), place)).toBe("M10,100L10.3,90L10.5,81");
  expect(pathData(Float64Array.of(100, 90, 80, 70, 70), place)).toBe("M10,100L10.8,70L11,70");
  expect(pathData(Float64Array.of(7), place)).toBe("M10,7");
  expect(pathData(new Float64Array(0), place)).toBe("");
});

test("keptPoints(curve, tolerance): the line through them is within the tolerance of every point", () => {
  const random = smallGenerator(5);
  const smooth = Float64Array.from({ length: 1000 }, (_, i) => 200 + 150 * Math.sin(i / 90));
  const rough = Float64Array.from({ length: 1000 }, () => 400 * random());
  const far = Float64Array.of(0, 1e300, -1e300, 0, 0, 0);
  for (const heights of [smooth, rough, far, smooth.map((y, i) => y + 0.3 * rough[i]!)]) {
    const kept = keptPoints(heights, 0.1);
    expect([kept[0], kept.at(-1)]).toEqual([0, heights.length - 1]);
    kept.slice(1).forEach((b, k) => {
      const a = kept[k]!;
      expect(b).toBeGreaterThan(a);
      for (let i = a; i <= b; i++) {
        const line = heights[a]! + ((heights[b]! - heights[a]!) * (i - a)) / (b - a);
        expect(Math.abs(line - heights[i]!)).toBeLessThanOrEqual(0.1 + 1e-9);
      }
    });
  }
  expect(keptPoints(smooth, 0.1).length).toBeLessThan(150);
  expect(keptPoints(new Float64Array(500).fill(3), 0.1)).toEqual([0, 499]);
});

test("samePicture compares objects and lists by their parts, typed arrays and functions by identity", () => {
  const values = Float64Array.of(1, 2);
  const picture = (parts: object = {}) => ({
    values,
    domain: { x: [0, 1] },
    bands: [{ halfWidth: 1 }],
    level: Math.abs,
    over: undefined,
    ...parts,
  });
  expect(samePicture(picture(), picture())).toBe(true);
  for (const other of [
    { values: Float64Array.of(1, 2) },
    { domain: { x: [0, 2] } },
    { bands: [] },
    { level: Math.sign },
    { over: values },
    { more: undefined },
  ]) {
    expect(samePicture(picture(), picture(other))).toBe(false);
    expect(samePicture(picture(other), picture())).toBe(false);
  }
  expect(samePicture({ a: undefined }, { b: undefined })).toBe(false);
  expect(samePicture(undefined, picture())).toBe(false);
});

test("niceUpper is the next round number, and never NaN", () => {
  expect([0.9, 1, 1.1, 1.7, 2.4, 7.1, 9].map(niceUpper)).toEqual(
    [1, 1, 1.25, 2, 2.5, 8, 10].map((v, i) => (i === 0 ? 1 : v)),
  );
  for (const odd of [NaN, Infinity, 0, -3]) expect(niceUpper(odd)).toBe(1);
});

const picture: CurvePicture = {
  x: Float64Array.of(0, 0.5, 1),
  release: Float64Array.of(1, 2, 1),
  estimate: undefined,
  draws: [],
  bands: [{ name: "pointwise", halfWidth: 0.1 }],
  records: undefined,
  domain: { x: [0, 1], y: [0, 2] },
  label: { x: '<img src=x onerror="alert(1)">', y: "density" },
};

test("an exported drawing escapes names, and holds no original where the picture has none", () => {
  const drawing = curveSvg(picture);
  expect(drawing).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(drawing).not.toContain("<img");
  expect(drawing).not.toContain("#1d1b18");
  expect(curveSvg({ ...picture, estimate: Float64Array.of(1, 1, 1) })).toContain("#1d1b18");
  expect(drawing).not.toContain("NaN");
});
