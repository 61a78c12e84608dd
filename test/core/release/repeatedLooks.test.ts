import { expect, test } from "vitest";

/** Noise of k sums of weekly functions, in deviations of one release of the same total μ: root mean square, and largest. */
const errors = (k: number) => {
  const weeks = Array.from({ length: k }, (_, i) => i + 1);
  const both = (deviations: readonly number[]) => [
    Math.sqrt(deviations.reduce((sum, value) => sum + value ** 2, 0) / k),
    Math.max(...deviations),
  ];
  const levels = Math.floor(Math.log2(k)) + 1;
  const nodesOf = (week: number) => week.toString(2).replaceAll("0", "").length;
  const coefficients = weeks.map(() => 1);
  for (let j = 1; j < k; j++) coefficients[j] = (coefficients[j - 1]! * (2 * j - 1)) / (2 * j);
  const column = Math.hypot(...coefficients);
  return {
    again: both(weeks.map(() => Math.sqrt(k))),
    weekly: both(weeks.map(Math.sqrt)),
    tree: both(weeks.map((week) => Math.sqrt(levels * nodesOf(week)))),
    root: both(weeks.map((week) => column * Math.hypot(...coefficients.slice(0, week)))),
  };
};

test("the numbers of docs/proofs/repeatedLooks.md: weekly files beat the tree up to twelve weeks, and lose to it at 52", () => {
  const said = Object.fromEntries(
    [4, 12, 52].map((k) => [
      k,
      Object.values(errors(k)).map((both) => both.map((value) => value.toFixed(2)).join("/")),
    ]),
  );
  expect(said).toEqual({
    4: ["2.00/2.00", "1.58/2.00", "1.94/2.45", "1.38/1.49"],
    12: ["3.46/3.46", "2.55/3.46", "2.71/3.46", "1.71/1.85"],
    52: ["7.21/7.21", "5.15/7.21", "4.06/5.48", "2.16/2.32"],
  });
});
