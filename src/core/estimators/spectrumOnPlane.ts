import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";
import { runSize } from "../arithmetic/plain/spectrum.ts";
import { keptFourierPlan, planeWork } from "../linalg/fourierPlan.ts";
import { rootsOfUnity } from "../linalg/rootsOfUnity.ts";

/** Weights of nodes and the periods with which they are transformed. */
export interface SpectrumOnPlane {
  readonly counts: Float64Array;
  readonly total: number;
  readonly columns: number;
  /** N, even. */
  readonly width: number;
  /** M. */
  readonly depth: number;
}

/** Where what is in the memory of an arithmetic. */
export interface Plane {
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
const places = new WeakMap<
  Arithmetic,
  { readonly kept: number; readonly room: number; holds: SpectrumOnPlane | undefined }
>();

/** The plane in which a spectrum is kept; it is computed anew if another was kept. */
export function planeOf(spectrum: SpectrumOnPlane): Plane {
  const by = arithmetic();
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

function transformWeights(plane: Plane, { counts, total, columns }: SpectrumOnPlane): void {
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

/** Terms scale·first(k)·second(k) at k modulo N, least ≤ k ≤ most, of the weights of a row of the spectrum. */
export interface Terms {
  /** Where the factors for k = 0 would be; those of the next k follow, or come before if the step is −1. */
  readonly first: number;
  readonly second: number;
  readonly scale: number;
  readonly step: 1 | -1;
  readonly least: number;
  readonly most: number;
}

/** Doubles that are enough for the runs of terms at `count` successive k. */
export function roomForRuns(width: number, count: number): number {
  return runSize * (Math.floor(count / width) + 2);
}

/** Writes the runs of terms, one for each lap of N elements, from `at` on. Returns where they end. */
export function writeRuns(
  memory: Float64Array,
  at: number,
  width: number,
  { first, second, scale, step, least, most }: Terms,
): number {
  let end = at;
  for (let from = least; from <= most;) {
    const lap = Math.floor(from / width) * width;
    const last = Math.min(most, lap + width - 1);
    memory[end] = from - lap;
    memory[end + 1] = last - from + 1;
    memory[end + 2] = step;
    memory[end + 3] = first + step * from;
    memory[end + 4] = second + step * from;
    memory[end + 5] = scale;
    end += runSize;
    from = last + 1;
  }
  return end;
}

/**
 * Row l of the memory becomes that of Ŵ, times the weights of the runs from `runs` to `end`, transformed along the first axis.
 *
 * @param work 7N doubles
 */
export function weighRow(
  { by, width, size, kept, along }: Plane,
  l: number,
  { runs, end, work }: { readonly runs: number; readonly end: number; readonly work: number },
): void {
  const at = l * width;
  by.weighRow({
    re: at,
    im: size + at,
    keptRe: kept + at,
    keptIm: kept + size + at,
    along,
    runs,
    runCount: (end - runs) / runSize,
    factors: 0,
    work,
  });
}
