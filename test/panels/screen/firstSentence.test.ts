import { expect, test } from "vitest";
import { firstSentence } from "../../../src/panels/screen/firstSentence.ts";

test.each([
  ["With ε = 1 both peaks survive. The right one moved.", "With ε = 1 both peaks survive."],
  // Of 24 letters and a full stop the sentence says too little alone; of 25 it is enough.
  ["Two groups are drawn now. Each hides one person. More.", "Two groups are drawn now. Each hides one person."],
  ["Two groups are drawn here. Each hides one person.", "Two groups are drawn here."],
  ["The peak of sleep is at 6.3 hours: Noise moves it.", "The peak of sleep is at 6.3 hours:"],
  ["No end of a sentence", "No end of a sentence"],
])("the first sentence of “%s” on a stage", (text, first) => {
  expect(firstSentence(text)).toBe(first);
});
