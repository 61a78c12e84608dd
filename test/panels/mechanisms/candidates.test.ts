import { expect, test } from "vitest";
import { suggestedDensities, suggestedFunctions, typedCandidates } from "../../../src/panels/mechanisms/candidates.ts";

const domain = [0, 10] as const;
const places = Float64Array.from({ length: 1001 }, (_, i) => i / 100);
const read = (text: string) => typedCandidates(text, { kind: "density", domain: [domain], places: [places] });
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

test("suggested functions can be read on any domain, on a line and in the plane, and differ", () => {
  for (const other of [domain, [-3e5, -2e5], [0, 1e-6]] as const) {
    for (const sides of [[other], [other, domain]]) {
      const grid = { domain: sides, places: sides.map(() => places.subarray(0, 11)) };
      const densities = typedCandidates(suggestedDensities(sides), { kind: "density", ...grid });
      expect("candidates" in densities && densities.candidates).toHaveLength(10);
      const functions = typedCandidates(suggestedFunctions(sides, [-2, 3]), { kind: "function", ...grid });
      expect("candidates" in functions && functions.candidates).toHaveLength(3 + 4 * sides.length);
    }
  }
});

test("typedCandidates reads sums of functions, first axis fastest", () => {
  const grid = { kind: "function", domain: [[0, 2], [0, 4]], places: [Float64Array.of(0, 2), Float64Array.of(1, 4)] } as const; // prettier-ignore
  const typed = typedCandidates("-1 + 2 step x 1\n3 + 0.5 x + -1 y\nbump 0 1 1 2", grid);
  if ("problem" in typed) expect.unreachable();
  const [step, plane, bump] = typed.candidates.map(({ values }) => Array.from(values));
  expect(step).toEqual([-1, 1, -1, 1]);
  expect(plane).toEqual([2, 3, -1, 0]);
  const minus = typedCandidates("3 + 0.5 x − y\n3 − 1 y + 0.5 x", grid);
  if ("problem" in minus) expect.unreachable();
  for (const { values } of minus.candidates) expect(Array.from(values)).toEqual(plane);
  expect(bump![3]).toBeCloseTo(Math.exp(-0.5 * (4 + 2.25)), 14);
  for (const [text, sentence] of [
    ["1\nstep 3", /Line 2: “step 3” is none of sums of a number, x, y, step x AT, step y AT or bump/],
    ["1\n1e10", /Line 2: “1e10” is no number/],
    ["1\nbump 0 1 1 x", /Line 2: “0 1 1 x” is not four numbers/],
  ] as const) {
    const wrong = typedCandidates(text, grid);
    expect("problem" in wrong && wrong.problem).toMatch(sentence);
  }
});
