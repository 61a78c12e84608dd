import { expect, test } from "vitest";
import { balanceOf } from "../../../src/studies/meanCurve/words/sentence.ts";

test.each([
  [13.1, 13.2, "smoothing and privacy cost about the same"],
  [13.2, 13.1, "smoothing and privacy cost about the same"],
  [1, 2, "privacy costs more than smoothing"],
  [2, 1, "smoothing costs more than privacy"],
])("smoothing moves the mean by %d and noise by %d: %s", (smoothing, privacy, words) => {
  expect(balanceOf(smoothing, privacy)).toBe(words);
});
