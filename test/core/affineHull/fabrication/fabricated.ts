import { expect } from "vitest";
import type { Points } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { fabricateTableRelease } from "../../../../src/core/affineHull/fabrication/fabrication.ts";
import type { FabricationParameters } from "../../../../src/core/affineHull/fabrication/fabricationParameters.ts";
import type { ClassifiedRecords } from "../../../../src/core/affineHull/fabrication/tableRows.ts";

/** Those that a test does not change. */
export const parameters: FabricationParameters = {
  protection: "entry",
  epsilon: 8,
  delta: 0,
  adjacency: 1,
  ranges: [
    [0, 10],
    [-1, 1],
  ],
  origin: "corner",
  subspaceDimension: 2,
  depth: 2,
  branches: 1,
  parties: 1,
  steps: 3,
  model: "fabricated",
  testEvery: 4,
  fieldCount: 20,
  fieldMargin: 0.25,
  frames: true,
  seed: 7,
};

/** Two groups, at (3, −0.5) and (7, 0.5). */
export function twoGroups(N: number, seed = 1): ClassifiedRecords {
  const random = seededSource(seed);
  const classOf = Float64Array.from({ length: N }, (_, i) => Number(i % 3 === 0));
  const coordinates = new Float64Array(2 * N);
  classOf.forEach((own, i) => {
    coordinates[2 * i] = 3 + 4 * own + random.normal();
    coordinates[2 * i + 1] = own - 0.5 + 0.15 * random.normal();
  });
  return { points: { dimension: 2, coordinates }, classOf, classCount: 2 };
}

/** The release, after progress that rises to 1 at most. */
export function release(records: ClassifiedRecords, changes: Partial<FabricationParameters> = {}) {
  const steps = fabricateTableRelease(records, { ...parameters, ...changes });
  const fractions: number[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) fractions.push(step.value);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBeLessThanOrEqual(1);
  return step.value;
}

/** The points of those ranges as shares of them. */
export const toUnit = ({ coordinates }: Points) => coordinates.map((x, k) => (k % 2 === 0 ? x / 10 : (x + 1) / 2));
