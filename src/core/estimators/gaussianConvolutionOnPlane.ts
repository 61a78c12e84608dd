import { gridStep } from "../grids.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import { fftRoundoff } from "../linalg/fft.ts";
import { createPlaneFft } from "../linalg/planeFft.ts";
import type { PlaneFft } from "../linalg/planeFft.ts";
import { rootsOfUnity } from "../linalg/rootsOfUnity.ts";
import { arithmetic } from "../linalg/simd/arithmetic.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import { gaussianRoundoff, reach, remainder, samplePeriod, seriesPeriod, underflow } from "./gaussianConvolution.ts";
import type { GaussianConvolution } from "./gaussianConvolution.ts";

/**
 * Convolution of the weights of a mesh with Gaussians of any orientation, read off at its nodes but the outermost.
 *
 * With N × M the periods in steps, the factors c of the series (or of the samples) are folded onto the N × M frequencies
 * of the mesh and multiplied by the spectrum Ŵ of the weights, which is kept while the periods stay the same; of what is
 * conjugate, one half is computed.
 *
 * **Rounding.** ε = fftRoundoff of the longer period, ω = gaussianRoundoff, A the number of terms of the series that may meet in
 * one frequency. Since Σ w = 1, |Ŵ| ≤ 1, and it is known to 3ε + 12u, its turn by one step included. c is known to
 * ω(1 + x)c (samples: and (2ε + 2u)‖c‖₂), fold and product to (A + 2)u, the sum to 2ε + 2u in the 2-norm. A vector
 * e of terms gives values of 2-norm at most √(NMA)‖e‖₂. So the error is at most (7ε + (A + 20)u + ω) √(NMA) ‖(1 + x)c‖₂
 * and the remainder.
 *
 * @param counts total·w, w ≥ 0, Σ w = 1, on (m₁ + 2) × (m₂ + 2) nodes, from the one before the first, first axis fastest. Private
 * @param mesh m₁ × m₂ nodes. Public
 * @see gaussianConvolution.ts for series, samples and remainder
 */
export function gaussianConvolutionOnPlane({
  counts,
  total,
  mesh,
}: {
  readonly counts: Float64Array;
  readonly total: number;
  readonly mesh: RegularGrid;
}): GaussianConvolution {
  const [first, second] = mesh.axes as [GridAxis, GridAxis];
  let plane: Plane | undefined;

  return (bandwidthMatrix, values) => {
    const H = inSteps(bandwidthMatrix, gridStep(first), gridStep(second));
    const cell = gridStep(first) * gridStep(second);
    const height = 1 / (2 * Math.PI * cell * Math.sqrt(H.determinant));
    const seriesWidth = seriesPeriod(first.count, Math.sqrt(H.xx));
    const seriesDepth = seriesPeriod(second.count, Math.sqrt(H.yy));
    const short =
      seriesWidth &&
      seriesDepth &&
      reach / (2 * Math.PI * Math.sqrt(H.determinant)) < 4 &&
      seriesWidth * seriesDepth <= mostElements &&
      tabled(seriesExtent(seriesWidth, seriesDepth, H)) <= mostElements;
    const width = short ? seriesWidth : samplePeriod(first.count);
    const depth = short ? seriesDepth : samplePeriod(second.count);
    if (plane?.fft.width !== width || plane.fft.depth !== depth) plane = createPlane(counts, total, first.count, width, depth);

    const terms = short ? series(plane.fft, H, 1 / (width * depth * cell)) : samples(plane.fft, H, first.count, second.count, height);
    const { fft, re, im } = plane;
    fft.sum({ rows: terms.rows, fill: (toRe, toIm) => terms.weight(re, im, toRe, toIm), values, columns: first.count });
    const { meeting, squaredNorm } = terms;
    const roundoff = 7 * fftRoundoff(Math.max(width, depth)) + (meeting + 20) * 2 ** -53;
    const left = short ? Math.sqrt(first.count * second.count) * remainder * height : 0;
    return (roundoff + gaussianRoundoff(H.xy / Math.sqrt(H.xx * H.yy))) * Math.sqrt(width * depth * meeting * squaredNorm) + left;
  };
}

/**
 * A plane or a table of factors may have 2²⁴ elements: fewer than these have all but correlations very near ±1 (beyond
 * 0.99 on a grid of 200 × 200 points), which refine the mesh and fill a thin part of the table. They are sampled.
 */
const mostElements = 2 ** 24;

/** H in steps of the mesh. */
interface Spread {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly determinant: number;
}

function inSteps(H: Rows, stepX: number, stepY: number): Spread {
  const xx = H[0]![0]! / stepX ** 2;
  const xy = H[0]![1]! / (stepX * stepY);
  const yy = H[1]![1]! / stepY ** 2;
  return { xx, xy, yy, determinant: xx * yy - xy * xy };
}

interface Plane {
  readonly fft: PlaneFft;
  /** Ŵ, seen from the second node of each axis, shape (N, ⌊M/2⌋ + 1), first axis fastest. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

function createPlane(counts: Float64Array, total: number, columns: number, width: number, depth: number): Plane {
  const fft = createPlaneFft(width, depth);
  const rows = (depth >> 1) + 1;
  const re = new Float64Array(width * rows);
  const im = new Float64Array(width * rows);
  fft.forward({ values: counts, columns: columns + 2, re, im });
  // The first node of the transform is the one before the first of the mesh: a turn by one step on both axes.
  const x = rootsOfUnity(width);
  const y = rootsOfUnity(depth);
  for (let l = 0, at = 0; l < rows; l++) {
    const c = y.cosines[l]! / total;
    const s = y.sines[l]! / total;
    for (let k = 0; k < width; k++, at++) {
      const turnRe = c * x.cosines[k]! - s * x.sines[k]!;
      const turnIm = c * x.sines[k]! + s * x.cosines[k]!;
      const value = re[at]!;
      re[at] = value * turnRe - im[at]! * turnIm;
      im[at] = value * turnIm + im[at]! * turnRe;
    }
  }
  return { fft, re, im };
}

/** The factors c. */
interface Terms {
  /** Rows l = 0, 1, … of the half spectrum in which there are any. */
  readonly rows: number;
  /** To rows of N elements: c Ŵ, folded. */
  readonly weight: (re: Float64Array, im: Float64Array, toRe: Float64Array, toIm: Float64Array) => void;
  /** A. */
  readonly meeting: number;
  /** A bound on Σ ((1 + x)c)² over all of them. */
  readonly squaredNorm: number;
}

/**
 * c(k, l) = (NMs₁s₂)⁻¹ e^(−x), x = ½ωᵀHω = ½(αk² + 2βkl + γl²), for x ≤ X.
 *
 * With l = p + j, p a multiple of 8, c is the product of e^(−x(k, p)), e^(−βkj) and e^(−γ(2pj + j²)/2): the moduli of all
 * terms of the exponents add up to those of x. None leaves the range of doubles: √x is a norm, at most 3.5 for (0, 7) and
 * √(X/(1 − r²)) for (0, l) and (k, 0), so the exponents are at most 96 and, unless r² > 0.99, 450. In that case j is 0.
 *
 * (1 + x)² e^(−2x) falls from its largest value in a row to both sides, and so do these from the first row on, hence
 * its sum over the lattice is at most 1 + ∫dk + ∫dl + ∬, the first two over the lines where x is least.
 */
function series({ width, depth }: PlaneFft, H: Spread, unit: number): Terms {
  const { xx, xy, yy, determinant } = H;
  const a = (2 * Math.PI) / width;
  const b = (2 * Math.PI) / depth;
  const alpha = xx * a * a;
  const beta = xy * a * b;
  const gamma = yy * b * b;
  const leastGamma = (determinant / xx) * b * b;
  const { lines, together, blocks, reachX, size } = seriesExtent(width, depth, H);

  // e^(−βkj) for j = 0 … 7, then e^(−x(k, p)), each for |k| ≤ reachX; then e^(−γ(2pj + j²)/2).
  const heads = together * size + reachX;
  const scales = (together + blocks) * size;
  const by = arithmetic();
  const exponents = by.reserve(scales + blocks * together);
  let at = 0;
  for (let j = 0; j < together; j++) for (let k = -reachX; k <= reachX; k++) exponents[at++] = -beta * k * j;
  for (let p = 0; p < lines; p += together) {
    for (let k = -reachX; k <= reachX; k++) exponents[at++] = -0.5 * (alpha * k * k + 2 * beta * k * p + gamma * p * p);
  }
  for (let p = 0; p < lines; p += together) for (let j = 0; j < together; j++) exponents[at++] = -0.5 * gamma * j * (2 * p + j);
  by.exponentials(0, at);
  // The sum needs that memory.
  if (factors.length < at) factors = new Float64Array(at);
  factors.set(exponents.subarray(0, at));

  const weight = (re: Float64Array, im: Float64Array, toRe: Float64Array, toIm: Float64Array) => {
    toRe.fill(0);
    toIm.fill(0);
    for (let l = 0; l < lines; l++) {
      const centre = (-beta / alpha) * l;
      const halfWidth = Math.sqrt(Math.max(0, limit - leastGamma * l * l) / alpha);
      const least = Math.max(-reachX, Math.ceil(centre - halfWidth));
      const most = Math.min(reachX, Math.floor(centre + halfWidth));
      const j = l % together;
      const turn = j * size + reachX;
      const head = heads + ((l - j) / together) * size;
      const scale = unit * factors[scales + l]!;
      // The term (k, l) belongs to row `to`, the equal term (−k, −l) to row `opposite`, of which one may be in the other half.
      const to = l % depth;
      const opposite = to === 0 ? 0 : depth - to;
      if (2 * to <= depth) {
        for (let from = least; from <= most; ) {
          const lap = Math.floor(from / width) * width;
          const end = Math.min(most, lap + width - 1);
          for (let k = from, i = to * width - lap + from; k <= end; k++, i++) {
            const c = scale * factors[turn + k]! * factors[head + k]!;
            toRe[i]! += c * re[i]!;
            toIm[i]! += c * im[i]!;
          }
          from = end + 1;
        }
      }
      if (l > 0 && 2 * opposite <= depth) {
        for (let from = -most; from <= -least; ) {
          const lap = Math.floor(from / width) * width;
          const end = Math.min(-least, lap + width - 1);
          for (let k = from, i = opposite * width - lap + from; k <= end; k++, i++) {
            const c = scale * factors[turn - k]! * factors[head - k]!;
            toRe[i]! += c * re[i]!;
            toIm[i]! += c * im[i]!;
          }
          from = end + 1;
        }
      }
    }
  };
  const along = 1.6875 * Math.sqrt(Math.PI / alpha);
  const across = 1.6875 * Math.sqrt(Math.PI / leastGamma);
  return {
    rows: Math.min(lines, (depth >> 1) + 1),
    weight,
    meeting: Math.ceil(size / width) * Math.ceil((2 * lines - 1) / depth),
    squaredNorm: unit ** 2 * (1 + along + across + (2.5 * Math.PI) / Math.sqrt(alpha * leastGamma)),
  };
}

/** Twice the largest exponent in a series, and more than what k, l and the ellipse are rounded by. */
const limit = 2 * reach * (1 + 2 ** -20);

interface SeriesExtent {
  /** Rows l = 0, 1, … with terms. */
  readonly lines: number;
  /** Rows that share their factors, and blocks of such rows. */
  readonly together: number;
  readonly blocks: number;
  /** The largest |k|. */
  readonly reachX: number;
  readonly size: number;
}

function seriesExtent(width: number, depth: number, { xx, yy, determinant }: Spread): SeriesExtent {
  const lines = Math.floor((Math.sqrt((limit * xx) / determinant) * depth) / (2 * Math.PI)) + 1;
  const together = determinant > 0.01 * xx * yy ? 8 : 1;
  const reachX = Math.floor((Math.sqrt((limit * yy) / determinant) * width) / (2 * Math.PI)) + 1;
  return { lines, together, blocks: Math.ceil(lines / together), reachX, size: 2 * reachX + 1 };
}

/** The number of factors that are tabled. */
function tabled({ together, blocks, size }: SeriesExtent): number {
  return (together + blocks) * size + blocks * together;
}

/** Scratch, of any content between calls. */
let factors = new Float64Array(0);

/** c = 1/NM times the transform of the sampled kernel; by Parseval Σ c² is 1/NM times that of the samples. */
function samples(fft: PlaneFft, { xx, xy, yy, determinant }: Spread, reachX: number, reachY: number, height: number): Terms {
  const { width, depth } = fft;
  const sampled = new Float64Array(width * depth);
  let squaredNorm = 0;
  for (let j = 0; j <= reachY; j++) {
    for (let i = -reachX; i <= reachX; i++) {
      const x = (0.5 * (yy * i * i - 2 * xy * i * j + xx * j * j)) / determinant;
      if (x > underflow) continue;
      const value = (height * Math.exp(-x)) / (width * depth);
      sampled[((i + width) % width) + j * width] = value;
      sampled[((width - i) % width) + ((depth - j) % depth) * width] = value;
      squaredNorm += (j === 0 ? 1 : 2) * ((1 + x) * value) ** 2;
    }
  }
  const rows = (depth >> 1) + 1;
  const c = new Float64Array(width * rows);
  fft.forward({ values: sampled, columns: width, re: c, im: new Float64Array(width * rows) });
  const weight = (re: Float64Array, im: Float64Array, toRe: Float64Array, toIm: Float64Array) => {
    for (let i = 0; i < c.length; i++) {
      toRe[i] = c[i]! * re[i]!;
      toIm[i] = c[i]! * im[i]!;
    }
  };
  return { rows, weight, meeting: 1, squaredNorm: width * depth * squaredNorm };
}
