import { expect, test } from "vitest";
import { exactText } from "../../src/core/numberFormats.ts";
import { typedNumber } from "../../src/state/typedNumber.ts";
import { smallGenerator } from "./smallGenerator.ts";
import { casesOf } from "../support/fuzzing.ts";

test("what a box shows reads back as the same number, of every size and sign", () => {
  const random = smallGenerator(11);
  for (let i = 0; i < casesOf(20_000, 5000); i++) {
    const value = (random() - 0.5) * 10 ** Math.floor(600 * random() - 300);
    const read = typedNumber(exactText(value));
    expect(read).toEqual({ value });
  }
});

test.each([
  ["200000", 200_000],
  ["2e5", 200_000],
  ["2E+5", 200_000],
  ["200 000", 200_000],
  ["200\u00a0000", 200_000],
  ["200\u202f000", 200_000],
  ["200’000", 200_000],
  ["1 234 567,5", 1_234_567.5],
  ["1,234,567", 1_234_567],
  ["1,234.5", 1234.5],
  ["1.234.567", 1_234_567],
  ["1.234,5", 1234.5],
  ["0,5", 0.5],
  ["0,500", 0.5],
  [",5", 0.5],
  ["1,23", 1.23],
  ["1234,567", 1234.567],
  ["1.234", 1.234],
  [" −3 ", -3],
  [".5", 0.5],
  ["5.", 5],
])("%s is %d, without a word", (text, value) => expect(typedNumber(text)).toEqual({ value }));

test.each([
  ["1,234", 1234, "Read as 1234; write 1.234 for a decimal fraction."],
  ["200,000", 200_000, "Read as 200000; write 200.000 for a decimal fraction."],
  ["-12,500", -12_500, "Read as -12500; write -12.500 for a decimal fraction."],
])("%s may mean two numbers: says which it took", (text, value, understood) =>
  expect(typedNumber(text)).toEqual({ value, understood }),
);

test.each([
  "",
  " ",
  "x",
  "1,2,3",
  "1,23,456",
  "12 34",
  "1 2",
  "0x10",
  "1e999",
  "Infinity",
  "NaN",
  "1,234,56",
  "--1",
  "2e",
  ".",
])("%s is no number", (text) => expect(typedNumber(text)).toBeUndefined());
