import { checkPositive } from "../../checks.ts";
import { gridSize, gridStep, type RegularGrid } from "../../grids.ts";
import type { StationaryKernel } from "../../kernels/stationaryKernel.ts";
import { unitRateKernel } from "../../kernels/unitRateKernel.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * Sensitivity of distances on a grid of m points x, for a function that changes by at most Δ in the RKHS of a
 * stationary kernel K ≥ 0 with K(x, x) = 1,
 *
 *     (w Σⱼ δ(xⱼ)²)^½ ≤ Δ √(w min(m, Σ_r K(r))),   r over all differences of grid points.
 *
 * @param sensitivity Δ > 0
 * @param weight w > 0 of each point
 * @see docs/proofs/sensitivities.md, Lemma 16; Hall, Rinaldo & Wasserman (2013), section 3.2
 */
export function gridDistanceSensitivity({
  kernel,
  grid,
  sensitivity,
  weight,
}: {
  readonly kernel: StationaryKernel;
  readonly grid: RegularGrid;
  readonly sensitivity: number;
  readonly weight: number;
}): number {
  const unitRate = unitRateKernel(kernel);
  const rates = kernel.type === "productExponential" ? kernel.rates : grid.axes.map(() => 1);
  const [along, across = [0]] = grid.axes.map((axis, j) => {
    const step = rates[j]! * gridStep(axis);
    return Array.from({ length: 2 * axis.count - 1 }, (_, i) => step * (i - axis.count + 1));
  });
  const origin = grid.axes.map(() => 0);
  let sum = 0;
  for (const y of across) for (const x of along!) sum += unitRate.evaluate(grid.axes.length > 1 ? [x, y] : [x], origin);
  const m = gridSize(grid);
  // Fewer than 4m ≤ 160,000 terms, each known to 5000u; that of r = 0 is 1.
  const largest = Math.min(m, sum * (1 + 1e-7));
  const distance = checkPositive("sensitivity", sensitivity) * Math.sqrt(checkPositive("weight", weight) * largest);
  return representableBound(distance * (1 + 1e-12));
}
