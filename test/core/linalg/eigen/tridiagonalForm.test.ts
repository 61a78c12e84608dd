import { expect, test } from "vitest";
import { arithmetic } from "../../../../src/core/arithmetic/arithmetic.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { tridiagonalForm, tridiagonalSpare } from "../../../../src/core/linalg/eigen/tridiagonalForm.ts";

function formOf(m: number, element: (i: number, j: number) => number) {
  const by = arithmetic();
  const memory = by.reserve(m * m + tridiagonalSpare(m));
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) memory[i * m + j] = element(i, j);
  return tridiagonalForm({ arithmetic: by, memory, m, matrix: 0, spare: m * m });
}

const stepsOf = ({ scales }: { readonly scales: Float64Array }) =>
  scales.reduce((last, scale, k) => (scale === 0 ? last : k + 1), 0);

test("tridiagonalForm takes hardly more steps than the matrix has rank, to rounding", () => {
  expect(stepsOf(formOf(80, () => 1))).toBeLessThanOrEqual(2);
  expect(
    stepsOf(formOf(80, (i, j) => (1 + Math.cos(i) * Math.cos(j) + Math.sin(i * i) * Math.sin(j * j)) / 3)),
  ).toBeLessThanOrEqual(5);
  // Eigenvalues of the kernel fall below rounding near the fortieth.
  expect(stepsOf(formOf(300, (i, j) => Math.exp(-50 * ((i - j) / 300) ** 2)))).toBeLessThan(60);
});

test("tridiagonalForm takes all steps where eigenvalues are above rounding, however small next to the largest", () => {
  expect(stepsOf(formOf(80, (i, j) => Math.exp(-Math.abs(i - j) / 40)))).toBe(78);
  const cosines = (i: number, j: number) => Math.cos(i * j) + (i === j ? 1 : 0);
  expect(stepsOf(formOf(40, (i, j) => (i < 20 === j < 20 ? (i < 20 ? 1 : 1e-10) * cosines(i, j) : 0)))).toBe(38);
});

test("tridiagonalForm keeps the trace and the sum of squares, to rounding", () => {
  const m = 200;
  const element = (i: number, j: number) => Math.exp(-30 * ((i - j) / m) ** 2);
  const { diagonal, below } = formOf(m, element);
  let squares = 0;
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) squares += element(i, j) ** 2;
  const rounding = 10 * m * 2 ** -53 * Math.sqrt(squares);
  expect(Math.abs(diagonal.reduce((a, b) => a + b) - m)).toBeLessThan(Math.sqrt(m) * rounding);
  const ofForm = diagonal.reduce((sum, d, i) => sum + d * d + (i < m - 1 ? 2 * below[i]! ** 2 : 0), 0);
  expect(Math.abs(ofForm - squares)).toBeLessThan(2 * Math.sqrt(squares) * rounding);
});

test.each([399, 400, 417])(
  "tridiagonalForm of %i rows is Qᵀ A Q: its reflections take a vector x to Q x with xᵀTx = (Qx)ᵀA(Qx)",
  (m) => {
    const random = seededSource(m);
    const A = Float64Array.from({ length: m * m }, () => random.normal() / m);
    for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) A[i * m + j] = A[j * m + i]!;
    const x = Float64Array.from({ length: m }, () => random.normal() / Math.sqrt(m));
    const by = arithmetic();
    const memory = by.reserve(m * m + tridiagonalSpare(m));
    memory.set(A);
    const { diagonal, below, scales } = tridiagonalForm({ arithmetic: by, memory, m, matrix: 0, spare: m * m });
    const image = x.slice();
    for (let k = m - 2; k >= 0; k--) {
      let product = 0;
      for (let j = k + 1; j < m; j++) product += memory[k * m + j]! * image[j]!;
      for (let j = k + 1; j < m; j++) image[j]! -= scales[k]! * product * memory[k * m + j]!;
    }
    let [ofForm, ofMatrix] = [0, 0];
    for (let i = 0; i < m; i++) {
      ofForm += diagonal[i]! * x[i]! ** 2 + (i < m - 1 ? 2 * below[i]! * x[i]! * x[i + 1]! : 0);
      for (let j = 0; j < m; j++) ofMatrix += A[i * m + j]! * image[i]! * image[j]!;
    }
    expect(Math.abs(ofForm - ofMatrix)).toBeLessThan(1e-14);
    expect(Math.abs(ofMatrix)).toBeGreaterThan(1e-4);
  },
);
