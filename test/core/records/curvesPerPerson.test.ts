import { expect, test } from "vitest";
import { largestCurvesPerPerson, limitCurvesPerPerson } from "../../../src/core/records/curvesPerPerson.ts";
import { personQuota } from "../../../src/core/records/personQuota.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test("limitCurvesPerPerson keeps each person's first curves, in order", () => {
  const personOf = Int32Array.of(0, 1, 0, 0, 2, 1, 0);
  expect(Array.from(limitCurvesPerPerson({ personOf, bound: 1 }))).toEqual([0, 1, 4]);
  expect(Array.from(limitCurvesPerPerson({ personOf, bound: 2 }))).toEqual([0, 1, 2, 4, 5]);
  expect(Array.from(limitCurvesPerPerson({ personOf, bound: 9 }))).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("largestCurvesPerPerson counts", () => {
  expect(largestCurvesPerPerson(Int32Array.of(0, 1, 0, 0, 2, 1, 0))).toBe(4);
  expect(largestCurvesPerPerson(new Int32Array(0))).toBe(0);
});

test("replacing all curves of one person, at any places, changes at most `bound` of those kept", () => {
  const random = seededSource(1);
  for (let trial = 0; trial < 300; trial++) {
    const people = 5;
    const bound = 1 + Math.floor(3 * random.uniform());
    const others = Array.from({ length: 20 }, (_, i) => ({
      person: 1 + Math.floor((people - 1) * random.uniform()),
      curve: i,
    }));
    const withPerson = (first: number) => {
      const all = [...others];
      const count = bound + Math.floor(4 * random.uniform());
      for (let k = 0; k < count; k++)
        all.splice(Math.floor((all.length + 1) * random.uniform()), 0, { person: 0, curve: first + k });
      return Array.from(
        limitCurvesPerPerson({ personOf: Int32Array.from(all, ({ person }) => person), bound }),
        (i) => all[i]!,
      );
    };
    const before = withPerson(100);
    const after = withPerson(200);
    expect(after.length).toBe(before.length);
    expect(after.filter(({ person }) => person > 0)).toEqual(before.filter(({ person }) => person > 0));
    expect(before.filter(({ person }) => person === 0)).toHaveLength(bound);
  }
});

test("personQuota keeps the same rows, asked row after row, of thousands of persons", () => {
  const random = seededSource(2);
  const personOf = Int32Array.from({ length: 20_000 }, () => Math.floor(8000 * random.uniform() ** 2));
  for (const bound of [1, 3]) {
    const isWithin = personQuota(bound);
    const kept = Array.from(personOf.keys()).filter((i) => isWithin(personOf[i]! / 7));
    expect(kept).toEqual([...limitCurvesPerPerson({ personOf, bound })]);
  }
});

test.each([0, -1, 1.5, NaN, Infinity])("limitCurvesPerPerson refuses the bound %d", (bound) => {
  expect(() => limitCurvesPerPerson({ personOf: Int32Array.of(0), bound })).toThrow(
    "bound must be an integer of at least 1",
  );
});
