import { checkOpenUnit } from "../../checks.ts";
import { gridSize } from "../../grids.ts";
import type { RegularGrid } from "../../grids.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import { normalCdf } from "../../special/normal.ts";
import type { NoiseKernel } from "../mechanisms/unitNoise.ts";

/**
 * Half-width u of a simultaneous band for noise Z of unit variance on a grid: P(max |Z| ≤ u) ≥ coverage.
 *
 * The smaller of two bounds on P(max |Z| > u), solved for u:
 *
 *     any kernel, m points (Šidák):     1 − (2Φ(u) − 1)^m
 *     Gaussian kernel, one dimension:   2Φ(−u) + L/(πh) e^{−u²/2}                         (Rice, Davies)
 *     Gaussian kernel, two dimensions:  2 [Φ(−u) + S₁ e^{−u²/2}/(2π) + S₂ u e^{−u²/2}/(2π)^{3/2}]
 *
 * Šidák and Davies are proved bounds. The last is twice the expected Euler characteristic of the set above
 * u on the rectangle, with half perimeter S₁ and area S₂ in the metric of H; its error is exponentially
 * smaller than itself, which is an approximation, checked by simulation at 95 %.
 *
 * @param coverage in (0, 1)
 * @throws {ParameterError} if an argument is out of range
 * @see Šidák (1967), JASA 62:626–633; Davies (1977), Biometrika 64:247–254; Adler & Taylor (2007), Theorem 12.4.1
 */
export function simultaneousQuantile({
  kernel,
  grid,
  coverage,
}: {
  readonly kernel: NoiseKernel;
  readonly grid: RegularGrid;
  readonly coverage: number;
}): number {
  checkOpenUnit("coverage", coverage);
  const m = gridSize(grid);
  const sidak = (u: number) => -Math.expm1(m * Math.log1p(-2 * normalCdf(-u)));
  const excess = kernel.type === "gaussian" ? gaussianExcess(kernel.bandwidthMatrix, grid) : sidak;
  const miss = (u: number) => Math.min(sidak(u), excess(u));

  let low = 0;
  let high = 40;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (miss(middle) > 1 - coverage) low = middle;
    else high = middle;
  }
  return high;
}

function gaussianExcess(H: readonly (readonly number[])[], { axes }: RegularGrid): (u: number) => number {
  const { inverse, determinant } = definiteMatrix("bandwidthMatrix", H);
  const lengths = axes.map(({ lower, upper }, j) => (upper - lower) * Math.sqrt(inverse[j]![j]!));
  const halfPerimeter = lengths.reduce((sum, length) => sum + length, 0);
  const area =
    axes.length === 2
      ? axes.reduce((product, { lower, upper }) => product * (upper - lower), 1) / Math.sqrt(determinant)
      : 0;
  return (u) => {
    const density = Math.exp(-0.5 * u * u);
    const edges = (halfPerimeter * density) / (2 * Math.PI);
    const interior = (area * u * density) / (2 * Math.PI) ** 1.5;
    return 2 * (normalCdf(-u) + edges + interior);
  };
}
