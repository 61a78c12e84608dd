import { expect, test } from "vitest";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { drawnFolds, foldsByPlace } from "../../../../src/core/privacy/choice/drawnFolds.ts";
import { chiSquareLimit } from "../../../support/chiSquare.ts";

test.each([
  [1, 5],
  [4, 5],
  [13, 5],
  [100, 10],
])("drawnFolds of %i records into %i folds have the sizes of folds by place", (recordCount, foldCount) => {
  const drawn = drawnFolds({ recordCount, foldCount, random: seededSource(1) });
  const byPlace = foldsByPlace({ curveCount: recordCount, personOf: undefined, foldCount });
  expect(drawn.toSorted()).toEqual(byPlace.toSorted());
});

test("drawnFolds: all assignments are equally likely, wherever a record stands", () => {
  const random = seededSource(2);
  const draws = 6000;
  const counts = new Map<string, number>();
  for (let i = 0; i < draws; i++) {
    const assignment = drawnFolds({ recordCount: 5, foldCount: 3, random }).join("");
    counts.set(assignment, (counts.get(assignment) ?? 0) + 1);
  }
  // 5!/(2! 2! 1!) of them.
  expect(counts.size).toBe(30);
  const square = [...counts.values()].reduce((sum, count) => sum + (count - draws / 30) ** 2 / (draws / 30), 0);
  expect(square).toBeLessThan(chiSquareLimit(29));
});
