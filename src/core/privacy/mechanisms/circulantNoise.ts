import { checkNonNegative } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridSize, gridStep } from "../../grids.ts";
import type { RegularGrid } from "../../grids.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { createFft, fftRoundoff, powerOfTwoAtLeast } from "../../linalg/fft.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/** The longest circle per axis: by number of axes. */
const longest = [0, 65_536, 1024];
/** Variance that clipping may add before a longer circle is tried. */
const clippedAllowed = 1e-10;

/**
 * Noise with a kernel of the distance, on a regular grid of one or two dimensions, by circulant embedding: the
 * kernel of the shorter way round a circle of L steps per axis is diagonal in Fourier space.
 *
 * L doubles until the negative eigenvalues, which the embedding of a kernel may have, are worth less than 10⁻¹⁰ of the
 * variance, or L reaches its limit. They are raised to zero, which adds variance and removes none: the covariance on
 * the grid stays at least K. What the transforms round is covered by white noise of variance τ + slack.
 *
 * The normals are the white noise of the grid, then two for each frequency, in the order of the transform.
 *
 * @param kernel a function of the distance, k(x, x) = 1, k ≥ 0
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if an argument is out of range
 * @see Dietrich & Newsam (1997), SIAM J. Sci. Comput. 18:1088–1107; errata H15
 */
export function circulantNoise({
  kernel,
  grid,
  jitter,
}: {
  readonly kernel: Kernel;
  readonly grid: RegularGrid;
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  const profile = kernel.ofSquaredDistance;
  const d = grid.axes.length;
  if (!profile || (d !== 1 && d !== 2)) {
    throw new ParameterError("grid", d, "of one or two axes, for a kernel of the distance");
  }
  const m = gridSize(grid);
  const [x, y] = grid.axes;
  const step = { x: gridStep(x!), y: y ? gridStep(y) : 1 };
  const rows = y?.count ?? 1;

  let doubling = 2;
  let spectrum = circulantSpectrum(profile, step, lengthsOf(grid, doubling));
  while (spectrum.clipped > clippedAllowed && Math.max(spectrum.nx, spectrum.ny) < longest[d]!) {
    doubling *= 2;
    spectrum = circulantSpectrum(profile, step, lengthsOf(grid, doubling));
  }
  const { nx, ny, eigenvalues, clipped } = spectrum;
  const largest = eigenvalues.reduce((a, b) => Math.max(a, b), 0);
  const rounding = (4 * (fftRoundoff(nx) + fftRoundoff(ny)) + 64 * 2 ** -53) * largest;
  const whiteDeviation = Math.sqrt(jitter + rounding);
  const weights = eigenvalues.map((lambda) => Math.sqrt(lambda / (nx * ny)));
  const fftX = createFft(nx);
  const fftY = createFft(ny);
  const re = new Float64Array(nx * ny);
  const im = new Float64Array(nx * ny);
  const columnRe = new Float64Array(ny);
  const columnIm = new Float64Array(ny);

  return {
    method: "circulant",
    normalCount: m + 2 * nx * ny,
    jitter,
    covarianceError: clipped + 2 * rounding,
    sample: (z, out) => {
      for (let q = 0; q < weights.length; q++) {
        re[q] = weights[q]! * z[m + 2 * q]!;
        im[q] = weights[q]! * z[m + 2 * q + 1]!;
      }
      for (let start = 0; start < re.length; start += nx) {
        fftX.forward(re.subarray(start, start + nx), im.subarray(start, start + nx));
      }
      for (let i = 0; i < x!.count; i++) {
        for (let j = 0; j < ny; j++) {
          columnRe[j] = re[i + j * nx]!;
          columnIm[j] = im[i + j * nx]!;
        }
        if (ny > 1) fftY.forward(columnRe, columnIm);
        for (let j = 0; j < rows; j++) {
          const target = i + j * x!.count;
          out[target] = columnRe[j]! + whiteDeviation * z[target]!;
        }
      }
      return out;
    },
  };
}

interface CirculantSpectrum {
  readonly nx: number;
  readonly ny: number;
  /** Eigenvalues, the negative ones raised to 0; shape (ny, nx). */
  readonly eigenvalues: Float64Array;
  /** Variance that raising them adds at each point. */
  readonly clipped: number;
}

function lengthsOf({ axes }: RegularGrid, factor: number): { nx: number; ny: number } {
  const length = (count: number) => Math.min(longest[axes.length]!, powerOfTwoAtLeast(factor * count));
  return { nx: length(axes[0]!.count), ny: axes[1] ? length(axes[1].count) : 1 };
}

function circulantSpectrum(
  profile: (squaredDistance: number) => number,
  step: { readonly x: number; readonly y: number },
  { nx, ny }: { readonly nx: number; readonly ny: number },
): CirculantSpectrum {
  const re = new Float64Array(nx * ny);
  const im = new Float64Array(nx * ny);
  for (let j = 0; j < ny; j++) {
    const b = Math.min(j, ny - j) * step.y;
    for (let i = 0; i < nx; i++) {
      const a = Math.min(i, nx - i) * step.x;
      re[i + j * nx] = profile(a * a + b * b);
    }
  }
  const fftX = createFft(nx);
  for (let start = 0; start < re.length; start += nx) {
    fftX.forward(re.subarray(start, start + nx), im.subarray(start, start + nx));
  }
  if (ny > 1) {
    const fftY = createFft(ny);
    const columnRe = new Float64Array(ny);
    const columnIm = new Float64Array(ny);
    for (let i = 0; i < nx; i++) {
      for (let j = 0; j < ny; j++) {
        columnRe[j] = re[i + j * nx]!;
        columnIm[j] = im[i + j * nx]!;
      }
      fftY.forward(columnRe, columnIm);
      for (let j = 0; j < ny; j++) re[i + j * nx] = columnRe[j]!;
    }
  }
  let negative = 0;
  const eigenvalues = re.map((lambda) => {
    if (lambda < 0) negative -= lambda;
    return Math.max(0, lambda);
  });
  return { nx, ny, eigenvalues, clipped: negative / (nx * ny) };
}
