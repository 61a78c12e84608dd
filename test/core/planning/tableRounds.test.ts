import { expect, test } from "vitest";
import { fabricateTableRelease } from "../../../src/core/affineHull/fabrication/fabrication.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { mostTableRecords, tableRound, type TablePlanRequest } from "../../../src/core/planning/tableRounds.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { alone, expectSameMean, tableMachines, twoClasses, twoRanges as ranges } from "./simulated.ts";

const request: TablePlanRequest = {
  table: {
    truth: twoClasses,
    machines: { ...tableMachines, ranges },
  },
  release: { recordCount: 60, recordsPerPerson: 1, epsilon: 8, delta: 0, tuning: 4 },
  measure: "entry",
  limits: alone(8, 60, 4),
  round: 0,
};

/** The other route: the study's own task on records drawn here, against the raw entries and the true means. */
test("tableRound agrees with tables of fabricateTableRelease", () => {
  const planned = { entry: [] as number[], mean: [] as number[], accuracy: [] as number[] };
  const made = { entry: [] as number[], mean: [] as number[], accuracy: [] as number[] };
  const near = { same: [] as number[], others: [] as number[], apart: [] as number[] };
  const random = seededSource(77);
  const rows = 60;
  for (let round = 0; round < casesOf(60, 12); round++) {
    for (const measure of ["entry", "mean", "accuracy"] as const) {
      const { now } = lastOf(tableRound({ ...request, measure, round }));
      planned[measure].push(now.released[0]!);
      if (!now.near) continue;
      near.same.push(now.near.same.released[0]!);
      near.others.push(...now.near.others.map(({ released }) => released[0]!));
      near.apart.push(Math.abs(now.near.same.released[0]! - now.released[0]!));
    }
    const classOf = Float64Array.from({ length: rows }, () => (random.uniform() < 0.25 ? 0 : 1));
    const coordinates = Float64Array.from({ length: 2 * rows }, (_, i) => {
      const { means, deviations } = twoClasses.parts[classOf[i >> 1]!]!;
      return means[i % 2]! + deviations[i % 2]! * random.normal();
    });
    const parameters = { ...request.table.machines, ...{ epsilon: 8, delta: 0, steps: 4, seed: round } };
    const release = lastOf(
      fabricateTableRelease(
        { points: { dimension: 2, coordinates }, classOf, classCount: 2 },
        { ...parameters, frames: false, fieldCount: 0, fieldMargin: 0 },
      ),
    );
    made.accuracy.push(1 - release.accuracy!);
    const { original, fabricated } = release;
    // Entries before they were moved into the range are not in the release; a bound on what moving adds is the tolerance.
    const squares = fabricated.coordinates.map(
      (x, i) => ((x - original.coordinates[i]!) / (i % 2 === 0 ? 10 : 1)) ** 2,
    );
    made.entry.push(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length));
    const meanOf = (k: number) =>
      fabricated.coordinates.reduce((sum, x, i) => (i % 2 === k ? sum + x : sum), 0) / release.rowCount;
    made.mean.push(Math.max(Math.abs(meanOf(0) - 6) / 10, Math.abs(meanOf(1))));
  }
  const { limit } = lastOf(tableRound({ ...request, round: 0 })).now;
  expectSameMean(planned.entry, made.entry, limit);
  expectSameMean(planned.mean, made.mean, 0);
  expectSameMean(planned.accuracy, made.accuracy, 0);
  expectSameMean(near.same, near.others, 0);
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(meanOf(near.apart)).toBeLessThan(0.25 * meanOf(planned.mean));
});

test("tableRound: clipping alone is that of a quadrature", () => {
  const m = 200_000;
  let square = 0;
  const random = seededSource(3);
  for (let i = 0; i < m; i++) {
    const { means, deviations } = twoClasses.parts[i % 4 === 0 ? 0 : 1]!;
    ranges.forEach(([lower, upper], k) => {
      const x = means[k]! + deviations[k]! * random.normal();
      const moved = Math.max(0, lower - x, x - upper) / (upper - lower);
      square += moved * moved;
    });
  }
  const { limit } = lastOf(tableRound(request)).now;
  // The square has a relative standard deviation of about 20 in one entry: 4.9 standard errors are a fifth of it.
  expect(limit / Math.sqrt(square / (2 * m))).toBeCloseTo(1, 1);
});

test("tableRound: a person's k records cost in record protection; more records are simulated by as many as it can", () => {
  const record = { ...request.table.machines, protection: "record" as const };
  const errorOf = (recordsPerPerson: number) =>
    lastOf(
      tableRound({
        ...request,
        table: { ...request.table, machines: record },
        release: { ...request.release, delta: 1e-3, recordsPerPerson },
      }),
    ).now.released[0]!;
  expect(errorOf(9)).toBeGreaterThan(1.1 * errorOf(1));
  const many = lastOf(tableRound({ ...request, release: { ...request.release, recordCount: 1e12 } }));
  const most = lastOf(tableRound({ ...request, release: { ...request.release, recordCount: mostTableRecords } }));
  expect(many.now).toEqual(most.now);
  const wrong = { ...request, release: { ...request.release, epsilon: NaN } };
  expect(() => lastOf(tableRound(wrong))).toThrow(ParameterError);
});
