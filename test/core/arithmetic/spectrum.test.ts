import { describe, expect, test } from "vitest";
import { keptFourierPlan } from "../../../src/core/linalg/fourierPlan.ts";
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
    const along = keptFourierPlan(way, width, true);
    const place = way.keep(new Float64Array(2 * width * rows + 1));
    const numbers = randoms(130, 30);
    const angle = (k: number) => 0.3 + 0.7 * k;
    const memory = way.reserve(130);
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
      const before = memory.slice(0, 130);
      const [keptRe, keptIm] = [place + width, place + width * rows + width];
      way.weighRow({ re: 64, im: 72, keptRe, keptIm, along, runs: 30, runCount: runs.length, factors: 4, work: 80 });
      const expected = { re: new Float64Array(width), im: new Float64Array(width) };
      for (let k = 0; k < width; k++) {
        const c = 0.25 * weights[k]!;
        const [a, b] = [numbers[width + k]!, numbers[20 + width + k]!];
        for (let j = 0; j < width; j++) {
          const turn = angle(k) - 1 + (2 * Math.PI * k * j) / width;
          expected.re[j]! += c * (a * Math.cos(turn) - b * Math.sin(turn));
          expected.im[j]! += c * (a * Math.sin(turn) + b * Math.cos(turn));
        }
      }
      expected.re.forEach((value, j) => expect(memory[64 + j]).toBeCloseTo(value, 13));
      expected.im.forEach((value, j) => expect(memory[72 + j]).toBeCloseTo(value, 13));
      const mayChange = (i: number) => (i >= 64 && i < 70) || (i >= 72 && i < 78) || (i >= 80 && i < 80 + 7 * width);
      before.forEach((value, i) => expect(mayChange(i) || memory[i] === value).toBe(true));
    }
  });
});
