import { expect, test } from "vitest";
import { learntAt } from "../../../src/panels/guarantee/promiseWords.ts";

test.each([
  [0.1, "learns little about the rest"],
  [1, "learns little about the rest"],
  [1.2, "may come to hold a conclusion about the rest for 3.32 times likelier"],
  [3, "may come to hold a conclusion about the rest for 20.1 times likelier"],
  [6.9, "may come to hold a conclusion about the rest for 992 times likelier"],
  [10, "may learn nearly all about the rest: odds may change 22000 times, and this protects hardly anyone"],
])("at ε = %d whoever sees a release %s", (epsilon, words) => {
  expect(learntAt(epsilon, "the rest")).toBe(words);
});
