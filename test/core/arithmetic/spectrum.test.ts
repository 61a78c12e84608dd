import { describe, expect, test } from "vitest";
import { createFft } from "../../support/complexFft.ts";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("keep holds values for good: transforms are the same to the bit when the memory has grown and others are kept", () => {
    const [re, im] = [randoms(60, 6), randoms(60, 7)];
    const transformed = () => {
      const values = [re.slice(), im.slice()] as const;
      createFft(60, 1, way).forward(...values);
      return values;
    };
    const before = transformed();
    way.keep(new Float64Array(1001).fill(NaN));
    way.reserve(5e6).fill(NaN, 0, 5e6);
    createFft(90, 3, way);
    expect(transformed()).toEqual(before);
  });

  test("keepTurned and weighRow agree with complex arithmetic, forwards and backwards, and write nowhere else", () => {
    const [width, rows] = [6, 3];
    const place = way.keep(new Float64Array(2 * width * rows + 1));
    const numbers = randoms(100, 30);
    const angle = (k: number) => 0.3 + 0.7 * k;
    const memory = way.reserve(100);
    memory.set(numbers);
    for (let k = 0; k < width; k++) memory.set([Math.cos(angle(k))], 40 + k);
    for (let k = 0; k < width; k++) memory.set([Math.sin(angle(k))], 40 + width + k);
    for (let l = 0; l < rows; l++) memory.set([Math.cos(-l)], 60 + l);
    for (let l = 0; l < rows; l++) memory.set([Math.sin(-l)], 60 + rows + l);
    way.keepTurned({ re: 0, im: 20, width, rows, along: 40, across: 60, scale: 0.25, kept: place });
    // To, count, step, first, second and scale of each run of a row.
    for (const runs of [
      [],
      [[0, 6, 1, 0, 10, -1.5]],
      [[1, 5, -1, 8, 18, -1.5]],
      [
        [0, 1, 1, 2, 3, 0.5],
        [2, 3, 1, 3, 9, 2],
        [1, 4, -1, 8, 17, -1.5],
        [5, 1, -1, 2, 3, 4],
        [0, 2, -1, 9, 12, 1],
      ],
    ] as const) {
      memory.set(numbers);
      memory.set(runs.flat(), 30);
      const weights = new Float64Array(width);
      for (const [to, count, step, first, second, scale] of runs) {
        for (let i = 0; i < count; i++) {
          weights[to + i]! += scale * numbers[4 + first + step * i]! * numbers[4 + second + step * i]!;
        }
      }
      const before = memory.slice(0, 100);
      const [keptRe, keptIm] = [place + width, place + width * rows + width];
      way.weighRow({ re: 64, im: 72, keptRe, keptIm, width, runs: 30, runCount: runs.length, factors: 4, work: 80 });
      for (let k = 0; k < width; k++) {
        const c = 0.25 * weights[k]!;
        const [a, b] = [numbers[width + k]!, numbers[20 + width + k]!];
        expect(memory[64 + k]).toBeCloseTo(c * (a * Math.cos(angle(k) - 1) - b * Math.sin(angle(k) - 1)), 14);
        expect(memory[72 + k]).toBeCloseTo(c * (a * Math.sin(angle(k) - 1) + b * Math.cos(angle(k) - 1)), 14);
      }
      const mayChange = (i: number) => [64, 72, 80].some((from) => i >= from && i < from + width);
      before.forEach((value, i) => expect(mayChange(i) || memory[i] === value).toBe(true));
    }
  });
});
