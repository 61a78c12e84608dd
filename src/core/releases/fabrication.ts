import {
  checkAllFinite,
  checkLength,
  checkNonNegative,
  checkOpenUnit,
  checkPositive,
  checkPositiveInteger,
} from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { fitDeepAffineHullMachine } from "../estimators/affineHull/deepAffineHullMachine.ts";
import type { DeepAffineHullMachine } from "../estimators/affineHull/deepAffineHullMachine.ts";
import { kMeans } from "../estimators/affineHull/kMeans.ts";
import { fabrication } from "../estimators/fabrication.ts";
import { membershipScore } from "../estimators/membershipScore.ts";
import type { MembershipScore } from "../estimators/membershipScore.ts";
import { gridPoints } from "../grids.ts";
import type { RegularGrid } from "../grids.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { entryNoiseMoments, recordLevelGuarantee, withEntryNoise } from "../privacy/mechanisms/entryNoise.ts";
import { recordNoiseLevels } from "../privacy/mechanisms/recordNoise.ts";
import { clipToRange } from "../privacy/sensitivity/recordRange.ts";
import { cryptographicSource } from "../random/cryptographicSource.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { seededSource } from "../random/seededSource.ts";
import { standardNormals } from "../random/standardNormals.ts";

/** What a change of is protected: one entry of the table, or a whole record. */
export type Protection = "entry" | "record";

/** How noisy rows are made. All of it is public. */
export interface TableNoise {
  /**
   * "entry": noise with an atom of mass δ at 0 and scale d/ε, for one entry that changes by at most d (Result 1).
   * "record": Gaussian noise under the analytic calibration, for the replacement of one record.
   */
  readonly protection: Protection;
  /** ε > 0. */
  readonly epsilon: number;
  /** In [0, 1) for entries, where 0 is recommended (errata K2); in (0, 1) for records. */
  readonly delta: number;
  /** d, as a share of an entry's range, in (0, 1]; below 1 an entry is protected against small changes only. Entries only. */
  readonly adjacency: number;
}

/** What a fabricated table is computed from, besides the records. All of it is public. */
export interface FabricationParameters extends TableNoise {
  /** The declared range of each column; entries outside are clamped into it. Machines see columns mapped onto [0, 1]. */
  readonly ranges: readonly (readonly [lower: number, upper: number])[];
  /**
   * Where in the ranges the origin of the machines lies, to which smoothing draws all rows (errata K8): at their lower ends, so that
   * columns are on [0, 1], or in their middle, on [−½, ½].
   */
  readonly origin: "corner" | "middle";
  /** n, from 1 to p. */
  readonly subspaceDimension: number;
  /** L, from 1 to n. */
  readonly depth: number;
  /** Branches of each class of each party, by k-means of the noisy rows; at most the number of rows. */
  readonly branches: number;
  /** Q ≥ 1 parties, each with every Q-th record, each of which fabricates on its own. */
  readonly parties: number;
  /** Smoothing steps, ≥ 0; with a tolerance the most. */
  readonly steps: number;
  /** r of a branch over its number of rows, on the scale of [0, 1]; absent for a fixed number of steps. Public (errata K3). */
  readonly tolerancePerRow?: number | undefined;
  /** Whether the machines are of fabricated rows (Definition 15) or of the noisy ones (Definition 12). */
  readonly model: "fabricated" | "noisy";
  /** Every how manyth record is kept for the test, ≥ 2, and not released; 0 for none. */
  readonly testEvery: number;
  /** Points along each axis of the distance field, in two dimensions; 0 for no field. */
  readonly fieldCount: number;
  /** How far the field goes beyond the ranges on each side, as a share of them, ≥ 0. */
  readonly fieldMargin: number;
  /** Whether the rows after each step are kept, for an animation: steps + 1 copies of the table. */
  readonly frames: boolean;
  /** A seed for teaching draws, or "secure" for the cryptographic source. */
  readonly seed: number | "secure";
}

/** The guarantee of a table, at the level of entries and of records. */
export interface TableGuarantee {
  /** For one entry that changes by at most d, or by anything within its range if records are protected. */
  readonly entry: { readonly epsilon: number; readonly delta: number };
  /** For one record, whose entries all change by at most d. */
  readonly record: { readonly epsilon: number; readonly delta: number };
  /** Standard deviation of the noise on an entry, as a share of its range. */
  readonly deviation: number;
  /** The same under protection of a whole record at ε: Gaussian, for max(δ, 10⁻⁵), and Laplace. */
  readonly recordGaussianDeviation: number;
  readonly recordLaplaceDeviation: number;
  /** Entries of the table that leave without noise, on average (errata K2). */
  readonly expectedExactEntries: number;
}

/** The distance field of the classifier in the plane, on a grid whose first axis varies fastest. */
export interface FabricationField {
  readonly grid: RegularGrid;
  /** Distance from the nearest image, in shares of the ranges, shape (m,). */
  readonly distance: Float64Array;
  /** The nearest class, from 0 on, shape (m,). */
  readonly label: Float64Array;
  /** The party whose machine is nearest, from 0 on, shape (m,). */
  readonly party: Float64Array;
  /** The images, in data units. */
  readonly image: Points;
  /** Points of the grid where memberships add up to next to nothing (errata K6). */
  readonly doubtful: readonly number[];
}

/** A private table and what can be said of it. What is not called private is post-processing of the noisy rows. */
export interface FabricationRelease {
  readonly guarantee: TableGuarantee;
  /** Rows that were released, and those that were kept for the test. */
  readonly rowCount: number;
  readonly testCount: number;
  /** Indices of the released records; their rows below are in this order. */
  readonly recordOf: Float64Array;
  /** Class of each row, from 0 on. Not protected (errata K5). */
  readonly classOf: Float64Array;
  /** Party and branch of each row. */
  readonly partyOf: Float64Array;
  readonly branchOf: Float64Array;
  /** Records in their ranges, in data units. **Private.** */
  readonly original: Points;
  /** Entries outside their range, moved to its edge. **Private.** */
  readonly clampedCount: number;
  /** In data units. */
  readonly noisy: Points;
  readonly fabricated: Points;
  /** The rows after 0, 1, … smoothing steps, in data units; branches that have ended stay as they are. Empty if not kept. */
  readonly frames: readonly Points[];
  /** Σ‖y − A(y)‖ after each number of steps, on the scale of [0, 1]. */
  readonly errors: Float64Array;
  /** Whether all branches came down to the tolerance. */
  readonly reached: boolean;
  /** In two dimensions. */
  readonly field: FabricationField | undefined;
  /** Distances of the released records and of those kept for the test from the nearest class. **Private** (errata K16). */
  readonly memberDistances: Float64Array;
  readonly testDistances: Float64Array;
  /** **Private**; undefined without a test. */
  readonly score: MembershipScore | undefined;
  /** Share of the test records whose class is found. **Private**; undefined without a test. */
  readonly accuracy: number | undefined;
}

/** Records of C classes. Private, but for the classes. */
export interface ClassifiedRecords {
  /** N ≥ 1 rows in ℝᵖ, finite, in data units. */
  readonly points: Points;
  /** From 0 to C − 1, shape (N,). */
  readonly classOf: ArrayLike<number>;
  /** C ≥ 1. Public. */
  readonly classCount: number;
}

/**
 * Steps towards a fabricated table: noise, clustering of the noisy rows, smoothing of each branch, its images; then the
 * field, distances and score of the classifier of all branches.
 *
 * A change of ε, d or δ with the same seed changes the size of the noise and not its draw. **Noise on doubles is for what is
 * shown**; a release of the table adds exact noise on a lattice.
 *
 * @yields the fraction done
 * @throws {ParameterError} if records or parameters are outside the ranges above
 * @see Kumar, Moser & Fischer (2024), JAIR 79, Definitions 12 to 15, Remark 4, eq. (104); errata K1–K16
 */
export function* fabricateTableRelease(
  records: ClassifiedRecords,
  parameters: FabricationParameters,
): Generator<number, FabricationRelease> {
  const { unit, test, released, kept, classOf, partyOf, clampedCount, box } = tableRows(records, parameters);
  const p = unit.dimension;
  const { noisy, guarantee } = addNoise(unit, parameters);

  // Smoothing is the first 60 hundredths of the work.
  const smoothing = fabricateNoisyRows(noisy, { classOf, partyOf, classCount: records.classCount }, parameters);
  const { units, branchOf, fabricated, frames, errors, reached } = yield* portion(smoothing, 0, 0.6);

  const modelled = parameters.model === "fabricated" ? fabricated : noisy;
  const machines: (Unit & { readonly machine: DeepAffineHullMachine })[] = [];
  for (const [k, one] of units.entries()) {
    const { subspaceDimension, depth } = parameters;
    const machine = fitDeepAffineHullMachine({ points: rowsOf(modelled, one.rows), subspaceDimension, depth });
    machines.push({ ...one, machine });
    yield 0.6 + (0.15 * (k + 1)) / units.length;
  }

  const grid = fieldGrid(p, parameters);
  let field: FabricationField | undefined;
  if (grid) {
    const nearest = yield* portion(nearestOf(machines, gridPoints(grid)), 0.75, 0.95);
    const { distance, label, party, image, doubtful } = nearest;
    field = { grid: box.gridToData(grid), distance, label, party, image: box.toData(image), doubtful };
  }
  const members = yield* portion(nearestOf(machines, unit), 0.95, 0.97);
  const others = yield* portion(nearestOf(machines, test), 0.97, 1);
  const correct = kept.filter((i, row) => others.label[row] === records.classOf[i]).length;
  const finite = (values: Float64Array) => values.filter((d) => d < Infinity);

  return {
    guarantee,
    rowCount: released.length,
    testCount: kept.length,
    recordOf: Float64Array.from(released),
    classOf,
    partyOf,
    branchOf,
    original: box.toData(unit),
    clampedCount,
    noisy: box.toData(noisy),
    fabricated: box.toData(fabricated),
    frames: frames.map(box.toData),
    errors,
    reached,
    field,
    memberDistances: members.distance,
    testDistances: others.distance,
    score:
      kept.length > 0
        ? membershipScore({ members: finite(members.distance), others: finite(others.distance) })
        : undefined,
    accuracy: kept.length > 0 ? correct / kept.length : undefined,
  };
}

/** The rows of a table that are released, and those kept for the test, on the scale of [0, 1]. **Private**, but for the classes. */
export interface TableRows {
  readonly unit: Points;
  readonly test: Points;
  /** Indices of the records. Public. */
  readonly released: readonly number[];
  readonly kept: readonly number[];
  /** Class and party of each released row. Public. */
  readonly classOf: Float64Array;
  readonly partyOf: Float64Array;
  /** Entries outside their range, moved to its edge. */
  readonly clampedCount: number;
  readonly box: UnitBox;
}

/**
 * Rows in their declared ranges, which are mapped onto [0, 1], or onto [−½, ½] with the origin in the middle. Each entry is in that
 * interval as the double that it is: differences and quotients are rounded to nearest, so they keep the order of what they are made of.
 *
 * @throws {ParameterError} as `fabricateTableRelease`
 */
export function tableRows(records: ClassifiedRecords, parameters: FabricationParameters): TableRows {
  checkRecords(records);
  checkParameters(records, parameters);
  const p = records.points.dimension;
  const N = pointCount(records.points);
  const { testEvery, ranges, parties } = parameters;
  const isTest = (i: number) => testEvery > 0 && i % testEvery === testEvery - 1;
  const indices = Array.from({ length: N }, (_, i) => i);
  const [released, kept] = [indices.filter((i) => !isTest(i)), indices.filter(isTest)];
  if (released.length === 0) throw new ParameterError("testEvery", testEvery, "such that records remain");

  const box = unitBox(ranges, originShare(parameters));
  const clipped = clipToRange({ coordinates: records.points.coordinates, ...box.bounds });
  const toRows = (rows: readonly number[]) => box.toUnit(rowsOf({ dimension: p, coordinates: clipped }, rows));
  return {
    unit: toRows(released),
    test: toRows(kept),
    released,
    kept,
    classOf: Float64Array.from(released, (i) => records.classOf[i]!),
    partyOf: Float64Array.from(released, (_, row) => row % parties),
    clampedCount: clipped.filter((x, k) => x !== records.points.coordinates[k]).length,
    box,
  };
}

/** What is made of noisy rows, on the scale of [0, 1]. */
interface FabricatedNoisyRows {
  readonly units: readonly Unit[];
  readonly branchOf: Float64Array;
  readonly fabricated: Points;
  readonly frames: readonly Points[];
  readonly errors: Float64Array;
  readonly reached: boolean;
}

/**
 * Noisy rows, clustered, smoothed and replaced by their images, class by class and party by party. It reads nothing of the records
 * but their classes: post-processing.
 *
 * @param noisy on the scale of [0, 1]
 * @yields the fraction done
 */
export function* fabricateNoisyRows(
  noisy: Points,
  about: { readonly classOf: Float64Array; readonly partyOf: Float64Array; readonly classCount: number },
  parameters: FabricationParameters,
): Generator<number, FabricatedNoisyRows> {
  const rowCount = about.classOf.length;
  const units = branchesOf(noisy, { ...about, parameters });
  const branchOf = new Float64Array(rowCount);
  units.forEach(({ rows, branch }) => rows.forEach((row) => (branchOf[row] = branch)));
  const coordinates = noisy.coordinates.slice();
  const histories: {
    readonly rows: readonly number[];
    readonly steps: readonly Points[];
    readonly errors: readonly number[];
  }[] = [];
  let reached = true;
  let rowsDone = 0;
  for (const { rows } of units) {
    const history: Points[] = [];
    const errors: number[] = [];
    const tolerance =
      parameters.tolerancePerRow === undefined ? {} : { tolerance: parameters.tolerancePerRow * rows.length };
    const { subspaceDimension, steps: mostSteps } = parameters;
    const steps = fabrication({ points: rowsOf(noisy, rows), subspaceDimension, mostSteps, ...tolerance });
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      if (parameters.frames) history.push(step.value.rows);
      errors.push(step.value.error);
      yield (rowsDone + (rows.length * errors.length) / (mostSteps + 1)) / rowCount;
    }
    reached &&= step.value.reached;
    putRows(step.value.fabricated, rows, coordinates);
    histories.push({ rows, steps: history, errors });
    rowsDone += rows.length;
  }
  const fabricated = { dimension: noisy.dimension, coordinates };
  return { units, branchOf, fabricated, ...merged(histories, noisy), reached };
}

function checkRecords({ points, classOf, classCount }: ClassifiedRecords): void {
  const N = checkPositiveInteger("points", pointCount(points));
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

function checkParameters({ points: { dimension: p } }: ClassifiedRecords, parameters: FabricationParameters): void {
  const { ranges, adjacency, subspaceDimension, depth, branches, parties, steps, testEvery, fieldCount } = parameters;
  checkLength("ranges", ranges, p);
  ranges.forEach(([lower, upper], j) => checkPositive(`ranges[${j}]`, upper - lower));
  if (!(adjacency > 0 && adjacency <= 1)) throw new ParameterError("adjacency", adjacency, "above 0 and at most 1");
  if (parameters.protection === "record") checkOpenUnit("delta", parameters.delta);
  checkPositiveInteger("subspaceDimension", subspaceDimension);
  checkPositiveInteger("depth", depth);
  if (!(subspaceDimension <= p)) throw new ParameterError("subspaceDimension", subspaceDimension, `at most ${p}`);
  if (!(depth <= subspaceDimension)) throw new ParameterError("depth", depth, `at most ${subspaceDimension}`);
  checkPositiveInteger("branches", branches);
  checkPositiveInteger("parties", parties);
  for (const [name, value] of [
    ["steps", steps],
    ["testEvery", testEvery],
    ["fieldCount", fieldCount],
  ] as const) {
    if (value !== 0) checkPositiveInteger(name, value);
  }
  if (testEvery === 1) throw new ParameterError("testEvery", testEvery, "0 or at least 2");
  if (fieldCount === 1) throw new ParameterError("fieldCount", fieldCount, "0 or at least 2");
  checkNonNegative("fieldMargin", parameters.fieldMargin);
  if (parameters.tolerancePerRow !== undefined) checkPositive("tolerancePerRow", parameters.tolerancePerRow);
}

/** Rows on [0, 1]ᵖ with noise, and what it guarantees. */
function addNoise(
  unit: Points,
  { protection, epsilon, delta, adjacency, seed }: FabricationParameters,
): { readonly noisy: Points; readonly guarantee: TableGuarantee } {
  const p = unit.dimension;
  const count = unit.coordinates.length;
  const random = seed === "secure" ? cryptographicSource() : seededSource(seed);
  const sides = { lower: new Float64Array(p), upper: new Float64Array(p).fill(1) };
  const { gaussianDeviation, laplaceDeviation } = recordNoiseLevels({
    epsilon,
    delta: protection === "record" ? delta : Math.max(delta, 1e-5),
    ...sides,
  });
  const compared = { recordGaussianDeviation: gaussianDeviation, recordLaplaceDeviation: laplaceDeviation };
  if (protection === "record") {
    const z = standardNormals(random, count);
    const coordinates = unit.coordinates.map((y, k) => y + gaussianDeviation * z[k]!);
    const own = { epsilon, delta };
    const guarantee = { entry: own, record: own, deviation: gaussianDeviation, expectedExactEntries: 0, ...compared };
    return { noisy: { dimension: p, coordinates }, guarantee };
  }
  const noise = { epsilon, delta, adjacency };
  const uniforms = Float64Array.from({ length: count }, () => random.uniform());
  const record = recordLevelGuarantee({ epsilon, delta, entries: p, recordCount: count / p });
  return {
    noisy: { dimension: p, coordinates: withEntryNoise({ ...noise, entries: unit.coordinates, uniforms }) },
    guarantee: {
      entry: { epsilon, delta },
      record: { epsilon: record.epsilon, delta: record.delta },
      deviation: Math.sqrt(entryNoiseMoments(noise).variance),
      expectedExactEntries: record.expectedExactEntries,
      ...compared,
    },
  };
}

/** Rows that one machine models. */
interface Unit {
  readonly class: number;
  readonly party: number;
  /** Within its class and party, from 0 on. */
  readonly branch: number;
  readonly rows: readonly number[];
}

const clusteringSeed = 1;

/** Branches of the noisy rows of each class of each party that has any. */
function branchesOf(
  noisy: Points,
  {
    classOf,
    partyOf,
    classCount,
    parameters: { parties, branches },
  }: {
    readonly classOf: Float64Array;
    readonly partyOf: Float64Array;
    readonly classCount: number;
    readonly parameters: FabricationParameters;
  },
): readonly Unit[] {
  const random: RandomSource = seededSource(clusteringSeed);
  const members = Array.from({ length: parties * classCount }, (): number[] => []);
  classOf.forEach((own, row) => members[partyOf[row]! * classCount + own]!.push(row));
  return members.flatMap((rows, k) => {
    if (rows.length === 0) return [];
    const clusterCount = Math.min(branches, rows.length);
    const { assignment } = kMeans({ points: rowsOf(noisy, rows), clusterCount, random });
    return Array.from({ length: clusterCount }, (_, branch) => ({
      class: k % classCount,
      party: Math.floor(k / classCount),
      branch,
      rows: rows.filter((_, at) => assignment[at] === branch),
    }));
  });
}

/** Rows and errors after each number of steps, of all branches together. */
function merged(
  histories: readonly {
    readonly rows: readonly number[];
    readonly steps: readonly Points[];
    readonly errors: readonly number[];
  }[],
  noisy: Points,
): { readonly frames: readonly Points[]; readonly errors: Float64Array } {
  const count = Math.max(...histories.map(({ errors }) => errors.length));
  const errors = Float64Array.from({ length: count }, (_, k) =>
    histories.reduce((sum, { errors: own }) => sum + own[Math.min(k, own.length - 1)]!, 0),
  );
  const kept = histories[0]!.steps.length > 0 ? count : 0;
  const frames = Array.from({ length: kept }, (_, k) => {
    const coordinates = new Float64Array(noisy.coordinates.length);
    for (const { steps, rows } of histories) putRows(steps[Math.min(k, steps.length - 1)]!, rows, coordinates);
    return { dimension: noisy.dimension, coordinates };
  });
  return { frames, errors };
}

interface Nearest {
  readonly distance: Float64Array;
  readonly label: Float64Array;
  readonly party: Float64Array;
  readonly image: Points;
  readonly doubtful: readonly number[];
}

/** Points whose images are computed between two yields. */
const pointsAtOnce = 4000;

/** The nearest machine of each point, the first of equal ones; classes come before parties, as in the decision of one. */
function* nearestOf(
  machines: readonly (Unit & { readonly machine: DeepAffineHullMachine })[],
  at: Points,
): Generator<number, Nearest> {
  const p = at.dimension;
  const m = pointCount(at);
  const distance = new Float64Array(m).fill(Infinity);
  const label = new Float64Array(m);
  const party = new Float64Array(m);
  const image = new Float64Array(m * p);
  const doubtful = new Uint8Array(m);
  const byClass = machines.toSorted((a, b) => a.class - b.class);
  for (let first = 0; first < m; first += pointsAtOnce) {
    const end = Math.min(m, first + pointsAtOnce);
    const part = { dimension: p, coordinates: at.coordinates.subarray(first * p, end * p) };
    for (const { machine, ...unit } of byClass) {
      const own = machine.evaluate(part);
      const doubts = new Set(own.doubtful);
      for (let q = first; q < end; q++) {
        const d = own.distance[q - first]!;
        if (!(d < distance[q]!)) continue;
        distance[q] = d;
        label[q] = unit.class;
        party[q] = unit.party;
        image.set(own.image.coordinates.subarray((q - first) * p, (q - first + 1) * p), q * p);
        doubtful[q] = doubts.has(q - first) ? 1 : 0;
      }
      yield (first + end) / (2 * m);
    }
  }
  const doubts = Array.from({ length: m }, (_, q) => q).filter((q) => doubtful[q] === 1);
  return { distance, label, party, image: { dimension: p, coordinates: image }, doubtful: doubts };
}

function fieldGrid(p: number, parameters: FabricationParameters): RegularGrid | undefined {
  const { fieldCount: count, fieldMargin } = parameters;
  if (p !== 2 || count === 0) return undefined;
  const share = originShare(parameters);
  const axis = { lower: -share - fieldMargin, upper: 1 - share + fieldMargin, count };
  return { axes: [axis, axis] };
}

function originShare({ origin }: Pick<FabricationParameters, "origin">): number {
  return origin === "middle" ? 0.5 : 0;
}

type UnitBox = ReturnType<typeof unitBox>;

/** The map between the declared ranges and the unit cube whose corner is at minus a share. */
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

function rowsOf({ dimension: p, coordinates }: Points, rows: readonly number[]): Points {
  const out = new Float64Array(rows.length * p);
  rows.forEach((i, to) => out.set(coordinates.subarray(i * p, (i + 1) * p), to * p));
  return { dimension: p, coordinates: out };
}

function putRows({ dimension: p, coordinates }: Points, rows: readonly number[], out: Float64Array): void {
  rows.forEach((i, from) => out.set(coordinates.subarray(from * p, (from + 1) * p), i * p));
}

function* portion<T>(steps: Generator<number, T>, start: number, end: number): Generator<number, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield start + (end - start) * step.value;
  }
}
