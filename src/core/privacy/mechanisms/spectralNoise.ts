import { checkNonNegative } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridSize, gridStep } from "../../grids.ts";
import type { GridAxis, RegularGrid } from "../../grids.ts";
import { createFft, fftRoundoff, powerOfTwoAtLeast } from "../../linalg/fft.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import type { Rows } from "../../linalg/smallMatrix.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Noise with a Gaussian kernel, any bandwidth matrix, on a regular grid of one or two dimensions, by
 * circulant embedding with the spectrum in closed form.
 *
 * The kernel made periodic, k_P(r) = Σ_a k(r + aP), is positive definite on the circle and its circulant
 * has the eigenvalues (Poisson)
 *
 *     λ(ω) = (2π)^{d/2} |H|^{1/2} / Π step_j · Σ_a exp(−½ (ω + 2πa/step)ᵀ H (ω + 2πa/step)),
 *
 * all positive, so nothing is clipped. The period starts at 4 (one dimension) or 2 (two) times the grid
 * and doubles until images are more than 8.6 bandwidths away.
 *
 * **Dominance.** Covariance = k_P on the kept frequencies + white noise of variance τ + slack, where slack
 * covers m·max|k_P − k|, the largest eigenvalue among the dropped frequencies, and the rounding of
 * eigenvalues and transforms. Hence covariance ⪰ K + τI.
 *
 * The normals are the white noise of the grid followed by the frequencies in growing square shells, so
 * the same normals drive the same frequencies while the bandwidth moves and the path deforms smoothly.
 *
 * @param bandwidthMatrix H, d × d symmetric positive definite, d = 1 or 2
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if an argument is out of range
 * @see Dietrich & Newsam (1997), SIAM J. Sci. Comput. 18:1088–1107; errata H15
 */
export function spectralNoise({
  grid,
  bandwidthMatrix,
  jitter,
}: {
  readonly grid: RegularGrid;
  readonly bandwidthMatrix: Rows;
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  const { dimension: d } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  if ((d !== 1 && d !== 2) || grid.axes.length !== d) {
    throw new ParameterError("bandwidthMatrix", `${d}×${d}`, `of the grid's dimension, 1 or 2, here ${grid.axes.length}`);
  }
  const m = gridSize(grid);
  const axes = grid.axes.map((axis, j) => embed(axis, Math.sqrt(bandwidthMatrix[j]![j]!), d === 1 ? 4 : 2));
  const x = axes[0]!;
  const y = axes[1] ?? pointAxis;

  const eigenvalue = periodicSpectrum(bandwidthMatrix, x, y);
  const largest = eigenvalue(0, 0);
  const dropped = Math.max(1e-13, 1e-3 * jitter);
  const decay = Math.sqrt(2 * Math.log((8 * largest) / dropped)); // λ ≤ dropped where ω·s ≥ decay
  const frequencies = shellOrder(
    keptFrequencies(x, decay / Math.sqrt(conditionalVariance(bandwidthMatrix, 0))),
    d === 1 ? [0, 0] : keptFrequencies(y, decay / Math.sqrt(conditionalVariance(bandwidthMatrix, 1))),
  );
  const rowOffset = -Math.min(...frequencies.rows);
  const rowCount = frequencies.rows[1] + rowOffset + 1;
  const targets = new Int32Array(frequencies.count);
  const weights = new Float64Array(frequencies.count);
  frequencies.forEach((k, l, q) => {
    const lambda = eigenvalue(k, l);
    targets[q] = (l + rowOffset) * x.length + ((k + x.length) % x.length);
    weights[q] = lambda > dropped ? Math.sqrt(lambda / (x.length * y.length)) : 0;
  });

  const periodisation = axes.reduce((sum, { gap, h }) => sum + 8 * Math.exp(-0.5 * (gap / h) ** 2), 0);
  const rounding = (2 * fftRoundoff(x.length) + 2 * fftRoundoff(y.length) + 64 * 2 ** -53) * largest;
  const slack = m * periodisation + dropped + rounding;
  const whiteDeviation = Math.sqrt(jitter + slack);

  const fftX = createFft(x.length);
  const fftY = createFft(y.length);
  const rowsRe = new Float64Array(rowCount * x.length);
  const rowsIm = new Float64Array(rowCount * x.length);
  const columnRe = new Float64Array(y.length);
  const columnIm = new Float64Array(y.length);

  return {
    method: "spectral",
    normalCount: m + 2 * frequencies.count,
    jitter,
    covarianceError: periodisation + slack + rounding,
    sample: (z, out) => {
      rowsRe.fill(0);
      rowsIm.fill(0);
      for (let q = 0; q < targets.length; q++) {
        rowsRe[targets[q]!] = weights[q]! * z[m + 2 * q]!;
        rowsIm[targets[q]!] = weights[q]! * z[m + 2 * q + 1]!;
      }
      for (let start = 0; start < rowsRe.length; start += x.length) {
        fftX.forward(rowsRe.subarray(start, start + x.length), rowsIm.subarray(start, start + x.length));
      }
      for (let i = 0; i < x.count; i++) {
        columnRe.fill(0);
        columnIm.fill(0);
        for (let row = 0; row < rowCount; row++) {
          const l = (row - rowOffset + y.length) % y.length;
          columnRe[l] = rowsRe[row * x.length + i]!;
          columnIm[l] = rowsIm[row * x.length + i]!;
        }
        fftY.forward(columnRe, columnIm);
        for (let j = 0; j < y.count; j++) {
          const target = i + j * x.count;
          out[target] = columnRe[j]! + whiteDeviation * z[target]!;
        }
      }
      return out;
    },
  };
}

/** One axis of the grid inside a circle of `length` steps. */
interface EmbeddedAxis {
  readonly count: number;
  readonly length: number;
  readonly step: number;
  readonly h: number;
  /** Distance from the grid to its nearest image. */
  readonly gap: number;
}

const pointAxis: EmbeddedAxis = { count: 1, length: 1, step: 1, h: 1, gap: Infinity };
const bandwidthsToImage = 8.6;

function embed(axis: GridAxis, h: number, factor: number): EmbeddedAxis {
  const step = gridStep(axis);
  let length = powerOfTwoAtLeast(factor * axis.count);
  const gapOf = (L: number) => (L - axis.count + 1) * step;
  while (gapOf(length) < bandwidthsToImage * h) length *= 2;
  return { count: axis.count, length, step, h, gap: gapOf(length) };
}

function periodicSpectrum(H: Rows, x: EmbeddedAxis, y: EmbeddedAxis): (k: number, l: number) => number {
  const hxx = H[0]![0]!;
  const hxy = H[0]![1] ?? 0;
  const hyy = H[1]?.[1] ?? 0;
  const { determinant } = definiteMatrix("bandwidthMatrix", H);
  const scale = ((2 * Math.PI) ** (H.length / 2) * Math.sqrt(determinant)) / (x.step * y.step);
  // At fixed ω_j the spectrum is at most exp(−½ω_j²s²), s² the conditional variance; the images left out are
  // below exp(−½(3π)²) of the peak.
  const imagesAlong = (j: number, { step }: EmbeddedAxis) => {
    const s = Math.sqrt(conditionalVariance(H, j));
    return s > 4 * step ? 0 : s >= step ? 1 : Math.ceil((2 * step) / s) + 1;
  };
  const imagesX = imagesAlong(0, x);
  const imagesY = y === pointAxis ? 0 : imagesAlong(1, y);
  return (k, l) => {
    let sum = 0;
    for (let a = -imagesX; a <= imagesX; a++) {
      const u = (2 * Math.PI * (k / x.length + a)) / x.step;
      for (let b = -imagesY; b <= imagesY; b++) {
        const v = (2 * Math.PI * (l / y.length + b)) / y.step;
        sum += Math.exp(-0.5 * (hxx * u * u + 2 * hxy * u * v + hyy * v * v));
      }
    }
    return scale * sum;
  };
}

/** Variance of one coordinate under N(0, H) given the other: the slowest decay of exp(−½ωᵀHω) at fixed ω_j is with it. */
function conditionalVariance(H: Rows, j: number): number {
  const variance = H[j]![j]!;
  if (H.length === 1) return variance;
  return variance - H[0]![1]! ** 2 / H[1 - j]![1 - j]!;
}

/** The frequencies k of a circle with |ω| ≤ cutoff, as a range; all of them if the cutoff is beyond the last. */
function keptFrequencies({ length, step }: EmbeddedAxis, cutoff: number): readonly [number, number] {
  const K = Math.ceil((cutoff * length * step) / (2 * Math.PI));
  return K < length / 2 ? [-K, K] : [1 - length / 2, length / 2];
}

/** The pairs (k, l) of two ranges, in an order in which a larger square comes after all smaller ones. */
function shellOrder(columns: readonly [number, number], rows: readonly [number, number]) {
  const pairs: [number, number][] = [];
  for (let l = rows[0]; l <= rows[1]; l++) for (let k = columns[0]; k <= columns[1]; k++) pairs.push([k, l]);
  const shell = ([k, l]: [number, number]) => Math.max(Math.abs(k), Math.abs(l));
  pairs.sort((p, q) => shell(p) - shell(q));
  return {
    rows,
    count: pairs.length,
    forEach: (visit: (k: number, l: number, q: number) => void) => pairs.forEach(([k, l], q) => visit(k, l, q)),
  };
}
