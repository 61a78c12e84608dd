import { expect, test } from "vitest";
import type { Arithmetic } from "../../../src/core/arithmetic/operations.ts";
import { poisonedPlain, poisonedSimd } from "../../support/poisonedArithmetic.ts";
import { ways } from "../../support/ways.ts";

const real = ways.map((way) => [way.name, way] as const);
const allPoisoned = () => [poisonedPlain(), poisonedSimd("plain")!, poisonedSimd("fused")!];
const poisoned = allPoisoned().map((way) => [way.name, way] as const);

test.each(real)("%s: reserve grows the memory and keeps to one view while nothing grows", (_, way) => {
  const first = way.reserve(1e6);
  expect(first.length).toBeGreaterThanOrEqual(1e6);
  expect(way.reserve(1000) === first).toBe(true);
  expect(way.held() === first).toBe(true);
  expect(way.reserve(3e6).length).toBeGreaterThanOrEqual(3e6);
});

test.each(real)("%s: held is the reserved memory with what is in it", (_, way) => {
  way.reserve(100).fill(3, 0, 100);
  way.exponentials(10, 4);
  expect(Array.from(way.held().subarray(9, 11))).toEqual([3, expect.closeTo(Math.exp(3), 13)]);
});

test.each(poisoned)("poisoned %s: what was reserved before is void, through old views and new ones", (_, way) => {
  const first = way.reserve(10).fill(1);
  expect(way.held() === first).toBe(true);
  const second = way.reserve(10);
  expect(first[0] ?? NaN).toBeNaN(); // A view without a memory, or one of NaN.
  expect(Array.from(second)).toEqual(new Array(10).fill(NaN));
  second.fill(2);
  const place = way.keep(Float64Array.of(5, 6, 7));
  expect(second[0] ?? NaN).toBeNaN();
  expect(way.held()).toHaveLength(0);
  expect(way.keep(new Float64Array(1))).toBeGreaterThan(place);
});

test.each(poisoned)("poisoned %s: whoever writes behind what he reserved is told", (_, way) => {
  way.reserve(10).fill(1);
  way.exponentials(8, 3);
  expect(() => way.reserve(1)).toThrow(/^10 doubles were reserved, and .* was written 0 behind$/);
});

/** Planted: ℓ₁ norm of differences that are read after the memory was claimed again, for a kernel row. */
function normOfDifferences(way: Arithmetic, keptTooLong: boolean): number {
  const differences = way.reserve(3);
  differences.set([1, -2, 4]);
  const read = keptTooLong ? differences : differences.slice(0, 3);
  way.reserve(2).set([0, 0]);
  return read.subarray(0, 3).reduce((sum, value) => sum + Math.abs(value), 0);
}

test("a view kept across another claim makes a wrong number in silence; on poisoned memory it makes none", () => {
  const found = (way: Arithmetic, late: boolean) => {
    try {
      return normOfDifferences(way, late);
    } catch {
      return NaN;
    }
  };
  for (const [name, way] of real) {
    expect(found(way, false), name).toBe(7);
    expect(found(way, true), name).toBe(4); // The planted bug: a number like any other.
  }
  for (const way of allPoisoned()) {
    expect(found(way, false), way.name).toBe(7);
    expect(found(way, true) || NaN, way.name).toBeNaN(); // A sum over nothing, of NaN, or none.
  }
});
