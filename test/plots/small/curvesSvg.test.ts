import { expect, test } from "vitest";
import type { BoundaryPicture } from "../../../src/plots/plane/boundaryPicture.ts";
import { boundarySvg } from "../../../src/plots/plane/boundarySvg.ts";
import { boundariesSvg } from "../../../src/plots/small/curvesSvg.ts";

const count = 4;

/** A plane whose private boundary is where x is so many steps from the left. */
const planeAt = (at: number): BoundaryPicture => {
  const values = Float64Array.from({ length: count * count }, (_, k) => (k % count) - at);
  return {
    counts: [count, count],
    domain: { x: [0, 3], y: [0, 1] },
    label: { x: "length", y: "width" },
    field: undefined,
    boundaries: [{ values, kind: "private" }],
    points: undefined,
    cursor: undefined,
  };
};
const places = [0.5, 1, 1.5, 2, 2.5];
const drawing = boundariesSvg(places.map((at, k) => ({ title: `group <${k}>`, picture: planeAt(at) })));
const numbersOf = (pattern: RegExp) => [...drawing.matchAll(pattern)].map((found) => found.slice(1).map(Number));

test("boundariesSvg puts three planes beside each other and the rest below, none over another, each under its name", () => {
  const boxes = numbersOf(/<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g);
  expect(boxes).toHaveLength(5);
  const [width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawing)!.slice(1).map(Number) as [number, number];
  boxes.forEach(([x, y, w, h], k) => {
    expect([x! + w! <= width + 1e-9, y! + h! <= height]).toEqual([true, true]);
    for (const [x2, y2, w2, h2] of boxes.slice(k + 1)) {
      const apart = x! + w! < x2! || x2! + w2! < x! || y! + h! < y2! || y2! + h2! < y!;
      expect(apart).toBe(true);
    }
  });
  expect(new Set(boxes.map(([, y]) => y)).size).toBe(2);
  const order = places.map((_, k) => drawing.indexOf(`group &lt;${k}&gt;`));
  expect(order.every((at) => at > 0)).toBe(true);
  expect(order.toSorted((a, b) => a - b)).toEqual(order);
});

test("each of boundariesSvg is what boundarySvg draws of it alone, with names that no other has", () => {
  const linesOf = (svg: string) => [...svg.matchAll(/<path d="([^"]*)"/g)].map(([, d]) => d);
  expect(linesOf(drawing)).toEqual(places.flatMap((at) => linesOf(boundarySvg(planeAt(at)))));
  const names = [...drawing.matchAll(/\bid="([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThanOrEqual(5);
  expect(new Set(names).size).toBe(names.length);
  for (const [, name] of drawing.matchAll(/(?:href="|url\()#([^")]+)/g)) expect(names).toContain(name);
});
