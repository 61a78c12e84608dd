import { expect, test } from "vitest";
import { classSizesSentence } from "../../../src/studies/fabrication/sections/classSizesSentence.ts";

test("digits of one class, and a class of one digit, get a sentence", () => {
  expect(classSizesSentence([0, 40, 0])).toContain("All digits are of the class 1");
  expect(classSizesSentence([12, 1, 9])).toContain("The class 1 has one digit only");
  expect(classSizesSentence([12, 9])).toBeUndefined();
});
