import { gridAxis, gridStep, type GridAxis } from "../grids.ts";
import type { CapableKernel } from "./kernel.ts";

export type LineGrid = GridAxis | ArrayLike<number>;

export function pointCountOf(grid: LineGrid): number {
  return isAxis(grid) ? grid.count : grid.length;
}

/**
 * [k(tᵢ, tⱼ)] on a line, shape (m, m), for a kernel of the distance. On an axis, tᵢ = i·step: rounded coordinates would
 * move K by more than the noise covers. Other points with steps equal to within a share of 10⁻¹² (m − 1) count as
 * evenly spaced.
 */
export function gramOnLine(kernel: CapableKernel, grid: LineGrid): Float64Array {
  const m = pointCountOf(grid);
  const step = isAxis(grid) ? gridStep(gridAxis(grid)) : (grid[m - 1]! - grid[0]!) / (m - 1);
  const points = isAxis(grid) ? Float64Array.from({ length: m }, (_, i) => i * step) : grid;
  const regular = Array.from(points).every((t, i) => Math.abs(t - points[0]! - i * step) <= 1e-12 * (m - 1) * step);
  const K = new Float64Array(m * m);
  if (regular && kernel.ofSquaredDistance) {
    const values = Float64Array.from({ length: m }, (_, lag) => kernel.ofSquaredDistance!((lag * step) ** 2));
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) K[i * m + j] = values[Math.abs(i - j)]!;
    return K;
  }
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      K[i * m + j] = kernel.evaluate([points[i]!], [points[j]!]);
      K[j * m + i] = K[i * m + j]!;
    }
  }
  return K;
}

function isAxis(grid: LineGrid): grid is GridAxis {
  return "count" in grid;
}
