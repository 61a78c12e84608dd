import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { ImageSet, LabelSet } from "../tables/idx.ts";
import { labelsOf } from "./labelledRecords.ts";
import { refusal } from "../tables/refusal.ts";
import type { Table } from "../tables/table.ts";

/** Images as rows of numbers on [0, 1], in single precision: pixels k/255 are right to 2⁻²⁵. */
export interface DigitTable {
  readonly dimension: number;
  /** k/255, shape (count, dimension). */
  readonly entries: Float32Array;
  readonly height: number;
  readonly width: number;
  readonly classOf: Float64Array;
  readonly classCount: number;
}

/** Digits have ten classes, letters 62. */
const mostClasses = 100;

/**
 * Images with their labels, of which the first `most` are taken.
 *
 * @param classCount C, public; labels are from 0 to C − 1
 * @param most all if absent
 * @throws {ParameterError} naming "file", unless labels are as many as images and below C
 */
export function digitTable({
  images,
  labels,
  classCount = 10,
  most = images.count,
}: {
  readonly images: ImageSet;
  readonly labels: LabelSet;
  readonly classCount?: number;
  readonly most?: number;
}): DigitTable {
  checkPositiveInteger("most", most);
  if (!(checkPositiveInteger("classCount", classCount) <= mostClasses)) {
    throw new ParameterError("classCount", classCount, `at most ${mostClasses}`);
  }
  if (images.count !== labels.count) {
    throw refusal("file", `${images.count} images and ${labels.count} labels`, "as many labels as images");
  }
  const highest = labels.labels.reduce((a, b) => Math.max(a, b), 0);
  if (highest >= classCount) throw refusal("file", `a label ${highest}`, `labels from 0 to ${classCount - 1}`);
  const count = Math.min(most, images.count);
  const dimension = images.height * images.width;
  const entries = new Float32Array(count * dimension);
  for (let k = 0; k < entries.length; k++) entries[k] = images.pixels[k]! / 255;
  const classOf = Float64Array.from(labels.labels.subarray(0, count));
  return { dimension, entries, height: images.height, width: images.width, classOf, classCount };
}

const labelNames = ["label", "digit", "class", "target", "y"];

/** Largest value of a pixel. */
export const pixelEnds = [1, 16, 255] as const;
export type PixelEnd = (typeof pixelEnds)[number];

/** Column of labels: named so, or the first. */
export function labelName(names: readonly string[]): string | undefined {
  return names.find((name) => labelNames.includes(name.trim().toLowerCase())) ?? names[0];
}

/**
 * Digits of a table: a column of labels, public, and columns of pixels, row by row of a square image. A pixel that is
 * no number counts as the middle of the range, one outside as the nearer end, so that no image decides whether all are
 * read.
 *
 * @param highest largest value of a pixel. Public: read off the records it would tell of them (errata K9)
 * @throws {ParameterError} naming "file", if the pixels are no square or a label is missing
 */
export function digitsOfTable({ columns, rowCount, ...table }: Table, highest: PixelEnd): DigitTable {
  const named = labelName(columns.map(({ name }) => name));
  const label = columns.find(({ name }) => name === named);
  const pixels = columns.filter((column) => column !== label);
  const side = Math.sqrt(pixels.length);
  if (!label || side === 0 || !Number.isInteger(side)) {
    const found = `${pixels.length} columns beside ${label?.name ?? "none"}`;
    throw refusal("file", found, "a column named label and a square number of pixels, such as 64 or 784");
  }
  const p = pixels.length;
  const entries = new Float32Array(rowCount * p);
  pixels.forEach(({ values }, j) => {
    values.forEach((value, i) => {
      const pixel = Number.isNaN(value) ? highest / 2 : Math.min(highest, Math.max(0, value));
      entries[i * p + j] = pixel / highest;
    });
  });
  const { declared: _, ...labels } = label;
  const { names, codes } = labelsOf({ columns: [labels], rowCount, ...table }, label.name, "classes");
  if (codes.includes(-1)) throw refusal("file", "a row without a label", "a label in each row");
  const order = [...names].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
  const classOf = Float64Array.from(codes, (code) => order.indexOf(names[code]!));
  return { dimension: p, entries, height: side, width: side, classOf, classCount: order.length };
}
