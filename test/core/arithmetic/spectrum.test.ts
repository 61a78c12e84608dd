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

  test("keepTurned and addWeighted agree with complex arithmetic, forwards and backwards, and write nowhere else", () => {
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
    for (const [step, count, first, second] of [
      [1, 5, 0, 10],
      [1, 4, 3, 9],
      [-1, 5, 8, 18],
      [-1, 2, 8, 17],
      [1, 1, 2, 3],
      [-1, 1, 2, 3],
    ] as const) {
      memory.set(numbers);
      way.addWeighted({
        re: 50,
        im: 70,
        keptRe: place + 7,
        keptIm: place + width * rows + 7,
        first,
        second,
        step,
        count,
        scale: -1.5,
      });
      const expected = numbers.slice(0, 100);
      for (let i = 0; i < count; i++) {
        const [l, k] = [Math.floor((7 + i) / width), (7 + i) % width];
        const c = -1.5 * numbers[first + step * i]! * numbers[second + step * i]! * 0.25;
        const [a, b] = [numbers[7 + i]!, numbers[27 + i]!];
        expected[50 + i]! += c * (a * Math.cos(angle(k) - l) - b * Math.sin(angle(k) - l));
        expected[70 + i]! += c * (a * Math.sin(angle(k) - l) + b * Math.cos(angle(k) - l));
      }
      expected.forEach((value, i) => expect(memory[i]).toBeCloseTo(value, 14));
      expect(
        memory
          .subarray(0, 100)
          .every((value, i) => value === numbers[i] || (i >= 50 && i < 50 + count) || (i >= 70 && i < 70 + count)),
      ).toBe(true);
    }
  });
});
