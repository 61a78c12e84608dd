import type { DigitTable } from "../../records/digits.ts";
import { ParameterError } from "../../errors.ts";
import { matchingScores, rocCurve, type RocCurve } from "../machine/classMatching.ts";
import type { AffineHullMachine } from "../machine/affineHullMachine.ts";
import { fitDeepAffineHullMachine, type DeepAffineHullMachine } from "../machine/deepAffineHullMachine.ts";
import { fabrication, type FabricatedRows } from "../machine/fabrication.ts";
import { branchRows, gather, type EntryTable } from "../machine/tableFabrication.ts";
import { pointCount, type Points } from "../../points.ts";
import { mapSlices } from "../../slices.ts";
import { addDigitNoise, branchDigits, type DigitModel } from "./digitNoise.ts";
import { rowsOfClass, takenRows } from "./digits.ts";
import { placesInClass } from "../fabrication/tableRows.ts";

/** Distances of test digits and some released ones from one class's machines. **Private.** */
export interface DigitDistances {
  readonly ofFabricated: { readonly test: Float64Array; readonly members: Float64Array };
  readonly ofNoisy: { readonly test: Float64Array; readonly members: Float64Array };
  /** From 0 on. */
  readonly testLabels: Float64Array;
}

export const digitTestEvery = 6;
const mostMembers = 1000;

/**
 * Distances of digits from the machines of one class, noisy and fabricated (Definitions 12 and 15).
 *
 * @param digit the class, from 0 on
 * @param test digits of which none is released; absent to withhold every sixth of each class
 * @throws {ParameterError} if the class has no digit
 * @see Kumar, Moser & Fischer (2024), section 6.2.1, Table 5
 */
export function* measuringDigits(
  digits: DigitTable,
  { digit, ...model }: DigitModel & { readonly digit: number },
  test?: DigitTable,
): Generator<number, DigitDistances> {
  const place = placesInClass(digits.classOf);
  const kept = (i: number) => test === undefined && place[i]! % digitTestEvery === digitTestEvery - 1;
  const all = Array.from(digits.classOf.keys());
  const released = all.filter((i) => !kept(i));
  const apart = all.filter(kept);
  const members = gather(digits, everyNth(released, Math.ceil(released.length / mostMembers)));
  const others = test ? rowsOf(test) : gather(digits, apart);
  const testLabels = test?.classOf ?? Float64Array.from(apart, (i) => digits.classOf[i]!);

  const rows = rowsOfClass(digits, digit).filter((i) => !kept(i));
  if (rows.length === 0) throw new ParameterError("digit", digit, "a class with digits to release");
  const queries = { test: others, members };
  const ofNoisy = infinitelyFar(queries);
  return {
    ofNoisy,
    ofFabricated: yield* measured(takenRows(digits, rows), { digit, ...model }, queries, ofNoisy),
    testLabels,
  };
}

function* measured(
  table: EntryTable,
  { digit, ...model }: DigitModel & { readonly digit: number },
  queries: Queries,
  ofNoisy?: Distances,
): Generator<number, Distances> {
  yield* mapSlices(addDigitNoise(table, model, digit), (share) => 0.02 * share);
  const branching = yield* mapSlices(branchDigits(table, digit), (share) => 0.02 + 0.08 * share);
  const ofFabricated = infinitelyFar(queries);
  for (let s = 0; s < branching.branchCount; s++) {
    const points = branchRows(table, branching.assignment, s);
    if (points.coordinates.length === 0) continue;
    const part = (start: number, end: number) => (share: number) =>
      0.1 + (0.9 * (s + start + (end - start) * share)) / branching.branchCount;
    const noisy = ofNoisy && deepMachine(points, model);
    if (ofNoisy && noisy) yield* mapSlices(nearer(ofNoisy, noisy, queries), part(0, 0.4));
    const { fabricated } = yield* mapSlices(fabricatedBranch(points, model, noisy?.layers[0]), part(0.4, 0.6));
    yield* mapSlices(nearer(ofFabricated, deepMachine(fabricated, model), queries), part(0.6, 1));
  }
  return ofFabricated;
}

/**
 * Distances of test digits from the machines of one class of a party's fabricated digits.
 *
 * @throws {ParameterError} if the class has no digit
 */
export function* fabricatedDistances(
  digits: DigitTable,
  { digit, ...model }: DigitModel & { readonly digit: number },
  test: DigitTable,
): Generator<number, Float64Array> {
  const queries = { test: rowsOf(test), members: { dimension: test.dimension, coordinates: new Float64Array(0) } };
  const table = takenRows(digits, rowsOfClass(digits, digit));
  return (yield* measured(table, { digit, ...model }, queries)).test;
}

/**
 * The class-matching score of each class as a test for its digits, classes in order (Table 4).
 *
 * @param distances of the same test digits from the machines of each class; ∞ without machines
 * @throws {ParameterError} if all are infinite
 */
export function digitCurves(distances: readonly Float64Array[], labels: Float64Array): readonly RocCurve[] {
  const C = distances.length;
  const table = Float64Array.from({ length: labels.length * C }, (_, k) => distances[k % C]![Math.floor(k / C)]!);
  const scores = matchingScores({ distances: table, classCount: C });
  return distances.map((_, c) =>
    rocCurve(
      Float64Array.from(labels, (_, q) => scores[q * C + c]!),
      Array.from(labels, (label) => label === c),
    ),
  );
}

/** Mean area under the curves of the classes that have test digits. */
export function meanArea(curves: readonly RocCurve[]): number {
  const areas = curves.flatMap(({ area }) => (Number.isNaN(area) ? [] : [area]));
  return areas.reduce((sum, area) => sum + area, 0) / areas.length;
}

/** Share of test digits whose nearest class is their own; classes in order. */
export function digitAccuracy(distances: readonly Float64Array[], labels: Float64Array): number {
  let correct = 0;
  labels.forEach((label, i) => {
    let best = 0;
    distances.forEach((own, c) => {
      if (own[i]! < distances[best]![i]!) best = c;
    });
    if (best === label) correct++;
  });
  return correct / labels.length;
}

/** Distance of each digit from its nearest class, if finite. */
export function nearestDistances(distances: readonly Float64Array[]): Float64Array {
  const least = distances[0]!.map((_, i) => distances.reduce((best, own) => Math.min(best, own[i]!), Infinity));
  return least.filter((d) => d < Infinity);
}

type Distances = DigitDistances["ofNoisy"];
type Queries = Readonly<Record<keyof Distances, Points>>;

function infinitelyFar({ test, members }: Queries): Distances {
  const [ofTest, ofMembers] = [test, members].map((points) =>
    new Float64Array(points.coordinates.length / points.dimension).fill(Infinity),
  ) as [Float64Array, Float64Array];
  return { test: ofTest, members: ofMembers };
}

function* fabricatedBranch(
  points: Points,
  { subspaceDimension, steps, tolerancePerRow }: DigitModel,
  first: AffineHullMachine | undefined,
): Generator<number, FabricatedRows> {
  const tolerance = tolerancePerRow && tolerancePerRow * pointCount(points);
  const rule = { subspaceDimension, mostSteps: steps, tolerance, first };
  return yield* mapSlices(fabrication({ points, ...rule }), ({ step }) => (step + 1) / (steps + 1));
}

function deepMachine(points: Points, { subspaceDimension, depth }: DigitModel): DeepAffineHullMachine {
  return fitDeepAffineHullMachine({ points, subspaceDimension, depth, precision: "single" });
}

function* nearer(least: Distances, machine: DeepAffineHullMachine, queries: Queries): Generator<number, void> {
  const all = least.test.length + least.members.length;
  let done = 0;
  for (const of of ["test", "members"] as const) {
    const { dimension: p, coordinates } = queries[of];
    for (let first = 0; first < least[of].length; first += queriesAtOnce) {
      const end = Math.min(least[of].length, first + queriesAtOnce);
      const own = machine.distance({ dimension: p, coordinates: coordinates.subarray(first * p, end * p) });
      own.forEach((d, k) => (least[of][first + k] = Math.min(least[of][first + k]!, d)));
      done += end - first;
      yield done / all;
    }
  }
}

const queriesAtOnce = 500;

function rowsOf(digits: DigitTable): Points {
  return gather(digits, Array.from(digits.classOf.keys()));
}

function everyNth(rows: readonly number[], n: number): readonly number[] {
  return rows.filter((_, k) => k % Math.max(1, n) === 0);
}
