import { expect, test } from "vitest";
import { definiteMatrix } from "../../../../../src/core/linalg/smallMatrix.ts";
import { placesPerAxis } from "../../../../../src/core/privacy/sensitivity/search/farthestPair.ts";
import { shearedBox } from "../../../../../src/core/privacy/sensitivity/search/shearedBox.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";

const factors = [
  [
    [1, 0.9],
    [0.9, 1],
  ],
  [
    [1, -0.6],
    [-0.6, 0.5],
  ],
  [
    [0.3, 0.01],
    [0.01, 0.002],
  ],
].map((H) => definiteMatrix("H", H).factor);

test.each(factors.map((factor, i) => [i, factor] as const))("C L is the diagonal of L, case %i", (_, factor) => {
  const { slope } = shearedBox(factor);
  expect(slope * factor[0]![0]! + factor[1]![0]!).toBeCloseTo(0, 14);
});

test.each(factors.map((factor, i) => [i, factor] as const))(
  "no box that holds a point of the unit square is outside, and those that hold none are, case %i",
  (_, factor) => {
    const { placeOf, pointAt, isOutside } = shearedBox(factor);
    const random = seededSource(601);
    const [from, to] = [new Int32Array(2), new Int32Array(2)];
    for (let trial = 0; trial < 2000; trial++) {
      // Corners and edges come often.
      const coordinate = () => Math.min(1, Math.max(0, 1.6 * random.uniform() - 0.3));
      const a = [coordinate(), coordinate()] as const;
      for (const j of [0, 1] as const) {
        const place = placeOf(a, j);
        const size = Math.floor(2000 * random.uniform() ** 3);
        from[j] = Math.max(0, place - Math.floor(size * random.uniform()));
        to[j] = Math.min(placesPerAxis, from[j] + Math.max(size, place - from[j]));
      }
      expect(isOutside(from, to)).toBe(false);
      const point = pointAt(Int32Array.of(placeOf(a, 0), placeOf(a, 1)), 0);
      a.forEach((x, i) => expect(Math.abs(point[i]! - x)).toBeLessThan(8 / placesPerAxis));
    }
    let [beside, left] = [0, 0];
    for (let trial = 0; trial < 4000; trial++) {
      const places = Int32Array.from({ length: 2 }, () => Math.floor((placesPerAxis + 1) * random.uniform()));
      const most = Math.max(...pointAt(places, 0).map((x) => Math.abs(x - 0.5)));
      if (most > 0.501) {
        beside++;
        if (isOutside(places, places)) left++;
      }
    }
    expect(left).toBe(beside);
    expect(beside).toBeGreaterThan(100);
  },
);
