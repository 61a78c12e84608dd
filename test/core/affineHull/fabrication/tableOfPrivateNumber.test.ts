import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fabricateTableRelease } from "../../../../src/core/affineHull/fabrication/fabrication.ts";
import { tableRows, type ClassifiedRecords } from "../../../../src/core/affineHull/fabrication/tableRows.ts";
import { releasingTable } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import type { TableReleaseParameters } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { publicPart, recordedWords } from "../../../support/privateReleases.ts";
import { tableParameters as ofEntries, tablePreview as preview } from "../../../support/tableParameters.ts";

const ofRecords: TableReleaseParameters = { ...ofEntries, protection: "record" };

const release = (records: ClassifiedRecords, asked: TableReleaseParameters) =>
  lastOf(releasingTable(records, asked, recordedWords(1)));

describe("a table with a private number of records, N declared", () => {
  const N = 5;
  const asked = { ...ofRecords, mostRecords: N, origin: "middle" } as const;
  const shown = { ...preview, delta: 1e-5 };
  type Row = readonly [of: number, x: number, y: number];
  const tableOf = (rows: readonly Row[]): ClassifiedRecords => ({
    points: { dimension: 2, coordinates: Float64Array.from(rows.flatMap(([, ...place]) => place)) },
    classOf: Float64Array.from(rows, ([of]) => of),
    classCount: 2,
  });
  const random = seededSource(41);
  const below = (count: number) => Math.floor(count * random.uniform());
  const record = (): Row => [below(2), below(2), random.uniform() < 0.5 ? below(2) : random.uniform()];
  const rowsOf = (records: readonly Row[]) => {
    const { unit, classOf } = tableRows(tableOf(records), { ...shown, ...asked }, seededSource(1));
    return Array.from(classOf, (of, i): Row => [of, unit.coordinates[2 * i]!, unit.coordinates[2 * i + 1]!]);
  };

  test("nothing public depends on how many there are: none, one, N or more of a class", () => {
    for (const about of [asked, { ...asked, protection: "entry", branches: 2, parties: 2 } as const]) {
      const publicOf = (count: number) => publicPart(release(tableOf(Array.from({ length: count }, record)), about));
      for (const count of [1, N, 4 * N]) expect(publicOf(count)).toEqual(publicOf(0));
    }
    expect(() => release(tableOf([]), ofRecords)).toThrow(ParameterError);
  });

  test("one record more, less or replaced in its class changes one row of its class, by at most Δ, also beyond N", () => {
    const without = (rows: readonly Row[], others: readonly Row[]) => {
      const left = rows.map(String);
      for (const other of others) {
        const at = left.indexOf(String(other));
        if (at >= 0) left.splice(at, 1);
      }
      return left.map((text) => text.split(",").map(Number) as unknown as Row);
    };
    let [most, alone] = [0, 0];
    for (let trial = 0; trial < casesOf(2000, 300); trial++) {
      const records = Array.from({ length: below(3 * N) }, record);
      const added = record();
      const others = [added, ...records].toSorted(() => random.uniform() - 0.5);
      const replaced: readonly Row[] = [[added[0], below(2), below(2)], ...records];
      const pairs = [[records, others] as const, [others, replaced] as const];
      pairs.forEach(([one, other], kind) => {
        const [a, b] = [rowsOf(one), rowsOf(other)];
        const [gone, come] = [without(a, b), without(b, a)];
        expect(a.length).toBe(2 * N);
        expect(gone.length).toBeLessThanOrEqual(1);
        expect(come.length).toBe(gone.length);
        if (gone.length === 0) return;
        const [[of, x, y], [otherOf, otherX, otherY]] = [gone[0]!, come[0]!];
        expect(otherOf).toBe(of);
        const distance = Math.hypot(x - otherX, y - otherY) / Math.SQRT2;
        if (kind === 0 && Math.max(...[0, 1].map((c) => others.filter(([own]) => own === c).length)) <= N)
          alone = Math.max(alone, distance);
        most = Math.max(most, distance);
      });
    }
    expect(most).toBe(1);
    expect(alone).toBe(0.5);
  });

  test("an empty place is no record of a test", () => {
    const tested = (count: number) =>
      lastOf(
        fabricateTableRelease(tableOf(Array.from({ length: count }, record)), { ...shown, ...asked, testEvery: 2 }),
      );
    expect(tested(40)).toMatchObject({ testCount: 4, rowCount: 6 });
    expect(tested(40).accuracy).toBeGreaterThanOrEqual(0);
    expect(tested(0).accuracy).toBeUndefined();
  });
});
