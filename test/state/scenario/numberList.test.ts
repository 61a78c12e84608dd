import { expect, test } from "vitest";
import { listText, typedList } from "../../../src/state/scenario/numberList.ts";

const limits = { name: "φ", min: 1e-6, max: 10, most: 5 };

test.each([
  ["0.0001, 0.001, 0.01", [0.0001, 0.001, 0.01]],
  ["0.01 0.001\n1e-4", [1e-4, 0.001, 0.01]],
  ["0,5; 0,25", [0.25, 0.5]],
  ["1, 1.0, 1e0", [1]],
  ["  3 ,, 2, ", [2, 3]],
])("typedList reads %j as %j", (text, values) => {
  expect(typedList(text, limits)).toEqual({ values });
});

test.each([
  ["", "Write the values of φ, separated by commas."],
  [" , ", "Write the values of φ, separated by commas."],
  ["0.1, O.2", "“O.2” in the list of φ is not a number."],
  ["0.1, NaN", "“NaN” in the list of φ is not a number."],
  ["1e999", "“1e999” in the list of φ is not a number."],
  ["0.1, -1", "-1 in the list of φ must lie between 1e-6 and 10."],
  ["0,1, 0,2", "0 in the list of φ must lie between 1e-6 and 10. Where commas are decimal, separate by semicolons."],
  ["11", "11 in the list of φ must lie between 1e-6 and 10."],
  ["1 2 3 4 5 6", "The list of φ has 6 values; at most 5 are computed at once."],
  ["x".repeat(1000), `“${"x".repeat(20)}…” in the list of φ is not a number.`],
])("typedList says what is wrong with %j", (text, problem) => {
  expect(typedList(text, limits)).toEqual({ problem });
});

test("listText is read again as the same numbers", () => {
  const values = [1e-6, 0.1 + 0.2, 1 / 3];
  expect(typedList(listText(values), limits)).toEqual({ values });
});
