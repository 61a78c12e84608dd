import { checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridStep } from "../../grids.ts";
import type { RegularGrid } from "../../grids.ts";
import { createFft, fftRoundoff, powerOfTwoAtLeast } from "../../linalg/fft.ts";
import { createRealFft } from "../../linalg/realFft.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";
import { onePoint, waveNoise } from "./waveNoise.ts";

/** The correlation k(x, x + r) of stationary noise, by coordinates of r; the second is 0 on a line. */
export type Correlation = (r0: number, r1: number) => number;

/** Variance that clipping may add before a longer circle is tried. */
const clippedAllowed = 1e-10;
/** The most points on the circles together. */
const mostCells = 2 ** 20;

/**
 * Noise with any stationary kernel, on a regular grid of one or two dimensions, by circulant embedding: the
 * kernel of the shorter way round a circle of L steps per axis is diagonal in Fourier space.
 *
 * L starts at the power of two that is at least twice the number of points, so that no way between two of them is
 * cut short, and doubles, first on the axis that needs it most, until the negative eigenvalues, which the embedding of a
 * kernel may have, are worth less than 10⁻¹⁰ of the variance, or the circles have 2²⁰ points together. Negative
 * eigenvalues are raised to zero, which adds variance and removes none: the covariance on the grid stays at least K.
 * What the transforms round is covered by white noise. The normals are those of `waveNoise`.
 *
 * @param correlation k ≥ 0 with k(0) = 1
 * @param isEven whether k is even in each coordinate alone, as that of a distance is
 * @param roundoff bound on Σ|error of k| / Σ k over the circles; 64u for a Matérn kernel
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if an argument is out of range
 * @see Dietrich & Newsam (1997), SIAM J. Sci. Comput. 18:1088–1107; errata H15
 */
export function circulantNoise({
  correlation,
  isEven,
  roundoff,
  grid,
  jitter,
}: {
  readonly correlation: Correlation;
  readonly isEven: boolean;
  readonly roundoff: number;
  readonly grid: RegularGrid;
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  checkPositive("roundoff", roundoff);
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid", d, "of one or two axes");
  const steps = grid.axes.map((axis) => gridStep(gridAxis(axis)));
  const lag = (i: number, j: number) => (d === 1 ? correlation(j * steps[0]!, 0) : correlation(i * steps[0]!, j * steps[1]!));

  let lengths = grid.axes.map(({ count }) => powerOfTwoAtLeast(2 * count));
  let spectrum = circulantSpectrum(lag, isEven, lengths);
  for (;;) {
    const longer = lengthened(correlation, lengths, steps);
    if (spectrum.clipped <= clippedAllowed || longer.reduce((cells, L) => cells * L, 1) > mostCells) break;
    lengths = longer;
    spectrum = circulantSpectrum(lag, isEven, lengths);
  }
  const [x, y] = [onePoint, ...grid.axes.map(({ count }, j) => circle(count, lengths[j]!))].slice(-2);
  const { nx, ny, clipped, eigenvalue } = spectrum;
  const largest = eigenvalue(0, 0); // the sum of k, which bounds every eigenvalue
  const rounding = (2 * (2 * fftRoundoff(nx) + fftRoundoff(ny)) + roundoff) * largest;
  return waveNoise({
    method: "circulant",
    x: x!,
    y: y!,
    weight: (k, l) => {
      if (nx > 1 && k === -nx / 2) return 0; // the same wave as nx/2
      const once = l === ny / 2 ? 0.5 : 1; // its own opposite
      return Math.sqrt((once * eigenvalue(k, l)) / (nx * ny));
    },
    norm: 1.1 * largest,
    slack: rounding,
    elementError: clipped + rounding,
    jitter,
  });
}

/** Twice the length for the axes half way round which the kernel is largest, within half of its exponent. */
function lengthened(correlation: Correlation, lengths: readonly number[], steps: readonly number[]): number[] {
  const exponents = lengths.map((L, j) => {
    const half = (L * steps[j]!) / 2;
    return -Math.log(j === 0 ? correlation(half, 0) : correlation(0, half));
  });
  const least = Math.min(...exponents);
  return lengths.map((L, j) => (exponents[j]! <= 1.5 * least ? 2 * L : L));
}

function circle(count: number, length: number) {
  return { count, turn: 1 / length, highest: length / 2 };
}

interface CirculantSpectrum {
  readonly nx: number;
  readonly ny: number;
  /** Eigenvalue of the wave of k and l turns, |k| ≤ nx/2 and 0 ≤ l ≤ ny/2; raised to 0 if negative. */
  readonly eigenvalue: (k: number, l: number) => number;
  /** Variance that raising adds at each point. */
  readonly clipped: number;
}

/** λ(k, l) = Σ_i Σ_j k(r_ij) e^(−2πi(ki/nx + lj/ny)); half of each sum suffices, since k(−r) = k(r). */
function circulantSpectrum(lag: (i: number, j: number) => number, isEven: boolean, lengths: readonly number[]): CirculantSpectrum {
  const [nx, ny] = lengths.length === 1 ? [1, lengths[0]!] : [lengths[0]!, lengths[1]!];
  const columns = Math.floor(nx / 2) + 1;
  const re = new Float64Array(ny * columns);
  const im = new Float64Array(ny * columns);
  const row = new Float64Array(nx);
  const fftX = nx > 1 ? createRealFft(nx) : undefined;
  for (let j = 0; j <= ny / 2; j++) {
    for (let i = 0; i < columns; i++) row[i] = lag(i, j);
    for (let i = columns; i < nx; i++) row[i] = isEven ? row[nx - i]! : lag(i - nx, j);
    const here = j * columns;
    if (fftX) fftX.forward(row, re.subarray(here, here + columns), im.subarray(here, here + columns));
    else re[j] = row[0]!;
    const opposite = ((ny - j) % ny) * columns;
    for (let k = 0; k < columns && opposite !== here; k++) {
      re[opposite + k] = re[here + k]!;
      im[opposite + k] = -im[here + k]!;
    }
  }
  createFft(ny, columns).forward(re, im);
  let negative = 0;
  for (let l = 0, q = 0; l < ny; l++) {
    for (let k = 0; k < columns; k++, q++) {
      if (!(re[q]! < 0)) continue;
      negative -= re[q]! * (k === 0 || k === nx / 2 ? 1 : 2);
      re[q] = 0;
    }
  }
  return {
    nx,
    ny,
    eigenvalue: (k, l) => (k < 0 ? re[((ny - l) % ny) * columns - k]! : re[l * columns + k]!),
    clipped: negative / (nx * ny),
  };
}
