import { expect, test } from "vitest";
import { secretKeys } from "../../../../src/core/tables/cells/secretKeys.ts";
import { chanceOf, hostileTexts } from "../../../support/fuzzing.ts";
import { seededKeys } from "../../../support/cellKeys.ts";

const prime = 2n ** 31n - 1n;

/** Words that are given in turn, and which of them were taken. */
function wordsGiven(words: readonly number[]) {
  let taken = 0;
  return { word: () => words[taken++ % words.length]!, taken: () => taken };
}

/** The same key from the formula, in whole numbers of any length. */
function keyOf(text: string, secrets: readonly (readonly [bigint, bigint])[]): number {
  let [a, b] = [0n, 0n];
  for (let i = 0; i < text.length; i++) {
    const unit = BigInt(text.charCodeAt(i) + 1);
    a = (a + secrets[i]![0] * unit) % prime;
    b = (b + secrets[i]![1] * unit) % prime;
  }
  const [upper, lower] = [a >> 21n, a & (2n ** 21n - 1n)];
  const size = Number((2n ** 52n + (lower << 31n) + b) << (12n + (upper >> 1n)));
  return upper % 2n === 0n ? size : -size;
}

test("secretKeys(words).ofText is the multilinear hash of its doc, and each key is a double of at least 2⁶⁴ of its own", () => {
  const chance = chanceOf(81);
  const words = Array.from({ length: 20_000 }, () => Math.floor(2 ** 32 * chance.uniform()));
  const secrets = Array.from({ length: 10_000 }, (_, i) => [words[2 * i]! >>> 1, words[2 * i + 1]! >>> 1] as const);
  const { ofText } = secretKeys(wordsGiven(words));
  const texts = [...new Set([...hostileTexts, "", "\0", "\0\0", "\uffff".repeat(5000), "a".repeat(33), "ab", "ba"])];
  for (let k = 0; k < 300; k++)
    texts.push(
      String.fromCharCode(
        ...Array.from({ length: 1 + chance.below(200) }, () => Math.floor(2 ** 16 * chance.uniform())),
      ),
    );
  const wide = secrets.map(([a, b]) => [BigInt(a), BigInt(b)] as const);
  const keys = texts.map(ofText);
  expect(keys).toEqual(texts.map((text) => keyOf(text, wide)));
  expect(new Set(keys).size).toBe(new Set(texts).size);
  expect(keys.every((key) => Math.abs(key) >= 2 ** 64 && Number.isFinite(key))).toBe(true);
});

test("secretKeys(words) draws a secret for each place once, leaves out 2³¹ − 1, and keeps numbers", () => {
  const given = wordsGiven([0xffffffff, 0xfffffffe, 6, 8, 10, 12]);
  const { ofText, ofValue } = secretKeys(given);
  expect(ofText("a")).toBe(keyOf("a", [[3n, 4n]]));
  expect(given.taken()).toBe(4);
  expect(ofText("b")).toBe(keyOf("b", [[3n, 4n]]));
  expect(given.taken()).toBe(4);
  expect(ofText("ab")).toBe(keyOf("ab", [[3n, 4n], [5n, 6n]])); // prettier-ignore
  expect(given.taken()).toBe(6);
  expect([0, -0, 1.5, -(2 ** 53) + 1].map((value) => ofValue(value, "number"))).toEqual([0, -0, 1.5, -(2 ** 53) + 1]);
});

test("two texts share a key with one secret of p², over all secrets of a small prime in its place", () => {
  // The proof is for any prime above all units: over all pairs of secrets modulo 11, texts of units below 11 meet in 1 of 11.
  const p = 11;
  const texts = [[1], [2], [1, 1], [3, 7], [7, 3], [10, 10], [1, 2]];
  for (const [i, one] of texts.entries())
    for (const other of texts.slice(i + 1)) {
      let equal = 0;
      for (let k = 0; k < p; k++)
        for (let l = 0; l < p; l++) {
          const [a, b] = [one, other].map(([x = 0, y = 0]) => (k * x + l * y) % p);
          if (a === b) equal++;
        }
      expect(equal).toBe(p);
    }
});

test("keys of other secrets are others", () => {
  expect(seededKeys(1).ofText("person 7")).not.toBe(seededKeys(2).ofText("person 7"));
  expect(seededKeys(1).ofText("person 7")).toBe(seededKeys(1).ofText("person 7"));
});
