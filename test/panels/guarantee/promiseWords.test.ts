import { expect, test } from "vitest";
import { learntAt } from "../../../src/panels/guarantee/promiseWords.ts";

test.each([
  [0.1, "learns little about the rest"],
  [1, "learns little about the rest"],
  [1.2, "may find a conclusion about the rest up to 3.32 times likelier than before"],
  [3, "may find a conclusion about the rest up to 20.1 times likelier than before"],
  [6.9, "may find a conclusion about the rest up to 992 times likelier than before"],
  [10, "may learn nearly all about the rest: odds may change by a factor of 22000, and this protects hardly anyone"],
])("at ε = %d whoever sees a release %s", (epsilon, words) => {
  expect(learntAt(epsilon, "the rest")).toBe(words);
});
