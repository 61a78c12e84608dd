import type { RandomWords } from "../../src/core/random/randomWords.ts";
import type { RandomSource } from "../../src/core/random/randomSource.ts";
import { sourceFromBits } from "../../src/core/random/uniformBits.ts";

/** The words with which `shuffle` makes one order of the same values, all different, of another. */
export function wordsOfShuffle(from: readonly number[], to: readonly number[]): readonly number[] {
  const values = from.slice();
  const words: number[] = [];
  for (let i = values.length - 1; i > 0; i--) {
    const j = values.indexOf(to[i]!);
    [values[i], values[j]] = [values[j]!, values[i]!];
    // The whole number j of 52 bits, of which 26 are the upper ones of each word.
    words.push(0, 64 * j);
  }
  return words;
}

/** Given words, and after them others. */
export function wordsAfter(given: readonly number[], others: RandomWords): RandomWords {
  let used = 0;
  return { word: () => (used < given.length ? given[used++]! : others.word()) };
}

/** A random source from words. */
export function sourceOfWords(words: RandomWords): RandomSource {
  return sourceFromBits((block) => block.forEach((_, i) => (block[i] = words.word())), 2);
}

/** The indices of the rows of each class, in the order of the file. */
export function rowsOfClasses(classOf: ArrayLike<number>, classCount: number): readonly (readonly number[])[] {
  const indices = Array.from(classOf, (_, i) => i);
  return Array.from({ length: classCount }, (_, own) => indices.filter((i) => classOf[i] === own));
}
