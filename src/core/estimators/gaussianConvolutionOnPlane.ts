import { gridStep } from "../grids.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import { exponentials } from "../linalg/exponentials.ts";
import { createFft, fftRoundoff } from "../linalg/fft.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import { gaussianRoundoff, reach, remainder, samplePeriod, seriesPeriod, underflow } from "./gaussianConvolution.ts";
import type { GaussianConvolution } from "./gaussianConvolution.ts";

/**
 * Convolution of the weights of a mesh with Gaussians of any orientation, read off at every `refinement`-th node.
 *
 * Frequencies are (k, l) with l ≥ 0, the rest being conjugate. The weights are transformed along the second axis,
 * two columns at a time, once; a row l of their spectrum is transformed along the first axis when it is first
 * needed. With N × M the periods in grid steps and c the factors of the series (or of the samples), c Ŵ is folded
 * onto the N × M frequencies of the grid, and summed along the first axis row by row, along the second two
 * columns at a time. Rows without a term are never touched.
 *
 * **Rounding.** ε = fftRoundoff of the longest transform, ω = gaussianRoundoff. Of a pair of columns of weights each
 * carries ε of the sum of both, so the rows carry 2ε of Σ w = 1 and Ŵ 3ε + 10u; |Ŵ| ≤ 1. c is known to ω(1 + x)c
 * (samples: and 4ε‖c‖₂, along two axes with √2 for the conjugate half), products and folds to 8u. Summing costs
 * ε along the first axis, √2 times that with the conjugate half, and ε along the second: in all less than 10ε. A
 * vector e of frequencies, at most A of which meet in one of the grid, gives values of 2-norm at most √(NMA)‖e‖₂.
 * So the error is at most (11ε + ω) √(NMA) ‖(1 + x)c‖₂ and the remainder.
 *
 * @param counts total·w, w ≥ 0, Σ w = 1, on Π ((m_j − 1)·refinement + 3) nodes, from the one before the first, first
 *   axis fastest. Private
 * @param grid the display grid, m₁ × m₂. Public
 * @param refinement a power of two
 * @see gaussianConvolution.ts for series, samples and remainder
 */
export function gaussianConvolutionOnPlane({
  counts,
  total,
  grid,
  refinement,
}: {
  readonly counts: Float64Array;
  readonly total: number;
  readonly grid: RegularGrid;
  readonly refinement: number;
}): GaussianConvolution {
  const [first, second] = grid.axes as [GridAxis, GridAxis];
  let plane: Plane | undefined;

  return (bandwidthMatrix) => {
    const { determinant } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
    const height = 1 / (2 * Math.PI * Math.sqrt(determinant));
    const H = inGridSteps(bandwidthMatrix, determinant, gridStep(first), gridStep(second));
    const seriesWidth = seriesPeriod(first.count, Math.sqrt(H.xx));
    const seriesDepth = seriesPeriod(second.count, Math.sqrt(H.yy));
    const short = seriesWidth && seriesDepth && reach / (2 * Math.PI * Math.sqrt(H.determinant)) < 4 * refinement ** 2;
    const width = short ? seriesWidth : samplePeriod(first.count);
    const depth = short ? seriesDepth : samplePeriod(second.count);
    if (plane?.width !== width || plane.depth !== depth) plane = createPlane({ counts, total, first, second, width, depth, refinement });

    const { rows, reachX, squaredNorm } = short
      ? series(H, width, depth, 1 / (width * gridStep(first) * depth * gridStep(second)))
      : samples(H, { first, second, width, depth, refinement }, height);
    const values = plane.smooth(rows);
    const meeting = Math.ceil((2 * reachX + 1) / width) * Math.ceil((2 * rows.length - 1) / depth);
    const longest = refinement * Math.max(width, depth);
    const roundoff = 11 * fftRoundoff(longest) + gaussianRoundoff(bandwidthMatrix, determinant);
    const left = short ? Math.sqrt(first.count * second.count) * remainder * height : 0;
    return { values, roundingError: roundoff * Math.sqrt(width * depth * meeting * squaredNorm) + left };
  };
}

/** H in grid steps. */
interface Spread {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly determinant: number;
}

function inGridSteps(H: Rows, determinant: number, stepX: number, stepY: number): Spread {
  return {
    xx: H[0]![0]! / stepX ** 2,
    xy: H[0]![1]! / (stepX * stepY),
    yy: H[1]![1]! / stepY ** 2,
    determinant: determinant / (stepX * stepY) ** 2,
  };
}

interface Factors {
  /** c(k, l) for l = 0, 1, …, each from its least k on; c(−k, −l) = c(k, l). */
  readonly rows: readonly { readonly least: number; readonly values: Float64Array }[];
  /** The largest |k|. */
  readonly reachX: number;
  /** Σ ((1 + x)c)² over all k and l. */
  readonly squaredNorm: number;
}

/** c = (NMΔ₁Δ₂)⁻¹ e^(−x), x = ½ωᵀHω, for x ≤ X. */
function series({ xx, xy, yy, determinant }: Spread, width: number, depth: number, unit: number): Factors {
  const a = (2 * Math.PI) / width;
  const b = (2 * Math.PI) / depth;
  const limit = 2 * reach * (1 + 2 ** -20);
  const given = (determinant / xx) * b * b;
  const count = Math.floor(Math.sqrt(limit / given)) + 1;
  let reachX = 0;
  let size = 0;
  const ranges = Array.from({ length: count }, (_, l) => {
    const centre = ((-xy / xx) * b * l) / a;
    const halfWidth = Math.sqrt(Math.max(0, limit - given * l * l) / xx) / a;
    const least = Math.ceil(centre - halfWidth);
    const most = Math.max(least - 1, Math.floor(centre + halfWidth));
    reachX = Math.max(reachX, Math.abs(least), Math.abs(most));
    const from = size;
    size += most - least + 1;
    return { least, from, to: size };
  });

  const exponents = new Float64Array(size);
  ranges.forEach(({ least, from, to }, l) => {
    const ofRow = 0.5 * yy * (b * l) ** 2;
    const slope = xy * a * b * l;
    const curvature = 0.5 * xx * a * a;
    for (let i = from, k = least; i < to; i++, k++) exponents[i] = -(curvature * k * k + slope * k + ofRow);
  });
  const factors = exponents.slice();
  exponentials(factors);
  let squaredNorm = 0;
  const rows = ranges.map(({ least, from, to }, l) => {
    let sum = 0;
    for (let i = from; i < to; i++) {
      factors[i]! *= unit;
      sum += ((1 - exponents[i]!) * factors[i]!) ** 2;
    }
    squaredNorm += l === 0 ? sum : 2 * sum;
    return { least, values: factors.subarray(from, to) };
  });
  return { rows, reachX, squaredNorm };
}

interface PlaneShape {
  readonly first: GridAxis;
  readonly second: GridAxis;
  /** N. */
  readonly width: number;
  /** M. */
  readonly depth: number;
  readonly refinement: number;
}

/** c = 1/L times the transform of the sampled kernel; by Parseval Σ c² is 1/L times that of the samples. */
function samples({ xx, xy, yy, determinant }: Spread, { first, second, width, depth, refinement }: PlaneShape, height: number): Factors {
  const lengthX = refinement * width;
  const lengthY = refinement * depth;
  const L = lengthX * lengthY;
  const reachX = refinement * (first.count - 1) + 1;
  const reachY = refinement * (second.count - 1) + 1;
  const sampled = new Float64Array(L);
  let squaredNorm = 0;
  for (let j = 0; j <= reachY; j++) {
    for (let i = -reachX; i <= reachX; i++) {
      const x = (0.5 * (yy * i * i - 2 * xy * i * j + xx * j * j)) / (determinant * refinement ** 2);
      if (x > underflow) continue;
      const value = (height * Math.exp(-x)) / L;
      sampled[(i & (lengthX - 1)) + j * lengthX] = value;
      sampled[(-i & (lengthX - 1)) + (-j & (lengthY - 1)) * lengthX] = value;
      squaredNorm += (j === 0 ? 1 : 2) * ((1 + x) * value) ** 2;
    }
  }
  const spectrum = halfSpectrum({ values: sampled, scale: 1, width: lengthX, before: 0, lengthX, lengthY });
  const rows = Array.from({ length: lengthY / 2 + 1 }, (_, l) => {
    const { re } = spectrum(l);
    const values = Float64Array.from(re, (_, i) => re[(i - lengthX / 2) & (lengthX - 1)]!);
    // Row L/2 stands for both of ±L/2.
    return { least: -lengthX / 2, values: l === lengthY / 2 ? values.map((value) => value / 2) : values };
  });
  return { rows, reachX: lengthX / 2, squaredNorm: L * squaredNorm };
}

interface Plane {
  readonly width: number;
  readonly depth: number;
  /** Σ c Ŵ e^(2πi(ki/N + lj/M)) at the grid points (i, j), first axis fastest. */
  smooth(rows: Factors["rows"]): Float64Array;
}

/** Columns transformed at once: few enough to stay in the cache, and no power of two, whose multiples collide there. */
const batch = 12;

function createPlane({
  counts,
  total,
  first,
  second,
  width,
  depth,
  refinement,
}: PlaneShape & { readonly counts: Float64Array; readonly total: number }): Plane {
  const lengthX = refinement * width;
  const lengthY = refinement * depth;
  const nodes = refinement * (first.count - 1) + 3;
  const spectrum = halfSpectrum({ values: counts, scale: 1 / total, width: nodes, before: 1, lengthX, lengthY });
  const along = createFft(width);
  const across = createFft(depth, batch);
  const foldedRe = new Float64Array(width * (depth / 2 + 1));
  const foldedIm = new Float64Array(width * (depth / 2 + 1));
  const columnsRe = new Float64Array(depth * batch);
  const columnsIm = new Float64Array(depth * batch);

  const addRow = (l: number, { least, values }: Factors["rows"][number]) => {
    const onMesh = l & (lengthY - 1);
    const mirrored = onMesh > lengthY / 2;
    const source = spectrum(mirrored ? lengthY - onMesh : onMesh);
    for (const sign of l === 0 ? [1] : [1, -1]) {
      const row = (sign * l) & (depth - 1);
      if (row > depth / 2) continue;
      const targetRe = foldedRe.subarray(row * width, (row + 1) * width);
      const targetIm = foldedIm.subarray(row * width, (row + 1) * width);
      addTerms({ least, values, source, sourceSign: mirrored ? -1 : 1, targetRe, targetIm, targetSign: sign });
    }
  };

  return {
    width,
    depth,
    smooth: (rows) => {
      const used = Math.min(rows.length, depth / 2 + 1);
      foldedRe.fill(0, 0, used * width);
      foldedIm.fill(0, 0, used * width);
      rows.forEach((row, l) => addRow(l, row));
      for (let l = 0; l < used; l++) {
        along.forward(foldedIm.subarray(l * width, (l + 1) * width), foldedRe.subarray(l * width, (l + 1) * width));
      }

      const values = new Float64Array(first.count * second.count);
      const pairs = Math.ceil(first.count / 2);
      for (let from = 0; from < pairs; from += batch) {
        const here = Math.min(batch, pairs - from);
        columnsRe.fill(0);
        columnsIm.fill(0);
        for (let l = 0; l < used; l++) {
          const edge = l === 0 || 2 * l === depth; // Real, up to rounding.
          for (let c = 0, at = l * width + from, to = l * batch, back = (depth - l) * batch; c < here; c++, at++, to++, back++) {
            const re = foldedRe[at]!;
            const nextRe = foldedRe[at + pairs]!;
            const im = edge ? 0 : foldedIm[at]!;
            const nextIm = edge ? 0 : foldedIm[at + pairs]!;
            columnsRe[to] = re - nextIm;
            columnsIm[to] = im + nextRe;
            if (!edge) {
              columnsRe[back] = re + nextIm;
              columnsIm[back] = nextRe - im;
            }
          }
        }
        across.forward(columnsIm, columnsRe);
        for (let j = 0; j < second.count; j++) {
          const row = j * first.count + from;
          for (let c = 0; c < here; c++) {
            values[row + c] = columnsRe[j * batch + c]!;
            if (from + c + pairs < first.count) values[row + c + pairs] = columnsIm[j * batch + c]!;
          }
        }
      }
      return values;
    },
  };
}

interface Spectral {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** target(sign·k) += c(k) source(sign·k), conjugated for a negative sign of source or target. */
function addTerms({
  least,
  values,
  source,
  sourceSign,
  targetRe,
  targetIm,
  targetSign,
}: {
  least: number;
  values: Float64Array;
  source: Spectral;
  sourceSign: number;
  targetRe: Float64Array;
  targetIm: Float64Array;
  targetSign: number;
}): void {
  const { re, im } = source;
  const sourceMask = re.length - 1;
  const targetMask = targetRe.length - 1;
  const sign = sourceSign * targetSign;
  for (let i = 0; i < values.length; i++) {
    const k = least + i;
    const from = (sourceSign * k) & sourceMask;
    const to = (targetSign * k) & targetMask;
    const c = values[i]!;
    targetRe[to]! += c * re[from]!;
    targetIm[to]! += sign * c * im[from]!;
  }
}

/**
 * Rows l = 0 … lengthY/2 of the transform of `scale` times a real array padded with zeros to lengthX × lengthY.
 * The array is transformed along its second axis at once, along its first when a row is first asked for.
 */
function halfSpectrum({
  values,
  scale,
  width,
  before,
  lengthX,
  lengthY,
}: {
  readonly values: Float64Array;
  readonly scale: number;
  readonly width: number;
  /** Rows and columns that belong before the first, and so at the end of the period. */
  readonly before: number;
  readonly lengthX: number;
  readonly lengthY: number;
}): (l: number) => Spectral {
  const height = values.length / width;
  const pairs = Math.ceil(width / 2);
  const across = createFft(lengthY, batch);
  const columnsRe = new Float64Array(lengthY * batch);
  const columnsIm = new Float64Array(lengthY * batch);
  const rowsRe = new Float64Array(lengthX * (lengthY / 2 + 1));
  const rowsIm = new Float64Array(lengthX * (lengthY / 2 + 1));
  for (let from = 0; from < pairs; from += batch) {
    const here = Math.min(batch, pairs - from);
    // Of an odd number of columns the last has no partner.
    const both = Math.min(here, width - pairs - from);
    columnsRe.fill(0);
    columnsIm.fill(0);
    for (let j = 0; j < height; j++) {
      const row = j * width + from;
      const to = ((j - before) & (lengthY - 1)) * batch;
      for (let c = 0; c < here; c++) columnsRe[to + c] = scale * values[row + c]!;
      for (let c = 0; c < both; c++) columnsIm[to + c] = scale * values[row + pairs + c]!;
    }
    across.forward(columnsRe, columnsIm);
    for (let l = 0; l <= lengthY / 2; l++) {
      const back = (-l & (lengthY - 1)) * batch;
      for (let c = 0, at = l * batch; c < here; c++, at++) {
        const to = l * lengthX + ((from + c - before) & (lengthX - 1));
        const mirror = back + c;
        rowsRe[to] = 0.5 * (columnsRe[at]! + columnsRe[mirror]!);
        rowsIm[to] = 0.5 * (columnsIm[at]! - columnsIm[mirror]!);
        if (c < both) {
          const second = l * lengthX + ((from + pairs + c - before) & (lengthX - 1));
          rowsRe[second] = 0.5 * (columnsIm[at]! + columnsIm[mirror]!);
          rowsIm[second] = 0.5 * (columnsRe[mirror]! - columnsRe[at]!);
        }
      }
    }
  }

  const along = createFft(lengthX);
  const rows: (Spectral | undefined)[] = [];
  return (l) => {
    const known = rows[l];
    if (known) return known;
    const re = rowsRe.subarray(l * lengthX, (l + 1) * lengthX);
    const im = rowsIm.subarray(l * lengthX, (l + 1) * lengthX);
    along.forward(re, im);
    return (rows[l] = { re, im });
  };
}
