import { createPlaneFft } from "../../linalg/fourier/planeFft.ts";

/** Eigenvalues of a circulant matrix of correlations on a torus of nx × ny steps. */
export interface CirculantSpectrum {
  readonly nx: number;
  readonly ny: number;
  /** λ(k, l) at l·nx + k, 0 ≤ k < nx and 0 ≤ l ≤ ny/2; raised to 0 if negative. */
  readonly eigenvalues: Float64Array;
  /** Variance that raising adds to each value. */
  readonly clipped: number;
}

/** Correlation k(x, x + r) of stationary noise, in two steps. */
export interface Correlation {
  /** Argument of k at r, equal for −r; on a line r1 is 0. */
  readonly argument: (r0: number, r1: number) => number;
  /** Replaces each argument by k ≥ 0; k(0) = 1. */
  readonly ofArguments: (values: Float64Array) => void;
  readonly isEven: boolean;
}

/**
 * λ(k, l) = Σ_i Σ_j k(r_ij) e^(−2πi(ki/nx + lj/ny)), r_ij the shorter way round.
 *
 * @param lags distances of 0 … nx/2 and 0 … ny/2 steps, per axis; a line has nx = 1
 */
export function circulantSpectrum(
  { argument, ofArguments, isEven }: Correlation,
  [nx, ny]: readonly [number, number],
  [lagsX, lagsY]: readonly [Float64Array, Float64Array],
): CirculantSpectrum {
  const half = nx >> 1;
  const columns = isEven ? half + 1 : nx;
  const rows = (ny >> 1) + 1;
  const known = new Float64Array(columns * rows);
  for (let j = 0, q = 0; j < rows; j++) {
    const y = lagsY[j]!;
    for (let i = 0; i < columns; i++, q++) {
      const x = i <= half ? lagsX[i]! : -lagsX[nx - i]!;
      known[q] = nx === 1 ? argument(y, 0) : argument(x, y);
    }
  }
  ofArguments(known);
  const values = new Float64Array(nx * ny);
  for (let j = 0; j < rows; j++) {
    const row = j * nx;
    for (let i = 0, q = j * columns; i < columns; i++, q++) values[row + i] = known[q]!;
    for (let i = columns; i < nx; i++) values[row + i] = values[row + nx - i]!;
    if (j === 0 || 2 * j === ny) continue;
    const opposite = (ny - j) * nx;
    values[opposite] = values[row]!;
    for (let i = 1; i < nx; i++) values[opposite + i] = values[row + nx - i]!;
  }
  const size = nx * ((ny >> 1) + 1);
  const eigenvalues = new Float64Array(size);
  createPlaneFft(nx, ny).forward({ values, columns: nx, re: eigenvalues, im: new Float64Array(size) });
  let negative = 0;
  for (let q = 0; q < size; q++) {
    const value = eigenvalues[q]!;
    if (!(value < 0)) continue;
    negative -= q < nx || q >= (nx * ny) / 2 ? value : 2 * value;
    eigenvalues[q] = 0;
  }
  return { nx, ny, eigenvalues, clipped: negative / (nx * ny) };
}
