import { gridStep, type GridAxis, type RegularGrid } from "../../grids.ts";
import { fftRoundoff } from "../../linalg/fourier/fft.ts";
import type { Rows } from "../../linalg/smallMatrix.ts";
import {
  gaussianRoundoff,
  samplePeriod,
  seriesPeriod,
  type GaussianConvolution,
  underflow,
} from "./gaussianConvolution.ts";
import type { Spread, Added } from "./gaussianOnPlane.ts";
import { addSeries, farRemainder, nearReach } from "./gaussianSeriesOnPlane.ts";
import { planeOf, type SpectrumOnPlane, weighRows, type Plane } from "./spectrumOnPlane.ts";
import { lineSize } from "../../arithmetic/plain/spectrum.ts";

/**
 * Convolution of the weights of a mesh with Gaussians of any orientation, as in gaussianConvolutionOnLine. Ŵ stays in
 * the memory of the arithmetic until another is used.
 *
 * @param counts total·w, w ≥ 0, Σ w = 1, on (m₁ + 2) × (m₂ + 2) nodes, from the one before the first, first axis
 * fastest. Private
 * @param mesh m₁ × m₂ nodes. Public
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
  let spectrum: SpectrumOnPlane | undefined;

  return (bandwidthMatrix, values) => {
    const H = inSteps(bandwidthMatrix, gridStep(first), gridStep(second));
    const height = 1 / (2 * Math.PI * cell * Math.sqrt(H.determinant));
    const seriesWidth = seriesPeriod(columns, Math.sqrt(H.xx));
    const seriesDepth = seriesPeriod(lines, Math.sqrt(H.yy));
    const fits = seriesWidth && seriesDepth && seriesWidth * seriesDepth <= mostElements;
    const short = fits && nearReach / (2 * Math.PI * Math.sqrt(H.determinant)) < 4;
    const width = short ? seriesWidth : samplePeriod(columns);
    const depth = short ? seriesDepth : samplePeriod(lines);
    if (spectrum?.width !== width || spectrum.depth !== depth) spectrum = { counts, total, columns, width, depth };

    const plane = planeOf(spectrum);
    const { rows, meeting, squaredNorm, left } = short
      ? addSeries(plane, H, 1 / (width * depth * cell))
      : addSamples(plane, H, columns, lines, height);
    plane.by.planeColumns({ ...plane, rows, columns, lines });
    values.set(plane.by.held().subarray(plane.values, plane.values + columns * lines));

    const roundoff =
      7 * fftRoundoff(Math.max(width, depth)) +
      (meeting + 24) * 2 ** -53 +
      gaussianRoundoff(H.determinant / (H.xx * H.yy));
    const far = short ? Math.sqrt(columns * lines) * farRemainder * height : 0;
    return roundoff * Math.sqrt(width * depth * meeting * squaredNorm) + left + far;
  };
}

const mostElements = 2 ** 24;

function inSteps(H: Rows, stepX: number, stepY: number): Spread {
  const xx = H[0]![0]! / stepX ** 2;
  const xy = H[0]![1]! / (stepX * stepY);
  const yy = H[1]![1]! / stepY ** 2;
  return { xx, xy, yy, determinant: xx * yy - xy * xy };
}

/** c Ŵ, where c is 1/NM times the transform of the sampled kernel. */
function addSamples(
  plane: Plane,
  { xx, xy, yy, determinant }: Spread,
  reachX: number,
  reachY: number,
  height: number,
): Added {
  const { by, width, depth, size } = plane;
  const values = plane.values;
  const ones = values + width * depth;
  const factors = ones + width;
  const terms = factors + size;
  const rows = size / width;
  const work = terms + lineSize * rows;
  const memory = by.reserve(work + 7 * width);
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
  for (let l = 0; l < rows; l++) memory.set([0, width - 1, ones, factors + l * width, 1], terms + lineSize * l);
  weighRows(plane, { rows, period: 2 * rows, terms, lines: rows, work });
  return { rows, meeting: 1, squaredNorm: width * depth * squaredNorm, left: 0 };
}
