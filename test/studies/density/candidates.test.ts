import { expect, test } from "vitest";
import { suggestedCandidates, typedCandidates } from "../../../src/studies/density/sections/candidates.ts";

const domain = [0, 10] as const;
const places = Float64Array.from({ length: 1001 }, (_, i) => i / 100);
const read = (text: string) => typedCandidates(text, domain, places);
const integral = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / 100;

test("typedCandidates reads flat, normal and mixed densities, with weights of sum 1", () => {
  const typed = read("uniform\n\nnormal 4 0.5\n1 normal 3 0,5 + 3 normal 7 0.5\n");
  if ("problem" in typed) expect.unreachable();
  const [flat, one, two] = typed.candidates;
  expect(typed.candidates).toHaveLength(3);
  expect(flat!.values.every((value) => value === 0.1)).toBe(true);
  expect(one!.values[400]).toBeCloseTo(1 / (0.5 * Math.sqrt(2 * Math.PI)), 12);
  for (const { values } of [one!, two!]) expect(integral(values)).toBeCloseTo(1, 6);
  expect(two!.values[700]! / two!.values[300]!).toBeCloseTo(3, 6);
});

test.each([
  ["", /Write candidates/],
  ["uniform", /One candidate alone would come out whatever the records are/],
  ["uniform\nuniform", /“uniform” is there twice/],
  ["uniform\nnormal 4", /Line 2: .*neither uniform nor normal/],
  ["uniform\nnormal x 2", /Line 2: “x 2” is not two numbers/],
  ["uniform\nnormal 4 0", /Line 2: a deviation must be/],
  ["uniform\nnormal 4 NaN", /Line 2/],
  ["uniform\n0 normal 4 1", /Line 2: “0” is no weight above 0/],
  ["uniform\ngamma 4 1", /Line 2/],
  ["uniform\nnormal 4 1 +", /Line 2/],
  [Array.from({ length: 201 }, (_, i) => `normal ${i} 1`).join("\n"), /201 candidates are too many/],
])("typedCandidates says what is wrong with %.40j", (text, sentence) => {
  const typed = read(text);
  expect("problem" in typed && typed.problem).toMatch(sentence);
});

test("suggestedCandidates can be read on any domain", () => {
  for (const other of [domain, [-3e5, -2e5], [0, 1e-6]] as const) {
    const typed = typedCandidates(suggestedCandidates(other), other, places);
    expect("candidates" in typed && typed.candidates).toHaveLength(10);
  }
});
