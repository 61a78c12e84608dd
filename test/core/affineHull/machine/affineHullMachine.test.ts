import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fitAffineHullMachine } from "../../../../src/core/affineHull/machine/affineHullMachine.ts";
import { pointCount, pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { farthest } from "../../../support/farthest.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { unevenCross } from "../../../support/unevenCross.ts";

type Rows = number[][];

function randomRows(seed: number, N: number, p: number): Rows {
  const random = seededSource(seed);
  return Array.from({ length: N }, () => Array.from({ length: p }, () => random.uniform()));
}

describe("reference values", () => {
  test.each(goldenCases<{ Y: Rows; n: number }, Record<string, unknown>>("kahm-kernel"))(
    "kernel, fixed point and penalty, case %#",
    (golden) => {
      const machine = fitAffineHullMachine({ points: pointsFrom(golden.inputs.Y), subspaceDimension: golden.inputs.n });
      expectGolden(golden, "covarianceEigenvalues", machine.variances);
      expectGolden(golden, "kernelMatrix", machine.kernelMatrix);
      expectGolden(golden, "tau", machine.tau);
      expectGolden(golden, "fixedPoint", machine.trainingError);
      expectGolden(golden, "lambda", machine.penalty);
    },
  );

  test.each(goldenCases<{ Y: Rows; n: number; queries: Rows }, Record<string, unknown>>("kahm-image"))(
    "memberships, image and distance, case %#",
    (golden) => {
      const { Y, n, queries } = golden.inputs;
      const machine = fitAffineHullMachine({ points: pointsFrom(Y), subspaceDimension: n });
      const at = pointsFrom(queries);
      const { image, distance } = machine.evaluate(at);
      expectGolden(golden, "image", image.coordinates);
      expectGolden(golden, "distance", distance);
      if (golden.expected["h"]) {
        expectGolden(golden, "h", machine.memberships(at).values);
        expectGolden(golden, "sumH", machine.memberships(at).sums);
      }
    },
  );
});

describe("two routes", () => {
  // p ≤ N by the covariance, p > N by the products of rows; 70 exceeds the size up to which all eigenvectors are computed.
  test.each([
    [12, 2, 2],
    [40, 5, 3],
    [9, 14, 4],
    [150, 70, 6],
    [70, 150, 6],
  ])("the machine of %i rows in %i dimensions by the definition, n = %i", (N, p, n) => {
    const points = pointsFrom(randomRows(N + p, N, p));
    const machine = fitAffineHullMachine({ points, subspaceDimension: n });
    expect(machine.subspaceDimension).toBe(n);
    const K = machine.kernelMatrix;
    const at = pointsFrom(randomRows(7, 5, p));

    // (K + λI)C = Y and (K + λI)w = 1.
    for (let i = 0; i < N; i++) {
      for (let j = 0; j <= p; j++) {
        const column = j < p ? machine.coefficients.subarray(j * N, (j + 1) * N) : machine.weights;
        let sum = machine.penalty * column[i]!;
        for (let k = 0; k < N; k++) sum += K[i * N + k]! * column[k]!;
        expect(Math.abs(sum - (j < p ? points.coordinates[i * p + j]! : 1))).toBeLessThan(1e-11);
      }
    }
    // ê = λ²‖C‖²/(pN).
    const squares = machine.coefficients.reduce((sum, c) => sum + c * c, 0);
    expect(machine.penalty ** 2 * (squares / (p * N))).toBeCloseTo(machine.trainingError, 12);
    // A(y) = Σ hᵢ yᵢ / Σ hᵢ.
    const { values, sums } = machine.memberships(at);
    const image = machine.image(at);
    for (let q = 0; q < 5; q++) {
      for (let j = 0; j < p; j++) {
        let sum = 0;
        for (let i = 0; i < N; i++) sum += values[q * N + i]! * points.coordinates[i * p + j]!;
        expect(image.coordinates[q * p + j]).toBeCloseTo(sum / sums[q]!, 9);
      }
    }
    // The rows' own images need no kernel values.
    const own = machine.ownImage();
    const { image: computed, distance } = machine.evaluate(points);
    expect(farthest(own.image.coordinates, computed.coordinates)).toBeLessThan(5e-10);
    expect(farthest(own.distance, distance)).toBeLessThan(5e-10);
  });

  test("images summed in singles are within their bound of those in doubles, and distances with them", () => {
    const [N, p] = [700, 30];
    const points = pointsFrom(randomRows(11, N, p));
    const machine = fitAffineHullMachine({ points, subspaceDimension: 10 });
    const single = fitAffineHullMachine({ points, subspaceDimension: 10, precision: "single" });
    // At the rows themselves the kernel values are those of K, the largest of them 1.
    const { kernelMatrix: K, coefficients, weights } = machine;
    const sumOver = (i: number, values: Float64Array, size: (x: number) => number) =>
      values.reduce((sum, value, k) => sum + size(K[i * N + k]! * value), 0);
    const [exact, rounded] = [machine.evaluate(points), single.evaluate(points)];
    const distances = single.distance(points);
    let [nearest, farthest] = [0, 0];
    for (let i = 0; i < N; i += 7) {
      // The sum as it is computed is less than it is by 1.6·10⁻⁵ Σ|kᵢwᵢ| at most.
      const ofWeights = sumOver(i, weights, Math.abs);
      const least = Math.abs(sumOver(i, weights, (x) => x)) - 1.6e-5 * ofWeights;
      let square = 0;
      for (let j = 0; j < p; j++) {
        const image = exact.image.coordinates[i * p + j]!;
        const moved = Math.abs(rounded.image.coordinates[i * p + j]! - image);
        const size = sumOver(i, coefficients.subarray(j * N, (j + 1) * N), Math.abs);
        const bound = (1.6e-5 * (size + Math.abs(image) * ofWeights)) / least;
        nearest = Math.max(nearest, moved / bound);
        farthest = Math.max(farthest, moved);
        square += bound ** 2;
      }
      expect(Math.abs(distances[i]! - exact.distance[i]!)).toBeLessThanOrEqual(Math.sqrt(square));
    }
    expect(nearest).toBeLessThanOrEqual(1);
    // Rows are of size 1. Singles were used.
    expect(farthest).toBeGreaterThan(1e-8);
    expect(farthest).toBeLessThan(2e-5);
  });

  test("the encoding has unit variance along each axis, so that kernel values have one mean exponent", () => {
    const points = pointsFrom(randomRows(3, 60, 4));
    const machine = fitAffineHullMachine({ points, subspaceDimension: 3 });
    // Σᵢⱼ ‖zᵢ − zⱼ‖² = 2N(N − 1) for codes of variance 1/n along n axes.
    const sum = machine.kernelMatrix.reduce((total, k) => total - 2 * Math.log(k), 0);
    expect(sum / (2 * 60 * 59)).toBeCloseTo(1, 10);
  });
});

describe("denominators (errata K6)", () => {
  const points = unevenCross;
  const machine = fitAffineHullMachine({ points, subspaceDimension: 2 });

  test("memberships that add up to nothing far from four points", () => {
    expect(machine.penalty).toBeCloseTo(0.0686, 4);
    [0.673, -0.061, 0.673, 0.583].forEach((w, i) => expect(machine.weights[i]).toBeCloseTo(w, 3));
    const denominatorAt = (y: number) => machine.denominators(pointsFrom([[0, y]]))[0]!;
    let low = 2;
    let high = 3;
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (denominatorAt(middle) > 0) low = middle;
      else high = middle;
    }
    expect(low).toBeCloseTo(2.42022, 4);
    const near = machine.evaluate(pointsFrom([[0, low - 1e-6]]));
    expect(Math.hypot(...near.image.coordinates)).toBeGreaterThan(2e6);
    expect(Math.hypot(...near.image.coordinates)).toBeLessThan(2.2e6);
    expect(near.doubtful).toEqual([0]);
  });

  test("are told where they are not positive, and nothing fails", () => {
    const at = pointsFrom([
      [0, 0],
      [0, 2.5],
      [0, 1e6],
      [1e9, -1e9],
    ]);
    const { image, distance, doubtful } = machine.evaluate(at);
    expect(doubtful).toEqual([1, 2]);
    expect(image.coordinates.every((x) => Number.isFinite(x))).toBe(true);
    expect(distance.every((x) => x > 0 && Number.isFinite(x))).toBe(true);
    expect(machine.denominators(at)[0]).toBeGreaterThan(0);
    expect(machine.denominators(at)[2]).toBeCloseTo(machine.weights[1]!, 12);
  });
});

describe("units and origin (errata K8)", () => {
  test("the image does not follow a change of units, because the penalty has those of the square", () => {
    const rows = randomRows(5, 12, 2);
    const relativeDistance = (scale: number, shift: number) => {
      const map = (x: number) => scale * x + shift;
      const machine = fitAffineHullMachine({ points: pointsFrom(rows.map((r) => r.map(map))), subspaceDimension: 2 });
      return machine.distance(pointsFrom([[map(0.2), map(0.9)]]))[0]! / scale;
    };
    expect(relativeDistance(0.01, 0)).toBeLessThan(0.5 * relativeDistance(1, 0));
    expect(relativeDistance(100, 0)).toBeGreaterThan(1.5 * relativeDistance(1, 0));
    expect(Math.abs(relativeDistance(1, 5) - relativeDistance(1, 0))).toBeGreaterThan(0.01);
  });
});

describe("degenerate rows", () => {
  test("one row, and rows that coincide, have the image of that row", () => {
    for (const rows of [
      [[0.3, 0.4]],
      [
        [0.3, 0.4],
        [0.3, 0.4],
        [0.3, 0.4],
      ],
    ]) {
      const machine = fitAffineHullMachine({ points: pointsFrom(rows), subspaceDimension: 2 });
      expect(machine.subspaceDimension).toBe(0);
      const { image, distance, doubtful } = machine.evaluate(
        pointsFrom([
          [1.3, 0.4],
          [0.3, 1e5],
        ]),
      );
      image.coordinates.forEach((x, k) => expect(x).toBeCloseTo([0.3, 0.4][k % 2]!, 12));
      expect(distance[0]).toBeCloseTo(1, 12);
      expect(doubtful).toEqual([]);
    }
  });

  test("rows of zeros have the image 0", () => {
    const machine = fitAffineHullMachine({
      points: pointsFrom([
        [0, 0],
        [0, 0],
      ]),
      subspaceDimension: 1,
    });
    expect(machine.penalty).toBe(0);
    expect(Array.from(machine.distance(pointsFrom([[3, 4]])))).toEqual([5]);
    expect(Array.from(machine.ownImage().distance)).toEqual([0, 0]);
  });

  test("constant columns and duplicated rows lower the rank, whatever their value (errata K10)", () => {
    const rows = randomRows(8, 20, 2).map(([x, y]) => [x!, 0.1, y!, 123456.7, x! + y!]);
    const machine = fitAffineHullMachine({ points: pointsFrom([...rows, ...rows]), subspaceDimension: 5 });
    expect(machine.subspaceDimension).toBe(2);
    expect(machine.distance(pointsFrom(rows)).every((d) => Number.isFinite(d))).toBe(true);
  });

  test("n above the number of rows less one uses that (errata K10)", () => {
    const machine = fitAffineHullMachine({ points: pointsFrom(randomRows(9, 3, 6)), subspaceDimension: 5 });
    expect(machine.subspaceDimension).toBe(2);
  });
});

describe("refusals", () => {
  const points = pointsFrom(randomRows(1, 6, 2));
  test.each([NaN, Infinity, 0, -1, 1.5, 3])("subspaceDimension %d", (subspaceDimension) => {
    expect(() => fitAffineHullMachine({ points, subspaceDimension })).toThrow(ParameterError);
  });

  test.each([NaN, Infinity, 1e200, 1e-200])("rows with %d", (x) => {
    const bad = { dimension: 2, coordinates: Float64Array.of(x, x, x, -x) };
    expect(() => fitAffineHullMachine({ points: bad, subspaceDimension: 1 })).toThrow(ParameterError);
  });

  test("no rows, or half of one", () => {
    for (const count of [0, 3]) {
      const bad = { dimension: 2, coordinates: new Float64Array(count) };
      expect(() => fitAffineHullMachine({ points: bad, subspaceDimension: 1 })).toThrow(ParameterError);
    }
  });

  test("queries that are not finite, or of another dimension", () => {
    const machine = fitAffineHullMachine({ points, subspaceDimension: 2 });
    expect(() => machine.image({ dimension: 2, coordinates: Float64Array.of(0, NaN) })).toThrow(ParameterError);
    expect(() => machine.distance({ dimension: 3, coordinates: new Float64Array(3) })).toThrow(ParameterError);
    expect(() => machine.evaluate({ dimension: 2, coordinates: new Float64Array(3) })).toThrow(ParameterError);
    expect(pointCount(machine.image({ dimension: 2, coordinates: new Float64Array(0) }))).toBe(0);
  });
});
