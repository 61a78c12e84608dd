import { describe, expect, test } from "vitest";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

type Row = Float64Array;

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("moveAndFind and findPartner name the coordinate whose exact step gains most, found by search", () => {
    for (const [count, kink, uniform] of [
      [4, 0, false],
      [12, 0.3, false],
      [400, 0.1, true],
      [400, 0, true],
      [84, 0, false],
    ] as const) {
      const parts = Array.from({ length: 8 }, (_, k) => randoms(count, 10 + k));
      const [s, b, down, up, q, inverse, rowA, rowB] = parts as [Row, Row, Row, Row, Row, Row, Row, Row];
      for (let i = 0; i < count; i++) {
        b[i] = Math.min(i % 3 ? 1 : 0.2, Math.max(-1, b[i]!));
        down[i] = -1 - b[i]!;
        up[i] = (i % 3 ? 1 : 0.2) - b[i]!;
        q[i] = uniform ? 0.7 : 0.5 + q[i]! ** 2;
        inverse[i] = 1 / q[i]!;
        rowA[i] = Math.tanh(rowA[i]!);
        if (i % 5 === 0) down[i] = up[i] = 0;
      }
      // The best of a fine grid: within q (2/N)²/8 of the maximum, and below it.
      const gain = (i: number, slope: number): number => {
        let most = 0;
        for (let k = 0; k <= 2000; k++) {
          const step = down[i]! + ((up[i]! - down[i]!) * k) / 2000;
          most = Math.max(
            most,
            step * slope - (q[i]! * step * step) / 2 - kink * (Math.abs(b[i]! + step) - Math.abs(b[i]!)),
          );
        }
        return most;
      };
      const memory = way.reserve(8 * count);
      parts.forEach((part, k) => memory.set(part, k * count));
      const coordinates = { coordinates: 0, count, kink, uniform };
      const first = way.moveAndFind({ ...coordinates, rowA: 6 * count, a: 0.7, rowB: 7 * count, b: -0.2 });
      const moved = s.map((x, i) => x - 0.7 * rowA[i]! + 0.2 * rowB[i]!);
      moved.forEach((x, i) =>
        expect(Math.abs(memory[i]! - x)).toBeLessThanOrEqual(
          8 * 2 ** -53 * (Math.abs(s[i]!) + Math.abs(rowA[i]!) + Math.abs(rowB[i]!)),
        ),
      );
      const gains = Array.from(moved, (x, i) => gain(i, x));
      expect(gains[first]).toBeGreaterThanOrEqual(Math.max(...gains) - 1e-5);

      const partner = way.findPartner({ ...coordinates, row: 6 * count, move: 0.4, coupling: 0.45 });
      const joint = Array.from(
        moved,
        (x, i) => gain(i, x - 0.4 * rowA[i]!) / Math.max(1e-6, 1 - (0.45 * rowA[i]! ** 2) / q[i]!),
      );
      expect(joint[partner]).toBeGreaterThanOrEqual(Math.max(...joint) - 1e-4);
    }
  });

  test("moveAndFind and findPartner return −1 where no step gains, also next to numbers that are not", () => {
    const count = 4;
    for (const uniform of [true, false]) {
      const memory = way
        .reserve(8 * count)
        .fill(0, 0, 8 * count)
        .fill(1, 4 * count, 6 * count);
      memory[1] = NaN;
      const coordinates = { coordinates: 0, count, kink: 0, uniform };
      expect(way.moveAndFind({ ...coordinates, rowA: 6 * count, a: 0, rowB: 7 * count, b: 0 })).toBe(-1);
      expect(way.findPartner({ ...coordinates, row: 6 * count, move: 1, coupling: 1 })).toBe(-1);
    }
  });
});
