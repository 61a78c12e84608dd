import { expect, test } from "vitest";
import { boundaryRecordsFrom } from "../../../../src/core/records/boundaryRecords.ts";
import { ParameterError } from "../../../../src/core/errors.ts";
import {
  buyPenalty,
  mostCrossValidatedFits,
  penaltyScoreTerms,
  scoringPenaltyPurchase,
} from "../../../../src/core/erm/boundary/boundaryPurchase.ts";
import type { PenaltyPurchase } from "../../../../src/core/erm/boundary/boundaryPurchase.ts";
import { createErmSolver } from "../../../../src/core/erm/solver/ermSolver.ts";
import { kernelOf } from "../../../../src/core/kernels/kernelOf.ts";
import { lossOf } from "../../../../src/core/erm/boundary/boundaryProblem.ts";
import { ermScoreSensitivity } from "../../../../src/core/privacy/sensitivity/foldScores.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { neighbouringPoints } from "../../../support/privateReleases.ts";
import { unitBoundary } from "../../../support/boundaryParameters.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { readTable } from "../../../support/readTable.ts";

const { penalty: _, drawCount: __, seed: ___, ...fit } = unitBoundary;
const purchase: PenaltyPurchase = { ...fit, penalties: [0.05, 0.3, 2], epsilon: 4 };
const n = 30;
const labels = (last: number) => Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? last : i % 2 ? 1 : -1));
const recordsOf = (seed: number, which: 0 | 1) => ({
  points: neighbouringPoints(seed, n, 2)[which],
  responses: labels(which === 0 ? 1 : -1),
});
type Bought = Parameters<typeof buyPenalty>[1];
const buy = (change: Partial<PenaltyPurchase>, records: Bought = recordsOf(1, 0), seed = 1) =>
  lastOf(buyPenalty({ ...purchase, ...change }, records, seededSource(seed)));

test("penaltyScoreTerms is the closed form for five folds, and its tolerance a share of it", () => {
  const terms = penaltyScoreTerms(purchase, 32);
  expect(terms.lossBound).toBe(2);
  const sensitivity = ermScoreSensitivity({
    foldSizes: [7, 7, 6, 6, 6],
    lossBound: 2,
    penalty: 0.05,
    lipschitz: 1,
    kernelBound: 1,
  });
  expect(terms.sensitivity).toBe(sensitivity);
  expect(Math.sqrt(terms.gapTolerance / 0.05)).toBeCloseTo(0.01 * sensitivity, 12);
  // Where that is less than rounding leaves within reach on some records, it is raised on all.
  const rough = { ...purchase, penalties: [1e-9] };
  const raised = penaltyScoreTerms(rough, 1e9).gapTolerance;
  const loss = lossOf({ ...rough, penalty: 1e-9 });
  const anywhere = { dimension: 2, coordinates: new Float64Array(2) };
  const solver = createErmSolver({ points: anywhere, kernel: kernelOf("gaussian", 0.3) });
  expect(raised).toBe(solver.leastGapTolerance(loss, 1e-9, 1));
  expect(buy({ penalties: [1e-7, 1e-6] }, recordsOf(5, 0))).toBeLessThan(1e-5);
});

test("buyPenalty: the laws of neighbours differ by a factor of e^ε at most, and by something", () => {
  const draws = 100;
  const epsilon = 3;
  const frequencies = ([0, 1] as const).map((which) => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < draws; seed++) {
      const penalty = buy({ epsilon, penalties: [0.3, 2] }, recordsOf(3, which), seed + 1000 * which);
      counts.set(penalty, (counts.get(penalty) ?? 0) + 1);
    }
    return counts;
  });
  for (const penalty of [0.3, 2]) {
    const [p, q] = frequencies.map((counts) => (counts.get(penalty) ?? 0) / draws) as [number, number];
    // 5 deviations of either frequency, which one of four exceeds with probability 2·10⁻⁶.
    const deviation = 5 * Math.sqrt(0.25 / draws);
    expect(p).toBeLessThanOrEqual(Math.exp(epsilon) * (q + deviation) + deviation);
    expect(p).toBeGreaterThan(0);
  }
});

test("of N places, scores of one record more or less differ by no more than of a replacement, and nothing else does", () => {
  const N = 12;
  const foldOf = Int32Array.from({ length: N }, (_, i) => i % 5);
  let most = 0;
  for (let seed = 1; seed <= casesOf(60, 12); seed++) {
    for (const held of [1, 2, 7, N]) {
      const places = { points: recordsOf(seed, 0).points, responses: recordsOf(seed, 0).responses.slice() };
      // Records of one place and one label move a score most.
      if (seed % 2 === 0) places.points.coordinates.fill(0.5);
      if (seed % 2 === 0) places.responses.fill(1).fill(-1, held - 1);
      const [one, other] = [held, held - 1].map((count) =>
        lastOf(
          scoringPenaltyPurchase(
            purchase,
            {
              points: { dimension: 2, coordinates: places.points.coordinates.slice(0, 2 * count) },
              responses: places.responses.slice(0, count),
            },
            foldOf,
          ),
        ),
      );
      const { distances, ...about } = one!;
      expect({ ...other!, distances }).toEqual(one);
      const moved = distances.map((score, k) => score - other!.distances[k]!);
      most = Math.max(most, ...moved.map((by) => Math.abs(by) / about.sensitivity));
      expect(Math.max(...moved) - Math.min(...moved)).toBeLessThanOrEqual(about.range!);
    }
  }
  expect(most).toBeLessThanOrEqual(1);
  expect(most).toBeGreaterThan(0.05);
  const absent = { ...recordsOf(1, 0), points: { dimension: 2, coordinates: new Float64Array(0) } };
  expect(buy({ mostRecords: N }, { ...absent, responses: new Float64Array(0) })).toBeGreaterThan(0);
  expect(buy({ mostRecords: N })).toBeGreaterThan(0);
});

test("with a large ε the best penalty is bought, one of the list, the same by the same bits", () => {
  // One label everywhere: f = 1 is reached for λ ≤ ½, and only a quarter of it for λ = 2.
  const records = {
    points: { dimension: 2, coordinates: new Float64Array(2 * n).fill(0.5) },
    responses: new Float64Array(n).fill(1),
  };
  for (let seed = 0; seed < 5; seed++) expect(buy({ epsilon: 1e5, penalties: [0.3, 2] }, records, seed)).toBe(0.3);
  expect(purchase.penalties).toContain(buy({}));
  expect(buy({}, undefined, 9)).toBe(buy({}, undefined, 9));
});

test("where a replaced record stands does not move all others into other folds", () => {
  // Of a table of counts the records are in the order of their cells: five heaps, with a record of each in every row. By place a
  // heap is a fold, and nobody else says what its class is. With the odd record between the middle rows in place of below them,
  // half of each heap is in the next fold, and the difference of the scores changes by 3.7 times what one record may change.
  const [rows, heaps] = [20, 5];
  const neighbour = (extraRow: number) => {
    const cells = Array.from(
      { length: rows * heaps },
      (_, i) => `${20 * (i % heaps) + 10},${5 + Math.floor(i / heaps)},yes,1`,
    );
    const csv = ["cell_of_a,cell_of_b,label_of_c,counts_0_1_101__0_1_10001_per_1", ...cells, `0,${extraRow},no,1`].join(
      "\n",
    );
    return boundaryRecordsFrom(readTable(`${csv}\n`), {
      ...{ task: "classification", x: "cell_of_a", y: "cell_of_b", response: "label_of_c", positive: "yes" },
      ...{ missing: "refuse", counted: true },
    });
  };
  const few = { lengthScale: 0.05, penalties: [0.1, 1], epsilon: 1e5 };
  for (const extraRow of [0, 4 + rows / 2]) {
    const records = neighbour(extraRow);
    for (let seed = 0; seed < 3; seed++) expect(buy(few, records, seed)).toBe(0.1);
  }
});

test("a λ that is named twice is one candidate: the same of the same bits", () => {
  for (let seed = 0; seed < 5; seed++) {
    expect(buy({ penalties: [0.3, 2, 0.3, 2, 2] }, undefined, seed)).toBe(
      buy({ penalties: [0.3, 2] }, undefined, seed),
    );
  }
});

test("a response of a range is bought for as well", () => {
  const responses = Float64Array.from({ length: n }, (_, i) => 100 + i);
  const records = { points: recordsOf(1, 0).points, responses };
  expect(purchase.penalties).toContain(buy({ loss: "huber", responseRange: [60, 140] }, records));
});

test.each([
  ["no penalty", { penalties: [] }],
  ["λ = 0", { penalties: [0, 1] }],
  ["λ = NaN", { penalties: [NaN, 1] }],
  ["ε = 0", { epsilon: 0 }],
  ["ε = NaN", { epsilon: NaN }],
  ["a loss for labels with a range", { responseRange: [0, 1] as const }],
])("buyPenalty refuses %s, whatever the records", (_, change) => {
  for (const which of [0, 1] as const) expect(() => buy(change, recordsOf(2, which))).toThrow(ParameterError);
});

test("buyPenalty refuses four records, and more than its most", () => {
  for (const count of [4, mostCrossValidatedFits + 1]) {
    const records = {
      points: { dimension: 2, coordinates: new Float64Array(2 * count) },
      responses: new Float64Array(count).fill(1),
    };
    expect(() => buy({}, records)).toThrow(ParameterError);
  }
});
