import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { ImageSet, LabelSet } from "./idx.ts";
import { refusal } from "./refusal.ts";

/** Images as rows of numbers on [0, 1], in single precision: a pixel k/255 is right to 2⁻²⁵, and there are 256 of them. */
export interface DigitTable {
  readonly dimension: number;
  /** k/255, shape (count, dimension). */
  readonly entries: Float32Array;
  readonly height: number;
  readonly width: number;
  /** Class of each row, from 0 to classCount − 1. */
  readonly classOf: Float64Array;
  readonly classCount: number;
}

/** The most classes: digits have ten, letters 62. */
const mostClasses = 100;

/**
 * Images with their labels, of which the first `most` are taken.
 *
 * @param classCount C, public; labels are from 0 to C − 1
 * @param most how many images, all if not given
 * @throws {ParameterError} naming "file", if there are not as many labels as images or a label is not below C
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
