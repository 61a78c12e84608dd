import { describe, expect, test } from "vitest";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("gaussianRow is exp(−decay ‖x − y‖²) within 16u + 5u·argument, down to where it vanishes, and symmetric to the bit", () => {
    for (const [count, dimension, decay] of [
      [2, 1, 0.5],
      [4, 2, 3],
      [10, 3, 200],
      [66, 2, 40],
    ] as const) {
      const stride = count + 2;
      const points = randoms(dimension * stride, 7);
      const memory = way.reserve(dimension * stride + count * count);
      memory.set(points);
      const rows = dimension * stride;
      for (let i = 0; i < count; i++)
        way.gaussianRow({ points: 0, stride, dimension, centre: i, decay, out: rows + i * count, count });
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          let sum = 0;
          for (let d = 0; d < dimension; d++) sum += (points[d * stride + i]! - points[d * stride + j]!) ** 2;
          const exact = Math.exp(-decay * sum);
          expect(Math.abs(memory[rows + i * count + j]! - exact)).toBeLessThanOrEqual(
            (16 + 10 * decay * sum) * 2 ** -53 * exact + 1e-307,
          );
          expect(memory[rows + i * count + j]).toBe(memory[rows + j * count + i]);
        }
      }
    }
  });

  test("rows of points on a line need no stride", () => {
    const count = 22;
    const points = randoms(count, 7);
    const memory = way.reserve(3 * count);
    const row = { points: 0, dimension: 1, centre: 3, out: count, count };
    for (const stride of [0, count]) {
      memory.set(points);
      way.gaussianRow({ ...row, stride, decay: 0.7 });
      way.maternRow({ ...row, stride, rate: 0.9, linear: 1, square: 0.3, out: 2 * count });
      for (let j = 0; j < count; j++) {
        const t = 0.9 * Math.abs(points[j]! - points[3]!);
        expect(memory[count + j]).toBeCloseTo(Math.exp(-0.7 * (points[j]! - points[3]!) ** 2), 14);
        expect(memory[2 * count + j]).toBeCloseTo((1 + t + 0.3 * t * t) * Math.exp(-t), 14);
      }
    }
  });

  test("maternRow is (1 + at + bt²)e^(−t) within the rounding of t and 16u, also where t is infinite", () => {
    const [count, stride, dimension] = [10, 12, 2];
    for (const [rate, linear, square] of [
      [0.7, 0, 0],
      [3, 1, 0],
      [40, 1, 1 / 3],
      [2000, 1, 1 / 3],
    ] as const) {
      const points = randoms(dimension * stride, 9);
      points[3] = 1e200;
      const memory = way.reserve(dimension * stride + count);
      memory.set(points);
      const out = dimension * stride;
      way.maternRow({ points: 0, stride, dimension, centre: 11, rate, linear, square, out, count });
      for (let j = 0; j < count; j++) {
        const t = rate * Math.hypot(points[j]! - points[11]!, points[stride + j]! - points[stride + 11]!);
        const exact = j === 3 ? 0 : (1 + linear * t + square * t * t) * Math.exp(-t);
        expect(Math.abs(memory[out + j]! - exact)).toBeLessThanOrEqual((16 + 8 * t) * 2 ** -53 * exact + 1e-300);
      }
    }
  });

  test("addRows is a sum of four rows, addRowsPrecisely keeps what plain sums lose: 1 + 10⁴ · 2⁻⁵⁴", () => {
    const count = 6;
    const memory = way.reserve(6 * count);
    const before = randoms(6 * count, 8);
    memory.set(before);
    way.addRows({
      to: 0,
      count,
      rows: [1, 2, 3, 4].map((k) => k * count) as [number, number, number, number],
      factors: [2, -1, 0.5, 3],
    });
    for (let i = 0; i < count; i++) {
      const [x, a, b, c, d] = [0, 1, 2, 3, 4].map((k) => before[k * count + i]!) as [
        number,
        number,
        number,
        number,
        number,
      ];
      expect(memory[i]).toBeCloseTo(x + 2 * a - b + c / 2 + 3 * d, 13);
    }
    expect(memory.slice(count, 6 * count)).toEqual(before.slice(count));
    memory.fill(0, 0, 2 * count).fill(1, 2 * count, 3 * count);
    const sum = (a: number, b: number) =>
      way.addRowsPrecisely({ to: 0, carried: count, count, rowA: 2 * count, a, rowB: 2 * count, b });
    sum(1, 0);
    for (let k = 0; k < 5000; k++) sum(2 ** -54, 2 ** -54);
    for (let i = 0; i < count; i++) expect(memory[i]! + memory[count + i]!).toBe(1 + 10_000 * 2 ** -54);
  });
});
