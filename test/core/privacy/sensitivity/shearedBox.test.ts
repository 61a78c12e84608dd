import { expect, test } from "vitest";
import { definiteMatrix } from "../../../../src/core/linalg/smallMatrix.ts";
import { placesPerAxis } from "../../../../src/core/privacy/sensitivity/farthestPair.ts";
import { shearedBox } from "../../../../src/core/privacy/sensitivity/shearedBox.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

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
    [1, 0.5, -0.3],
    [0.5, 0.8, 0.2],
    [-0.3, 0.2, 0.4],
  ],
].map((H) => definiteMatrix("H", H).factor);

test.each(factors.map((factor, i) => [i, factor] as const))("C L is the diagonal of L, case %i", (_, factor) => {
  const { slopes } = shearedBox(factor);
  factor.forEach((__, j) =>
    factor.forEach((row, i) => {
      const product = slopes[j]!.reduce((sum, c, m) => sum + c * factor[m]![i]!, factor[j]![i]!);
      expect(product).toBeCloseTo(i === j ? row[i]! : 0, 14);
    }),
  );
});

test.each(factors.map((factor, i) => [i, factor] as const))(
  "no box that holds a point of the unit box is outside, and most that hold none are, case %i",
  (_, factor) => {
    const d = factor.length;
    const { placeOf, pointAt, isOutside } = shearedBox(factor);
    const random = seededSource(601);
    const [from, to] = [new Int32Array(d), new Int32Array(d)];
    for (let trial = 0; trial < 2000; trial++) {
      // Corners, edges and faces come often.
      const a = Array.from({ length: d }, () => Math.min(1, Math.max(0, 1.6 * random.uniform() - 0.3)));
      for (let j = 0; j < d; j++) {
        const place = placeOf(a, j);
        const size = Math.floor(2000 * random.uniform() ** 3);
        from[j] = Math.max(0, place - Math.floor(size * random.uniform()));
        to[j] = Math.min(placesPerAxis, from[j]! + Math.max(size, place - from[j]!));
      }
      expect(isOutside(from, to)).toBe(false);
      const places = Int32Array.from(a, (__, j) => placeOf(a, j));
      a.forEach((x, i) => expect(Math.abs(pointAt(places, 0, i) - x)).toBeLessThan(8 / placesPerAxis));
    }
    let [beside, left] = [0, 0];
    for (let trial = 0; trial < 2000; trial++) {
      const places = Int32Array.from({ length: d }, () => Math.floor((placesPerAxis + 1) * random.uniform()));
      const most = Math.max(...Array.from({ length: d }, (__, i) => Math.abs(pointAt(places, 0, i) - 0.5)));
      if (most > 0.501) {
        beside++;
        if (isOutside(places, places)) left++;
      }
    }
    expect(left).toBe(beside);
    expect(beside).toBeGreaterThan(100);
  },
);
