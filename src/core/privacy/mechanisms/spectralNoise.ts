import { checkNonNegative } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridSize, gridStep, type GridAxis, type RegularGrid } from "../../grids.ts";
import { exponentials } from "../../arithmetic/exponentials.ts";
import { powerOfTwoAtLeast } from "../../linalg/fourier/fft.ts";
import { definiteMatrix, type Rows } from "../../linalg/smallMatrix.ts";
import { circulantNoise } from "./circulantNoise.ts";
import type { Correlation } from "./circulantSpectrum.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";
import { onePoint, placedFrequencies, waveNoise } from "./waveNoise.ts";
import type { CircleAxis } from "./waveSum.ts";

/**
 * Noise with a Gaussian kernel, any bandwidth matrix, on a regular grid of one or two dimensions: the Fourier series of
 * the periodic kernel k_P(r) = Σ_a k(r + aP), whose coefficients are positive (Poisson):
 *
 *     k_P(r) = Σ_ω λ(ω) cos ωr,  λ(ω) = (2π)^{d/2} |H|^{1/2} / ΠP_j · exp(−½ ωᵀHω),  ω_j ∈ (2π/P_j)ℤ.
 *
 * The period P_j is L steps, L a power of two of at least twice the points, or 9 bandwidths more than the grid if
 * longer. Each frequency keeps its normals (`waveNoise`).
 *
 * |k_P − k| ≤ 8 Σ_j e^{−81/2}, and the series stops at ω_j s_j = 9, s_j the standard deviation given the other
 * coordinate, which leaves out a variance of 2Φ(−9) per axis. White noise of τ and m times both errors, and raised
 * coefficients, make the covariance at least K + τI. If s_j is below 3 steps, `circulantNoise` takes over, with the
 * same normals.
 *
 * @param bandwidthMatrix H, d × d symmetric positive definite, d = 1 or 2
 * @param jitter τ ≥ 0
 * @see Dietrich & Newsam (1997), SIAM J. Sci. Comput. 18:1088–1107; errata H15
 */
export function spectralNoise({
  grid,
  bandwidthMatrix: H,
  jitter,
}: {
  readonly grid: RegularGrid;
  readonly bandwidthMatrix: Rows;
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  const { dimension: d, determinant } = definiteMatrix("bandwidthMatrix", H);
  if ((d !== 1 && d !== 2) || grid.axes.length !== d) {
    throw new ParameterError(
      "bandwidthMatrix",
      `${d}×${d}`,
      `of the grid's dimension, 1 or 2, here ${grid.axes.length}`,
    );
  }
  const circles = grid.axes.map((axis, j) => {
    const others = j === 0 ? H[1]?.[1] : H[0]![0];
    return circleAround(gridAxis(axis), Math.sqrt(H[j]![j]!), Math.sqrt(determinant / (others ?? 1)));
  });
  const condition = H.reduce((product, row, j) => product * row[j]!, 1) / determinant;
  if (circles.some(({ highest, highestAllowed }) => !(highest < highestAllowed))) {
    // Relative error of an eigenvalue over the largest.
    const roundoff = 64 * 2 ** -53 * condition;
    return circulantNoise({ grid, correlation: gaussianCorrelation(H), roundoff, normals: "placed", jitter });
  }

  const last = circles[d - 1]!;
  const first = d === 1 ? undefined : circles[0]!;
  const [xx, xy, yy] = d === 1 ? [0, 0, H[0]![0]!] : [H[0]![0]!, H[0]![1]!, H[1]![1]!];
  const m = gridSize(grid);
  const peak = circles.reduce(
    (product, { period }) => product / period,
    (2 * Math.PI) ** (d / 2) * Math.sqrt(determinant),
  );
  const tail = d * 2.3e-19; // 2Φ(−9) per axis.
  const images = circles.reduce((sum, { gap }) => sum + 8 * Math.exp(-0.5 * gap * gap), 0);
  // Bounds: the trace, and the large sieve, 1.5 per axis of the kernel's sum over an endless grid.
  const deviations = [Math.sqrt(H[0]![0]!), Math.sqrt(determinant / H[0]![0]!)];
  const kernelSum = circles.reduce(
    (product, { step }, j) => product * (1 + (Math.sqrt(2 * Math.PI) * deviations[j]!) / step),
    1,
  );
  const norm = Math.min(1.1 * m, 1.5 ** d * kernelSum);
  // Terms of q = ½ωᵀHω add up to at most 4q·condition, each off by 11u: covered up to q = 45.
  const relative = 2000 * 2 ** -53 * condition;
  return waveNoise({
    method: "spectral",
    x: first ?? onePoint,
    y: last,
    weight: (k, l) => {
      const u = k * (first?.wave ?? 0);
      const v = l * last.wave;
      return Math.sqrt((1 + relative) * peak * Math.exp(-0.5 * (xx * u * u + 2 * xy * u * v + yy * v * v)));
    },
    norm,
    slack: m * (images + tail),
    elementError: images + tail + 2 * relative,
    jitter,
  });
}

/** Standard deviations to the nearest image, and to the last wave. */
const reach = 9;

interface GridCircle extends CircleAxis {
  readonly step: number;
  readonly period: number;
  /** Angular frequency of one turn, 2π / period. */
  readonly wave: number;
  /** Distance to the nearest image, in bandwidths. */
  readonly gap: number;
  readonly highestAllowed: number;
}

function circleAround(axis: GridAxis, h: number, conditionalDeviation: number): GridCircle {
  const step = gridStep(axis);
  const side = (axis.count - 1) * step;
  const length = powerOfTwoAtLeast(2 * axis.count);
  const turn = Math.min(1 / length, step / (side + reach * h));
  const period = step / turn;
  const wave = (2 * Math.PI) / period;
  return {
    count: axis.count,
    turn,
    highest: Math.ceil(reach / (conditionalDeviation * wave)),
    step,
    period,
    wave,
    gap: (period - side) / h,
    highestAllowed: turn * length === 1 ? length / 2 : placedFrequencies(axis.count),
  };
}

/** exp(−½ rᵀH⁻¹r), as the first coordinate's factor times that of the second given the first. */
function gaussianCorrelation(H: Rows): Correlation {
  const slope = H.length === 1 ? 0 : H[0]![1]! / H[0]![0]!;
  const rest = H.length === 1 ? 1 : definiteMatrix("bandwidthMatrix", H).determinant / H[0]![0]!;
  const argument = (r0: number, r1: number) => -0.5 * ((r0 * r0) / H[0]![0]! + (r1 - slope * r0) ** 2 / rest);
  return { argument, ofArguments: (values) => exponentials(values), isEven: slope === 0 };
}
