import { seededSource } from "../../src/core/random/seededSource.ts";

/** A symmetric matrix of shape (m, m), of its elements (i, j), i ≥ j. */
export function symmetricMatrix(m: number, element: (i: number, j: number) => number): Float64Array {
  const A = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) A[i * m + j] = A[j * m + i] = element(i, j);
  return A;
}

const random = seededSource(11);
const scattered = Float64Array.from({ length: 400 }, () => random.uniform());

/** Name and element (i, j), i ≥ j, of m × m matrices on which eigenproblems have gone wrong. */
export const symmetricMatrices: readonly (readonly [string, (i: number, j: number, m: number) => number])[] = [
  ["random", () => random.normal()],
  ["Gaussian kernel on a grid", (i, j, m) => Math.exp(-50 * ((i - j) / m) ** 2)],
  ["exponential kernel on a grid", (i, j, m) => Math.exp((-3 * (i - j)) / m)],
  ["Gaussian kernel of scattered points", (i, j) => Math.exp(-20 * (scattered[i]! - scattered[j]!) ** 2)],
  ["exponential kernel of scattered points", (i, j) => Math.exp(-3 * Math.abs(scattered[i]! - scattered[j]!))],
  ["zero", () => 0],
  ["identity", (i, j) => (i === j ? 1 : 0)],
  ["all ones", () => 1],
  ["two values, each many times", (i, j, m) => (i === j ? 1 : 0) + (i < m / 2 === j < m / 2 ? 1 : 0)],
  ["second difference", (i, j) => (i === j ? 2 : i - j === 1 ? -1 : 0)],
  ["Wilkinson's W", (i, j, m) => (i === j ? Math.abs(i - (m - 1) / 2) : i - j === 1 ? 1 : 0)],
  ["glued Wilkinson", (i, j) => (i === j ? Math.abs((i % 21) - 10) : i - j === 1 ? (i % 21 === 0 ? 1e-9 : 1) : 0)],
  ["graded", (i, j) => 10 ** (-(i + j) / 8)],
  ["block diagonal", (i, j) => (i >> 3 === j >> 3 ? 1 / (1 + i + j) : 0)],
  ["rank one and a diagonal", (i, j) => Math.cos(i) * Math.cos(j) + (i === j ? i : 0)],
  ["rank three", (i, j) => 1 + Math.cos(i) * Math.cos(j) + Math.sin(i * i) * Math.sin(j * j)],
  ["nothing in the first row", (i, j) => (j === 0 ? 0 : 1 / (i + j))],
  [
    "a block of 10⁻¹² beside one of 1",
    (i, j, m) => (i < m / 2 === j < m / 2 ? (i < m / 2 ? 1 : 1e-12) * Math.cos(i * j) : 0),
  ],
  [
    "a block of 10⁻¹⁵ before one of 1",
    (i, j, m) => (i < m / 2 === j < m / 2 ? (i < m / 2 ? 1e-15 : 1) * Math.cos(i * j) : 0),
  ],
  [
    "a row of 10⁻¹⁴ that couples two blocks of 1",
    (i, j) => (i % 9 === 8 || j % 9 === 8 ? 1e-14 : i % 9 < 4 === j % 9 < 4 ? Math.cos(i + j) : 0),
  ],
  ["small", (i, j) => 1e-290 * Math.cos(i * j)],
  ["large", (i, j) => 1e290 * Math.cos(i * j)],
];
