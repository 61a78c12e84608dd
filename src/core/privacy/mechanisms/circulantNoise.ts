import { checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridStep, type RegularGrid } from "../../grids.ts";
import { fftRoundoff, powerOfTwoAtLeast } from "../../linalg/fourier/fft.ts";
import { fastLength } from "../../linalg/fourier/fourierPlan.ts";
import { circulantSpectrum, type Correlation } from "./circulantSpectrum.ts";
import { torusNoise } from "./torusNoise.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";
import { onePoint, waveNoise } from "./waveNoise.ts";

/** Variance of clipping that demands a longer circle. */
const clippedAllowed = 1e-10;
const mostCells = 2 ** 20;

/**
 * Noise with any stationary kernel on a regular grid of one or two dimensions, by circulant embedding: the kernel round
 * a circle of L steps per axis is diagonal in Fourier space.
 *
 * L grows from twice the number of points until negative eigenvalues are below 10⁻¹⁰ of the variance, or the circles
 * have 2²⁰ points; they are raised to zero. Eigenvalues err by at most (ε_nx + 2ε_ny + 2u + roundoff) Σ k
 * (`createPlaneFft`), which white noise covers.
 *
 * @param roundoff bound on Σ|error of k| / Σ k over the circles
 * @param normals "all": those of `torusNoise`, on a plane; "placed": those of `waveNoise`
 * @param jitter τ ≥ 0
 * @see Dietrich & Newsam (1997), SIAM J. Sci. Comput. 18:1088–1107; errata H15
 */
export function circulantNoise({
  correlation,
  roundoff,
  grid,
  normals,
  jitter,
}: {
  readonly correlation: Correlation;
  readonly roundoff: number;
  readonly grid: RegularGrid;
  readonly normals: "all" | "placed";
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  checkPositive("roundoff", roundoff);
  const d = grid.axes.length;
  if (!(d === 2 || (d === 1 && normals === "placed")))
    throw new ParameterError("grid", d, normals === "all" ? "of two axes" : "of one or two axes");
  const steps = grid.axes.map((axis) => gridStep(gridAxis(axis)));
  const spectrumOf = (lengths: readonly number[]) => {
    const lags = lengths.map((L, j) => lagsOf(grid.axes[j]!.count, L, steps[j]!, normals === "all"));
    return circulantSpectrum(
      correlation,
      [d === 1 ? 1 : lengths[0]!, lengths[d - 1]!],
      [d === 1 ? Float64Array.of(0) : lags[0]!, lags[d - 1]!],
    );
  };
  const [atLeast, growth] = normals === "all" ? [fastLength, 1.25] : [powerOfTwoAtLeast, 2];

  let lengths = grid.axes.map(({ count }) => atLeast(2 * count));
  let spectrum = spectrumOf(lengths);
  while (spectrum.clipped > clippedAllowed) {
    const before = lengths;
    const isFar = spectrum.clipped > 1e-3 && lengths.some((L, j) => L > atLeast(2 * grid.axes[j]!.count));
    const times = normals === "all" && isFar ? 2 : 1;
    for (let k = 0; k < times; k++) {
      const isNeeded = isNeediest(correlation, lengths, steps);
      const longer = lengths.map((L, j) => (isNeeded[j]! ? atLeast(growth * L) : L));
      if (longer.reduce((cells, L) => cells * L, 1) <= mostCells) lengths = longer;
    }
    if (lengths === before) break;
    spectrum = spectrumOf(lengths);
  }
  const { nx, ny, eigenvalues, clipped } = spectrum;
  const largest = eigenvalues[0]!; // the sum of k, which bounds every eigenvalue
  const slack = (1.1 * (fftRoundoff(nx) + 2 * fftRoundoff(ny) + 2 * 2 ** -53) + roundoff) * largest;
  const elementError =
    clipped + (fftRoundoff(nx) + fftRoundoff(ny) + 2 * 2 ** -53) * Math.sqrt(1.1 * largest) + roundoff * largest;
  if (normals === "all") {
    const counts = grid.axes.map(({ count }) => count) as [number, number];
    return torusNoise({ spectrum, counts, slack, elementError, jitter });
  }
  const [x, y] = [onePoint, ...grid.axes.map(({ count }, j) => circle(count, lengths[j]!))].slice(-2);
  return waveNoise({
    method: "circulant",
    x: x!,
    y: y!,
    weight: (k, l) => {
      if (nx > 1 && k === -nx / 2) return 0; // coincides with nx/2
      const once = 2 * l === ny ? 0.5 : 1; // its own opposite
      return Math.sqrt((once * eigenvalues[l * nx + (k < 0 ? nx + k : k)]!) / (nx * ny));
    },
    norm: 1.1 * largest,
    slack,
    elementError,
    jitter,
  });
}

/** Distances of 0 … L/2 steps, growing slower beyond the grid. */
function lagsOf(count: number, length: number, step: number, isSmooth: boolean): Float64Array {
  const width = length / 2 - (count - 1);
  return Float64Array.from({ length: length / 2 + 1 }, (_, i) => {
    const u = (i - (count - 1)) / width;
    if (!(isSmooth && u > 0)) return i * step;
    // ∫₀ᵘ (1 − s), s a smooth step from 0 to 1: no kink half way round.
    return (count - 1 + width * (u - u ** 5 * (7 - 14 * u + 10 * u ** 2 - 2.5 * u ** 3))) * step;
  });
}

/** Axes on which the kernel half way round is largest. */
function isNeediest(
  { argument, ofArguments }: Correlation,
  lengths: readonly number[],
  steps: readonly number[],
): boolean[] {
  const halfway = Float64Array.from(lengths, (L, j) => {
    const half = (L * steps[j]!) / 2;
    return j === 0 ? argument(half, 0) : argument(0, half);
  });
  ofArguments(halfway);
  const exponents = Array.from(halfway, (value) => -Math.log(value));
  const least = Math.min(...exponents);
  return exponents.map((exponent) => exponent <= 1.5 * least);
}

function circle(count: number, length: number) {
  return { count, turn: 1 / length, highest: length / 2 };
}
