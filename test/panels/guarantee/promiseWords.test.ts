import { expect, test } from "vitest";
import { numberText } from "../../../src/core/numberFormats.ts";
import { factorText, learntAt } from "../../../src/panels/guarantee/promiseWords.ts";

test.each([
  [0.1, "learns little about the rest"],
  [1, "learns little about the rest"],
  [1.2, "may find a conclusion about the rest up to 3.33 times likelier than before"],
  [3, "may find a conclusion about the rest up to 20.1 times likelier than before"],
  [6.9, "may find a conclusion about the rest up to 993 times likelier than before"],
  [10, "may learn nearly all about the rest: odds may change by a factor of 22100, and this protects hardly anyone"],
])("at ε = %d whoever sees a release %s", (epsilon, words) => {
  expect(learntAt(epsilon, "the rest")).toBe(words);
});

test("factorText rounds e^ε up: a factor of 1 would promise more", () => {
  expect([0, 0.001, 1, 700].map(factorText)).toEqual(["1", "1.01", "2.72", numberText(1.02e304)]);
});
