import { expect, test } from "vitest";
import type { CurvePicture } from "../../src/plots/curvePlot.ts";
import { curveSvg } from "../../src/plots/exportSvg.ts";
import { niceUpper } from "../../src/plots/niceUpper.ts";
import { pathData } from "../../src/plots/pathData.ts";
import { curvePeaks, fieldPeaks } from "../../src/plots/peaks.ts";

test("pathData writes one point per value, in tenths of a pixel", () => {
  expect(pathData(Float64Array.of(0, 1, 2), { left: 10, step: 0.26, offset: 100, slope: -10 })).toBe("M10,100L10.3,90L10.5,80");
});

test("niceUpper is the next round number, and never NaN", () => {
  expect([0.9, 1, 1.1, 1.7, 2.4, 7.1, 9].map(niceUpper)).toEqual([1, 1, 1.25, 2, 2.5, 8, 10].map((v, i) => (i === 0 ? 1 : v)));
  for (const odd of [NaN, Infinity, 0, -3]) expect(niceUpper(odd)).toBe(1);
});

test("curvePeaks finds the peaks that stand out, with height and prominence", () => {
  const values = Float64Array.from({ length: 201 }, (_, i) => Math.exp(-(((i - 60) / 15) ** 2)) + 0.5 * Math.exp(-(((i - 140) / 15) ** 2)) + 0.01 * Math.sin(i));
  expect(curvePeaks(values, 0.1).map(({ index }) => Math.round(index / 10) * 10)).toEqual([60, 140]);
  expect(curvePeaks(values, 0.7)).toHaveLength(1);
  expect(curvePeaks(Float64Array.of(1, 1, 1), 0.1)).toHaveLength(1);
  expect(curvePeaks(new Float64Array(5), 0.1)).toEqual([]);
});

test("fieldPeaks finds two hills and the ridge between them", () => {
  const hill = (x: number, y: number, a: number, b: number) => Math.exp(-((x - a) ** 2 + (y - b) ** 2) / 20);
  const values = Float64Array.from({ length: 40 * 30 }, (_, k) => hill(k % 40, Math.floor(k / 40), 10, 10) + 0.6 * hill(k % 40, Math.floor(k / 40), 28, 20));
  expect(fieldPeaks(values, 40, 0.05).map(({ index }) => [index % 40, Math.floor(index / 40)])).toEqual([[10, 10], [28, 20]]);
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
