import { ParameterError } from "../../errors.ts";
import { gridStep, type RegularGrid } from "../../grids.ts";
import { bumpKernel, type BumpKernelName } from "../../kernels/bumpKernel.ts";
import { fftRoundoff } from "../../linalg/fourier/fft.ts";
import { fastLength } from "../../linalg/fourier/fourierPlan.ts";
import { createPlaneFft } from "../../linalg/fourier/planeFft.ts";
import { pointCount, type Points } from "../../points.ts";
import { binOnSplines } from "./splineBinning.ts";

export interface BumpParameters {
  readonly kernel: BumpKernelName;
  readonly bandwidths: readonly number[];
}

const block = 1024;

/**
 * Kernel density estimate with bumps of any positive definite kernel, exact sum over the records,
 *
 *     f(x) = (1/(n∫k)) Σᵢ k(x, xᵢ).
 *
 * @param points n ≥ 1 records on a line or in a plane. Private
 * @param at m points of evaluation
 * @returns f at each point, shape (m,). O(nm)
 * @throws {ParameterError} unless the kernel is positive definite
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1
 */
export function bumpDensity({
  points,
  at,
  kernel,
  bandwidths,
}: BumpParameters & { readonly points: Points; readonly at: Points }): Float64Array {
  const { dimension: d, height, profiles } = bumpKernel({ name: kernel, bandwidths });
  const n = pointCount(points);
  if (n < 1) throw new ParameterError("points", n, "at least one record");
  if (points.dimension !== d) throw new ParameterError("points.dimension", points.dimension, `equal to ${d}`);
  if (at.dimension !== d) throw new ParameterError("at.dimension", at.dimension, `equal to ${d}`);
  return Float64Array.from({ length: pointCount(at) }, (_, i) => {
    let total = 0;
    for (let start = 0; start < n; start += block) {
      const squares = new Float64Array(Math.min(block, n - start));
      for (let r = 0; r < squares.length; r++) {
        for (let j = 0; j < d; j++) {
          squares[r]! +=
            ((at.coordinates[i * d + j]! - points.coordinates[(start + r) * d + j]!) / bandwidths[j]!) ** 2;
        }
      }
      profiles(squares);
      let sum = 0;
      for (const value of squares) sum += value;
      total += sum;
    }
    return (height / n) * total;
  });
}

interface BinnedBumpDensity {
  readonly values: Float64Array;
  /** η ≥ ‖computed − exact‖₂ over the grid, whatever the records. */
  readonly roundingError: number;
  /** s_j of the mesh. */
  readonly steps: readonly number[];
  readonly recordCount: number;
  /** Records moved to the edge of the grid's box. Private. */
  readonly clampedCount: number;
}

/**
 * Density estimate of cubically binned records on a public grid, whose box is the declared domain, smoothed by k on a
 * torus without wrap-around.
 *
 * @param points n ≥ 1 records on a line or in a plane, clamped into the box. Private
 * @param grid one or two axes, public
 * @throws {ParameterError} unless the kernel is positive definite
 * @see docs/proofs/densitySums.md, Lemma 2; bumpDensitySensitivity
 */
export function binnedBumpDensity({
  points,
  grid,
  kernel,
  bandwidths,
}: BumpParameters & { readonly points: Points; readonly grid: RegularGrid }): BinnedBumpDensity {
  const { dimension: d, height, profiles } = bumpKernel({ name: kernel, bandwidths });
  if (grid.axes.length !== d) throw new ParameterError("grid.axes.length", grid.axes.length, `equal to ${d}`);
  const { counts, total, recordCount, clampedCount } = binOnSplines({ points, mesh: grid });
  const steps = grid.axes.map(gridStep);
  const [columns, lines] = d === 1 ? [1, grid.axes[0]!.count] : [grid.axes[0]!.count, grid.axes[1]!.count];
  const lengthOf = (count: number) => (count === 1 ? 1 : fastLength(2 * count + 1));
  const [width, depth] = [lengthOf(columns), lengthOf(lines)];

  const kernelValues = new Float64Array(width * depth);
  const offset = (i: number, length: number) => Math.min(i, length - i);
  const [acrossUnit, alongUnit] =
    d === 1 ? [0, steps[0]! / bandwidths[0]!] : [steps[0]! / bandwidths[0]!, steps[1]! / bandwidths[1]!];
  for (let j = 0, q = 0; j < depth; j++) {
    const along = (offset(j, depth) * alongUnit) ** 2;
    for (let i = 0; i < width; i++, q++) kernelValues[q] = (offset(i, width) * acrossUnit) ** 2 + along;
  }
  profiles(kernelValues);
  const norm = Math.sqrt(kernelValues.reduce((sum, k) => sum + k * k, 0));

  const fft = createPlaneFft(width, depth);
  const size = width * ((depth >> 1) + 1);
  const [kernelRe, binRe, re, im] = Array.from({ length: 4 }, () => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  fft.forward({ values: kernelValues, columns: width, re: kernelRe, im });
  const binIm = im;
  fft.forward({ values: counts, columns: d === 1 ? 1 : columns + 2, re: binRe, im: binIm });
  for (let q = 0; q < size; q++) re[q] = kernelRe[q]! * binRe[q]!;
  for (let q = 0; q < size; q++) binIm[q]! *= kernelRe[q]!;
  const torus = new Float64Array(width * depth);
  fft.sum({
    rows: (depth >> 1) + 1,
    fill: (toRe, toIm) => {
      toRe.set(re);
      toIm.set(binIm);
    },
    values: torus,
    columns: width,
  });
  const scale = height / (total * width * depth);
  const values = new Float64Array(columns * lines);
  const shift = d === 1 ? 0 : 1;
  for (let j = 0, q = 0; j < lines; j++) {
    for (let i = 0; i < columns; i++, q++) values[q] = scale * torus[(j + 1) * width + i + shift]!;
  }
  const u = 2 ** -53;
  const [across, along] = [fftRoundoff(width), fftRoundoff(depth)];
  const transforms = across + 2 * along + 2 * u + 2 * (across + along + 2 * u) + 4 * u;
  return {
    values,
    roundingError: height * (1.01 * transforms * norm + 24 * u * Math.sqrt(columns * lines)),
    steps,
    recordCount,
    clampedCount,
  };
}
