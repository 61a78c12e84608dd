import { describe, expect, test } from "vitest";
import { placedNames, planeEdges, tickCounts } from "../../../src/plots/curve/curveFrame.ts";
import type { CurvePicture } from "../../../src/plots/curvePicture.ts";
import { stretchedCurve } from "../../../src/plots/curve/stretchedCurve.ts";

const x = Float64Array.from({ length: 101 }, (_, i) => i / 10);
const picture: CurvePicture = {
  x,
  release: x.map((at) => Math.sin(at)),
  estimate: x.map((at) => Math.cos(at)),
  draws: [],
  bands: [{ name: "pointwise", halfWidth: 0.25 }],
  records: undefined,
  domain: { x: [0, 10], y: [-2, 2] },
  label: { x: "hours <b>", y: "density" },
};

/** The points of a path of steps, as shares of the plane from its upper left corner. */
function pointsOf(markup: string, name: string): readonly (readonly [number, number])[] {
  const path = new RegExp(`class="${name}" d="([^"]*)"`).exec(markup)![1]!;
  let [left, top] = [0, 0];
  return [...path.matchAll(/[Ml](-?[\d.]+),(-?[\d.]+)/g)].map(([, across, down]) => {
    [left, top] = [left + Number(across), top + Number(down)];
    return [left / 1500, top / 750] as const;
  });
}

describe("stretchedCurve(picture)", () => {
  const markup = stretchedCurve(picture);

  test("draws both curves through their values, to a part in a thousand of the plane", () => {
    for (const [name, of] of [
      ["first-release", Math.sin],
      ["first-estimate", Math.cos],
    ] as const) {
      const points = pointsOf(markup, name);
      expect([points[0]![0], points.at(-1)![0]]).toEqual([0, expect.closeTo(1, 9)]);
      for (const [across, down] of points) expect(Math.abs(down - (2 - of(10 * across)) / 4)).toBeLessThan(1e-3);
    }
  });

  test("draws the band as high above the curve as below it", () => {
    const band = pointsOf(markup, "first-band");
    const reach = band.map(([across, down]) => (2 - Math.sin(10 * across)) / 4 - down);
    // 0.25 of 4 units.
    const middle = reach.findIndex((value) => value < 0);
    for (const value of reach.slice(0, middle)) expect(value).toBeCloseTo(0.0625, 3);
    for (const value of reach.slice(middle)) expect(value).toBeCloseTo(-0.0625, 3);
  });

  test("holds the ticks of each number that an axis may have, and escapes what is a column's name", () => {
    const counts = [...markup.matchAll(/data-ticks="([^"]*)"/g)].flatMap(([, of]) => of!.split(" ").map(Number));
    expect(counts.sort()).toEqual([3, 4, 5, 6, 7, 8]);
    expect(markup).toContain("hours &lt;b&gt;");
  });

  test("has no style of its own, which the policy of the page forbids", () => {
    expect(markup).not.toMatch(/style|script/);
  });
});

describe("a frame of a curve", () => {
  test("a wide one has names beside the plane, a narrow one above it", () => {
    expect(planeEdges({ width: 800, height: 400 }, 44)).toEqual({ left: 44, right: 724, top: 26, bottom: 362 });
    expect(planeEdges({ width: 400, height: 400 }, 44).right).toBe(388);
  });

  test("letters twice as large leave half the ticks", () => {
    const edges = { left: 0, right: 0, top: 0, bottom: 50 };
    expect(tickCounts({ width: 880, height: 400 }, edges)).toEqual({ across: 8, up: 2 });
    expect(tickCounts({ width: 880, height: 400, em: 2 }, edges)).toEqual({ across: 4, up: 1 });
  });

  test("names that would meet are kept 16 pixels apart, the upper one above", () => {
    const edges = { left: 44, right: 724, top: 26, bottom: 362 };
    const [release, estimate] = placedNames({ release: 104, estimate: 100 }, edges, { width: 800, height: 400 });
    expect([release!.y, estimate!.y]).toEqual([114, 98]);
    expect(placedNames({ release: 104, estimate: undefined }, edges, { width: 800, height: 400 })).toHaveLength(1);
  });

  test("a low one leaves names out, and gives their room to the plane", () => {
    const low = { width: 160, height: 90 };
    expect(planeEdges(low, 44)).toEqual({ left: 44, right: 148, top: 6, bottom: 70 });
    expect(placedNames({ release: 20, estimate: 40 }, planeEdges(low, 44), low)).toEqual([]);
    expect(planeEdges({ ...low, em: 0.5 }, 44)).toEqual({ left: 22, right: 154, top: 13, bottom: 71 });
  });
});
