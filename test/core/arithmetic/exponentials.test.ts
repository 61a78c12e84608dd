import { describe, expect, test } from "vitest";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../src/core/kernels/kernelOf.ts";
import { exponentials, exponentialsOfQuadratic } from "../../../src/core/arithmetic/exponentials.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

const u = 2 ** -53;

/** e^x for |x| ≤ 40 as a quotient of whole numbers, good to 2⁻¹⁰⁰. */
function exactExponential(x: number): { readonly value: bigint; readonly bits: bigint } {
  const bits = 220n;
  // x is a whole multiple of 2⁻¹⁰⁷⁴; those used here, of 2⁻¹¹⁰.
  const scaled =
    BigInt(Math.trunc(x * 2 ** 50)) * 2n ** (bits - 50n) +
    BigInt(Math.trunc((x * 2 ** 50 - Math.trunc(x * 2 ** 50)) * 2 ** 60)) * 2n ** (bits - 110n);
  let term = 1n << bits;
  let sum = term;
  for (let k = 1n; term !== 0n && k < 400n; k++) {
    term = (term * scaled) / (k << bits);
    sum += term;
  }
  return { value: sum, bits };
}

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("exponentialsOfQuadratic are those of a quadratic in successive whole numbers, and write nowhere else", () => {
    for (const count of [0, 1, 2, 3, 4, 5, 7, 12]) {
      const [from, a, b, c] = [-3, -0.21, 0.4, -1.7];
      const memory = way.reserve(40);
      memory.set(randoms(40, 9));
      const expected = memory.slice(0, 40);
      for (let i = 0; i < count; i++) expected[5 + i] = Math.exp((a * (from + i) + b) * (from + i) + c);
      exponentialsOfQuadratic(way, { values: 5, count, from, a, b, c });
      // The moduli of an exponent's terms add up to 20 at most, and it passes through two products and two sums.
      expected.forEach((value, i) => {
        const bound = i >= 5 && i < 5 + count ? (4 + 4 * 20 + 4) * u * value : 0;
        expect(Math.abs(memory[i]! - value)).toBeLessThanOrEqual(bound);
      });
    }
  });

  test("subtractLargest takes from each row its largest number, whatever the shape, and writes nowhere else", () => {
    for (const columns of [1, 2, 3, 4, 5, 8, 13]) {
      for (const rows of [0, 1, 3]) {
        const memory = way.reserve(100);
        memory.set(randoms(100, 7));
        memory[7] = NaN;
        const expected = memory.slice(0, 100);
        way.subtractLargest({ values: 5, rows, columns });
        for (let i = 0; i < rows; i++) {
          const row = expected.subarray(5 + i * columns, 5 + (i + 1) * columns);
          const largest = row.reduce((most, value) => (value > most ? value : most), -Infinity);
          row.forEach((value, j) => (row[j] = value - largest));
        }
        expect(memory.slice(0, 100)).toEqual(expected);
      }
    }
  });

  test("exponentials are within 4 units in the last place of the exact ones", () => {
    const random = seededSource(8);
    const xs = Float64Array.from({ length: 2001 }, (_, i) => -random.uniform() * [0.4, 3, 38][i % 3]!);
    const values = xs.slice();
    exponentials(values, way);
    xs.forEach((x, i) => {
      const { value, bits } = exactExponential(x);
      const scale = 120n;
      // A double in (0, 1] above 2⁻⁵⁸ is a whole multiple of 2⁻¹¹⁰.
      const computed = BigInt(values[i]! * 2 ** 110) * 2n ** (scale - 110n);
      const error = Number(computed - (value >> (bits - scale))) / Number(value >> (bits - scale));
      expect(Math.abs(error)).toBeLessThan(4 * u);
    });
  });

  test("exponentials are within 2u where e^x is reduced to e^r, for r up to ±ln 2 / 2", () => {
    const xs = Float64Array.from({ length: 6000 }, (_, i) => -((i % 3) + (i / 5999 - 0.5) * 1.0001) * Math.LN2).filter(
      (x) => x <= 0,
    );
    const values = xs.slice();
    exponentials(values, way);
    let largest = 0;
    xs.forEach((x, i) => {
      const { value, bits } = exactExponential(x);
      const computed = BigInt(values[i]! * 2 ** 60) << (bits - 60n);
      largest = Math.max(largest, Math.abs(Number(((computed - value) << 64n) / value)) * 2 ** -64);
    });
    expect(largest).toBeLessThan(2 * u);
  });

  test("exponentials keep to Math.exp over the whole range, and to the ends", () => {
    const xs = Float64Array.from({ length: 4003 }, (_, i) => -746 + (i * 1455) / 4002);
    const values = xs.slice();
    exponentials(values, way);
    // Subnormal numbers are 2⁻¹⁰⁷⁴ apart.
    xs.forEach((x, i) =>
      expect(Math.abs(values[i]! - Math.exp(x))).toBeLessThanOrEqual(8 * u * Math.exp(x) + 2 ** -1074),
    );
    const ends = Float64Array.of(0, -0, -Infinity, Infinity, NaN, -1e300, 1e300, 5e-324, -746, 710);
    exponentials(ends, way);
    expect([...ends]).toEqual([1, 1, 0, Infinity, NaN, 0, Infinity, 1, 0, Infinity]);
  });

  test("exponentials of one number are the same wherever it is, in arrays of every length", () => {
    for (let length = 1; length < 12; length++) {
      const values = new Float64Array(length).fill(-1.2345678);
      exponentials(values, way);
      const [first] = values;
      const alone = Float64Array.of(-1.2345678);
      exponentials(alone, way);
      expect([...values]).toEqual(Array.from(values, () => first));
      expect(alone[0]).toBe(first);
    }
  });
});

test.each<KernelName>(["gaussian", "exponential", "matern32", "matern52"])(
  "ofSquaredDistances is ofSquaredDistance of each: %s",
  (name) => {
    const { ofSquaredDistance, ofSquaredDistances } = kernelOf(name, 0.7);
    const squares = Float64Array.from({ length: 301 }, (_, i) => (i / 40) ** 2);
    const values = squares.slice();
    ofSquaredDistances!(values);
    squares.forEach((s, i) =>
      expect(Math.abs(values[i]! - ofSquaredDistance!(s))).toBeLessThanOrEqual(8 * u * ofSquaredDistance!(s)),
    );
    expect(values[0]).toBe(1);
  },
);

test.each<KernelName>(["gaussian", "productExponential"])("factors multiply to the kernel: %s", (name) => {
  const kernel = kernelOf(name, 0.7);
  const [x, y] = [
    [0.3, -1.2],
    [2.1, 0.4],
  ] as const;
  const values = Float64Array.of(x[0] - y[0], x[1] - y[1]);
  kernel.factors!(values);
  expect(values[0]! * values[1]!).toBeCloseTo(kernel.evaluate(x, y), 15);
});
