import { checkPositiveInteger } from "../../checks.ts";
import type { DigitTable } from "../../records/digits.ts";
import { ParameterError } from "../../errors.ts";
import { branchTable, fabricateTable } from "../machine/tableFabrication.ts";
import { uniformsOf, type RandomWords } from "../../random/randomWords.ts";
import { seededSource } from "../../random/seededSource.ts";
import { shuffle } from "../../random/shuffle.ts";
import { mapSlices } from "../../slices.ts";
import { rowsOfClass, takenRows } from "./digits.ts";
import type { DigitModel } from "./digitNoise.ts";
import type { PrivacyBudget } from "../../privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../release/privateRelease.ts";
import { releaseOfRows, rowNoise, smoothingWords, type RowNoise } from "../fabrication/rowNoise.ts";

/** Public; `protection` says whether the budget is of a pixel or a digit. */
export type DigitReleaseParameters = Omit<DigitModel, "epsilon" | "delta" | "seed"> & {
  readonly budget: PrivacyBudget;
};

/** Public. */
export interface ReleasedClass {
  readonly digit: number;
  /** Fabricated pixels, k/255, shape (digits of the class, pixels). */
  readonly pixels: Uint8Array;
  /** D and the fabricated pixels; undefined for a table too large for one file. */
  readonly numbers: { readonly integers: Float64Array; readonly values: Float64Array } | undefined;
}

/** Public. */
export interface DigitPack {
  readonly classes: readonly ReleasedClass[];
  readonly count: number;
  readonly height: number;
  readonly width: number;
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  /** YYYY-MM-DD. */
  readonly created: string;
}

/** A larger table is released as images alone. */
export const mostNumbersInFile = 2 ** 20;

export function digitNoise({ protection, adjacency, budget }: DigitReleaseParameters, pixels: number): RowNoise {
  return rowNoise({ protection, adjacency, budget, entries: pixels, recordsPerPerson: 1 });
}

/**
 * A class of a private table of digits: a random order, exact noise on each pixel, then branches, smoothing and images
 * as post-processing. All classes together have the guarantee of each (errata K5).
 *
 * @param digit the class, from 0 on
 * @param words fresh, from a cryptographic source: 2 for each digit, then about 7 for each pixel
 * @throws {ParameterError} if the class has no digit
 * @see docs/proofs/tableRelease.md
 */
export function* releasingDigits(
  digits: DigitTable,
  { digit, ...parameters }: DigitReleaseParameters & { readonly digit: number },
  words: RandomWords,
): Generator<number, ReleasedClass> {
  const { dimension: p } = digits;
  const rows = shuffle(rowsOfClass(digits, digit), uniformsOf(words));
  const { lattice, integersOf } = digitNoise(parameters, p);
  const fitsInFile = digits.classOf.length * p <= mostNumbersInFile;
  const entries = new Float32Array(rows.length * p);
  const integers = fitsInFile ? new Float64Array(entries.length) : undefined;
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce);
    const drawn = integersOf(takenRows(digits, some).entries, words);
    integers?.set(drawn, first * p);
    for (let k = 0; k < drawn.length; k++) entries[first * p + k] = lattice * drawn[k]!;
    yield (noiseShare * Math.min(rows.length, first + rowsAtOnce)) / rows.length;
  }
  const table = { dimension: p, entries };
  const between = (start: number, end: number) => (share: number) => start + (end - start) * share;
  const clustering = branchTable({ table, random: seededSource(1 + digit) });
  const branching = yield* mapSlices(clustering, between(noiseShare, 0.2));
  const { subspaceDimension, steps, tolerancePerRow } = parameters;
  const rule = { subspaceDimension, mostSteps: steps, tolerancePerRow };
  yield* mapSlices(fabricateTable({ table, branching, ...rule }), between(0.2, 1));
  return {
    digit,
    pixels: Uint8Array.from(entries, (x) => Math.round(255 * Math.min(1, Math.max(0, x)))),
    numbers: integers && { integers, values: Float64Array.from(entries) },
  };
}

const rowsAtOnce = 500;
const noiseShare = 0.15;

/** Images of all classes, with labels. */
export function assembledImages(
  classes: readonly ReleasedClass[],
  { count, pixels }: { readonly count: number; readonly pixels: number },
): { readonly images: Uint8Array; readonly labels: Uint8Array } {
  const images = new Uint8Array(checkPositiveInteger("count", count) * pixels);
  const labels = new Uint8Array(count);
  const placed = classes.reduce((sum, { pixels: own }) => sum + own.length / pixels, 0);
  if (placed !== count) throw new ParameterError("classes", placed, `${count} digits together`);
  let at = 0;
  for (const { digit, pixels: own } of byDigit(classes)) {
    images.set(own, at * pixels);
    labels.fill(digit, at, (at += own.length / pixels));
  }
  return { images, labels };
}

function byDigit(classes: readonly ReleasedClass[]): readonly ReleasedClass[] {
  return classes.toSorted((a, b) => a.digit - b.digit);
}

/**
 * All classes as one release, with the rows of `assembledImages`.
 *
 * @throws {ParameterError} for classes without numbers or missing digits
 */
export function assembledRelease(
  classes: readonly ReleasedClass[],
  parameters: DigitReleaseParameters,
  { count, pixels: p }: { readonly count: number; readonly pixels: number },
): PrivateRelease {
  const [integers, values] = [new Float64Array(count * p), new Float64Array(count * p)];
  let at = 0;
  for (const { numbers, digit } of byDigit(classes)) {
    if (!numbers) throw new ParameterError("classes", digit, "a class with its numbers");
    integers.set(numbers.integers, at);
    values.set(numbers.values, at);
    at += numbers.integers.length;
  }
  const processing = digitProcessing(parameters);
  return releaseOfRows(digitNoise(parameters, p), { integers, values, dimension: p, processing });
}

export function digitProcessing(parameters: DigitReleaseParameters): string {
  return [
    "fabricated digits: the noisy digits (integers times the step, pixels from 0 to 1) of each class are cut into branches of about 1000 by",
    `k-means, ${smoothingWords(parameters)}`,
  ].join(" ");
}
