import { expect, test } from "vitest";
import { chanceSentence } from "../../../src/studies/fabrication/sections/membership.tsx";
import { smoothingWords, testWords } from "../../../src/studies/fabrication/words/sentence.ts";

test("smoothing brings rows nearer or takes them away only where both distances read differently", () => {
  expect(smoothingWords(0.102, 0.094)).toBe(
    "In this draw smoothing brings the rows nearer to the records: from 10 % of the ranges away to 9.4 % of them",
  );
  expect(smoothingWords(0.08, 0.3)).toMatch(
    /hurts: it takes the rows away from the records, from 8 % of the ranges to 30 % of them/,
  );
  for (const after of [0.1, 0.1004])
    expect(smoothingWords(0.1, after)).toBe(
      "In this draw smoothing leaves the rows as far from the records: 10 % of the ranges",
    );
  const all = { drawCount: 100, nearerCount: 7, before: 0.025, after: 0.054, accuracy: 0.75 };
  expect(smoothingWords(0.1, 0.08, all)).toBe(
    "In 93 of 100 draws smoothing hurts: it takes the rows away from the records, on average from 2.5 % of the ranges to 5.4 % of them",
  );
  expect(smoothingWords(0.1, 0.2, { ...all, nearerCount: 70, after: 0.02 })).toMatch(
    /^In 70 of 100 draws smoothing brings .* on average from 2.5 % .* to 2 % of them$/,
  );
  expect(smoothingWords(0.1, 0.2, { ...all, after: 0.025 })).toMatch(/^On average smoothing leaves/);
});

test("the accuracy is of the draws that the smoothing is said of, or of the one that is drawn", () => {
  const smoothed = { drawCount: 20, nearerCount: 7, before: 0.025, after: 0.054, accuracy: 0.75 };
  expect(testWords(3, { accuracy: 0.9, smoothed })).toBe(
    " On average over 20 draws the machines find the class of 75 % of the records kept for the test; random guesses find 33 %.",
  );
  expect(testWords(2, { accuracy: 0.9, smoothed: undefined })).toMatch(
    /^ In this draw the machines .* 90 % .* 50 %\.$/,
  );
  expect(testWords(2, { accuracy: undefined, smoothed: { ...smoothed, accuracy: undefined } })).toBe("");
  expect(testWords(0, { accuracy: 0.9, smoothed })).toBe("");
});

test("a gap that chance makes tells no ε from another", () => {
  expect(chanceSentence(0.1, 300, 100)).toContain("neither this number nor the score tells a strong ε from a weak one");
  expect(chanceSentence(0.1, 300, 100)).toContain("58 %");
  expect(chanceSentence(0.3, 300, 100)).toContain("58 % at most");
});
