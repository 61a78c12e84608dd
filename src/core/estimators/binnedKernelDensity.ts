import { ParameterError } from "../errors.ts";
import { gridSize, gridStep } from "../grids.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import { createFft, fftRoundoff, powerOfTwoAtLeast } from "../linalg/fft.ts";
import type { Fft } from "../linalg/fft.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";

/** Records binned once, to be smoothed with any bandwidth. */
export interface BinnedKernelDensity {
  readonly recordCount: number;
  /** Records outside the box of the grid, moved to its edge. Private. */
  readonly clampedCount: number;
  /**
   * The estimate on the grid, shape (m,), and η: the computed values differ from the exact smoothing of
   * the bins by at most η in the 2-norm over the grid, whatever the records.
   */
  evaluate(bandwidthMatrix: Rows): { readonly values: Float64Array; readonly roundingError: number };
}

/**
 * Gaussian kernel density estimate of linearly binned records, on a public grid,
 *
 *     f(x) = Σ_ν w_ν k_H(x − ν) / ((2π)^{d/2} |H|^{1/2}),  Σ w_ν = 1,
 *
 * in O(n) once and O(M log M) per bandwidth, where the mesh of the M nodes ν refines the grid.
 *
 * **Sensitivity.** Each record is shared out, linearly, among the 2^d nodes around it, so it contributes a
 * convex combination of kernel sections at nodes of the box. The norm of the difference of two such
 * combinations is at most the largest one over pairs of nodes, so every bound for the exact estimate
 * (records anywhere, or anywhere in the box; Gaussian or Sobolev norm) holds unchanged.
 *
 * **Exact bins.** The position of a record within its cell is rounded to a multiple of 2⁻²⁰ (2⁻¹⁰ per
 * axis in two dimensions), record by record, so the bins are integers over 2²⁰ and their sums are exact
 * up to n = 2³³: neither the order nor the number of the records leaves a trace in the rounding.
 *
 * **No cut-off.** The kernel is taken at every offset on the mesh, and the transform is long enough that
 * nothing wraps round; a kernel cut off at 5h would leave the RKHS.
 *
 * **Rounding.** With ε = fftRoundoff and ‖k‖₂ over the offsets: the error of the bins' spectrum is at most ε
 * per frequency, that of the kernel's at most ε√L‖k‖₂ in the 2-norm while the bins' spectrum is at most 1,
 * and the inverse (with the folding of frequencies that drops the nodes between grid points) adds ε‖k‖₂:
 * η = 8ε‖k‖₂ / ((2π)^{d/2} |H|^{1/2}); what the sum of the three leaves covers the rounding of the tabulated
 * kernel, whose share in the difference of two neighbours is further divided by n.
 *
 * @param points the records, n ≥ 1 in ℝᵈ, d = 1 or 2, clamped into the box of the grid. Private
 * @param grid the public grid, whose box is the declared domain
 * @throws {ParameterError} if a coordinate is not finite, or the dimensions are not 1 or 2 and equal
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.1, 4.1.1; Wand (1994), JCGS 3:433–445 (binning)
 */
export function binKernelDensity({
  points,
  grid,
}: {
  readonly points: Points;
  readonly grid: RegularGrid;
}): BinnedKernelDensity {
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid.axes.length", d, "1 or 2");
  if (points.dimension !== d) throw new ParameterError("points.dimension", points.dimension, `equal to ${d}`);
  if (pointCount(points) < 1) throw new ParameterError("points", 0, "at least one record");
  return d === 1 ? binCurve(points, grid.axes[0]!) : binField(points, grid);
}

/** Mesh nodes per grid step in one dimension; in two, the mesh is the grid. */
const refinement = 16;

function binCurve(points: Points, axis: GridAxis): BinnedKernelDensity {
  const nodes = (axis.count - 1) * refinement + 1;
  const step = gridStep(axis) / refinement;
  const longFft = createFft(powerOfTwoAtLeast(2 * nodes - 1));
  const shortFft = createFft(longFft.length / refinement);
  const n = pointCount(points);

  const spectrumRe = new Float64Array(longFft.length);
  const spectrumIm = new Float64Array(longFft.length);
  const place = cellFinder({ ...axis, count: nodes }, 2 ** 20);
  for (const value of points.coordinates) {
    const { cell, share } = place(value);
    spectrumRe[cell]! += 2 ** 20 - share;
    spectrumRe[cell + 1]! += share;
  }
  for (let i = 0; i < nodes; i++) spectrumRe[i]! /= 2 ** 20 * n;
  longFft.forward(spectrumRe, spectrumIm);

  const kernelRe = new Float64Array(longFft.length);
  const kernelIm = new Float64Array(longFft.length);
  const foldedRe = new Float64Array(shortFft.length);
  const foldedIm = new Float64Array(shortFft.length);

  return {
    recordCount: n,
    clampedCount: place.clampedCount(),
    evaluate: (bandwidthMatrix) => {
      const { inverse, determinant } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
      const squaredNorm = fillEvenKernel(kernelRe, nodes, -0.5 * inverse[0]![0]! * step * step);
      kernelIm.fill(0);
      longFft.forward(kernelRe, kernelIm);

      foldedRe.fill(0);
      foldedIm.fill(0);
      for (let k = 0; k < longFft.length; k++) {
        const j = k % shortFft.length;
        foldedRe[j]! += kernelRe[k]! * spectrumRe[k]!;
        foldedIm[j]! += kernelRe[k]! * spectrumIm[k]!;
      }
      shortFft.inverse(foldedRe, foldedIm);

      const height = 1 / Math.sqrt(2 * Math.PI * determinant);
      return {
        values: Float64Array.from({ length: axis.count }, (_, i) => (foldedRe[i]! * height) / refinement),
        roundingError: 8 * fftRoundoff(longFft.length) * Math.sqrt(squaredNorm) * height,
      };
    },
  };
}

function binField(points: Points, grid: RegularGrid): BinnedKernelDensity {
  const [axisX, axisY] = grid.axes as [GridAxis, GridAxis];
  const fftX = createFft(powerOfTwoAtLeast(2 * axisX.count - 1));
  const fftY = createFft(powerOfTwoAtLeast(2 * axisY.count - 1));
  const width = fftX.length;
  const size = width * fftY.length;
  const n = pointCount(points);

  const spectrumRe = new Float64Array(size);
  const spectrumIm = new Float64Array(size);
  const placeX = cellFinder(axisX, 2 ** 10);
  const placeY = cellFinder(axisY, 2 ** 10);
  let clampedCount = 0;
  for (let i = 0; i < points.coordinates.length; i += 2) {
    const before = placeX.clampedCount() + placeY.clampedCount();
    const { cell: cellX, share: right } = placeX(points.coordinates[i]!);
    const { cell: cellY, share: above } = placeY(points.coordinates[i + 1]!);
    if (placeX.clampedCount() + placeY.clampedCount() > before) clampedCount++;
    const node = cellX + cellY * width;
    spectrumRe[node]! += (2 ** 10 - right) * (2 ** 10 - above);
    spectrumRe[node + 1]! += right * (2 ** 10 - above);
    spectrumRe[node + width]! += (2 ** 10 - right) * above;
    spectrumRe[node + width + 1]! += right * above;
  }
  for (let i = 0; i < size; i++) spectrumRe[i]! /= 2 ** 20 * n;
  const plane = planeTransform(fftX, fftY);
  plane.forward(spectrumRe, spectrumIm);

  const kernelRe = new Float64Array(size);
  const kernelIm = new Float64Array(size);

  return {
    recordCount: n,
    clampedCount,
    evaluate: (bandwidthMatrix) => {
      const { inverse, determinant } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
      const squaredNorm = fillPlaneKernel(kernelRe, fftX.length, fftY.length, axisX, axisY, inverse);
      kernelIm.fill(0);
      plane.forward(kernelRe, kernelIm);
      for (let k = 0; k < size; k++) {
        // The kernel is even, so its spectrum is real.
        kernelIm[k] = kernelRe[k]! * spectrumIm[k]!;
        kernelRe[k]! *= spectrumRe[k]!;
      }
      plane.inverse(kernelRe, kernelIm, axisY.count);

      const height = 1 / (2 * Math.PI * Math.sqrt(determinant));
      const values = new Float64Array(gridSize(grid));
      for (let j = 0; j < axisY.count; j++) {
        for (let i = 0; i < axisX.count; i++) {
          values[i + j * axisX.count] = kernelRe[i + j * width]! * height;
        }
      }
      return { values, roundingError: 8 * fftRoundoff(size) * Math.sqrt(squaredNorm) * height };
    },
  };
}

interface CellFinder {
  (value: number): { cell: number; share: number };
  clampedCount(): number;
}

/** The cell of a value, and the share of its upper node as an integer out of `parts`. */
function cellFinder(axis: GridAxis, parts: number): CellFinder {
  const scale = ((axis.count - 1) * parts) / (axis.upper - axis.lower);
  const last = (axis.count - 1) * parts;
  let clamped = 0;
  const found = { cell: 0, share: 0 };
  const find = (value: number) => {
    if (!Number.isFinite(value)) throw new ParameterError("points", value, "finite in every coordinate");
    if (value < axis.lower || value > axis.upper) clamped++;
    const position = Math.min(last, Math.max(0, Math.round((value - axis.lower) * scale)));
    found.cell = Math.min(axis.count - 2, Math.floor(position / parts));
    found.share = position - found.cell * parts;
    return found;
  };
  return Object.assign(find, { clampedCount: () => clamped });
}

/** exp(factor·j²) at the circular offsets |j| < nodes; returns the squared 2-norm. */
function fillEvenKernel(out: Float64Array, nodes: number, factor: number): number {
  out.fill(0);
  out[0] = 1;
  let squaredNorm = 1;
  for (let j = 1; j < nodes; j++) {
    const value = Math.exp(factor * j * j);
    if (value === 0) break;
    out[j] = value;
    out[out.length - j] = value;
    squaredNorm += 2 * value * value;
  }
  return squaredNorm;
}

function fillPlaneKernel(
  out: Float64Array,
  width: number,
  height: number,
  axisX: GridAxis,
  axisY: GridAxis,
  inverse: Rows,
): number {
  const stepX = gridStep(axisX);
  const stepY = gridStep(axisY);
  out.fill(0);
  let squaredNorm = 0;
  for (let j = 0; j < axisY.count; j++) {
    for (let i = 1 - axisX.count; i < axisX.count; i++) {
      const x = i * stepX;
      const y = j * stepY;
      const form = inverse[0]![0]! * x * x + 2 * inverse[0]![1]! * x * y + inverse[1]![1]! * y * y;
      if (form > 1491) continue; // exp underflows to zero
      const value = Math.exp(-0.5 * form);
      out[(i + width) % width + j * width] = value;
      if (j > 0) out[((width - i) % width) + (height - j) * width] = value;
      squaredNorm += (j > 0 ? 2 : 1) * value * value;
    }
  }
  return squaredNorm;
}

/** Two-dimensional transforms on row-major planes of width fftX.length, rows first axis fastest. */
function planeTransform(fftX: Fft, fftY: Fft) {
  const width = fftX.length;
  const height = fftY.length;
  const columnRe = new Float64Array(height);
  const columnIm = new Float64Array(height);

  const alongColumns = (re: Float64Array, im: Float64Array, direction: "forward" | "inverse") => {
    for (let i = 0; i < width; i++) {
      for (let j = 0, k = i; j < height; j++, k += width) {
        columnRe[j] = re[k]!;
        columnIm[j] = im[k]!;
      }
      fftY[direction](columnRe, columnIm);
      for (let j = 0, k = i; j < height; j++, k += width) {
        re[k] = columnRe[j]!;
        im[k] = columnIm[j]!;
      }
    }
  };
  const alongRows = (re: Float64Array, im: Float64Array, direction: "forward" | "inverse", rows: number) => {
    for (let j = 0; j < rows; j++) {
      const row = j * width;
      fftX[direction](re.subarray(row, row + width), im.subarray(row, row + width));
    }
  };

  return {
    forward: (re: Float64Array, im: Float64Array) => {
      alongRows(re, im, "forward", height);
      alongColumns(re, im, "forward");
    },
    /** Only the first `rows` rows of the result are finished. */
    inverse: (re: Float64Array, im: Float64Array, rows: number) => {
      alongColumns(re, im, "inverse");
      alongRows(re, im, "inverse", rows);
    },
  };
}
