import { gridStep } from "../grids.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import { fftRoundoff } from "../linalg/fft.ts";
import { createPlaneFft } from "../linalg/planeFft.ts";
import type { PlaneFft } from "../linalg/planeFft.ts";
import { rootsOfUnity } from "../linalg/rootsOfUnity.ts";
import { arithmetic } from "../linalg/simd/arithmetic.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";
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

  return (bandwidthMatrix) => {
    const { determinant } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
    const height = 1 / (2 * Math.PI * Math.sqrt(determinant));
    const H = inSteps(bandwidthMatrix, determinant, gridStep(first), gridStep(second));
    const seriesWidth = seriesPeriod(first.count, Math.sqrt(H.xx));
    const seriesDepth = seriesPeriod(second.count, Math.sqrt(H.yy));
    const short = seriesWidth && seriesDepth && reach / (2 * Math.PI * Math.sqrt(H.determinant)) < 4;
    const width = short ? seriesWidth : samplePeriod(first.count);
    const depth = short ? seriesDepth : samplePeriod(second.count);
    if (plane?.fft.width !== width || plane.fft.depth !== depth) plane = createPlane(counts, total, first.count, width, depth);

    const { meeting, squaredNorm } = short
      ? series(plane, H, 1 / (width * gridStep(first) * depth * gridStep(second)))
      : samples(plane, H, first.count, second.count, height);
    const values = smooth(plane, first.count, second.count);
    const roundoff = 7 * fftRoundoff(Math.max(width, depth)) + (meeting + 20) * 2 ** -53 + gaussianRoundoff(bandwidthMatrix, determinant);
    const left = short ? Math.sqrt(first.count * second.count) * remainder * height : 0;
    return { values, roundingError: roundoff * Math.sqrt(width * depth * meeting * squaredNorm) + left };
  };
}

/** H in steps of the mesh. */
interface Spread {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly determinant: number;
}

function inSteps(H: Rows, determinant: number, stepX: number, stepY: number): Spread {
  return {
    xx: H[0]![0]! / stepX ** 2,
    xy: H[0]![1]! / (stepX * stepY),
    yy: H[1]![1]! / stepY ** 2,
    determinant: determinant / (stepX * stepY) ** 2,
  };
}

/** All arrays are of shape (N, ⌊M/2⌋ + 1), first axis fastest. */
interface Plane {
  readonly fft: PlaneFft;
  /** Ŵ, of the nodes from the second of each axis on. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** c, folded. */
  readonly factors: Float64Array;
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
  return { fft, re, im, factors: new Float64Array(width * rows) };
}

function smooth({ fft, re, im, factors }: Plane, columns: number, lines: number): Float64Array {
  const values = new Float64Array(columns * lines);
  fft.sum({
    rows: (fft.depth >> 1) + 1,
    fill: (toRe, toIm) => {
      for (let i = 0; i < factors.length; i++) {
        const c = factors[i]!;
        toRe[i] = c * re[i]!;
        toIm[i] = c * im[i]!;
      }
    },
    values,
    columns,
  });
  return values;
}

interface Folded {
  /** A. */
  readonly meeting: number;
  /** A bound on Σ ((1 + x)c)² over all terms. */
  readonly squaredNorm: number;
}

/**
 * c(k, l) = (NMs₁s₂)⁻¹ e^(−x), x = ½ωᵀHω = ½(αk² + 2βkl + γl²), for x ≤ X, folded.
 *
 * With l = p + j, p a multiple of 8, c is the product of e^(−x(k, p)), e^(−βkj) and e^(−γ(2pj + j²)/2): the moduli of all
 * terms of the exponents add up to those of x. None leaves the range of doubles: √x is a norm, at most 3.5 for (0, 7) and
 * √(X/(1 − r²)) for (0, l) and (k, 0), so the exponents are at most 96 and, unless r² > 0.99, 450. In that case j is 0.
 *
 * (1 + x)² e^(−2x) falls from its largest value in a row to both sides, and so do these from the first row on, hence
 * its sum over the lattice is at most 1 + ∫dk + ∫dl + ∬, the first two over the lines where x is least.
 */
function series({ fft: { width, depth }, factors }: Plane, { xx, xy, yy, determinant }: Spread, unit: number): Folded {
  const a = (2 * Math.PI) / width;
  const b = (2 * Math.PI) / depth;
  const alpha = xx * a * a;
  const beta = xy * a * b;
  const gamma = yy * b * b;
  const leastGamma = (determinant / xx) * b * b;
  const limit = 2 * reach * (1 + 2 ** -20);
  const rows = Math.floor(Math.sqrt(limit / leastGamma)) + 1;
  const together = determinant > 0.01 * xx * yy ? 8 : 1;
  const reachX = Math.floor(Math.sqrt((limit * yy) / determinant) / a) + 1;
  const size = 2 * reachX + 1;

  // e^(−βkj) for j = 1 … 7, then e^(−x(k, p)), each for |k| ≤ reachX; then e^(−γ(2pj + j²)/2).
  const blocks = Math.ceil(rows / together);
  const by = arithmetic();
  const count = (together - 1 + blocks) * size;
  const exponents = by.reserve(count + blocks * together);
  let at = 0;
  for (let j = 1; j < together; j++) for (let k = -reachX; k <= reachX; k++) exponents[at++] = -beta * k * j;
  for (let p = 0; p < rows; p += together) {
    for (let k = -reachX; k <= reachX; k++) exponents[at++] = -0.5 * (alpha * k * k + 2 * beta * k * p + gamma * p * p);
  }
  for (let p = 0; p < rows; p += together) for (let j = 0; j < together; j++) exponents[at++] = -0.5 * gamma * j * (2 * p + j);
  by.exponentials(0, at);

  factors.fill(0);
  for (let l = 0; l < rows; l++) {
    const centre = (-beta / alpha) * l;
    const halfWidth = Math.sqrt(Math.max(0, limit - leastGamma * l * l) / alpha);
    const j = l % together;
    const block = (l - j) / together;
    const row = {
      values: exponents,
      turn: j === 0 ? -1 : (j - 1) * size + reachX,
      start: (together - 1 + block) * size + reachX,
      scale: unit * exponents[count + l]!,
      least: Math.max(-reachX, Math.ceil(centre - halfWidth)),
      most: Math.min(reachX, Math.floor(centre + halfWidth)),
    };
    const to = l % depth;
    const opposite = to === 0 ? 0 : depth - to;
    if (2 * to <= depth) addRow(factors, to * width, width, row);
    // (−k, −l)
    if (l > 0 && 2 * opposite <= depth) addOpposite(factors, opposite * width, width, row);
  }
  const along = 1.6875 * Math.sqrt(Math.PI / alpha);
  const across = 1.6875 * Math.sqrt(Math.PI / leastGamma);
  return {
    meeting: Math.ceil(size / width) * Math.ceil((2 * rows - 1) / depth),
    squaredNorm: unit ** 2 * (1 + along + across + (2.5 * Math.PI) / Math.sqrt(alpha * leastGamma)),
  };
}

interface TermRow {
  readonly values: Float64Array;
  /** Where k = 0 is, of both factors; a negative `turn` stands for 1. */
  readonly turn: number;
  readonly start: number;
  readonly scale: number;
  readonly least: number;
  readonly most: number;
}

/** factors[to + (k modulo N)] += c(k) for least ≤ k ≤ most. */
function addRow(factors: Float64Array, to: number, width: number, { values, turn, start, scale, least, most }: TermRow): void {
  for (let from = least; from <= most; ) {
    const lap = Math.floor(from / width) * width;
    const end = Math.min(most, lap + width - 1);
    const target = to - lap;
    if (turn < 0) for (let k = from; k <= end; k++) factors[target + k]! += scale * values[start + k]!;
    else for (let k = from; k <= end; k++) factors[target + k]! += scale * values[turn + k]! * values[start + k]!;
    from = end + 1;
  }
}

/** factors[to + (−k modulo N)] += c(k) for least ≤ k ≤ most. */
function addOpposite(factors: Float64Array, to: number, width: number, { values, turn, start, scale, least, most }: TermRow): void {
  for (let from = -most; from <= -least; ) {
    const lap = Math.floor(from / width) * width;
    const end = Math.min(-least, lap + width - 1);
    const target = to - lap;
    if (turn < 0) for (let k = from; k <= end; k++) factors[target + k]! += scale * values[start - k]!;
    else for (let k = from; k <= end; k++) factors[target + k]! += scale * values[turn - k]! * values[start - k]!;
    from = end + 1;
  }
}

/** c = 1/NM times the transform of the sampled kernel; by Parseval Σ c² is 1/NM times that of the samples. */
function samples({ fft, factors }: Plane, { xx, xy, yy, determinant }: Spread, columns: number, lines: number, height: number): Folded {
  const { width, depth } = fft;
  const [reachX, reachY] = [columns, lines];
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
  fft.forward({ values: sampled, columns: width, re: factors, im: new Float64Array(factors.length) });
  return { meeting: 1, squaredNorm: width * depth * squaredNorm };
}
