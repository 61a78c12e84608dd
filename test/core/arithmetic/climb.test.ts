import { describe, expect, test } from "vitest";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

type Row = Float64Array;
const unknown = -2;

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test.each([
    [4, 0, false],
    [12, 0.3, false],
    [400, 0.1, true],
    [400, 0, true],
    [84, 0, false],
  ] as const)(
    "climb of %i coordinates, kink %f, takes the pair that gains most to its maximum, found by search",
    (count, kink, uniform) => {
      const scale = 1.25;
      const parts = Array.from({ length: 10 }, (_, k) => randoms(count, 10 + k));
      const [s, b, down, up, q, inverse, lower, upper, rowA, rowB] = parts as [
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
      ];
      for (let i = 0; i < count; i++) {
        // Some cannot move.
        [lower[i], upper[i]] = i % 5 === 0 ? [0.1, 0.1] : [-1, i % 3 ? 1 : 0.2];
        b[i] = Math.min(upper[i]!, Math.max(lower[i]!, b[i]!));
        down[i] = lower[i]! - b[i]!;
        up[i] = upper[i]! - b[i]!;
        q[i] = uniform ? 0.8 : 0.8 + 0.2 * Math.tanh(q[i]!);
        inverse[i] = 1 / q[i]!;
        for (const row of [rowA, rowB]) row[i] = 0.6 * Math.tanh(row[i]!);
      }
      const [places, state, firstRow] = [8 * count, 9 * count, 9 * count + 4];
      const memory = way.reserve(firstRow + 2 * count);
      parts.slice(0, 8).forEach((part, k) => memory.set(part, k * count));
      memory.fill(-1, places, state).set([unknown, unknown, 0, 0], state);
      const once = { coordinates: 0, count, kink, uniform, scale, places, state, most: 1 };
      const gainOf = (i: number, slope: number, t: number, from = b[i]!) =>
        t * slope - (q[i]! * t * t) / 2 - kink * (Math.abs(from + t) - Math.abs(from));
      /** The best of a fine grid: within q (2/N)²/8 of the maximum, and below it. */
      const most = (i: number, slope: number, from = b[i]!): number => {
        let found = 0;
        for (let k = 0; k <= 2000; k++) {
          const t = lower[i]! + ((upper[i]! - lower[i]!) * k) / 2000 - from;
          found = Math.max(found, gainOf(i, slope, t, from));
        }
        return found;
      };

      const i = way.climb(once);
      const gains = Array.from(s, (slope, k) => most(k, slope));
      expect(gains[i]).toBeGreaterThanOrEqual(Math.max(...gains) - 1e-5);
      expect(way.climb(once)).toBe(i);
      rowA[i] = q[i]! * scale;
      memory.set(rowA, firstRow);
      memory[places + i] = firstRow;

      const j = way.climb(once);
      const { step } = Array.from({ length: 4001 }, (_, k) => lower[i]! + ((upper[i]! - lower[i]!) * k) / 4000 - b[i]!)
        .map((t) => ({ step: t, gain: gainOf(i, s[i]!, t) }))
        .reduce((x, y) => (y.gain > x.gain ? y : x));
      const joint = Array.from(s, (slope, k) =>
        k === i
          ? 0
          : most(k, slope - (step * rowA[k]!) / scale) /
            Math.max(1e-6, 1 - rowA[k]! ** 2 / (q[i]! * q[k]! * scale ** 2)),
      );
      expect(j).not.toBe(i);
      expect(joint[j]).toBeGreaterThanOrEqual(Math.max(...joint) - 1e-2);
      expect(memory[state + 2]).toBe(0);
      rowB[i] = rowA[j]!;
      rowB[j] = q[j]! * scale;
      memory.set(rowB, firstRow + count);
      memory[places + j] = firstRow + count;

      expect(way.climb(once)).toBe(-1);
      const [x, y] = [i, j].map((k) => memory[count + k]! - b[k]!) as [number, number];
      const pairGain = (t: number, r: number) => gainOf(i, s[i]!, t) + gainOf(j, s[j]!, r) - (t * r * rowA[j]!) / scale;
      let best = 0;
      for (let k = 0; k <= 300; k++) {
        for (let l = 0; l <= 300; l++) {
          const t = lower[i]! + ((upper[i]! - lower[i]!) * k) / 300 - b[i]!;
          best = Math.max(best, pairGain(t, lower[j]! + ((upper[j]! - lower[j]!) * l) / 300 - b[j]!));
        }
      }
      expect(pairGain(x, y)).toBeGreaterThanOrEqual(best - 1e-12);
      let ends = 0;
      for (const k of [i, j]) {
        const to = memory[count + k]!;
        expect(to >= lower[k]! && to <= upper[k]!).toBe(true);
        if (to === lower[k] || to === upper[k]) ends++;
        expect([memory[2 * count + k], memory[3 * count + k]]).toEqual([lower[k]! - to, upper[k]! - to]);
      }
      expect([memory[state + 2], memory[state + 3]]).toEqual([1, ends]);
      const moved = s.map((slope, k) => slope - (x * rowA[k]! + y * rowB[k]!) / scale);
      moved.forEach((slope, k) => expect(memory[k]).toBeCloseTo(slope, 13));
      const from = (k: number) => memory[count + k]!;
      const next = Array.from(moved, (slope, k) => most(k, slope, from(k)));
      const chosen = memory[state]!;
      if (chosen < 0) expect(Math.max(...next)).toBeLessThan(1e-12);
      else expect(next[chosen]).toBeGreaterThanOrEqual(Math.max(...next) - 1e-5);
    },
  );

  test("climb ends where no step gains, also next to numbers that are not", () => {
    const count = 4;
    for (const uniform of [true, false]) {
      const memory = way
        .reserve(10 * count)
        .fill(0, 0, 10 * count)
        .fill(1, 4 * count, 6 * count);
      memory[1] = NaN;
      memory.set([unknown, unknown, 0, 0], 9 * count);
      const options = {
        coordinates: 0,
        count,
        kink: 0,
        uniform,
        scale: 1,
        places: 8 * count,
        state: 9 * count,
        most: 5,
      };
      expect(way.climb(options)).toBe(-1);
      expect([...memory.subarray(9 * count, 10 * count)]).toEqual([-1, unknown, 0, 0]);
    }
  });
});
