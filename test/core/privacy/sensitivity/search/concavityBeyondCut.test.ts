import { expect, test } from "vitest";
import { bumpsByInterval } from "../../../../../src/core/privacy/sensitivity/search/bumpsByInterval.ts";
import { concavityBeyondCut } from "../../../../../src/core/privacy/sensitivity/search/concavityBeyondCut.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { lineSums, seenBy } from "./lineSums.ts";

test.each([
  [8, [0.25, 0.1], -0.9],
  [20, [0.15, 0.07], 0.7],
  [3, [0.8, 0.3], -0.5],
  [1, [0.5, 0.08], 0.1],
] as [number, [number, number], number][])(
  "k = %i, deviations %o, slope %d: no signs of a pair in the boxes are more concave anywhere in them, and some come close",
  (degree, deviations, slope) => {
    const n = degree + 1;
    const low = [0, Math.min(0, slope)] as const;
    const length = [1, 1 + Math.abs(slope)] as const;
    const lines = lineSums(degree, deviations[1]);
    const first = bumpsByInterval({ degree, deviation: deviations[0] });
    const write = concavityBeyondCut({
      degree,
      deviations,
      seen: seenBy(degree, deviations),
      slope,
      low,
      length,
      lines,
      first,
    });
    const random = seededSource(643);
    const [intervals, K] = [new Int32Array(4), new Float64Array(4)];
    const mass = 2 * Math.PI * deviations[0] * deviations[1] * degree ** 2;
    let [most, useful] = [0, 0];
    for (let trial = 0; trial < 120; trial++) {
      // Boxes of all sizes; every fourth pair of them is next to itself, along one axis or both.
      const levels = Array.from({ length: 4 }, () => Math.floor(7 * random.uniform()));
      if (trial % 4 === 0) [levels[2], levels[3]] = [levels[0]!, levels[1]!];
      levels.forEach((level, i) => (intervals[i] = 2 ** level + Math.floor(2 ** level * random.uniform())));
      if (trial % 4 === 0) {
        for (const j of [0, 1]) {
          const last = 2 ** (levels[j]! + 1) - 1;
          intervals[2 + j] = Math.min(
            last,
            intervals[j]! + Math.floor(3 * random.uniform()) * (trial % 8 === 0 ? 1 : j),
          );
        }
      }
      K.fill(Infinity);
      write(intervals, K);
      const pointIn = (from: number) =>
        [0, 1].map((j) => {
          const share = random.uniform() < 0.5 ? Math.round(random.uniform()) : random.uniform();
          return low[j]! + length[j]! * ((intervals[from + j]! + share) / 2 ** levels[from + j]! - 1);
        }) as [number, number];
      for (let of = 0; of < 8; of++) {
        const [a, b, atA, atB] = [pointIn(0), pointIn(2), pointIn(0), pointIn(2)];
        const sums = [0, 0, 0, 0];
        for (let p = 0; p < n * n; p++) {
          const [i, h] = [p % n, Math.floor(p / n)];
          const X = [i / degree, (h + slope * i) / degree] as const;
          const at = (w: readonly [number, number], j: 0 | 1) => (X[j] - w[j]) / deviations[j];
          const squared = (w: readonly [number, number]) => at(w, 0) ** 2 + at(w, 1) ** 2;
          // −∂² of s φ_p(a) − s φ_p(b), s from the pair (a, b), elsewhere in the boxes.
          const s = Math.sign(squared(b) - squared(a));
          for (const [from, w, sign] of [
            [0, atA, s],
            [2, atB, -s],
          ] as const) {
            const value = sign * Math.exp(-0.5 * squared(w));
            for (const j of [0, 1] as const)
              sums[from + j]! += ((1 - at(w, j) ** 2) * value) / (deviations[j] / length[j]) ** 2;
          }
        }
        for (let i = 0; i < 4; i++) {
          expect(sums[i]).toBeLessThanOrEqual(K[i]! * (1 + 1e-9));
          const unit = mass * (length[(i % 2) as 0 | 1] / deviations[(i % 2) as 0 | 1]) ** 2;
          if (Math.min(...levels) > 3 && sums[i]! > 0.05 * unit) {
            most = Math.max(most, sums[i]! / K[i]!);
            useful++;
          }
        }
      }
    }
    expect(useful).toBeGreaterThan(10);
    expect(most).toBeGreaterThan(0.4);
  },
);
