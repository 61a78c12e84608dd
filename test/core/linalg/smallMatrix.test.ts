import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { definiteMatrix, quadraticForm } from "../../../src/core/linalg/smallMatrix.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test("definiteMatrix has the exact inverse and determinant of a matrix of integers", () => {
  const { dimension, inverse, determinant } = definiteMatrix("H", [
    [4, 2],
    [2, 5],
  ]);
  expect([dimension, determinant]).toEqual([2, 16]);
  expect(inverse).toEqual([
    [0.3125, -0.125],
    [-0.125, 0.25],
  ]);
});

test("definiteMatrix times its inverse is the identity, in one to five dimensions", () => {
  const random = seededSource(23);
  for (let d = 1; d <= 5; d++) {
    const B = Array.from({ length: d }, () => Array.from({ length: d }, () => random.normal()));
    // The condition numbers of these draws are below 20; 1e-12 is a hundred times 20·d·u.
    const H = B.map((a, i) => B.map((b, j) => a.reduce((sum, value, k) => sum + value * b[k]!, i === j ? 1 : 0)));
    const { inverse } = definiteMatrix("H", H);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const product = H[i]!.reduce((sum, value, k) => sum + value * inverse[k]![j]!, 0);
        expect(Math.abs(product - (i === j ? 1 : 0))).toBeLessThan(1e-12);
      }
    }
  }
});

test("the determinant scales as s^d", () => {
  const H = [
    [2, 0.5, 0],
    [0.5, 1, 0.25],
    [0, 0.25, 3],
  ];
  const scaled = definiteMatrix(
    "H",
    H.map((row) => row.map((value) => 4 * value)),
  );
  expect(scaled.determinant).toBe(64 * definiteMatrix("H", H).determinant);
});

test.each([
  ["empty", []],
  ["not square", [[1, 0]]],
  ["ragged", [[1, 0], [0]]],
  [
    "indefinite",
    [
      [1, 2],
      [2, 1],
    ],
  ],
  [
    "singular",
    [
      [1, 1],
      [1, 1],
    ],
  ],
  ["zero", [[0]]],
  ["negative", [[-1]]],
  [
    "not symmetric",
    [
      [1, 0.5],
      [0.5001, 1],
    ],
  ],
  [
    "NaN",
    [
      [1, NaN],
      [NaN, 1],
    ],
  ],
  ["infinite", [[Infinity]]],
  [
    "without a determinant that a double can hold, small",
    [
      [1e-200, 0],
      [0, 1e-200],
    ],
  ],
  [
    "without a determinant that a double holds to all its digits",
    [
      [2 ** -537 * 1.6, 0],
      [0, 2 ** -537],
    ],
  ],
  [
    "singular but for rounding",
    [
      [9, 15 * (1 - 2 ** -46)],
      [15 * (1 - 2 ** -46), 25],
    ],
  ],
  [
    "without a determinant that a double can hold, large",
    [
      [1e200, 0],
      [0, 1e200],
    ],
  ],
])("definiteMatrix refuses a matrix that is %s, under the name given", (_, H) => {
  expect(() => definiteMatrix("bandwidthMatrix", H)).toThrow(ParameterError);
  expect(() => definiteMatrix("bandwidthMatrix", H)).toThrow(/^bandwidthMatrix/);
});

test("definiteMatrix takes a matrix that is symmetric to rounding", () => {
  expect(
    definiteMatrix("H", [
      [1, 0.1],
      [0.1 * (1 + 2 ** -52), 1],
    ]).dimension,
  ).toBe(2);
});

test("quadraticForm is rᵀAr, and 0 at the origin", () => {
  expect(
    quadraticForm(
      [
        [2, 1],
        [1, 3],
      ],
      [1, -2],
    ),
  ).toBe(10);
  expect(
    quadraticForm(
      [
        [2, 1],
        [1, 3],
      ],
      [0, 0],
    ),
  ).toBe(0);
});

test("definiteMatrix has determinant and inverse to within its roundoff, near a singular matrix", () => {
  for (const [p, q] of [
    [7, 3],
    [2, 11],
    [13, 5],
  ] as const) {
    for (let k = 1; k <= 300; k++) {
      // No element is rounded, and (1 − c)(1 + c) to u.
      const c = 1 - k * 2 ** -44;
      const { determinant, inverse, roundoff } = definiteMatrix("H", [
        [p * p, p * q * c],
        [p * q * c, q * q],
      ]);
      const rest = (1 - c) * (1 + c);
      expect(roundoff).toBeLessThan(0.1);
      expect(Math.abs(determinant / (p * p * q * q * rest) - 1)).toBeLessThan(roundoff);
      expect(Math.abs(inverse[0]![0]! * p * p * rest - 1)).toBeLessThan(roundoff);
      expect(Math.abs(inverse[1]![1]! * q * q * rest - 1)).toBeLessThan(roundoff);
      expect(Math.abs((inverse[0]![1]! * p * q * rest) / c + 1)).toBeLessThan(roundoff);
    }
  }
});
