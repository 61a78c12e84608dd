import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { keptFourierPlan, planeWork } from "../../linalg/fourier/fourierPlan.ts";
import { rootsOfUnity } from "../../linalg/fourier/rootsOfUnity.ts";

export interface SpectrumOnPlane {
  readonly counts: Float64Array;
  readonly total: number;
  readonly columns: number;
  /** N, even. */
  readonly width: number;
  /** M. */
  readonly depth: number;
}

/** Offsets in the memory of an arithmetic. */
export interface Plane {
  readonly by: Arithmetic;
  readonly width: number;
  readonly depth: number;
  readonly along: number;
  readonly across: number;
  /** Shape (N, ⌊M/2⌋ + 1), first axis fastest. */
  readonly size: number;
  readonly re: number;
  readonly im: number;
  readonly work: number;
  readonly values: number;
  readonly scratch: number;
  /** Ŵ from the second node of each axis: real, then imaginary parts. */
  readonly kept: number;
}

const places = new WeakMap<
  Arithmetic,
  { readonly kept: number; readonly room: number; holds: SpectrumOnPlane | undefined }
>();

/** Plane that holds a spectrum, computed if another one is there. */
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
  // The first node is one before the mesh: a turn by one step on both axes.
  const x = rootsOfUnity(width);
  const y = rootsOfUnity(depth);
  memory.set(x.cosines, scratch);
  memory.set(x.sines, scratch + width);
  const across = scratch + 2 * width;
  memory.set(y.cosines.subarray(0, rows), across);
  memory.set(y.sines.subarray(0, rows), across + rows);
  by.keepTurned({ re: 0, im: size, width, rows, along: scratch, across, scale: 1 / total, kept: plane.kept });
}

/**
 * Sets the first rows to Ŵ times the weights of the terms, transformed along the first axis.
 *
 * @param terms lines of `weighRows`
 * @param period by which lines repeat
 * @param work 7N doubles
 */
export function weighRows(
  { by, size, kept, along, re, im }: Plane,
  step: {
    readonly rows: number;
    readonly period: number;
    readonly terms: number;
    readonly lines: number;
    readonly work: number;
  },
): void {
  const { rows, period, terms, lines, work } = step;
  const [keptRe, keptIm] = [kept, kept + size];
  by.weighRows({ along, re, im, keptRe, keptIm, rows, depth: period, terms, lines, factors: 0, work });
}
