import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import {
  affineHullBounds,
  compositionRatioBound,
  spreadFromRows,
} from "../../../../src/core/affineHull/machine/affineHullBounds.ts";
import { fitAffineHullMachine } from "../../../../src/core/affineHull/machine/affineHullMachine.ts";
import { fitDeepAffineHullMachine } from "../../../../src/core/affineHull/machine/deepAffineHullMachine.ts";
import { fitWideAffineHullMachine } from "../../../support/wideAffineHullMachine.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { unevenCross } from "../../../support/unevenCross.ts";

function uniformRows(seed: number, N: number, p: number, lower = 0, upper = 1): number[][] {
  const random = seededSource(seed);
  return Array.from({ length: N }, () => Array.from({ length: p }, () => lower + (upper - lower) * random.uniform()));
}

describe("affineHullBounds", () => {
  test("the printed bounds of Theorems 2 and 3 are exceeded, the proved ones do not apply there (errata K6)", () => {
    const points = unevenCross;
    const machine = fitAffineHullMachine({ points, subspaceDimension: 2 });
    const bounds = affineHullBounds(machine);
    expect(bounds.printedLoose.image).toBeCloseTo(25.2, 1);
    expect(bounds.printed.image).toBeCloseTo(4.3, 2);
    expect(bounds.leastWeight).toBeLessThan(0);
    expect(bounds.proved).toEqual({ image: Infinity, ratio: Infinity });
    const at = pointsFrom([[0, 2.42]]);
    const { image, distance } = machine.evaluate(at);
    expect(Math.hypot(...image.coordinates)).toBeGreaterThan(100 * bounds.printedLoose.image);
    const spread = spreadFromRows({ points, at, norm: "spectral" });
    expect(distance[0]! / spread[0]!).toBeGreaterThan(bounds.printedLoose.ratio);
  });

  test("the proved bounds hold near and far wherever all weights are positive", () => {
    let applied = 0;
    let closest = 0;
    for (let seed = 0; seed < 60; seed++) {
      const N = 3 + (seed % 9);
      const points = pointsFrom(uniformRows(seed, N, 2));
      const machine = fitAffineHullMachine({ points, subspaceDimension: 1 + (seed % 2) });
      const { proved } = affineHullBounds(machine);
      if (proved.ratio === Infinity) continue;
      applied++;
      const near = uniformRows(1000 + seed, 20, 2, -1, 2);
      const far = uniformRows(2000 + seed, 20, 2, -1e3, 1e3);
      const at = pointsFrom([...near, ...far]);
      const { image, distance } = machine.evaluate(at);
      const spread = spreadFromRows({ points, at, norm: "spectral" });
      for (let q = 0; q < 40; q++) {
        const size = Math.hypot(...image.coordinates.subarray(2 * q, 2 * q + 2));
        expect(size).toBeLessThanOrEqual(proved.image * (1 + 1e-9));
        expect(distance[q]! / spread[q]!).toBeLessThanOrEqual(proved.ratio * (1 + 1e-9));
        closest = Math.max(closest, size / proved.image);
      }
    }
    expect(applied).toBeGreaterThan(20);
    expect(closest).toBeGreaterThan(0.15);
  });

  test("weights that were computed wrongly widen the proved bound, and never narrow it", () => {
    const machine = fitAffineHullMachine({ points: pointsFrom(uniformRows(11, 8, 2)), subspaceDimension: 2 });
    const { proved } = affineHullBounds(machine);
    expect(proved.ratio).toBeLessThan(Infinity);
    for (const factor of [1 - 1e-3, 1 + 1e-12, 1 + 1e-6, 1 + 1e-3]) {
      const wrong = { ...machine, kernelMatrix: machine.kernelMatrix, weights: machine.weights.map((w) => w * factor) };
      expect(affineHullBounds(wrong).proved.ratio).toBeGreaterThan(proved.ratio);
    }
  });

  test("spectral norm and eigenvalues by power iteration", () => {
    const rows = uniformRows(4, 9, 3);
    const machine = fitAffineHullMachine({ points: pointsFrom(rows), subspaceDimension: 2 });
    const bounds = affineHullBounds(machine);
    let v = [1, 1, 1];
    let norm = 0;
    for (let k = 0; k < 500; k++) {
      const Yv = rows.map((row) => row[0]! * v[0]! + row[1]! * v[1]! + row[2]! * v[2]!);
      v = [0, 1, 2].map((j) => rows.reduce((sum, row, i) => sum + row[j]! * Yv[i]!, 0));
      norm = Math.hypot(...v);
      v = v.map((x) => x / norm);
    }
    expect(bounds.spectralNorm).toBeCloseTo(Math.sqrt(norm), 10);
    const K = machine.kernelMatrix;
    expect(bounds.largestEigenvalue).toBeLessThanOrEqual(9);
    expect(bounds.largestEigenvalue).toBeGreaterThanOrEqual(K.reduce((a, b) => a + b) / 9 - 1e-12);
    expect(bounds.leastEigenvalue).toBeGreaterThanOrEqual(0);
  });
});

describe("compositions", () => {
  const points = pointsFrom(uniformRows(5, 24, 2));
  const at = pointsFrom(uniformRows(6, 60, 2, -0.5, 1.5));

  test("a deep machine is within the bound of its first layer (Theorem 4)", () => {
    const deep = fitDeepAffineHullMachine({ points, subspaceDimension: 2, depth: 2 });
    const bound = compositionRatioBound([deep.layers[0]!]);
    const spread = spreadFromRows({ points, at, norm: "spectral" });
    deep.distance(at).forEach((d, q) => expect(d / spread[q]!).toBeLessThanOrEqual(bound.printed));
  });

  test("a wide machine is within the bound of each branch (Theorem 5)", () => {
    const assignment = Float64Array.from({ length: 24 }, (_, i) => i % 3);
    const wide = fitWideAffineHullMachine({ points, assignment, subspaceDimension: 2, depth: 2 });
    const bound = compositionRatioBound(wide.branches.map((branch) => branch.layers[0]!));
    const spread = spreadFromRows({ points, at, norm: "frobenius" });
    wide.distance(at).forEach((d, q) => {
      expect(d / spread[q]!).toBeLessThanOrEqual(bound.printed);
      expect(d / spread[q]!).toBeLessThanOrEqual(bound.proved);
    });
  });

  test("spreads are norms of the differences from all rows", () => {
    const few = pointsFrom([
      [0, 0],
      [3, 0],
    ]);
    const q = pointsFrom([[0, 4]]);
    // Columns (0, 4) and (−3, 4).
    expect(spreadFromRows({ points: few, at: q, norm: "frobenius" })[0]).toBeCloseTo(Math.sqrt(41), 14);
    expect(spreadFromRows({ points: few, at: q, norm: "spectral" })[0]).toBeCloseTo(
      Math.sqrt((41 + Math.sqrt(41 ** 2 - 4 * 144)) / 2),
      12,
    );
    expect(() => spreadFromRows({ points: few, at: pointsFrom([[1]]), norm: "spectral" })).toThrow(ParameterError);
  });
});
