import { expect, test } from "vitest";
import { valuesOf } from "../../../src/core/release/scale.ts";
import type { BoundaryPicture } from "../../../src/plots/plane/boundaryPicture.ts";
import { boundarySvg } from "../../../src/plots/plane/boundarySvg.ts";

const count = 5;
const slope = (at: number) => Float64Array.from({ length: count * count }, (_, k) => (k % count) - at);

/** Private boundary at x = 11, original at x = 13, on the plane [10, 14] × [0, 1]. */
const picture: BoundaryPicture = {
  counts: [count, count],
  domain: { x: [10, 14], y: [0, 1] },
  label: { x: "length", y: "width" },
  field: undefined,
  boundaries: [
    { values: slope(3), kind: "original" },
    { values: slope(1), kind: "private" },
  ],
  points: {
    coordinates: Float64Array.of(10, 0, 14, 1, 12, 0.5),
    labels: Float64Array.of(1, -1, 1),
    support: undefined,
    chosen: undefined,
  },
  cursor: undefined,
};

/** Path data of the lines with some attribute. */
function pathsWith(drawing: string, attribute: string): readonly string[] {
  return [...drawing.matchAll(/<path d="([^"]*)"([^>]*)>/g)]
    .filter(([, , rest]) => rest!.includes(attribute))
    .map(([, d]) => d!);
}

test("boundarySvg draws each boundary where its function changes sign", () => {
  const drawing = boundarySvg(picture);
  const verticalAt = (x: number) => new RegExp(`^M${x}\\.0,(560|0)\\.0(L${x}\\.0,\\d+\\.0){4}$`);
  expect(pathsWith(drawing, 'stroke-width="2.6"')).toEqual([expect.stringMatching(verticalAt(140))]);
  expect(pathsWith(drawing, 'stroke="#1d1b18"')).toEqual([expect.stringMatching(verticalAt(420))]);
  expect(pathsWith(drawing, "stroke-dasharray")).toEqual(pathsWith(drawing, 'stroke="#1d1b18"'));
});

test("boundarySvg places the points: a disc for +1, a square for −1, y upwards", () => {
  const drawing = boundarySvg(picture);
  expect([...drawing.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [x, y])).toEqual([
    ["0.0", "560.0"],
    ["280.0", "280.0"],
  ]);
  expect(drawing).toContain('<rect x="557.5" y="-2.5" width="5" height="5"');
});

test("boundarySvg holds no original and no point where the picture has none", () => {
  const outside = { ...picture, boundaries: picture.boundaries.slice(1), points: undefined };
  const drawing = boundarySvg(outside);
  expect(pathsWith(drawing, 'stroke="#1d1b18"')).toEqual([]);
  expect(drawing).not.toMatch(/<circle|#0b6b3a|#5b2c83/);
});

test("boundarySvg names each side where the private function is furthest on it, and no side that is not there", () => {
  const names = (drawing: string) =>
    [...drawing.matchAll(/<text x="([\d.]+)"[^>]*>(setosa|virginica &amp; more)</g)].map(([, x, name]) => [x, name]);
  const sides = ["setosa", "virginica & more"] as const;
  expect(names(boundarySvg({ ...picture, sides }))).toEqual([
    ["8.0", "setosa"],
    ["552.0", "virginica &amp; more"],
  ]);
  const above = {
    values: Float64Array.from(valuesOf(picture.boundaries[1]!.values), (value) => value + 2),
    kind: "private" as const,
  };
  expect(names(boundarySvg({ ...picture, sides, boundaries: [above] }))).toEqual([["552.0", "virginica &amp; more"]]);
  expect(names(boundarySvg(picture))).toEqual([]);
});

test("boundarySvg draws further draws faintly, below the private boundary", () => {
  const drawing = boundarySvg({ ...picture, boundaries: [{ values: slope(2), kind: "draw" }, ...picture.boundaries] });
  expect(pathsWith(drawing, 'stroke-opacity="0.3"')).toHaveLength(1);
  expect(drawing.indexOf('stroke-opacity="0.3"')).toBeLessThan(drawing.indexOf('stroke-width="2.6"'));
});

test("boundarySvg of a function without a zero has an empty line, and no NaN", () => {
  const drawing = boundarySvg({ ...picture, boundaries: [{ values: slope(-1), kind: "private" }] });
  expect(pathsWith(drawing, 'stroke-width="2.6"')).toEqual([""]);
  expect(drawing).not.toContain("NaN");
});

test("boundarySvg escapes names, and leaves out what XML does not allow", () => {
  const drawing = boundarySvg({ ...picture, label: { x: '<img src=x onerror="alert(1)">', y: "a&b\u0000\ud800" } });
  expect(drawing).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(drawing).toContain(">a&amp;b  <");
  expect(drawing).not.toContain("<img");
});
