import { checkAllFinite, checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { RegularGrid } from "../../grids.ts";
import { pointCount, pointsAt, type Points } from "../../points.ts";
import { clipToRange } from "../../privacy/sensitivity/recordRange.ts";
import type { UniformSource } from "../../random/randomSource.ts";
import { shuffle } from "../../random/shuffle.ts";
import { inPublicOrder } from "../../release/absentRecords.ts";
import { checkFabrication, type FabricationParameters } from "./fabricationParameters.ts";

/** Private, but for the classes. */
export interface ClassifiedRecords {
  /** n rows in ℝᵖ, in data units; at least one where their number is public. */
  readonly points: Points;
  /** From 0 to C − 1, shape (N,). */
  readonly classOf: ArrayLike<number>;
  /** C ≥ 1. */
  readonly classCount: number;
}

/** On the scale of [0, 1]. **Private**, but for the classes. */
interface TableRows {
  readonly unit: Points;
  readonly test: Points;
  /** Indices of records, n for an empty place. **Private.** */
  readonly released: readonly number[];
  readonly kept: readonly number[];
  /** Public. */
  readonly classOf: Float64Array;
  readonly partyOf: Float64Array;
  /** Entries moved to the edge of their range. */
  readonly clampedCount: number;
  readonly box: UnitBox;
}

/**
 * Rows in their declared ranges, mapped onto [0, 1], or [−½, ½] with the origin in the middle, by class in a random
 * order. With a declared largest number N each class has N rows: surplus records by a public order have none, and an
 * empty place has the middles of the ranges.
 *
 * @param random a uniform whole number for each row but one of each class; cryptographic for a release
 * @throws {ParameterError} as `fabricateTableRelease`
 * @see docs/proofs/tableRelease.md, Lemmas 4, 5 and 8
 */
export function tableRows(
  records: ClassifiedRecords,
  parameters: FabricationParameters,
  random: UniformSource,
): TableRows {
  checkRecords(records, parameters.mostRecords);
  checkFabrication(records.points.dimension, parameters);
  const p = records.points.dimension;
  const { testEvery, ranges } = parameters;
  const classes = rowsOfClasses(records, parameters.mostRecords);
  for (const rows of classes) shuffle(rows, random);
  const isTest = (place: number) => testEvery > 0 && place % testEvery === testEvery - 1;
  const released = classes.flatMap((rows) => rows.filter((_, place) => !isTest(place)));
  const kept = classes.flatMap((rows) => rows.filter((_, place) => isTest(place)));
  if (released.length === 0) throw new ParameterError("testEvery", testEvery, "such that records remain");

  const share = originShare(parameters);
  const box = unitBox(ranges, share);
  const clipped = clipToRange({ coordinates: records.points.coordinates, ...box.bounds });
  const placed = new Float64Array(clipped.length + p).fill(0.5 - share);
  placed.set(box.toUnit({ dimension: p, coordinates: clipped }).coordinates);
  const toRows = (rows: readonly number[]) => pointsAt({ dimension: p, coordinates: placed }, rows);
  const classOf = Float64Array.from(
    classes.flatMap((rows, c) => rows.filter((_, place) => !isTest(place)).map(() => c)),
  );
  return {
    unit: toRows(released),
    test: toRows(kept),
    released,
    kept,
    classOf,
    partyOf: partiesOf(classOf, parameters),
    clampedCount: clipped.filter((x, k) => x !== records.points.coordinates[k]).length,
    box,
  };
}

/** Indices of the records of each class; with N as many for each, by a public order, and n for an empty place. */
function rowsOfClasses({ points, classOf, classCount }: ClassifiedRecords, most?: number): number[][] {
  const classes = Array.from({ length: classCount }, (): number[] => []);
  const isPrivate = most !== undefined;
  const order = isPrivate ? inPublicOrder(points.coordinates, points.dimension, Int32Array.from(classOf)) : classOf;
  for (let k = 0; k < classOf.length; k++) {
    const i = isPrivate ? order[k]! : k;
    const rows = classes[classOf[i]!]!;
    if (rows.length < (most ?? Infinity)) rows.push(i);
  }
  if (isPrivate) for (const rows of classes) while (rows.length < most) rows.push(classOf.length);
  return classes;
}

/** Rows of a table: n, or N of each class. */
export function tableSize({ classOf, classCount }: ClassifiedRecords, { mostRecords }: HasMost): number {
  return mostRecords === undefined ? classOf.length : mostRecords * classCount;
}

type HasMost = Pick<FabricationParameters, "mostRecords">;

function partiesOf(classOf: Float64Array, { parties, sharing }: FabricationParameters): Float64Array {
  if (sharing === "classes") return classOf.map((own) => own % parties);
  const place = placesInClass(classOf);
  if (sharing === "halves") return classOf.map((own, row) => (2 * own + (place[row]! % 2)) % parties);
  return place.map((before) => before % parties);
}

/** Number of earlier rows of the same class, shape (N,); public (errata K5). */
export function placesInClass(classOf: ArrayLike<number>): Float64Array {
  const met: number[] = [];
  return Float64Array.from(classOf, (own) => {
    const before = met[own] ?? 0;
    met[own] = before + 1;
    return before;
  });
}

function checkRecords({ points, classOf, classCount }: ClassifiedRecords, mostRecords: number | undefined): void {
  const N = pointCount(points);
  if (mostRecords === undefined) checkPositiveInteger("points", N);
  checkAllFinite("points", points.coordinates);
  checkPositiveInteger("classCount", classCount);
  checkLength("classOf", classOf, N);
  for (let i = 0; i < N; i++) {
    const own = classOf[i]!;
    if (!(Number.isInteger(own) && own >= 0 && own < classCount)) {
      throw new ParameterError(`classOf[${i}]`, own, `an integer from 0 to ${classCount - 1}`);
    }
  }
}

/** Distance of the origin from the lower end of a range, as a share of it. */
export function originShare({ origin }: Pick<FabricationParameters, "origin">): number {
  return origin === "middle" ? 0.5 : 0;
}

export type UnitBox = ReturnType<typeof unitBox>;

function unitBox(ranges: FabricationParameters["ranges"], share: number) {
  const p = ranges.length;
  const side = (j: number) => ranges[j]![1] - ranges[j]![0];
  const toData = (x: number, j: number) => ranges[j]![0] + side(j) * (x + share);
  return {
    bounds: { lower: ranges.map(([lower]) => lower), upper: ranges.map(([, upper]) => upper) },
    toUnit: ({ dimension, coordinates }: Points): Points => ({
      dimension,
      coordinates: coordinates.map((x, k) => (x - ranges[k % p]![0]) / side(k % p) - share),
    }),
    toData: ({ dimension, coordinates }: Points): Points => ({
      dimension,
      coordinates: coordinates.map((x, k) => toData(x, k % p)),
    }),
    gridToData: ({ axes }: RegularGrid): RegularGrid => ({
      axes: axes.map(({ lower, upper, count }, j) => ({ lower: toData(lower, j), upper: toData(upper, j), count })),
    }),
  };
}

/** The inverse of `pointsAt`. */
export function putRows({ dimension: p, coordinates }: Points, rows: readonly number[], out: Float64Array): void {
  rows.forEach((i, from) => out.set(coordinates.subarray(from * p, (from + 1) * p), i * p));
}
