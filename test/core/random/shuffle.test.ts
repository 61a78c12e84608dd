import { expect, test } from "vitest";
import { uniformsOf } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { shuffle } from "../../../src/core/random/shuffle.ts";
import { wordsAfter, wordsOfShuffle } from "../../support/drawnOrder.ts";
import { expectFrequencies } from "../../support/frequencies.ts";
import { recordedWords } from "../../support/privateReleases.ts";

/** All orders of 0 … n − 1. */
function permutations(n: number): readonly (readonly number[])[] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((order) => Array.from({ length: n }, (_, at) => order.toSpliced(at, 0, n - 1)));
}

test("shuffle: each order comes of exactly one choice of whole numbers, so all are equally likely", () => {
  const start = [0, 1, 2, 3, 4];
  const chosen = permutations(5).map((order) => {
    const words = wordsOfShuffle(start, order);
    expect(shuffle(start.slice(), uniformsOf(wordsAfter(words, recordedWords(1))))).toEqual(order);
    return words.join(" ");
  });
  // 5 · 4 · 3 · 2 choices, and as many orders.
  expect(new Set(chosen).size).toBe(120);
});

test("shuffle: orders that are drawn are as frequent, from words and from a seed", () => {
  const orders = permutations(4).map((order) => order.join(""));
  for (const random of [uniformsOf(recordedWords(3)), seededSource(4)]) {
    const counts = new Map(orders.map((order) => [order, 0]));
    for (let draw = 0; draw < 24_000; draw++) {
      const order = shuffle(Int32Array.of(0, 1, 2, 3), random).join("");
      counts.set(order, counts.get(order)! + 1);
    }
    expect(counts.size).toBe(24);
    // False alarm below 10⁻⁶.
    expectFrequencies([...counts.values()], new Array<number>(24).fill(1 / 24));
  }
});

test("shuffle leaves nothing and one value as they are, without a draw", () => {
  const never = {
    uniform: () => {
      throw new Error("not asked for");
    },
  };
  expect(shuffle([], never)).toEqual([]);
  expect(shuffle([7], never)).toEqual([7]);
});
