import { expect, test } from "vitest";
import { addNoise } from "../../src/core/affineHull/fabrication/tableNoise.ts";
import { releasingTable } from "../../src/core/affineHull/fabrication/tableRelease.ts";
import { tableRows } from "../../src/core/affineHull/fabrication/tableRows.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { lastOf } from "../../src/core/slices.ts";
import type { EntryLaw } from "../../src/core/affineHull/fabrication/entrySums.ts";
import {
  releasedTable,
  tableFollows,
  type FollowedTable,
  type FollowingOfTable,
} from "../../src/panels/postProcessing/tableFollows.ts";
import { casesOf } from "../support/fuzzing.ts";
import { recordedWords } from "../support/privateReleases.ts";

const ranges = [
  [0, 10],
  [-2, 2],
] as const;
const rows = 24;
const records = {
  points: {
    dimension: 2,
    coordinates: Float64Array.from({ length: 2 * rows }, (_, i) => (i % 2 === 0 ? 2 + (i % 7) : Math.sin(i))),
  },
  classOf: Float64Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? 0 : 1)),
  classCount: 2,
};
const shared = {
  ...({ ranges, origin: "middle", subspaceDimension: 2, depth: 1, branches: 1, parties: 1, steps: 0 } as const),
  ...({ adjacency: 1, model: "fabricated", testEvery: 0, fieldMargin: 0 } as const),
};
const laws = [
  ["entry", { kind: "laplace", scale: 0.5, delta: 0 }],
  ["record", { kind: "gaussian", deviation: NaN }],
] as const;

/** Noise of the numbers over draws; their exact deviations and half widths. */
test("tableFollows: a cell, means of columns and classes, and differences have the noise of the drawn rows", () => {
  const draws = casesOf(6000, 600);
  for (const [protection, law] of laws) {
    // Half widths are the same in each draw, and the values those under any law.
    let halves: readonly FollowingOfTable[] | undefined;
    const held = new Map<string, { alone: number; square: number; deviation: number }>();
    let together = 0;
    for (let seed = 1; seed <= draws; seed++) {
      const noise = { protection, epsilon: 2, delta: protection === "entry" ? 0 : 1e-3, seed };
      const parameters = { ...shared, ...noise, frames: false, fieldCount: 0 };
      const { unit, classOf, box } = tableRows(records, parameters, seededSource(1));
      const { noisy, guarantee } = addNoise(unit, parameters, seededSource(seed));
      const [drawn, original] = [noisy, unit].map((rows) => box.toData(rows).coordinates) as [
        Float64Array,
        Float64Array,
      ];
      const table: FollowedTable = {
        columns: ranges.map(([lower, upper], k) => ({ name: `c${k}`, lower, upper })),
        ...{ fabricated: drawn, noisy: drawn, original, classOf, classes: ["a", "b"] },
        law: { kind: "gaussian", deviation: guarantee.deviation },
      };
      const allBy = (own: EntryLaw) => {
        const found = tableFollows({ ...table, law: own }, { row: 5, column: 0, other: 1, pair: [0, 1] });
        return [...found.rows, ...found.classes];
      };
      halves ??= allBy(law.kind === "gaussian" ? table.law : law);
      const all = allBy(table.law).map((one, k) => ({ ...halves![k]!, noisy: one.noisy, original: one.original }));
      expect(all.map(({ name }) => name)).toHaveLength(6);
      if (all.some((one) => Math.abs(one.noisy - one.original!) > one.together)) together++;
      for (const { name, noisy, original, deviation, alone } of all) {
        const before = held.get(name) ?? { alone: 0, square: 0, deviation };
        const error = noisy - original!;
        held.set(name, {
          alone: before.alone + (Math.abs(error) <= alone ? 1 : 0),
          square: before.square + error ** 2,
          deviation,
        });
      }
      if (seed === 1) expect(all.slice(3).map(({ rowCount }) => rowCount)).toEqual([8, 16, 8]);
    }
    for (const { alone, square, deviation } of held.values()) {
      // 4.9 standard errors of a share of 95 %, and of a variance whose fourth moment is 6 of its squares at most.
      expect(Math.abs(alone / draws - 0.95)).toBeLessThan(4.9 * Math.sqrt((0.95 * 0.05) / draws));
      expect(Math.abs(square / draws / deviation ** 2 - 1)).toBeLessThan(4.9 * Math.sqrt(5 / draws));
    }
    expect(together / draws).toBeLessThan(0.05);
  }
});

test("tableFollows compares any two classes that have rows, by the exact law", () => {
  const values = Float64Array.of(1, 2, 4, 8, 16, 32);
  const scale = 0.5;
  const of = (law: EntryLaw, pair: readonly [number, number]) =>
    tableFollows(
      {
        columns: [{ name: "c", lower: -5, upper: 5 }],
        ...{
          fabricated: values,
          noisy: values,
          classOf: [3, 0, 4, 4, 1, 4],
          classes: ["a", "b", "none", "c", "d"],
          law,
        },
      },
      { row: 0, column: 0, other: 0, pair },
    );
  const sizes = [1, 1, 1, 3];
  const means = [2, 16, 1, 44 / 3];
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) {
      const gaussian = of({ kind: "gaussian", deviation: scale }, [i, j]);
      expect(gaussian.classNames).toEqual(["a", "b", "c", "d"]);
      expect(gaussian.classes).toHaveLength(i === j ? 4 : 5);
      if (i === j) continue;
      const { name, noisy, deviation, alone } = gaussian.classes.at(-1)!;
      expect(name).toBe(`${gaussian.classNames[i]!} less ${gaussian.classNames[j]!}`);
      expect(noisy).toBeCloseTo(means[i]! - means[j]!, 12);
      expect(deviation).toBeCloseTo(10 * scale * Math.sqrt(1 / sizes[i]! + 1 / sizes[j]!), 12);
      expect(alone / deviation).toBeCloseTo(1.959963984540054, 10);
      if (sizes[i] !== 1 || sizes[j] !== 1) continue;
      // Of a difference of two Laplace variables P(|S| > x) = (1 + x/2b)e^(−x/b).
      const laplace = of({ kind: "laplace", scale, delta: 0 }, [i, j]).classes.at(-1)!;
      const t = laplace.alone / (10 * scale);
      expect((1 + t / 2) * Math.exp(-t)).toBeCloseTo(0.05, 8);
      expect(laplace.deviation).toBeCloseTo(20 * scale, 12);
    }
});

test("releasedTable has the noisy rows of a file in the units of its columns, and their law", () => {
  const columns = ranges.map(([lower, upper]) => ({ name: "c", unit: "", lower, upper }));
  for (const origin of ["corner", "middle"] as const) {
    const budget = { epsilon: 1e5, delta: 0, calibration: "analytic" } as const;
    const asked = { ...shared, origin, protection: "entry", budget } as const;
    const release = lastOf(releasingTable(records, asked, recordedWords(7)));
    const file = { mechanism: release, view: { rows: { columns }, ...release } } as unknown as ReleaseFile;
    const table = releasedTable(file)!;
    expect(table.law).toEqual({ kind: "laplace", scale: release.sigma, delta: 0 });
    const sorted = (values: ArrayLike<number>) => Array.from(values, (x) => Math.round(100 * x) / 100).sort();
    expect(sorted(table.noisy)).toEqual(sorted(records.points.coordinates));
    expect(tableFollows(table, { row: 0, column: 1, other: 0, pair: [0, 1] }).classes).toEqual([]);
    // Noise of a grid is no entry's own.
    const onGrid = { ...file.mechanism, kind: "ditheredGaussian" } as const;
    expect(releasedTable({ ...file, mechanism: onGrid })).toBeUndefined();
  }
});
