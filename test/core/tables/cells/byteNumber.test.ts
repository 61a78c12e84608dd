import { describe, expect, test } from "vitest";
import { byteNumber } from "../../../../src/core/tables/cells/byteNumber.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const encoder = new TextEncoder();
function read(text: string, decimal = "."): number {
  const bytes = encoder.encode(`x${text}x`);
  return byteNumber(bytes, 1, bytes.length - 1, decimal.charCodeAt(0));
}

describe("byteNumber", () => {
  test.each([
    ["0", 0],
    ["-0", -0],
    ["+5", 5],
    ["-.5", -0.5],
    ["5.", 5],
    ["007.250", 7.25],
    ["1e5", 1e5],
    ["1.5E-7", 1.5e-7],
    ["0.1", 0.1],
    ["9007199254740993", 9007199254740992],
    ["9007199254740993.1", 9007199254740994],
    ["0.6394267984578837", 0.6394267984578837],
    ["8.98846567431157953864e22", Number("8.98846567431157953864e22")],
  ])("%s is what Number says", (text, value) => {
    expect(read(text)).toBe(value);
    expect(read(text)).toBe(Number(text));
    expect(read(text.replace(".", ","), ",")).toBe(value);
  });

  test.each([
    "",
    "-",
    "+",
    ".",
    "-.",
    "e5",
    "1e",
    "1e+",
    "1.2.3",
    "1,5",
    "0x10",
    "1 ",
    "12a",
    "--1",
    "Infinity",
    "1e99999",
  ])("%j is not told", (text) => {
    expect(read(text)).toBeNaN();
  });

  test("numbers at and beside the middle between two doubles are Number's, or not told", () => {
    const random = seededSource(41);
    const buffer = new DataView(new ArrayBuffer(8));
    let told = 0;
    let untold = 0;
    for (let trial = 0; trial < casesOf(40_000, 10_000); trial++) {
      buffer.setFloat64(0, random.uniform() * 10 ** Math.floor(18 * random.uniform() - 9));
      const value = buffer.getFloat64(0);
      buffer.setBigUint64(0, buffer.getBigUint64(0) + 1n);
      const next = buffer.getFloat64(0);
      // Digits of the middle, cut after so many: just below it, or at it.
      const middle = exactMiddle(value, next, 15 + Math.floor(8 * random.uniform()));
      for (const text of [String(value), value.toFixed(12), value.toPrecision(17), value.toExponential(19), middle]) {
        const ours = read(text);
        if (Number.isNaN(ours)) untold++;
        else {
          told++;
          if (!Object.is(ours, Number(text))) expect([text, ours]).toEqual([text, Number(text)]);
        }
      }
    }
    // What is left to the slow way are middles that were not cut, and very small numbers.
    expect(untold).toBeLessThan(0.05 * told);
  });

  test("whole numbers of up to 22 digits are Number's", () => {
    const random = seededSource(42);
    let told = 0;
    for (let trial = 0; trial < casesOf(40_000, 10_000); trial++) {
      const text = Array.from({ length: 1 + Math.floor(22 * random.uniform()) }, () =>
        Math.floor(10 * random.uniform()),
      ).join("");
      const ours = read(text);
      if (!Number.isNaN(ours)) told++;
      if (!Number.isNaN(ours) && !Object.is(ours, Number(text))) expect([text, ours]).toEqual([text, Number(text)]);
    }
    expect(told).toBe(casesOf(40_000, 10_000));
  });
});

/** The first digits of (a + b)/2 in decimal, as digits and a power of ten. */
function exactMiddle(a: number, b: number, digits: number): string {
  // Below 2⁵³·2⁻¹⁰⁰ no double of this test has a bit: the middle is a whole number of 2⁻¹⁰¹.
  const scaled = (value: number): bigint => {
    const [whole, shift] = wholeOf(value);
    return BigInt(whole) << BigInt(101 + shift);
  };
  const middle = (scaled(a) + scaled(b)) / 2n;
  const text = (middle * 10n ** 40n) >> 101n;
  const all = text.toString();
  return `${all.slice(0, digits)}e${all.length - digits - 40}`;
}

/** m and k with value = m·2^k. */
function wholeOf(value: number): [number, number] {
  let shift = 0;
  while (!Number.isInteger(value)) {
    value *= 2;
    shift--;
  }
  return [value, shift];
}
