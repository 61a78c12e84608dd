import { expect, test } from "vitest";
import { isBeyondDoubles } from "../../../../src/core/tables/cells/beyondDoubles.ts";
import { wholeText } from "../../../../src/core/tables/cells/wholeText.ts";
import { readNumber } from "../../../../src/core/tables/cells/numberCell.ts";

test("wholeText is the same for a number however it is written, and another for its neighbour", () => {
  const same = [
    ...[
      "9007199254740993",
      "9,007,199,254,740,993",
      "9 007 199 254 740 993",
      "+9007199254740993",
      "9007199254740993.000",
    ],
    ...["009007199254740993", "9.007199254740993e15", "9007199254740993000e-3", "9.007199254740993E+15"],
  ];
  expect(new Set(same.map((cell) => wholeText(cell, ".")))).toEqual(new Set(["9007199254740993"]));
  for (const cell of ["9.007.199.254.740.993", "9007199254740993,0", "9,007199254740993e15"])
    expect(wholeText(cell, ",")).toBe("9007199254740993");
  for (const cell of ["-9007199254740993", "−9007199254740993", "(9007199254740993)", "9007199254740993-"])
    expect(wholeText(cell, ".")).toBe("-9007199254740993");
  expect(wholeText("9007199254740992", ".")).toBe("9007199254740992");
  expect(wholeText("9007199254740992.50", ".")).toBe("9007199254740992.5");
  expect(wholeText("1e20", ".")).toBe("100000000000000000000");
  expect(wholeText("9007199254740993 kg", ".")).toBe("9007199254740993");
});

test("wholeText keeps the digits of numbers of any length", () => {
  const digits = "1234567890".repeat(30);
  expect(Number.isFinite(readNumber(digits, { decimal: ".", unit: "" }))).toBe(true);
  expect(wholeText(digits, ".")).toBe(digits);
  expect(wholeText(`-${"0".repeat(1e5)}${digits}.${"0".repeat(1e5)}`, ".")).toBe(`-${digits}`);
  expect(wholeText(`0.${"0".repeat(1e5)}${digits}e100300`, ".")).toBe(digits);
});

test("isBeyondDoubles begins where two whole numbers are one double", () => {
  expect([2 ** 53 - 1, 2 ** 53, -(2 ** 53), NaN].map(isBeyondDoubles)).toEqual([false, true, true, false]);
});
