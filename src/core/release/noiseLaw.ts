import { checkLength } from "../checks.ts";
import { gridStep, type RegularGrid } from "../grids.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import type { StationaryKernel } from "../kernels/stationaryKernel.ts";
import { triangularKernel } from "../kernels/triangular.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";

/**
 * Law of the noise of released numbers on a grid, in the units of the study: normal with covariance v K + w I, all public.
 * Several functions have independent noise of this law.
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
 * Standard deviation of the noise of a linear functional that is a product of one functional per axis,
 *
 *     √(v aᵀKa + w aᵀa),   a = a⁽¹⁾ ⊗ a⁽²⁾.
 *
 * K depends on differences alone, so aᵀKa is the sum over lags of K times the products of the axes' autocorrelations:
 * O(m²) for each axis and O(m₁m₂) in all, exact to rounding.
 *
 * @param parts functional of each axis, in the order of the grid
 * @throws {ParameterError} if shapes differ, or the kernel's matrix is not positive definite
 */
export function functionalDeviation({ kernel, grid, variance, white }: NoiseLaw, parts: readonly Float64Array[]) {
  checkLength("parts", parts, grid.axes.length);
  const k = kernelOfLag(kernel);
  const steps = grid.axes.map(gridStep);
  const own = parts.map((part, j) => autocorrelation(checkLength("part", part, grid.axes[j]!.count)));
  const [along, across = Float64Array.of(1)] = own as [Float64Array, Float64Array?];
  let smooth = 0;
  for (let q = 1 - across.length; q < across.length; q++) {
    const weight = across[Math.abs(q)]!;
    if (weight === 0) continue;
    let sum = 0;
    for (let p = 1 - along.length; p < along.length; p++) {
      const share = along[Math.abs(p)]!;
      if (share !== 0) sum += share * k([p * steps[0]!, q * (steps[1] ?? 0)]);
    }
    smooth += weight * sum;
  }
  const square = own.reduce((product, lags) => product * lags[0]!, 1);
  return Math.sqrt(Math.max(0, variance * smooth) + white * square);
}

/** Σ aᵢ aᵢ₊ₚ for each lag p ≥ 0. */
function autocorrelation(a: Float64Array): Float64Array {
  const sums = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) {
    if (a[i] === 0) continue;
    for (let p = 0; i + p < a.length; p++) sums[p]! += a[i]! * a[i + p]!;
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
