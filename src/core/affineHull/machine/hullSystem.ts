import { checkAllFinite, checkPositiveInteger } from "../../checks.ts";
import { NumericalError, ParameterError } from "../../errors.ts";
import { shiftedSystems } from "../../linalg/eigen/shiftedSystems.ts";
import { pointCount, type Points } from "../../points.ts";
import { trainingErrorFixedPoint } from "./fixedPoint.ts";

export function checkHull({
  points,
  subspaceDimension,
}: {
  readonly points: Points;
  readonly subspaceDimension: number;
}): void {
  const p = checkPositiveInteger("points.dimension", points.dimension);
  const N = pointCount(points);
  if (!(Number.isSafeInteger(N) && N >= 1)) throw new ParameterError("points", N, "whole rows, at least one");
  checkAllFinite("points", points.coordinates);
  checkPositiveInteger("subspaceDimension", subspaceDimension);
  if (!(subspaceDimension <= p)) {
    throw new ParameterError("subspaceDimension", subspaceDimension, `at most ${p}, the number of columns`);
  }
  const squares = sumOfSquares(points.coordinates);
  if (!(squares === 0 ? points.coordinates.every((x) => x === 0) : squares >= 1e-290 && squares < 1e290)) {
    throw new ParameterError("points", squares, "of a size whose squares neither overflow nor underflow");
  }
}

/**
 * C and w for the penalty of Theorem 1, with its training error ê.
 *
 * @param upper ‖Y‖²_F/(pN), which ê does not exceed
 * @param tau τ_Y = 2‖Y‖²_F/(pN)
 * @param kernelMatrix K, shape (N, N), row-major
 * @throws {NumericalError} if a system has no finite solution
 */
export function solveHull(
  { dimension: p, coordinates }: Points,
  {
    upper,
    tau,
    kernelMatrix,
  }: { readonly upper: number; readonly tau: number; readonly kernelMatrix: () => Float64Array },
): { readonly coefficients: Float64Array; readonly weights: Float64Array; readonly trainingError: number } {
  const N = coordinates.length / p;
  if (upper === 0) {
    return { coefficients: new Float64Array(p * N), weights: new Float64Array(N).fill(1 / N), trainingError: 0 };
  }
  const right = new Float64Array((p + 1) * N);
  for (let i = 0; i < N; i++) for (let j = 0; j < p; j++) right[j * N + i] = coordinates[i * p + j]!;
  right.fill(1, p * N);
  const systems = shiftedSystems({ K: kernelMatrix(), right });
  const errorAt = (e: number) => (e + tau) ** 2 * (systems.squaredNorm(e + tau, p) / (p * N));
  const trainingError = trainingErrorFixedPoint(errorAt, upper);
  const solution = systems.solve(trainingError + tau);
  if (!solution.every((x) => Number.isFinite(x))) throw new NumericalError("a kernel system has no finite solution");
  return { coefficients: solution.subarray(0, p * N), weights: solution.subarray(p * N), trainingError };
}

export function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
