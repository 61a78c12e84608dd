import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { nearestClasses } from "../../../../src/core/affineHull/machine/federatedDecision.ts";
import { matchingScores } from "../../../../src/core/affineHull/machine/classMatching.ts";
import { fitAffineHullClassifier } from "../../../support/affineHullClassifier.ts";
import { nearestOf } from "../../../../src/core/affineHull/fabrication/nearestMachine.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { fitDeepAffineHullMachine } from "../../../../src/core/affineHull/machine/deepAffineHullMachine.ts";
import { federatedDecision } from "../../../../src/core/affineHull/machine/federatedDecision.ts";
import { federateClassifiers } from "../../../support/affineHullClassifier.ts";
import { fitWideAffineHullMachine, streamedClassDistances } from "../../../support/wideAffineHullMachine.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import type { Points } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";

type Rows = number[][];

/** Rows around (offset, offset, …). */
function rowsAround(seed: number, N: number, p: number, offset: number): Points {
  const random = seededSource(seed);
  return pointsFrom(Array.from({ length: N }, () => Array.from({ length: p }, () => offset + 0.3 * random.normal())));
}

const noRows: Points = { dimension: 2, coordinates: new Float64Array(0) };

describe("reference values", () => {
  test.each(
    goldenCases<
      { Y: Rows; n: number; L: number; queries: Rows },
      { layerImages: Rows[]; layerDistances: Rows; chosenLayer: number[] }
    >("kahm-deep"),
  )("deep machine, case %#", (golden) => {
    const { Y, n, L, queries } = golden.inputs;
    const machine = fitDeepAffineHullMachine({ points: pointsFrom(Y), subspaceDimension: n, depth: L });
    const at = pointsFrom(queries);
    const { image, distance, chosenLayer } = machine.evaluate(at);
    expectGolden(golden, "image", image.coordinates);
    expectGolden(golden, "distance", distance);
    expect(Array.from(chosenLayer)).toEqual(golden.expected.chosenLayer);
    // Layer by layer: the machines on top of one another.
    let below = at;
    machine.layers.forEach((layer, l) => {
      below = layer.image(below);
      const wanted = golden.expected.layerImages.flatMap((images) => images[l]!);
      below.coordinates.forEach((x, k) => expect(x).toBeCloseTo(wanted[k]!, 7));
    });
  });

  test.each(
    goldenCases<
      { Y: Rows; assignment: number[]; n: number; L: number; queries: Rows },
      { branchDistances: Rows; chosenBranch: number[] }
    >("kahm-wide"),
  )("wide machine, case %#", (golden) => {
    const { Y, assignment, n, L, queries } = golden.inputs;
    const machine = fitWideAffineHullMachine({ points: pointsFrom(Y), assignment, subspaceDimension: n, depth: L });
    const at = pointsFrom(queries);
    const { image, distance, chosenBranch } = machine.evaluate(at);
    expectGolden(golden, "image", image.coordinates);
    expectGolden(golden, "distance", distance);
    expect(Array.from(chosenBranch)).toEqual(golden.expected.chosenBranch);
    // The route of the page, one machine after another.
    const nearest = lastOf(
      nearestOf(
        machine.branches.map((own, party) => ({ party, class: 0, branch: 0, rows: [], machine: own })),
        at,
      ),
    );
    expectGolden(golden, "image", nearest.image.coordinates);
    expectGolden(golden, "distance", nearest.distance);
    expect(Array.from(nearest.party)).toEqual(golden.expected.chosenBranch);
    machine.branches.forEach((branch, s) => {
      branch.distance(at).forEach((d, q) => expect(d).toBeCloseTo(golden.expected.branchDistances[q]![s]!, 7));
    });
  });

  test.each(
    goldenCases<
      { classes: { Y: Rows; assignment: number[] }[]; n: number; L: number; queries: Rows },
      { label: number[] }
    >("kahm-classifier"),
  )("classifier, case %#", (golden) => {
    const { n, L, queries } = golden.inputs;
    const classes = golden.inputs.classes.map(({ Y, assignment }) => ({ points: pointsFrom(Y), assignment }));
    const classifier = fitAffineHullClassifier({ classes, subspaceDimension: n, depth: L });
    const at = pointsFrom(queries);
    expectGolden(golden, "distances", classifier.distances(at));
    expectGolden(golden, "matchingScores", classifier.matchingScores(at));
    expect(Array.from(classifier.labels(at))).toEqual(golden.expected.label);
    const units = classifier.machines.flatMap((own, c) =>
      own!.branches.map((machine, branch) => ({ party: 0, class: c, branch, rows: [], machine })),
    );
    expect(Array.from(lastOf(nearestOf(units, at)).label, (label) => label + 1)).toEqual(golden.expected.label);
    // One machine in memory at a time.
    const steps = streamedClassDistances({ classes, subspaceDimension: n, depth: L, at });
    const fractions: number[] = [];
    let step = steps.next();
    for (; !step.done; step = steps.next()) fractions.push(step.value);
    expect(Array.from(step.value)).toEqual(Array.from(classifier.distances(at)));
    expect(fractions.length).toBe(classes.length * 2);
    expect(fractions.at(-1)).toBeCloseTo(1, 12);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  test.each(
    goldenCases<{ distances: (number | null)[][] }, { classDistances: (number | null)[]; label: number }>(
      "kahm-federated",
    ),
  )("federated decision, case %#", (golden) => {
    const distances = golden.inputs.distances.map((row) => row.map((d) => d ?? Infinity));
    const decision = federatedDecision({ distances });
    expectGolden(golden, "classDistances", decision.distances);
    expect(decision.label).toBe(golden.expected.label);
  });
});

describe("depth", () => {
  test("layers beyond the rank of the rows use the rank (errata K10)", () => {
    const points = rowsAround(1, 3, 5, 0);
    const machine = fitDeepAffineHullMachine({ points, subspaceDimension: 5, depth: 5 });
    expect(machine.layers.map((layer) => layer.subspaceDimension)).toEqual([2, 2, 2, 2, 1]);
    expect(machine.distance(rowsAround(2, 4, 5, 1)).every((d) => d > 0 && d < Infinity)).toBe(true);
  });

  test("a deeper machine is never farther away", () => {
    const points = rowsAround(3, 40, 4, 0.5);
    const at = rowsAround(4, 30, 4, 0.5);
    const distances = [1, 2, 3].map((depth) =>
      fitDeepAffineHullMachine({ points, subspaceDimension: 3, depth }).distance(at),
    );
    distances[1]!.forEach((d, q) => expect(d).toBeLessThanOrEqual(distances[0]![q]!));
    distances[2]!.forEach((d, q) => expect(d).toBeLessThanOrEqual(distances[1]![q]!));
  });
});

describe("classes", () => {
  const two = [0, 1].map((offset) => ({
    points: rowsAround(10 + offset, 12, 2, 2 * offset),
    assignment: new Float64Array(12),
  }));
  const hull = { subspaceDimension: 2, depth: 2 };

  test("one class, and a class of one record", () => {
    const one = fitAffineHullClassifier({ classes: [two[0]!], ...hull });
    expect(Array.from(one.labels(rowsAround(5, 3, 2, 9)))).toEqual([1, 1, 1]);
    const lonely = { points: pointsFrom([[2, 2]]), assignment: [0] };
    const pair = fitAffineHullClassifier({ classes: [two[0]!, lonely], ...hull });
    expect(pair.distances(pointsFrom([[2, 2]]))[1]).toBe(0);
    expect(
      Array.from(
        pair.labels(
          pointsFrom([
            [2, 2],
            [0, 0],
          ]),
        ),
      ),
    ).toEqual([2, 1]);
  });

  test("a missing class is at distance ∞ and scores 0; others score as without it", () => {
    const classes = [two[0]!, { points: noRows, assignment: [] }, two[1]!];
    const at = rowsAround(6, 5, 2, 1);
    const withMissing = fitAffineHullClassifier({ classes, ...hull });
    const without = fitAffineHullClassifier({ classes: two, ...hull });
    expect(withMissing.machines[1]).toBeUndefined();
    const scores = withMissing.matchingScores(at);
    const others = without.matchingScores(at);
    for (let q = 0; q < 5; q++) {
      expect(withMissing.distances(at)[3 * q + 1]).toBe(Infinity);
      expect([scores[3 * q], scores[3 * q + 1], scores[3 * q + 2]]).toEqual([others[2 * q], 0, others[2 * q + 1]]);
    }
    expect(Array.from(withMissing.labels(pointsFrom([[2, 2]])))).toEqual([3]);
    const streamed = streamedClassDistances({ classes, ...hull, at });
    let step = streamed.next();
    while (!step.done) step = streamed.next();
    expect(Array.from(step.value)).toEqual(Array.from(withMissing.distances(at)));
  });

  test("scores where distances are zero, tiny or huge", () => {
    expect(Array.from(matchingScores({ distances: Float64Array.of(0, 0), classCount: 2 }))).toEqual(
      [0, 0].map(() => Math.exp(-0.5)),
    );
    expect(Array.from(matchingScores({ distances: Float64Array.of(1e-200, 0), classCount: 2 }))).toEqual([
      Math.exp(-1),
      1,
    ]);
    expect(matchingScores({ distances: Float64Array.of(3e200, 4e200), classCount: 2 })[0]).toBeCloseTo(
      Math.exp(-9 / 25),
      14,
    );
  });

  test("parties decide as one that measures all distances", () => {
    const all = two.map(({ points }) => points);
    const party = (rows: (Points | undefined)[]) =>
      fitAffineHullClassifier({
        classes: rows.map((points) => ({
          points: points ?? noRows,
          assignment: new Float64Array(points ? points.coordinates.length / 2 : 0),
        })),
        ...hull,
      });
    const parties = [party([all[0], undefined]), party([undefined, all[1]]), party([rowsAround(20, 8, 2, 5), all[1]])];
    const at = rowsAround(7, 6, 2, 1);
    const global = federateClassifiers({ parties });
    const each = parties.map((p) => p.distances(at));
    for (let q = 0; q < 6; q++) {
      const decision = federatedDecision({ distances: each.map((d) => d.subarray(2 * q, 2 * q + 2)) });
      expect(global.distances(at).subarray(2 * q, 2 * q + 2)).toEqual(decision.distances);
      expect(global.labels(at)[q]).toBe(decision.label);
    }
    expect(global.nearestParty(pointsFrom([[5, 5]]))[0]).toBe(2);
    expect(() => federateClassifiers({ parties: [] })).toThrow(ParameterError);
    const threeClasses = fitAffineHullClassifier({ classes: [...two, two[0]!], ...hull });
    expect(() => federateClassifiers({ parties: [parties[0]!, threeClasses] })).toThrow(ParameterError);
  });
});

describe("refusals", () => {
  const points = rowsAround(1, 4, 2, 0);
  test.each([NaN, Infinity, 0, -1, 3])("depth %d", (depth) => {
    expect(() => fitDeepAffineHullMachine({ points, subspaceDimension: 2, depth })).toThrow(ParameterError);
    const classes = [{ points, assignment: [0, 0, 0, 0] }];
    expect(() => fitAffineHullClassifier({ classes, subspaceDimension: 2, depth })).toThrow(ParameterError);
  });

  test.each([[[0, 0, 0]], [[0, 0, 2, 2]], [[0, 0, 1, NaN]], [[0, 0, 1, -1]], [[0, 0, 1, 1e9]]])(
    "assignment %j",
    (assignment) => {
      expect(() => fitWideAffineHullMachine({ points, assignment, subspaceDimension: 2, depth: 1 })).toThrow(
        ParameterError,
      );
    },
  );

  test("no class, or none with rows", () => {
    for (const classes of [[], [{ points: noRows, assignment: [] }]]) {
      expect(() => fitAffineHullClassifier({ classes, subspaceDimension: 2, depth: 1 })).toThrow(ParameterError);
    }
  });

  test.each([[[]], [[[]]], [[[1, 2], [1]]], [[[NaN, 1]]], [[[-1, 1]]], [[[Infinity, Infinity]]]])(
    "parties that report %j",
    (distances) => {
      expect(() => federatedDecision({ distances })).toThrow(ParameterError);
    },
  );

  test("distances that are no distances", () => {
    expect(() => nearestClasses({ distances: Float64Array.of(1, NaN), classCount: 2 })).toThrow(ParameterError);
    expect(() => nearestClasses({ distances: Float64Array.of(1, 2, 3), classCount: 2 })).toThrow(ParameterError);
    expect(() => matchingScores({ distances: Float64Array.of(1, -2), classCount: 2 })).toThrow(ParameterError);
  });
});
