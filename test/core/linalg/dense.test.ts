import { expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../src/core/errors.ts";
import { definiteSolution } from "../../../src/core/linalg/dense.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";

const identity = Float64Array.of(1, 0, 0, 1);

test("definiteSolution solves a system of any size, by its lower triangle alone, and refuses what is not definite", () => {
  for (const [n, size] of [
    [1, 1e-200],
    [4, 1],
    [30, 1e150],
  ] as const) {
    const terms = n + 2;
    const B = standardNormals(seededSource(n), n * terms);
    const A = Float64Array.from({ length: n * n }, (_, at) => {
      let sum = 0;
      for (let s = 0; s < terms; s++) sum += B[Math.floor(at / n) * terms + s]! * B[(at % n) * terms + s]!;
      return sum;
    });
    const b = standardNormals(seededSource(n + 1), n);
    const scaled = A.map((value) => value * size);
    const x = definiteSolution(scaled, b).map((value) => value * size);
    for (let i = 0; i < n; i++) {
      const product = x.reduce((sum, value, j) => sum + A[i * n + j]! * value, 0);
      expect(Math.abs(product - b[i]!)).toBeLessThan(1e-11);
    }
    const lower = scaled.map((value, at) => (at % n > Math.floor(at / n) ? 7 : value));
    expect(definiteSolution(lower, b).map((value) => value * size)).toEqual(x);
  }
  for (const values of [
    [1, 1, 1, 1],
    [1, 2, 2, 1],
    [0, 0, 0, 1],
    [-1, 0, 0, -1],
  ])
    expect(() => definiteSolution(Float64Array.from(values), Float64Array.of(1, 1))).toThrow(NumericalError);
  for (const bad of [NaN, Infinity]) {
    expect(() => definiteSolution(identity, Float64Array.of(1, bad))).toThrow(ParameterError);
    expect(() => definiteSolution(Float64Array.of(bad), Float64Array.of(1))).toThrow(ParameterError);
  }
  for (const b of [[], [1]]) expect(() => definiteSolution(identity, Float64Array.from(b))).toThrow(ParameterError);
});
