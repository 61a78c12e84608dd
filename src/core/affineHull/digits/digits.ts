import { readIdxImages, readIdxLabels } from "../../tables/idx.ts";
import { digitTable, type DigitTable } from "../../records/digits.ts";
import { ParameterError } from "../../errors.ts";
import type { EntryTable } from "../machine/tableFabrication.ts";

/** Two files in IDX format, or digits read from a table of pixels. Private. */
export type DigitFiles =
  | { readonly kind: "idx"; readonly images: Uint8Array; readonly labels: Uint8Array }
  | { readonly kind: "table"; readonly digits: DigitTable };

/** Digits of files. @throws {ParameterError} that names "file" for anything else */
export function digitsOf(source: DigitFiles): DigitTable {
  if (source.kind === "table") return source.digits;
  return digitTable({ images: readIdxImages(source.images), labels: readIdxLabels(source.labels) });
}

/** Public. */
export interface DigitOutline {
  readonly height: number;
  readonly width: number;
  readonly classCount: number;
  readonly count: number;
  readonly classSizes: readonly number[];
}

export function digitOutline(digits: DigitTable): DigitOutline {
  const { height, width, classCount, classOf } = digits;
  return { height, width, classCount, count: classOf.length, classSizes: classSizes(digits) };
}

function classSizes({ classOf, classCount }: DigitTable): readonly number[] {
  const sizes = new Array<number>(classCount).fill(0);
  classOf.forEach((own) => sizes[own]!++);
  return sizes;
}

/** Indices of the digits of a class. @throws {ParameterError} if there are none */
export function rowsOfClass({ classOf, classCount }: DigitTable, digit: number): number[] {
  if (!(Number.isInteger(digit) && digit >= 0 && digit < classCount)) {
    throw new ParameterError("digit", digit, `a class from 0 to ${classCount - 1}`);
  }
  const rows = Array.from(classOf.keys()).filter((i) => classOf[i] === digit);
  if (rows.length === 0) throw new ParameterError("digit", digit, "a class that has digits");
  return rows;
}

export function takenRows({ dimension: p, entries }: DigitTable, rows: readonly number[]): EntryTable {
  const own = new Float32Array(rows.length * p);
  rows.forEach((i, to) => own.set(entries.subarray(i * p, (i + 1) * p), to * p));
  return { dimension: p, entries: own };
}
