import { expect, test } from "vitest";
import { readNumber } from "../../../../src/core/tables/cells/numberCell.ts";
import { unitFactor } from "../../../../src/core/tables/cells/unitFactor.ts";

test.each([
  ["cm", "m", "0.01"],
  ["in", "cm", "2.54"],
  ["lb", "oz", "16"],
  ["mg/dl", "g/l", "0.01"],
  ["µg", "mcg", "1"],
  ["%", "", "0.01"],
  ["kPa", "hPa", "10"],
])("unitFactor(%s, %s) is the exact %s", (from, to, expected) => {
  const { digits, exponent } = unitFactor(from, to)!;
  expect(Number(`${digits}e${exponent}`)).toBe(Number(expected));
});

test.each([
  ["cm", "in"],
  ["$", "€"],
  ["m", "s"],
  ["°F", "°C"],
  ["kg", ""],
  ["mol", "g"],
  ["a/b/c", "m"],
  ["constructor", "m"],
])("there is no factor from %s to %s", (from, to) => expect(unitFactor(from, to)).toBeUndefined());

test("a converted number is the double nearest to the exact product", () => {
  const read = (cell: string, unit: string) => readNumber(cell, { decimal: ".", unit, isConverted: true });
  for (let i = 1; i < 3000; i++) {
    const text = `${Math.floor(i / 7)}.${String(i * 7919).padStart(6, "0")}`;
    const digits = BigInt(text.replace(".", ""));
    const fraction = text.length - text.indexOf(".") - 1;
    expect(read(`${text} m`, "cm")).toBe(Number(`${digits}e${2 - fraction}`));
    expect(read(`-${text} in`, "cm")).toBe(-Number(`${digits * 254n}e${-2 - fraction}`));
  }
  expect([read("1e300 km", "nm"), read("1e400m", "m"), read("2.5e-3 km", "m")]).toEqual([NaN, NaN, 2.5]);
});
