import { createPlaneFft } from "../../linalg/planeFft.ts";

/** Eigenvalues of a circulant matrix of correlations on a torus of nx × ny steps. */
export interface CirculantSpectrum {
  readonly nx: number;
  readonly ny: number;
  /** λ(k, l) at l·nx + k, 0 ≤ k < nx and 0 ≤ l ≤ ny/2; raised to 0 if negative. */
  readonly eigenvalues: Float64Array;
  /** Variance that raising adds at each point. */
  readonly clipped: number;
}

/**
 * λ(k, l) = Σ_i Σ_j k(r_ij) e^(−2πi(ki/nx + lj/ny)), with r_ij the shorter way round.
 *
 * @param lag k(r) by whole steps, k(−r) = k(r)
 * @param isEven whether lag is even in each argument alone
 */
export function circulantSpectrum(
  lag: (i: number, j: number) => number,
  isEven: boolean,
  [nx, ny]: readonly [number, number],
): CirculantSpectrum {
  const values = new Float64Array(nx * ny);
  const half = nx >> 1;
  for (let j = 0; j <= ny >> 1; j++) {
    const row = j * nx;
    for (let i = 0; i <= half; i++) values[row + i] = lag(i, j);
    for (let i = half + 1; i < nx; i++) values[row + i] = isEven ? values[row + nx - i]! : lag(i - nx, j);
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
