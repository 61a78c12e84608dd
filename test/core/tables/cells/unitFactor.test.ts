import { expect, test } from "vitest";
import { readNumber } from "../../../../src/core/tables/cells/numberCell.ts";
import { scaledNumber, unitFactor } from "../../../../src/core/tables/cells/unitFactor.ts";
import { chanceOf } from "../../../support/fuzzing.ts";

test.each([
  ["cm", "m", 1, 100],
  ["in", "cm", 254, 100],
  ["cm", "in", 100, 254],
  ["lb", "oz", 16, 1],
  ["kg", "lb", 100_000_000, 45_359_237],
  ["mg/dl", "g/l", 1, 100],
  ["km/h", "m/s", 10, 36],
  ["µg", "mcg", 1, 1],
  ["%", "", 1, 100],
  ["kPa", "hPa", 10, 1],
  ["s", "h", 1, 3600],
  ["min", "d", 1, 1440],
])("unitFactor(%s, %s) is exactly %f/%f", (from, to, top, bottom) => {
  const { over, under, shift } = unitFactor(from, to)!;
  expect([over * BigInt(bottom), shift]).toEqual([under * BigInt(top), 0n]);
});

test.each([
  ["$", "€"],
  ["m", "s"],
  ["kg", ""],
  ["mol", "g"],
  ["a/b/c", "m"],
  ["°C/m", "K/m"],
  ["k/h", "1/h"],
  ["C", "°C"],
  ["constructor", "m"],
])("there is no map from %s to %s", (from, to) => expect(unitFactor(from, to)).toBeUndefined());

const read = (cell: string, unit: string) => readNumber(cell, { decimal: ".", unit, isConverted: true });

test.each([
  ["68 °F", "°C", 20],
  ["-40°F", "°C", -40],
  ["−40 °C", "°F", -40],
  ["0 ºC", "K", 273.15],
  ["37.5 °C", "°F", 99.5],
  ["98.6 °F", "°C", 37],
  ["-459.67 °F", "K", 0],
  ["45 min", "h", 0.75],
  ["30 cm", "in", 30 / 2.54],
  ["(1 h)", "s", -3600],
  ["2.5e-3 km", "m", 2.5],
  ["1e300 km", "nm", NaN],
  ["1e400m", "m", NaN],
  ["1e-999999999 in", "m", 0],
  ["1e999999999 °F", "K", NaN],
])("%s in %s is %f", (cell, unit, value) => expect(read(cell, unit)).toBe(value));

test("a converted number is the double nearest to the exact value", () => {
  const { below, one } = chanceOf(11);
  const pairs = [
    ["m", "cm"],
    ["in", "cm"],
    ["cm", "in"],
    ["kg", "lb"],
    ["s", "h"],
    ["°F", "°C"],
    ["°C", "K"],
  ] as const;
  let nearest = 0;
  for (let i = 1; i < 3000; i++) {
    const [from, to] = one(pairs);
    const digits = `${one(["", "-"])}${below(10 ** (1 + below(9)))}.${String(below(1e6)).padStart(6, "0")}`;
    const { over, under, shift } = unitFactor(from, to)!;
    const top = BigInt(digits.replace(".", "")) * over + shift * 1_000_000n;
    const bottom = under * 1_000_000n;
    const value = scaledNumber(digits, { over, under, shift });
    // Distances to the exact value, as multiples of 1/(bottom 2¹⁰⁷⁴).
    const distance = (double: number) => {
      const gap = top * 2n ** 1074n - exactUnits(double) * bottom;
      return gap < 0n ? -gap : gap;
    };
    const step = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 52);
    if ([value - step, value + step].every((other) => distance(value) <= distance(other))) nearest++;
  }
  expect(nearest).toBe(2999);
});

/** A double as a multiple of 2⁻¹⁰⁷⁴. */
function exactUnits(value: number): bigint {
  let power = 1074;
  for (; !Number.isInteger(value); power--) value *= 2;
  return BigInt(value) * 2n ** BigInt(power);
}
