import { expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { noNeighbours, sortedNumbers } from "../../../../../src/core/privacy/mechanisms/online/sortedNumbers.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { casesOf } from "../../../../support/fuzzing.ts";

test("sortedNumbers finds the neighbours that a sorted array has", () => {
  const source = seededSource(3);
  // Several chunks of at most 512.
  const capacity = casesOf(3000, 1400);
  const sorted = sortedNumbers(capacity);
  const kept: number[] = [];
  for (let i = 0; i < capacity; i++) {
    const key = i % 3 === 0 ? i : source.uniform() * 3000;
    const left = kept.filter((k) => k <= key).reduce((a, b) => Math.max(a, b), -Infinity);
    const right = kept.filter((k) => k > key).reduce((a, b) => Math.min(a, b), Infinity);
    const found = sorted.neighbours(key, noNeighbours());
    expect([found.leftKey, found.rightKey]).toEqual([left, right]);
    expect(found.leftValue).toBe(left === -Infinity ? 0 : -left);
    expect(found.rightValue).toBe(right === Infinity ? 0 : -right);
    sorted.insert(key, -key);
    kept.push(key);
  }
  expect(sorted.size()).toBe(capacity);
  expect(() => sorted.insert(0.5, 1)).toThrow(ParameterError);
});

test.each([
  ["growing", (i: number) => i],
  ["falling", (i: number) => -i],
  ["from both ends", (i: number) => (i % 2 === 0 ? i : -i)],
])("sortedNumbers holds as many keys as it was made for, %s", (_, keyOf) => {
  // In order, every chunk but the last stays half full: the most chunks that so many keys can take.
  for (const capacity of [1, 511, 512, 513, 5000]) {
    const sorted = sortedNumbers(capacity);
    for (let i = 0; i < capacity; i++) sorted.insert(keyOf(i), i);
    expect(sorted.size()).toBe(capacity);
    for (let i = 0; i < capacity; i++) {
      const { leftKey, leftValue } = sorted.neighbours(keyOf(i), noNeighbours());
      if (leftKey !== keyOf(i) || leftValue !== i) expect([leftKey, leftValue]).toEqual([keyOf(i), i]);
    }
    expect(() => sorted.insert(0.5, 1)).toThrow(ParameterError);
  }
  for (const bad of [NaN, 0, -1, 1.5, Infinity]) expect(() => sortedNumbers(bad)).toThrow(ParameterError);
});
