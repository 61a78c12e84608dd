import { describe, expect, test } from "vitest";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { shuffle } from "../../src/core/random/shuffle.ts";
import { lastOf } from "../../src/core/slices.ts";
import type { FabricationAnswer, FabricationRequest } from "../../src/core/affineHull/fabricationContract.ts";
import type { BoundaryParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";
import type { DensityParameters } from "../../src/core/density/densityParameters.ts";
import { unitBoundary } from "../support/boundaryParameters.ts";
import { smoothMean } from "../support/meanCurveParameters.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";

// Where its numbers stand, in which order its rows come and what its classes are called is no matter of a data set.

const allocate = (length: number) => new Float64Array(length);

/** Coordinates are 1/256 apart: moved by up to 2⁴⁴ they stay what they are. */
interface Row {
  readonly x: number;
  readonly y: number;
  readonly isB: boolean;
}
const random = seededSource(20261128);
const coordinate = () => Math.floor(257 * random.uniform()) / 256;
const rows = Array.from({ length: 60 }, (_, i): Row => ({ x: coordinate(), y: coordinate(), isB: i % 3 === 0 }));
const inAnotherOrder = Array.from(shuffle(Array.from(rows.keys()), seededSource(7)), (i) => rows[i]!);

type Place = (value: number) => number;
const interval = (of: Place): readonly [number, number] => {
  const [a, b] = [of(0), of(1)];
  return a < b ? [a, b] : [b, a];
};
const pointsOf = (of: Place, some: readonly Row[], dimension: number) => ({
  dimension,
  coordinates: Float64Array.from(some.flatMap(({ x, y }) => [of(x), of(y)].slice(0, dimension))),
});

interface Made {
  readonly estimate: Float64Array;
  readonly unitNoise: readonly Float64Array[];
  readonly sensitivity: number;
}
/** What a study makes of rows whose inputs stand elsewhere; its grid has as many points along each axis. */
interface Study {
  readonly dimension: number;
  readonly of: (place: Place, some: readonly Row[]) => Made;
}

function density(
  dimension: number,
  change: Partial<DensityParameters> = {},
  moved: (place: Place) => Partial<DensityParameters> = () => ({}),
): Study {
  const of = (place: Place, some: readonly Row[]) => {
    const records = { points: pointsOf(place, some, dimension), droppedCount: 0 };
    const tasks = densityWorker.tasksOn(densityWorker.ordered!(records));
    const domain = Array.from({ length: dimension }, () => interval(place));
    const fixed = { domain, bandwidths: domain.map(() => 0.1), correlation: 0, relativeRate: 1, drawCount: 1, seed: 5 };
    return tasks.release.run({ ...fixed, route: "gaussian", ...change, ...moved(place) }, allocate) as Made;
  };
  return { dimension, of };
}

function boundary(dimension: number, change: Partial<BoundaryParameters>): Study {
  const of = (place: Place, some: readonly Row[]) => {
    const responses = Float64Array.from(some, ({ isB, y }) => (dimension === 1 ? y : isB ? 1 : -1));
    const classNames = dimension === 1 ? undefined : (["a", "b"] as const);
    const points = pointsOf(place, some, dimension);
    const records = { points, responses, classNames, droppedCount: 0 };
    const tasks = boundaryWorker.tasksOn(boundaryWorker.ordered!(records));
    const domain = Array.from({ length: dimension }, () => interval(place));
    return lastOf(tasks.release.run({ ...unitBoundary, domain, ...change }, allocate) as Generator<number, Made>);
  };
  return { dimension, of };
}

/** Curves of 17 values each over moved times, whose grid has no rounding. */
function mean(value: Place, change: object = {}): Study {
  const of = (place: Place, some: readonly Row[]) => {
    const times = Array.from({ length: 17 }, (_, j) => j / 16).sort((a, b) => place(a) - place(b));
    const text = ["curve,t,v"];
    for (const [i, { x, y }] of some.entries())
      for (const t of times) text.push(`c${i},${place(t)},${value(x + t * (y - x))}`);
    const columns = [0, 1, 2].map((j) => ({
      name: ["curve", "t", "v"][j]!,
      values: Float64Array.from(text.slice(1), (line) => Number(line.split(",")[j]!.replace("c", ""))),
      missingCount: 0,
    }));
    const table = { columns, rowCount: text.length - 1, notices: [] };
    const layout = { shape: "long", curve: "curve", time: "t", value: "v" } as const;
    const domain = interval(place);
    const choice = { layout, domain, points: 17, perPerson: 1, missing: "refuse" } as const;
    const tasks = meanCurveWorker.tasksOn(meanCurveWorker.recordsFrom(table, choice));
    return tasks.release.run({ ...smoothMean, domain, ...change }, allocate) as Made;
  };
  return { dimension: 1, of };
}

const far = 2 ** 44;
const studies: readonly (readonly [string, Study])[] = [
  ["density", density(1)],
  ["density with folded ends", density(1, { reflection: true })],
  ["density in Sobolev noise", density(1, { route: "sobolev", relativeRate: 2 })],
  ["density of triangular bumps", density(1, { bump: "triangular" })],
  [
    "density of a polynomial",
    density(1, { polynomial: { law: "laplace", size: { kind: "byHand", degree: 8, iterations: 2 } } }),
  ],
  ["density beside a point mass", density(1, {}, (place) => ({ pointMass: place(0.5) }))],
  ["density in the plane", density(2)],
  ["boundary", boundary(2, {})],
  ["boundary on landmarks", boundary(2, { solver: "landmarks" })],
  ["boundary by the logistic loss", boundary(2, { loss: "logistic", penalty: 0.2 })],
  ["boundary in rough noise", boundary(2, { kernel: "exponential" })],
  ["regression", boundary(1, { loss: "huber", responseRange: [0, 1] })],
  ["regression of a quantile", boundary(1, { loss: "pinball", responseRange: [0, 1] })],
  ["mean curve", mean((v) => v)],
  ["mean curve in rough noise", mean((v) => v, { kernel: "exponential", noiseKernel: "exponential", power: 1 })],
];

describe.each(studies)("%s", (name, { dimension, of }) => {
  const usual = of((x) => x, rows);

  test.each([2 ** 20, 2 ** 31, 1.7e9, far, -far])("of records moved by %d is the same to the last bit", (by) => {
    const moved = of((x) => x + by, rows);
    expect(moved.sensitivity).toBe(usual.sensitivity);
    expect(moved.estimate).toEqual(usual.estimate);
    expect(moved.unitNoise).toEqual(usual.unitNoise);
  });

  // Quarters, which doubles there still tell apart.
  test.each([2 ** 50, -(2 ** 50)])("of records moved by %d, on a domain of 64, is the same to the last bit", (by) => {
    const [near, moved] = [of((x) => 64 * x, rows), of((x) => 64 * x + by, rows)];
    expect(moved.sensitivity).toBe(near.sensitivity);
    expect(moved.estimate).toEqual(near.estimate);
    expect(moved.unitNoise).toEqual(near.unitNoise);
  });

  test("of mirrored records is the mirror image, with the same sensitivity", () => {
    const mirrored = of((x) => -x, rows);
    expect(mirrored.sensitivity).toBe(usual.sensitivity);
    // −x in each coordinate turns a plane by half a turn: its points come in the reverse order, as on a line.
    const apart = name.includes("point mass") ? 1 : 0;
    const onGrid = mirrored.estimate.length - apart;
    const reversed = [...mirrored.estimate.subarray(0, onGrid).toReversed(), ...mirrored.estimate.subarray(onGrid)];
    expectClose(Float64Array.from(reversed), usual.estimate);
    expect(dimension).toBeLessThanOrEqual(2);
  });

  test("of rows in another order is the same to the last bit", () => {
    const other = of((x) => x, inAnotherOrder);
    expect(other.sensitivity).toBe(usual.sensitivity);
    expect(other.estimate).toEqual(usual.estimate);
  });
});

/** Equal but for rounding: some hundred additions of numbers up to the largest. */
function expectClose(found: Float64Array, expected: Float64Array): void {
  const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(found.length).toBe(expected.length);
  expect(found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0)).toBeLessThan(
    1e-13 * largest,
  );
}

test("the other class as the positive one negates a boundary to the last bit", () => {
  const usual = boundary(2, {}).of((x) => x, rows);
  const renamed = boundary(2, {}).of(
    (x) => x,
    rows.map((row) => ({ ...row, isB: !row.isB })),
  );
  expect(renamed.estimate).toEqual(usual.estimate.map((value) => -value));
  expect(renamed.sensitivity).toBe(usual.sensitivity);
});

test("a mean curve of values far from zero is that of the values less the declared centre; mirrored values negate it", () => {
  const usual = mean((v) => v).of((t) => t, rows);
  const moved = mean((v) => v + 2 ** 40, { centre: [[0, 2 ** 40]] }).of((t) => t, rows);
  const mirrored = mean((v) => -v).of((t) => t, rows);
  expectClose(moved.estimate, usual.estimate);
  expect(mirrored.estimate).toEqual(usual.estimate.map((value) => -value));
  expect([moved.sensitivity, mirrored.sensitivity]).toEqual([usual.sensitivity, usual.sensitivity]);
});

test("responses of 0 to 100 and of −100 to 0 have mirror images and one sensitivity (case 152)", () => {
  const upright = boundary(1, { loss: "huber", responseRange: [0, 1] });
  const down = boundary(1, { loss: "huber", responseRange: [-1, 0] });
  const usual = upright.of((x) => x, rows);
  const mirrored = down.of(
    (x) => x,
    rows.map((row) => ({ ...row, y: -row.y })),
  );
  expect(mirrored.sensitivity).toBe(usual.sensitivity);
  expectClose(
    mirrored.estimate.map((value) => -value),
    usual.estimate,
  );
});

describe("a fabricated table", () => {
  const parameters: Omit<FabricationRequest, "ranges"> = {
    ...{
      protection: "record",
      epsilon: 5,
      delta: 1e-5,
      adjacency: 1,
      origin: "corner",
      subspaceDimension: 1,
      depth: 1,
    },
    ...{ branches: 1, parties: 1, steps: 2, model: "fabricated", testEvery: 0, fieldCount: 0, fieldMargin: 0.1 },
    ...{ frames: false, seed: 3, drawCount: 1 },
  };
  const of = (place: Place, some: readonly Row[]) => {
    const classOf = Float64Array.from(some, ({ isB }) => (isB ? 1 : 0));
    const points = pointsOf(place, some, 2);
    const records = { points, classOf, classCount: 2, classNames: ["a", "b"], droppedCount: 0 };
    const ranges = [interval(place), interval(place)];
    const tasks = fabricationWorker.tasksOn(fabricationWorker.ordered!(records));
    const running = tasks.release.run({ ...parameters, ranges }, allocate);
    return lastOf(running as Generator<number, FabricationAnswer>);
  };
  const usual = of((x) => x, rows);

  test.each([2 ** 20, 1.7e9, -far])("of records moved by %d is moved, but for the rounding of doubles there", (by) => {
    const moved = of((x) => x + by, rows);
    expect(moved.deviation).toBe(usual.deviation);
    expect(moved.estimate).toEqual(usual.estimate.map((value) => value + by));
    const half = Math.abs(by) * 2 ** -52;
    moved.draws[0]!.forEach((value, k) => expect(Math.abs(value - by - usual.draws[0]![k]!)).toBeLessThanOrEqual(half));
  });

  test.each([2 ** 50, -(2 ** 50)])("of records moved by %d, on a domain of 64, is moved likewise", (by) => {
    const [near, moved] = [of((x) => 64 * x, rows), of((x) => 64 * x + by, rows)];
    expect(moved.deviation).toBe(near.deviation);
    expect(moved.estimate).toEqual(near.estimate.map((value) => value + by));
    const off = moved.draws[0]!.map((value, k) => Math.abs(value - by - near.draws[0]![k]!));
    expect(off.reduce((most, value) => Math.max(most, value), 0)).toBeLessThanOrEqual(2 ** -2);
  });

  // Noise is added by place, and shrinking goes towards the corner of the ranges: fabricated rows have no mirror image.
  test("of mirrored records has their mirror images as records, with the same deviation", () => {
    const mirrored = of((x) => -x, rows);
    expect(mirrored.deviation).toBe(usual.deviation);
    expect(mirrored.estimate.map((value) => 0 - value).toSorted()).toEqual(usual.estimate.toSorted());
  });

  test("of rows in another order is the same to the last bit", () => {
    expect(of((x) => x, inAnotherOrder)).toEqual(usual);
  });
});
