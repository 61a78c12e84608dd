import { describe, expect, test } from "vitest";
import { digitTable } from "../../../src/core/records/digits.ts";
import { idxLimits, readIdx, readIdxImages, readIdxLabels, writeIdx } from "../../../src/core/tables/idx.ts";
import type { ImageSet, LabelSet } from "../../../src/core/tables/idx.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const images: ImageSet = {
  kind: "images",
  count: 3,
  height: 2,
  width: 4,
  pixels: Uint8Array.from({ length: 24 }, (_, k) => (k * 37) % 256),
};
const labels: LabelSet = { kind: "labels", count: 3, labels: Uint8Array.of(7, 0, 9) };

describe("readIdx", () => {
  test("reads what the format says, byte by byte", () => {
    const bytes = Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 127, 128, 255);
    expect(readIdx(bytes)).toEqual({
      kind: "images",
      count: 1,
      height: 2,
      width: 2,
      pixels: Uint8Array.of(0, 127, 128, 255),
    });
    expect(readIdx(Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 2, 5, 6))).toEqual({
      kind: "labels",
      count: 2,
      labels: Uint8Array.of(5, 6),
    });
  });

  test("reads what was written, also from the middle of a larger memory", () => {
    for (const set of [images, labels]) {
      const bytes = writeIdx(set);
      expect(readIdx(bytes)).toEqual(set);
      const within = new Uint8Array(bytes.length + 9);
      within.set(bytes, 5);
      expect(readIdx(within.subarray(5, 5 + bytes.length))).toEqual(set);
    }
  });

  test("says what is wrong with a file", () => {
    const whole = writeIdx(images);
    const withBytes = (changes: Record<number, number>) => {
      const bytes = whole.slice();
      Object.entries(changes).forEach(([k, value]) => (bytes[Number(k)] = value));
      return bytes;
    };
    const refused: [Uint8Array, RegExp][] = [
      [new Uint8Array(0), /an empty file/],
      [Uint8Array.of(0x1f, 0x8b, 8, 0, 0), /packed by gzip/],
      [new TextEncoder().encode("x,y\n1,2\n"), /another kind/],
      [Uint8Array.of(0, 0, 8), /another kind/],
      [withBytes({ 2: 0x0d }), /single precision numbers/],
      [withBytes({ 2: 0x77 }), /another kind/],
      [withBytes({ 3: 2 }), /2 dimensions/],
      [withBytes({ 3: 0 }), /0 dimensions/],
      [whole.subarray(0, 9), /cut short in its first bytes/],
      [whole.subarray(0, whole.length - 1), /cut short: 23 of 24 values/],
      [Uint8Array.of(...whole, 0), /1 bytes after the last value/],
      [withBytes({ 7: 0 }), /0 × 2 × 4/],
      [withBytes({ 10: 255 }), /images of 65282 × 4/],
      [withBytes({ 4: 255 }), /at most 1000000000 values/],
    ];
    for (const [bytes, message] of refused) {
      expect(() => readIdx(bytes)).toThrow(ParameterError);
      expect(() => readIdx(bytes)).toThrow(message);
    }
  });

  test("does not take labels for images, nor images for labels", () => {
    expect(readIdxImages(writeIdx(images))).toEqual(images);
    expect(readIdxLabels(writeIdx(labels))).toEqual(labels);
    expect(() => readIdxImages(writeIdx(labels))).toThrow(/3 labels/);
    expect(() => readIdxLabels(writeIdx(images))).toThrow(/3 images/);
  });

  test("survives 5,000 pieces of seeded garbage with a header like that of a file", () => {
    const random = seededSource(1);
    const byte = () => Math.floor(256 * random.uniform());
    let read = 0;
    for (let k = 0; k < 5000; k++) {
      const bytes = Uint8Array.from({ length: Math.floor(40 * random.uniform()) }, byte);
      bytes.set([0, 0, 8, random.uniform() < 0.5 ? 1 : 3].slice(0, bytes.length));
      // Small sizes now and then, so that some files are whole.
      for (let at = 4; at < Math.min(16, bytes.length); at++)
        if (random.uniform() < 0.9) bytes[at] = at % 4 === 3 ? 2 : 0;
      try {
        const set = readIdx(bytes);
        read++;
        expect(set.count).toBeLessThanOrEqual(idxLimits.values);
        expect((set.kind === "images" ? set.pixels : set.labels).length).toBeLessThan(40);
      } catch (error) {
        expect(error).toBeInstanceOf(ParameterError);
      }
    }
    expect(read).toBeGreaterThan(10);
  });
});

describe("digitTable", () => {
  test("is the pixels over 255, with the labels", () => {
    const table = digitTable({ images, labels });
    expect(table.dimension).toBe(8);
    expect(table.entries).toEqual(Float32Array.from(images.pixels, (k) => k / 255));
    expect(Array.from(table.classOf)).toEqual([7, 0, 9]);
    const two = digitTable({ images, labels, most: 2 });
    expect(two.entries).toEqual(table.entries.subarray(0, 16));
    expect(Array.from(two.classOf)).toEqual([7, 0]);
  });

  test("refuses labels that are too many, too few or too high", () => {
    expect(() => digitTable({ images, labels: { ...labels, count: 2 } })).toThrow(/3 images and 2 labels/);
    expect(() => digitTable({ images, labels, classCount: 9 })).toThrow(/a label 9/);
    for (const bad of [{ most: 0 }, { most: NaN }, { classCount: 0 }, { classCount: 101 }]) {
      expect(() => digitTable({ images, labels, ...bad })).toThrow(ParameterError);
    }
  });
});
