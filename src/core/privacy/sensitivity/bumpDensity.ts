import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { splineSpread } from "./splineSpread.ts";
import { bumpKernel, type BumpKernelName } from "../../kernels/bumpKernel.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * RKHS sensitivity of the density estimate with bumps of a positive definite kernel, in its space, for one replaced
 * record:
 *
 *     Δ = (c/n) √(2 − 2g(q)),   c = 1/∫k,   q = Σ ((side_j/h_j)² + 2v (s_j/h_j)²),
 *
 * g the kernel by squared distance in bandwidths, v s_j² ≥ variance of a record's weights on an axis, g(q) = 0 without
 * a box.
 *
 * @param kernel of bumps and noise, positive definite
 * @param recordCount n ≥ 1, public
 * @param bandwidths h_j > 0 on one or two axes, public
 * @param boxSides sides of a public box that holds every record
 * @param steps s_j ≥ 0 of the mesh of cubic bins; 0 for exact sums, the default
 * @throws {NumericalError} beyond the doubles
 * @see docs/proofs/sensitivities.md, Lemma 1; Hall, Rinaldo & Wasserman (2013), section 4.1; errata H14, W4
 */
export function bumpDensitySensitivity({
  kernel,
  recordCount,
  bandwidths,
  boxSides,
  steps,
}: {
  readonly kernel: BumpKernelName;
  readonly recordCount: number;
  readonly bandwidths: readonly number[];
  readonly boxSides?: readonly number[] | undefined;
  readonly steps?: readonly number[] | undefined;
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const { dimension, height, profile } = bumpKernel({ name: kernel, bandwidths });
  if (boxSides) checkLength("boxSides", boxSides, dimension);
  if (steps) checkLength("steps", steps, dimension);
  const squareOf = (length: number, j: number) => (length / bandwidths[j]!) ** 2;
  const spread = (steps ?? []).reduce((sum, step, j) => sum + squareOf(checkNonNegative(`steps[${j}]`, step), j), 0);
  const diagonal = (boxSides ?? []).reduce(
    (sum, side, j) => sum + squareOf(checkPositive(`boxSides[${j}]`, side), j),
    0,
  );
  const least = boxSides ? Math.max(0, profile(diagonal + 2 * splineSpread.mostVariance * spread) - 2 ** -48) : 0;
  return representableBound((height / n) * Math.sqrt(2 - 2 * least));
}
