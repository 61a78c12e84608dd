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

  test("keepTurned and weighRows agree with complex arithmetic, forwards and backwards, and write nowhere else", () => {
    const [width, rows] = [6, 3];
    const size = width * rows;
    const place = way.keep(new Float64Array(2 * size));
    const numbers = randoms(200, 30);
    const angle = (k: number) => 0.3 + 0.7 * k;
    const memory = way.reserve(200);
    memory.set(numbers);
    for (let k = 0; k < width; k++) memory.set([Math.cos(angle(k))], 40 + k);
    for (let k = 0; k < width; k++) memory.set([Math.sin(angle(k))], 40 + width + k);
    for (let l = 0; l < rows; l++) memory.set([Math.cos(-l)], 60 + l);
    for (let l = 0; l < rows; l++) memory.set([Math.sin(-l)], 60 + rows + l);
    way.keepTurned({ re: 0, im: 20, width, rows, along: 40, across: 60, scale: 0.25, kept: place });

    // Element, how many, two factors, which way, a third; none in the second row.
    const pieces = [
      [0, 6, 60, 72, 1, 0.5],
      [1, 5, 69, 83, -1, -1.5],
      [3, 1, 61, 80, 1, 2],
      [12, 4, 62, 75, 1, -0.25],
      [13, 2, 68, 77, -1, 3],
      [17, 1, 64, 66, -1, 1],
    ] as const;
    memory.set(numbers);
    memory.set(pieces.flat(), 100);
    const before = memory.slice(0, 200);
    way.weighRows({
      ...{ re: 50, im: 70, keptRe: place, keptIm: place + size, width, rows },
      ...{ pieces: 100, pieceCount: pieces.length },
    });
    const factors = new Float64Array(size);
    for (const [to, count, first, second, step, scale] of pieces) {
      for (let i = 0; i < count; i++) {
        factors[to + i]! += scale * before[100 + first + step * i]! * before[100 + second + step * i]!;
      }
    }
    const expected = before.slice();
    factors.forEach((factor, at) => {
      const [l, k] = [Math.floor(at / width), at % width];
      const [a, b] = [numbers[at]!, numbers[20 + at]!];
      expected[50 + at] = 0.25 * factor * (a * Math.cos(angle(k) - l) - b * Math.sin(angle(k) - l));
      expected[70 + at] = 0.25 * factor * (a * Math.sin(angle(k) - l) + b * Math.cos(angle(k) - l));
    });
    expected.forEach((value, at) => {
      if ((at >= 50 && at < 50 + size) || (at >= 70 && at < 70 + size)) expect(memory[at]).toBeCloseTo(value, 14);
      else expect(memory[at]).toBe(value);
    });
    expect(factors.subarray(6, 12)).toEqual(new Float64Array(6));
  });
});
