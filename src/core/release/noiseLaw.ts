import { checkLength } from "../checks.ts";
import { gridStep, type RegularGrid } from "../grids.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import type { StationaryKernel } from "../kernels/stationaryKernel.ts";
import { triangularKernel } from "../kernels/triangular.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";

/**
 * Law of the noise of released numbers on a grid, in the study's units: normal of covariance v K + w I, public;
 * independent for each function.
 */
export interface NoiseLaw {
  readonly kernel: StationaryKernel;
  /** Points of the numbers, in the units of the kernel. */
  readonly grid: RegularGrid;
  /** v: σ² in these units. */
  readonly variance: number;
  /** w: jitter, dither and the step of the lattice. */
  readonly white: number;
}

/**
 * Standard deviation of the noise of a linear functional, a product of one functional per axis or a difference of two,
 *
 *     √(v aᵀKa + w aᵀa),   a = a⁽¹⁾ ⊗ a⁽²⁾ [− b⁽¹⁾ ⊗ b⁽²⁾].
 *
 * aᵀKb is summed over lags: O(m²) for each axis and O(m₁m₂) in all.
 *
 * @param parts functional of each axis
 * @throws {ParameterError} unless the kernel's matrix is positive definite
 */
export function functionalDeviation(
  { kernel, grid, variance, white }: NoiseLaw,
  parts: readonly Float64Array[],
  less?: readonly Float64Array[],
): number {
  const k = kernelOfLag(kernel);
  const steps = grid.axes.map(gridStep);
  const checked = (of: readonly Float64Array[]) =>
    checkLength("parts", of, grid.axes.length).map((part, j) => checkLength("part", part, grid.axes[j]!.count));
  const covariance = (a: readonly Float64Array[], b: readonly Float64Array[]) => {
    const own = a.map((part, j) => correlation(part, b[j]!));
    const [along, across = Float64Array.of(1)] = own as [Float64Array, Float64Array?];
    const [middle, centre] = [(along.length - 1) / 2, (across.length - 1) / 2];
    let smooth = 0;
    across.forEach((weight, q) => {
      if (weight === 0) return;
      let sum = 0;
      along.forEach((share, p) => {
        if (share !== 0) sum += share * k([(p - middle) * steps[0]!, (q - centre) * (steps[1] ?? 0)]);
      });
      smooth += weight * sum;
    });
    return variance * smooth + white * own.reduce((product, lags) => product * lags[(lags.length - 1) / 2]!, 1);
  };
  return deviationBy(covariance, checked(parts), less && checked(less));
}

export function deviationBy<T>(covariance: (a: T, b: T) => number, a: T, b?: T): number {
  const square = covariance(a, a) + (b === undefined ? 0 : covariance(b, b) - 2 * covariance(a, b));
  return Math.sqrt(Math.max(0, square));
}

/** Deviation of a product of one functional per axis, less another; of group 0 for one function, less another group. */
export type DeviationOf = (
  parts: readonly Float64Array[],
  group: number,
  less?: readonly Float64Array[],
  other?: number,
) => number | undefined;

/** Σ aᵢ bᵢ₊ₚ for each lag −m < p < m. */
function correlation(a: Float64Array, b: Float64Array): Float64Array {
  const m = a.length;
  const sums = new Float64Array(2 * m - 1);
  for (let i = 0; i < m; i++) {
    if (a[i] === 0) continue;
    for (let j = 0; j < m; j++) sums[m - 1 + j - i]! += a[i]! * b[j]!;
  }
  return sums;
}

function kernelOfLag(kernel: StationaryKernel): (lag: readonly [number, number]) => number {
  switch (kernel.type) {
    case "gaussian": {
      const { inverse } = definiteMatrix("noise.kernel.bandwidthMatrix", kernel.bandwidthMatrix);
      const [a, b, c] = [inverse[0]![0]!, inverse[0]![1] ?? 0, inverse[1]?.[1] ?? 0];
      return ([x, y]) => Math.exp(-0.5 * (a * x * x + 2 * b * x * y + c * y * y));
    }
    case "productExponential": {
      const [first, second = 0] = kernel.rates as readonly [number, number?];
      return ([x, y]) => Math.exp(-first * Math.abs(x) - second * Math.abs(y));
    }
    default: {
      const { type, lengthScale } = kernel;
      const made = type === "triangular" ? triangularKernel(lengthScale) : kernelOf(type, lengthScale);
      return ([x, y]) => made.evaluate([Math.hypot(x, y)], [0]);
    }
  }
}
