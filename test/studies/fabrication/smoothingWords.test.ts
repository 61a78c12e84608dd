import { expect, test } from "vitest";
import { smoothingWords } from "../../../src/studies/fabrication/words/sentence.ts";

test("smoothing brings rows nearer or takes them away only where both distances read differently", () => {
  expect(smoothingWords(0.102, 0.094)).toBe(
    "Smoothing brings the rows nearer to the records: from 10 % of the ranges away to 9.4 % of them",
  );
  expect(smoothingWords(0.08, 0.3)).toMatch(
    /takes the rows away from the records: from 8 % of the ranges to 30 % of them/,
  );
  for (const after of [0.1, 0.1004])
    expect(smoothingWords(0.1, after)).toBe("Smoothing leaves the rows as far from the records: 10 % of the ranges");
});
