import { expect, test } from "vitest";
import { wordsFromBlocks, wordsOf } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test("words of a source are the upper bits of its uniform numbers; blocks are used in order, each word once", () => {
  const [one, other] = [seededSource(1), seededSource(1)];
  const words = wordsOf(one);
  for (let i = 0; i < 100; i++) expect(words.word()).toBe(Math.floor(other.uniform() * 2 ** 32));
  let next = 0;
  const counted = wordsFromBlocks((block) => block.forEach((_, i) => (block[i] = next++)), 7);
  expect(Array.from({ length: 20 }, () => counted.word())).toEqual(Array.from({ length: 20 }, (_, i) => i));
});
