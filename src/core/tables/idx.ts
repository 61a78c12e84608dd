import { refusal } from "./refusal.ts";

/** Grey images of one size. */
export interface ImageSet {
  readonly kind: "images";
  readonly count: number;
  readonly height: number;
  readonly width: number;
  /** From 0 to 255, row by row, image by image; shape (count, height, width). */
  readonly pixels: Uint8Array;
}

/** A label from 0 to 255 for each image. */
export interface LabelSet {
  readonly kind: "labels";
  readonly count: number;
  readonly labels: Uint8Array;
}

/** Largest file: MNIST's 60,000 images are a twentieth. */
export const idxLimits = { values: 1_000_000_000, side: 1024 } as const;

const unsignedByte = 0x08;
const typeNames: ReadonlyMap<number, string> = new Map([
  [0x09, "signed bytes"],
  [0x0b, "16-bit integers"],
  [0x0c, "32-bit integers"],
  [0x0d, "single precision numbers"],
  [0x0e, "double precision numbers"],
]);

/**
 * Images or labels of an IDX file, as of the MNIST digits: two zero bytes, the type of the values (0x08 for unsigned
 * bytes), the number of dimensions (3 for images, 1 for labels), the sizes as big-endian 32-bit integers, and the
 * values.
 *
 * @param bytes the whole file, not compressed, untrusted
 * @returns views of `bytes`
 * @throws {ParameterError} naming "file", unless sizes are within limits and fit the file
 * @see LeCun, Cortes & Burges, The MNIST database of handwritten digits
 */
export function readIdx(bytes: Uint8Array): ImageSet | LabelSet {
  const expected = "images or labels in IDX format";
  if (bytes.length === 0) throw refusal("file", "an empty file", expected);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw refusal("file", "a file packed by gzip", `${expected}, unpacked`);
  if (bytes.length < 4 || bytes[0] !== 0 || bytes[1] !== 0) throw refusal("file", "a file of another kind", expected);
  const [type, dimensions] = [bytes[2]!, bytes[3]!];
  const otherType = typeNames.get(type);
  if (type !== unsignedByte) {
    throw refusal("file", otherType ? `values that are ${otherType}` : "a file of another kind", "of unsigned bytes");
  }
  if (dimensions !== 1 && dimensions !== 3) {
    throw refusal("file", `${dimensions} dimensions`, "labels with one dimension or images with three");
  }
  const header = 4 + 4 * dimensions;
  if (bytes.length < header) throw refusal("file", "a file that is cut short in its first bytes", expected);
  const view = new DataView(bytes.buffer, bytes.byteOffset, header);
  const sizes = Array.from({ length: dimensions }, (_, k) => view.getUint32(4 + 4 * k));
  const [count, height = 1, width = 1] = sizes as [number, number?, number?];
  if (sizes.includes(0)) throw refusal("file", `${sizes.join(" × ")} values`, "not empty");
  if (height > idxLimits.side || width > idxLimits.side) {
    throw refusal("file", `images of ${height} × ${width}`, `images of at most ${idxLimits.side} pixels a side`);
  }
  const values = count * height * width;
  if (values > idxLimits.values) throw refusal("file", `${values} values`, `at most ${idxLimits.values} values`);
  const found = bytes.length - header;
  if (found < values) throw refusal("file", `a file that is cut short: ${found} of ${values} values`, "whole");
  if (found > values) throw refusal("file", `${found - values} bytes after the last value`, "as long as its sizes say");
  const data = bytes.subarray(header);
  return dimensions === 1
    ? { kind: "labels", count, labels: data }
    : { kind: "images", count, height, width, pixels: data };
}

/** Images of a file. @throws {ParameterError} naming "file", for anything else */
export function readIdxImages(bytes: Uint8Array): ImageSet {
  const set = readIdx(bytes);
  if (set.kind === "labels") throw refusal("file", `${set.count} labels`, "images; labels are a second file");
  return set;
}

/** Labels of a file. @throws {ParameterError} naming "file", for anything else */
export function readIdxLabels(bytes: Uint8Array): LabelSet {
  const set = readIdx(bytes);
  if (set.kind === "images") throw refusal("file", `${set.count} images`, "labels; images are a first file");
  return set;
}

export function writeIdx(set: ImageSet | LabelSet): Uint8Array {
  const sizes = set.kind === "labels" ? [set.count] : [set.count, set.height, set.width];
  const values = set.kind === "labels" ? set.labels : set.pixels;
  const bytes = new Uint8Array(4 + 4 * sizes.length + values.length);
  bytes[2] = unsignedByte;
  bytes[3] = sizes.length;
  const view = new DataView(bytes.buffer);
  sizes.forEach((size, k) => view.setUint32(4 + 4 * k, size));
  bytes.set(values, 4 + 4 * sizes.length);
  return bytes;
}
