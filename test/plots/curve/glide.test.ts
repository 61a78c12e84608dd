import { expect, test } from "vitest";
import type { CurvePicture } from "../../../src/plots/curvePicture.ts";
import { between, lookOf, sameKind } from "../../../src/plots/curve/glide.ts";
import { offScale } from "../../../src/plots/curve/overflow.ts";

const picture = (release: number[], upper: number, more: Partial<CurvePicture> = {}): CurvePicture => ({
  x: Float64Array.from(release, (_, i) => i),
  release: Float64Array.from(release),
  estimate: Float64Array.from(release, () => 1),
  draws: [],
  bands: [{ name: "pointwise", halfWidth: upper / 10 }],
  records: undefined,
  domain: { x: [0, release.length - 1], y: [-upper, upper] },
  label: { x: "x", y: "y" },
  ...more,
});

test("a picture half way has values, bands and axis in the middle, and ends are the pictures themselves", () => {
  const [from, to] = [picture([0, 2, 4], 10), picture([2, 2, 0], 20)];
  const half = between(lookOf(from), to, 0.5);
  expect([...half.release]).toEqual([1, 2, 2]);
  expect(half.bands[0]!.halfWidth).toBe(1.5);
  expect(half.domain.y).toEqual([-15, 15]);
  expect([...between(lookOf(from), to, 0).release]).toEqual([0, 2, 4]);
  expect([...between(lookOf(from), to, 1).release]).toEqual([2, 2, 0]);
});

test("a look keeps its values when those of its picture are filled again", () => {
  const from = picture([1, 2, 3], 10);
  const look = lookOf(from);
  from.release.fill(NaN);
  expect([...look.release]).toEqual([1, 2, 3]);
});

test("pictures of other planes, or with and without the original, do not turn into each other", () => {
  const base = picture([1, 2, 3], 10);
  expect(sameKind(base, picture([4, 5, 6], 90))).toBe(true);
  expect(sameKind(base, picture([1, 2], 10))).toBe(false);
  expect(sameKind(base, picture([1, 2, 3], 10, { estimate: undefined }))).toBe(false);
  expect(sameKind(base, picture([1, 2, 3], 10, { label: { x: "age", y: "y" } }))).toBe(false);
});

test("off scale is said from zero, or from the middle of an axis without it, of the farthest value", () => {
  expect(offScale(picture([0, 40, 0], 10)).above).toEqual({ x: 1, times: 4 });
  expect(offScale(picture([0, 40, -20], 10)).below).toEqual({ x: 2, times: 2 });
  expect(offScale(picture([10, -10, 3], 10))).toEqual({ above: undefined, below: undefined });
  expect(offScale(picture([150, 5, 120], 0, { domain: { x: [0, 2], y: [100, 120] } })).above).toEqual({
    x: 0,
    times: 4,
  });
});
