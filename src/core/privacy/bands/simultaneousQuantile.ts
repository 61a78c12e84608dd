import { checkLength, checkOpenUnit, checkPositive } from "../../checks.ts";
import { gridSize, gridStep } from "../../grids.ts";
import type { RegularGrid } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import { normalCdf } from "../../special/normal.ts";
import type { NoiseKernel } from "../mechanisms/unitNoise.ts";

/**
 * Half-width u of a simultaneous band for noise Z of unit variance on a grid: P(max |Z| ≤ u) ≥ coverage.
 *
 * The smallest of these bounds on P(max |Z| > u), solved for u; m points, ρ the correlation along an edge:
 *
 *     any kernel (Šidák):             1 − (2Φ(u) − 1)^m
 *     any kernel (Hunter, Worsley):   2Φ(−u) + Σ arccos(ρ)/π · e^{−u²/2}  over the m − 1 edges of a tree
 *     Gaussian, two dimensions:       2 [Φ(−u) + S₁ e^{−u²/2}/(2π) + S₂ u e^{−u²/2}/(2π)^{3/2}]
 *
 * The second counts the first point and then, along a tree of grid neighbours, only those points that
 * leave the band where their predecessor was inside, which has probability
 *
 *     P(|X| ≤ u < |Y|) = (1/π) ∫₀^{arccos ρ} (e^{−u²/(1 + cos θ)} − e^{−u²/(1 − cos θ)}) dθ   (Plackett).
 *
 * On a fine grid of a smooth process it becomes the bound of Rice and Davies. The first two are proved.
 * The third is twice the expected Euler characteristic of the set above u on the rectangle, with half
 * perimeter S₁ and area S₂ in the metric of H⁻¹: an asymptotic approximation, whose error shrinks
 * exponentially faster than itself as u grows; simulation supports it at 95 %.
 *
 * White noise added to Z is not counted: noise of covariance K + τI needs √(1 + τ)·u only if τ matters.
 *
 * @param coverage in (0, 1)
 * @throws {ParameterError} if an argument is out of range, or kernel and grid differ in dimension
 * @see Šidák (1967), JASA 62:626–633; Hunter (1976), J. Appl. Probab. 13:597–603; Worsley (1982),
 *   Biometrika 69:297–302; Efron (1997), Biometrika 84:143–157; Adler & Taylor (2007), Theorem 12.4.1
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
  const bounds = [sidak(grid), tree(kernel, grid)];
  if (kernel.type === "gaussian" && grid.axes.length === 2)
    bounds.push(eulerCharacteristic(kernel.bandwidthMatrix, grid));

  let low = 0;
  let high = 40;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (bounds.some((miss) => miss(middle) <= 1 - coverage)) high = middle;
    else low = middle;
  }
  return high;
}

type MissProbability = (u: number) => number;

function sidak(grid: RegularGrid): MissProbability {
  const m = gridSize(grid);
  return (u) => -Math.expm1(m * Math.log1p(-2 * normalCdf(-u)));
}

/** All lines of the grid along the axis of highest correlation, joined along the next axis, and so on. */
function tree(kernel: NoiseKernel, grid: RegularGrid): MissProbability {
  const edges = neighbourExponents(kernel, grid)
    .map((t, j) => ({ angle: Math.atan2(Math.sqrt(-Math.expm1(-2 * t)), Math.exp(-t)), count: grid.axes[j]!.count }))
    .sort((a, b) => a.angle - b.angle);
  let components = gridSize(grid);
  let angles = 0;
  for (const { angle, count } of edges) {
    angles += angle * (components - components / count);
    components /= count;
  }
  return (u) => 2 * normalCdf(-u) + (angles / Math.PI) * Math.exp(-0.5 * u * u);
}

/** t_j, where neighbours along axis j have the correlation e^{−t_j}. */
function neighbourExponents(kernel: NoiseKernel, { axes }: RegularGrid): number[] {
  if (kernel.type === "gaussian") {
    checkLength("bandwidthMatrix", kernel.bandwidthMatrix, axes.length);
    const { inverse } = definiteMatrix("bandwidthMatrix", kernel.bandwidthMatrix);
    return axes.map((axis, j) => 0.5 * gridStep(axis) ** 2 * inverse[j]![j]!);
  }
  if (kernel.type !== "productExponential") {
    const profile = kernelOf(kernel.type, kernel.lengthScale).ofSquaredDistance!;
    return axes.map((axis) => -Math.log(profile(gridStep(axis) ** 2)));
  }
  checkLength("rates", kernel.rates, axes.length);
  return axes.map((axis, j) => gridStep(axis) * checkPositive(`rates[${j}]`, kernel.rates[j]!));
}

function eulerCharacteristic(H: readonly (readonly number[])[], { axes }: RegularGrid): MissProbability {
  const { inverse, determinant } = definiteMatrix("bandwidthMatrix", H);
  const sides = axes.map(({ lower, upper }) => upper - lower);
  const halfPerimeter = sides.reduce((sum, side, j) => sum + side * Math.sqrt(inverse[j]![j]!), 0);
  const area = sides.reduce((product, side) => product * side, 1) / Math.sqrt(determinant);
  return (u) => {
    const peak = Math.exp(-0.5 * u * u);
    return 2 * (normalCdf(-u) + (halfPerimeter * peak) / (2 * Math.PI) + (area * u * peak) / (2 * Math.PI) ** 1.5);
  };
}
