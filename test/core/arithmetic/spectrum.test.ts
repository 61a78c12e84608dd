import { describe, expect, test } from "vitest";
import { keptFourierPlan } from "../../../src/core/linalg/fourier/fourierPlan.ts";
import { createRealFft } from "../../../src/core/linalg/fourier/realFft.ts";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("keep holds values for good: transforms are the same to the bit when the memory has grown and others are kept", () => {
    const x = randoms(60, 6);
    const transformed = () => {
      const [re, im] = [new Float64Array(31), new Float64Array(31)];
      createRealFft(60, way).forward(x, re, im);
      return [re, im];
    };
    const before = transformed();
    way.keep(new Float64Array(1001).fill(NaN));
    way.reserve(5e6).fill(NaN, 0, 5e6);
    createRealFft(90, way);
    expect(transformed()).toEqual(before);
  });

  test("keepTurned and weighRows agree with complex arithmetic, forwards and backwards, and write nowhere else", () => {
    const [width, rows] = [6, 3];
    const along = keptFourierPlan(way, width, true);
    const place = way.keep(new Float64Array(2 * width * rows + 1));
    const numbers = randoms(300, 30);
    const angle = (k: number) => 0.3 + 0.7 * k;
    const memory = way.reserve(300);
    memory.set(numbers);
    for (let k = 0; k < width; k++) memory.set([Math.cos(angle(k))], 40 + k);
    for (let k = 0; k < width; k++) memory.set([Math.sin(angle(k))], 40 + width + k);
    for (let l = 0; l < rows; l++) memory.set([Math.cos(-l)], 60 + l);
    for (let l = 0; l < rows; l++) memory.set([Math.sin(-l)], 60 + rows + l);
    way.keepTurned({ re: 0, im: 20, width, rows, along: 40, across: 60, scale: 0.25, kept: place });
    // Rows, depth, and for each line its least and largest k, the places of its factors for k = 0, and its scale.
    for (const [count, depth, lines] of [
      [3, 5, []],
      [3, 6, [[0, 5, 0, 10, -1.5]]],
      [3, 4, [[-2, 3, 9, 20, -1.5]]],
      [
        3,
        3,
        [
          [-8, 7, 9, 12, 0.5],
          [2, 2, 0, 5, 2],
          [3, 2, 1, 1, 7],
          [-7, -5, 10, 13, -1.5],
          [5, 15, 1, 2, 4],
        ],
      ],
      [
        2,
        4,
        [
          [-1, 4, 4, 9, 1],
          [-5, 0, 6, 8, 3],
          [-12, 12, 14, 13, 2],
          [1, 6, 7, 0, 5],
        ],
      ],
    ] as const) {
      memory.set(numbers);
      memory.set(lines.flat(), 70);
      const weights = Array.from({ length: count }, () => new Float64Array(width));
      const modulo = (i: number, n: number) => ((i % n) + n) % n;
      for (const [l, [least, most, first, second, scale]] of lines.entries()) {
        for (let k = least; k <= most; k++) {
          const term = scale * numbers[4 + first + k]! * numbers[4 + second + k]!;
          for (let row = 0; row < count; row++) {
            if (l >= row && (l - row) % depth === 0) weights[row]![modulo(k, width)]! += term;
            if (l >= depth - row && (l + row) % depth === 0) weights[row]![modulo(-k, width)]! += term;
          }
        }
      }
      const before = memory.slice(0, 300);
      const [keptRe, keptIm] = [place + width, place + width * rows + width];
      const at = { re: 100, im: 120, keptRe, keptIm, along, terms: 70, lines: lines.length, factors: 4, work: 140 };
      way.weighRows({ ...at, rows: count - 1, depth });
      for (let row = 0; row < count - 1; row++) {
        const expected = { re: new Float64Array(width), im: new Float64Array(width) };
        for (let k = 0; k < width; k++) {
          const c = 0.25 * weights[row]![k]!;
          const from = (row + 1) * width + k;
          const [a, b] = [numbers[from]!, numbers[20 + from]!];
          for (let j = 0; j < width; j++) {
            const turn = angle(k) - (row + 1) + (2 * Math.PI * k * j) / width;
            expected.re[j]! += c * (a * Math.cos(turn) - b * Math.sin(turn));
            expected.im[j]! += c * (a * Math.sin(turn) + b * Math.cos(turn));
          }
        }
        expected.re.forEach((value, j) => expect(memory[100 + row * width + j]).toBeCloseTo(value, 13));
        expected.im.forEach((value, j) => expect(memory[120 + row * width + j]).toBeCloseTo(value, 13));
      }
      const written = width * (count - 1);
      const mayChange = (i: number) =>
        (i >= 100 && i < 100 + written) || (i >= 120 && i < 120 + written) || (i >= 140 && i < 140 + 7 * width);
      before.forEach((value, i) => expect(mayChange(i) || memory[i] === value).toBe(true));
    }
  });
});
