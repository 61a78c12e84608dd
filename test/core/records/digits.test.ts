import { describe, expect, test } from "vitest";
import { digitsOfTable } from "../../../src/core/records/digits.ts";
import { smallDigits } from "../../../src/core/examples/smallDigits.ts";
import { writeIdx } from "../../../src/core/tables/idx.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { digitsOf } from "../../../src/core/affineHull/digits/digits.ts";
import { proposedSchema } from "../../../src/core/records/schemaProposal.ts";
import { digitSchema } from "../../../src/studies/fabrication/digits/digitFiles.ts";
import { readTable } from "../../support/readTable.ts";

const pixelColumns = (count: number, value: (j: number) => readonly number[]) =>
  Array.from({ length: count }, (_, j) => ({ name: `pixel ${j}`, values: Float64Array.from(value(j)) }));
const label = { name: "Label", values: Float64Array.of(7, 3, 7) };

describe("digits", () => {
  test("of a table are squares with the column of labels, wherever it stands", () => {
    const pixels = pixelColumns(4, (j) => [0, 255, 51 * j]);
    for (const columns of [
      [label, ...pixels],
      [...pixels, label],
    ]) {
      const digits = digitsOfTable(tableOf(columns), 255);
      expect([digits.height, digits.width, digits.classCount]).toEqual([2, 2, 2]);
      expect(Array.from(digits.classOf)).toEqual([1, 0, 1]);
      expect(Array.from(digits.entries.subarray(8, 12), (x) => Number(x.toFixed(6)))).toEqual([0, 0.2, 0.4, 0.6]);
    }
  });

  test.each([
    ["no square", [label, ...pixelColumns(5, () => [0, 0, 0])], /5 columns/],
    ["one kind of digit", [{ ...label, values: Float64Array.of(1, 1, 1) }, ...pixelColumns(4, () => [0, 0, 0])], /"1"/],
    ["a label alone", [label], /square/],
  ])("of a table with %s are refused in a sentence", (_, columns, words) => {
    const refused = () => digitsOfTable(tableOf(columns), 255);
    expect(refused).toThrow(ParameterError);
    expect(refused).toThrow(words);
  });

  test("of a table have the nearer end for a pixel out of range and the middle for none, and no other image changes", () => {
    const digits = digitsOfTable(tableOf([label, ...pixelColumns(4, (j) => [0, [300, -1, NaN, 51][j]!, 255])]), 255);
    expect(Array.from(digits.entries, (x) => Number(x.toFixed(6)))).toEqual([0, 0, 0, 0, 1, 0, 0.5, 0.2, 1, 1, 1, 1]);
  });

  test("under their schema are read image by image: words in one, or in many, move no other one", () => {
    const rows = Array.from({ length: 12 }, (_, i) => [i % 2, 16, 8, 4, i]);
    const csv = (cells: readonly (readonly unknown[])[]) => `label,a,b,c,d\n${cells.join("\n")}\n`;
    const schema = digitSchema(proposedSchema(readTable(csv(rows))));
    const entries = (cells: readonly (readonly unknown[])[]) =>
      digitsOfTable(readTable(csv(cells), { schema }), 16).entries;
    const spoilt = rows.map((row, i) => (i % 3 === 1 ? [row[0], "word", "1 kg", "2020-01-01", 99] : row));
    const [before, after] = [entries(rows), entries(spoilt)];
    rows.forEach((_, i) => {
      const own = before.subarray(4 * i, 4 * i + 4);
      expect(after.subarray(4 * i, 4 * i + 4)).toEqual(i % 3 === 1 ? Float32Array.of(0.5, 0.5, 0.5, 1) : own);
    });
  });

  test("of a CSV are those of its table", () => {
    const text = "label,a,b,c,d\n1,0,16,8,4\n0,16,0,0,0\n";
    const digits = digitsOf({ kind: "table", digits: digitsOfTable(readTable(text), 16) });
    expect(Array.from(digits.entries)).toEqual([0, 1, 0.5, 0.25, 1, 0, 0, 0]);
    expect(Array.from(digits.classOf)).toEqual([1, 0]);
  });

  test("of IDX files cut short, or with labels in place of images, are refused", () => {
    const images = writeIdx({ kind: "images", count: 2, height: 2, width: 2, pixels: new Uint8Array(8).fill(51) });
    const labels = writeIdx({ kind: "labels", count: 2, labels: Uint8Array.of(0, 9) });
    expect(digitsOf({ kind: "idx", images, labels }).entries[0]).toBeCloseTo(0.2, 6);
    const refused = (a: Uint8Array, b: Uint8Array) => () => digitsOf({ kind: "idx", images: a, labels: b });
    expect(refused(images.subarray(0, 20), labels)).toThrow(/cut short/);
    expect(refused(labels, labels)).toThrow(/labels/);
    expect(refused(images, images)).toThrow(/images/);
    expect(refused(images, writeIdx({ kind: "labels", count: 1, labels: Uint8Array.of(1) }))).toThrow(/as many labels/);
  });

  test("that come with the page: 500, fifty of each, in turn", () => {
    const { entries, classOf, dimension } = smallDigits();
    expect([entries.length, dimension]).toEqual([500 * 64, 64]);
    expect(Array.from(classOf.subarray(0, 12))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]);
    expect(entries.every((pixel) => pixel >= 0 && pixel <= 1 && Number.isInteger(16 * pixel))).toBe(true);
    // The first row of the data set: 0,0,5,13,9,1,0,0 sixteenths.
    expect(Array.from(entries.subarray(0, 8), (pixel) => 16 * pixel)).toEqual([0, 0, 5, 13, 9, 1, 0, 0]);
  });
});
