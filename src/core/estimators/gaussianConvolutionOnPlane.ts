import { gridStep } from "../grids.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import { fftRoundoff } from "../linalg/fft.ts";
import { keptFourierPlan, planeWork } from "../linalg/fourierPlan.ts";
import { rootsOfUnity } from "../linalg/rootsOfUnity.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import { gaussianRoundoff, reach, remainder, samplePeriod, seriesPeriod, underflow } from "./gaussianConvolution.ts";
import type { GaussianConvolution } from "./gaussianConvolution.ts";

/**
 * Convolution of the weights of a mesh with Gaussians of any orientation, read off at its nodes but the outermost.
 *
 * With N × M the periods in steps, the factors c of the series (or of the samples) are folded onto the N × M frequencies
 * of the mesh and multiplied by the spectrum Ŵ of the weights; of what is conjugate, one half is computed. All of it happens
 * in the memory of the arithmetic, where Ŵ stays from one bandwidth to the next while the periods are the same and no
 * other weights are convolved.
 *
 * **Rounding.** ε = fftRoundoff of the longer period, ω = gaussianRoundoff, A the number of terms of the series that may meet in
 * one frequency. Since Σ w = 1, |Ŵ| ≤ 1, and it is known to 3ε + 18u: a turn by one step takes 16u. c is known to
 * ω(1 + x)c (samples: and (2ε + 2u)‖c‖₂), fold and product to (A + 2)u, the sum to 2ε + 2u in the 2-norm. A vector
 * e of terms gives values of 2-norm at most √(NMA)‖e‖₂. So the error is at most (7ε + (A + 24)u + ω) √(NMA) ‖(1 + x)c‖₂
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
  const [columns, lines] = [first.count, second.count];
  const cell = gridStep(first) * gridStep(second);
  let spectrum: Spectrum | undefined;

  return (bandwidthMatrix, values) => {
    const H = inSteps(bandwidthMatrix, gridStep(first), gridStep(second));
    const height = 1 / (2 * Math.PI * cell * Math.sqrt(H.determinant));
    const seriesWidth = seriesPeriod(columns, Math.sqrt(H.xx));
    const seriesDepth = seriesPeriod(lines, Math.sqrt(H.yy));
    const fits = seriesWidth && seriesDepth && seriesWidth * seriesDepth <= mostElements;
    const short = fits && reach / (2 * Math.PI * Math.sqrt(H.determinant)) < 4;
    const width = short ? seriesWidth : samplePeriod(columns);
    const depth = short ? seriesDepth : samplePeriod(lines);
    if (spectrum?.width !== width || spectrum.depth !== depth) spectrum = { counts, total, columns, width, depth };

    const plane = planeOf(arithmetic(), spectrum);
    const { rows, meeting, squaredNorm } = short
      ? addSeries(plane, H, 1 / (width * depth * cell))
      : addSamples(plane, H, columns, lines, height);
    plane.by.planeSum({ ...plane, rows, columns, lines });
    values.set(plane.by.held().subarray(plane.values, plane.values + columns * lines));

    const roundoff =
      7 * fftRoundoff(Math.max(width, depth)) +
      (meeting + 24) * 2 ** -53 +
      gaussianRoundoff(H.determinant / (H.xx * H.yy));
    const left = short ? Math.sqrt(columns * lines) * remainder * height : 0;
    return roundoff * Math.sqrt(width * depth * meeting * squaredNorm) + left;
  };
}

/**
 * A longer series has its kernel sampled. On a grid of 200 × 200 points, this happens to correlations beyond 0.99 only,
 * which refine the mesh under wide kernels.
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

/** Weights of nodes and the periods with which they are transformed. */
interface Spectrum {
  readonly counts: Float64Array;
  readonly total: number;
  readonly columns: number;
  /** N, even. */
  readonly width: number;
  /** M. */
  readonly depth: number;
}

/** Where what is in the memory of an arithmetic. */
interface Plane {
  readonly by: Arithmetic;
  readonly width: number;
  readonly depth: number;
  readonly along: number;
  readonly across: number;
  /** Elements of half a spectrum, shape (N, ⌊M/2⌋ + 1), first axis fastest. */
  readonly size: number;
  readonly re: number;
  readonly im: number;
  readonly work: number;
  readonly values: number;
  /** Free from here on. */
  readonly scratch: number;
  /** Ŵ, seen from the second node of each axis: real, then imaginary parts. */
  readonly kept: number;
}

/** One place per arithmetic for the spectrum that was used last. */
const places = new WeakMap<Arithmetic, { readonly kept: number; readonly room: number; holds: Spectrum | undefined }>();

function planeOf(by: Arithmetic, spectrum: Spectrum): Plane {
  const { counts, width, depth } = spectrum;
  const along = keptFourierPlan(by, width, true);
  const across = keptFourierPlan(by, depth, false);
  const size = width * ((depth >> 1) + 1);
  let place = places.get(by);
  if (!place || place.room < 2 * size) {
    place = { kept: by.keep(new Float64Array(2 * size)), room: 2 * size, holds: undefined };
    places.set(by, place);
  }
  const work = 2 * size;
  const values = work + planeWork(width, depth);
  const scratch = values + counts.length;
  const plane = { by, width, depth, along, across, size, re: 0, im: size, work, values, scratch, kept: place.kept };
  if (place.holds !== spectrum) {
    place.holds = undefined;
    transformWeights(plane, spectrum);
    place.holds = spectrum;
  }
  return plane;
}

function transformWeights(plane: Plane, { counts, total, columns }: Spectrum): void {
  const { by, width, depth, size, scratch } = plane;
  const rows = size / width;
  const memory = by.reserve(scratch + 2 * (width + rows));
  memory.set(counts, plane.values);
  by.planeForward({ ...plane, columns: columns + 2, lines: counts.length / (columns + 2) });
  // The first node of the transform is the one before the first of the mesh: a turn by one step on both axes.
  const x = rootsOfUnity(width);
  const y = rootsOfUnity(depth);
  memory.set(x.cosines, scratch);
  memory.set(x.sines, scratch + width);
  const across = scratch + 2 * width;
  memory.set(y.cosines.subarray(0, rows), across);
  memory.set(y.sines.subarray(0, rows), across + rows);
  by.keepTurned({ re: 0, im: size, width, rows, along: scratch, across, scale: 1 / total, kept: plane.kept });
}

/** What was added to the memory. */
interface Added {
  /** Rows l = 0, 1, … of the half spectrum in which there is anything. */
  readonly rows: number;
  /** A. */
  readonly meeting: number;
  /** A bound on Σ ((1 + x)c)² over all factors. */
  readonly squaredNorm: number;
}

/**
 * c Ŵ, folded, for c(k, l) = (NMs₁s₂)⁻¹ e^(−x), x = ½ωᵀHω = ½(αk² + 2βkl + γl²) ≤ X.
 *
 * With l = p + j, p a multiple of 8, c is the product of e^(−x(k, p)), e^(−βkj) and e^(−γ(2pj + j²)/2): the moduli of all
 * terms of the exponents add up to those of x. None leaves the range of doubles: √x is a norm, at most 3.5 for (0, 7) and
 * √(X/(1 − r²)) for (0, l) and (k, 0), so the exponents are at most 96 and, unless r² > 0.99, 450. In that case j is 0,
 * and without correlation, where the second factor is 1, p is.
 *
 * (1 + x)² e^(−2x) falls from its largest value in a row to both sides, and so do these from the first row on, hence
 * its sum over the lattice is at most 1 + ∫dk + ∫dl + ∬, the first two over the lines where x is least.
 */
function addSeries(plane: Plane, { xx, xy, yy, determinant }: Spread, unit: number): Added {
  const { by, width, depth, scratch } = plane;
  const a = (2 * Math.PI) / width;
  const b = (2 * Math.PI) / depth;
  const alpha = xx * a * a;
  const beta = xy * a * b;
  const gamma = yy * b * b;
  const leastGamma = (determinant / xx) * b * b;
  const limit = 2 * reach * (1 + 2 ** -20);
  const lines = Math.floor(Math.sqrt(limit / leastGamma)) + 1;
  const reachX = Math.floor(Math.sqrt((limit * yy) / determinant) / a) + 1;
  const span = 2 * reachX + 1;
  const together = beta === 0 ? lines : determinant > 0.01 * xx * yy ? 8 : 1;
  const blocks = Math.ceil(lines / together);
  const turns = beta === 0 ? 1 : together;
  const ranges = Array.from({ length: lines }, (_, l) => {
    const centre = (-beta / alpha) * l;
    const halfWidth = Math.sqrt(Math.max(0, limit - leastGamma * l * l) / alpha);
    return {
      least: Math.max(-reachX, Math.ceil(centre - halfWidth)),
      most: Math.min(reachX, Math.floor(centre + halfWidth)),
    };
  });

  // e^(−γ(2pj + j²)/2) for all l, e^(−βkj) for all j and |k| ≤ reachX, then e^(−x(k, p)) where k occurs with one of p, …, p + 7:
  // all |k| ≤ reachX for all p would be out of hand for a thin ellipse of frequencies.
  const parts = Array.from({ length: blocks }, (_, block) => {
    let least = reachX;
    let most = -reachX;
    for (let l = block * together; l < Math.min(lines, (block + 1) * together); l++) {
      least = Math.min(least, ranges[l]!.least);
      most = Math.max(most, ranges[l]!.most);
    }
    return { p: block * together, least, most };
  });
  const headCount = parts.reduce((sum, { least, most }) => sum + Math.max(0, most - least + 1), 0);
  const memory = by.reserve(scratch + lines + turns * span + headCount);
  const turnsAt = scratch + lines + reachX;
  let at = scratch;
  for (let l = 0; l < lines; l++) memory[at++] = -0.5 * gamma * (l % together) * (2 * l - (l % together));
  for (let j = 0; j < turns; j++) for (let k = -reachX; k <= reachX; k++) memory[at++] = -beta * k * j;
  const heads: number[] = [];
  for (const { p, least, most } of parts) {
    heads.push(at - least);
    for (let k = least; k <= most; k++) memory[at++] = -0.5 * (alpha * k * k + 2 * beta * k * p + gamma * p * p);
  }
  by.exponentials(scratch, at - scratch);

  const rows = Math.min(lines, (depth >> 1) + 1);
  memory.fill(0, plane.re, plane.re + rows * width);
  memory.fill(0, plane.im, plane.im + rows * width);
  for (let l = 0; l < lines; l++) {
    const { least, most } = ranges[l]!;
    const j = l % together;
    const first = turnsAt + (j % turns) * span;
    const second = heads[(l - j) / together]!;
    const scale = unit * memory[scratch + l]!;
    // The term (k, l) belongs to row `to`, the equal term (−k, −l) to row `opposite`, one of which may be in the other half.
    const to = l % depth;
    const opposite = to === 0 ? 0 : depth - to;
    if (2 * to <= depth) addRow(plane, to * width, { first, second, scale, step: 1, least, most });
    if (l > 0 && 2 * opposite <= depth)
      addRow(plane, opposite * width, { first, second, scale, step: -1, least: -most, most: -least });
  }
  const along = 1.6875 * Math.sqrt(Math.PI / alpha);
  const across = 1.6875 * Math.sqrt(Math.PI / leastGamma);
  return {
    rows,
    meeting: Math.ceil(span / width) * Math.ceil((2 * lines - 1) / depth),
    squaredNorm: unit ** 2 * (1 + along + across + (2.5 * Math.PI) / Math.sqrt(alpha * leastGamma)),
  };
}

/** Adds scale·first(±k)·second(±k)·Ŵ at `to` + (k modulo N), for least ≤ k ≤ most. */
function addRow(
  { by, width, size, kept }: Plane,
  to: number,
  {
    first,
    second,
    scale,
    step,
    least,
    most,
  }: { first: number; second: number; scale: number; step: 1 | -1; least: number; most: number },
): void {
  for (let from = least; from <= most;) {
    const lap = Math.floor(from / width) * width;
    const end = Math.min(most, lap + width - 1);
    const at = to - lap + from;
    by.addWeighted({
      re: at,
      im: size + at,
      keptRe: kept + at,
      keptIm: kept + size + at,
      first: first + step * from,
      second: second + step * from,
      step,
      count: end - from + 1,
      scale,
    });
    from = end + 1;
  }
}

/** c Ŵ, where c is 1/NM times the transform of the sampled kernel; by Parseval Σ c² is 1/NM times that of the samples. */
function addSamples(
  plane: Plane,
  { xx, xy, yy, determinant }: Spread,
  reachX: number,
  reachY: number,
  height: number,
): Added {
  const { by, width, depth, size } = plane;
  // A second factor of 1 and the first come after all that the transform needs.
  const values = plane.values;
  const ones = values + width * depth;
  const factors = ones + width;
  const memory = by.reserve(factors + size);
  memory.fill(0, values, values + width * depth);
  let squaredNorm = 0;
  for (let j = 0; j <= reachY; j++) {
    for (let i = -reachX; i <= reachX; i++) {
      const x = (0.5 * (yy * i * i - 2 * xy * i * j + xx * j * j)) / determinant;
      if (x > underflow) continue;
      const value = (height * Math.exp(-x)) / (width * depth);
      memory[values + ((i + width) % width) + j * width] = value;
      memory[values + ((width - i) % width) + ((depth - j) % depth) * width] = value;
      squaredNorm += (j === 0 ? 1 : 2) * ((1 + x) * value) ** 2;
    }
  }
  by.planeForward({ ...plane, columns: width, lines: depth });
  memory.copyWithin(factors, plane.re, plane.re + size);
  memory.fill(1, ones, ones + width);
  memory.fill(0, plane.re, plane.re + size);
  memory.fill(0, plane.im, plane.im + size);
  const rows = size / width;
  for (let l = 0; l < rows; l++) {
    addRow(plane, l * width, {
      first: ones,
      second: factors + l * width,
      scale: 1,
      step: 1,
      least: 0,
      most: width - 1,
    });
  }
  return { rows, meeting: 1, squaredNorm: width * depth * squaredNorm };
}
