import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { DigitTable } from "../../../../src/core/records/digits.ts";
import { smallDigits } from "../../../../src/core/examples/smallDigits.ts";
import { readIdxImages, readIdxLabels } from "../../../../src/core/tables/idx.ts";
import { ParameterError } from "../../../../src/core/errors.ts";
import { digitArchive, imagesName, labelsName } from "../../../../src/core/release/file/digitArchive.ts";
import { releaseContents } from "../../../../src/core/release/file/releaseContents.ts";
import { parseRelease, releaseText, sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import {
  assembledImages,
  assembledRelease,
  digitNoise,
  mostNumbersInFile,
  releasingDigits,
} from "../../../../src/core/affineHull/digits/digitRelease.ts";
import type { DigitReleaseParameters } from "../../../../src/core/affineHull/digits/digitRelease.ts";
import { uniformsOf } from "../../../../src/core/random/randomWords.ts";
import { shuffle } from "../../../../src/core/random/shuffle.ts";
import { rowsOfClass } from "../../../../src/core/affineHull/digits/digits.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { normalCdf } from "../../../../src/core/special/normal.ts";
import { wordsAfter, wordsOfShuffle } from "../../../support/drawnOrder.ts";
import { kolmogorovSmirnov, recordedWords } from "../../../support/privateReleases.ts";

const parameters: DigitReleaseParameters = {
  ...{ protection: "record", adjacency: 1, subspaceDimension: 5, depth: 2, steps: 1 },
  budget: { epsilon: 8, delta: 1e-5, calibration: "analytic" },
};
const ofPixels: DigitReleaseParameters = { ...parameters, protection: "entry" };
const whole = smallDigits();

/** The first digits of the bundled ones, the classes in turn. */
function first(count: number): DigitTable {
  return { ...whole, entries: whole.entries.slice(0, count * 64), classOf: whole.classOf.slice(0, count) };
}

const release = (digits: DigitTable, digit: number, asked = parameters, seed = 1) =>
  lastOf(releasingDigits(digits, { ...asked, digit }, recordedWords(seed)));

/** The digits of a class in the order that `release` draws. */
const drawnRows = (digits: DigitTable, digit: number, seed = 1) =>
  shuffle(rowsOfClass(digits, digit), uniformsOf(recordedWords(seed)));

test.each([parameters, ofPixels])(
  "releasingDigits, replayed on neighbours, differs in the integers of one digit alone, by at most Δ",
  (asked) => {
    const digits = first(60);
    const noise = digitNoise(asked, 64);
    for (const value of [0, 1, 0.5]) {
      // Digit 33 is a 3, the fourth of its class: an enemy makes it black, white or grey.
      const other = { ...digits, entries: digits.entries.slice() };
      other.entries.fill(value, 33 * 64, 34 * 64);
      const [one, two] = [release(digits, 3, asked), release(other, 3, asked)];
      expect(one.numbers!.integers.length).toBe(6 * 64);
      const moved = one.numbers!.integers.map((integer, k) => Math.abs(integer - two.numbers!.integers[k]!));
      expect(new Set([...moved.keys()].filter((k) => moved[k]! > 0).map((k) => Math.floor(k / 64))).size).toBe(1);
      const norm =
        asked.protection === "entry" ? moved.reduce((a, b) => a + b, 0) : Math.hypot(...moved.filter((x) => x > 0));
      expect(norm).toBeGreaterThan(0);
      // Each number is rounded to the lattice, which moves a difference by at most a step.
      expect(norm * noise.lattice).toBeLessThanOrEqual(noise.sensitivity.value + 64 * noise.lattice);
      // Other classes do not see it.
      expect(release(other, 4, asked)).toEqual(release(digits, 4, asked));
    }
  },
);

test("releasingDigits claims √p and p, and has noise of that size", () => {
  const gaussian = digitNoise(parameters, 64);
  expect([gaussian.kind, gaussian.epsilon, gaussian.delta]).toEqual(["gaussianCoordinates", 8, 1e-5]);
  expect(8 / gaussian.mu).toBeCloseTo(gaussian.sigma, 2);
  const laplace = digitNoise(ofPixels, 64);
  expect(laplace.epsilon).toBeLessThanOrEqual(512 * (1 + 1e-12));
  expect(64 / laplace.sigma).toBeLessThanOrEqual(laplace.epsilon * (1 + 1e-12));
  const { numbers } = release(whole, 0);
  const rows = drawnRows(whole, 0);
  const noise = Array.from(
    numbers!.integers,
    (integer, k) =>
      (integer * gaussian.lattice - whole.entries[rows[Math.floor(k / 64)]! * 64 + (k % 64)]!) / gaussian.sigma,
  );
  // Above 2.7 with probability at most 10⁻⁶.
  expect(kolmogorovSmirnov(noise, normalCdf)).toBeLessThan(2.7);
});

test("releasingDigits draws the order: it does not matter where a digit stands", () => {
  const digits = first(60);
  const order = Array.from({ length: 60 }, (_, i) => (i * 7 + 30) % 60);
  const moved = {
    ...digits,
    classOf: Float64Array.from(order, (i) => digits.classOf[i]!),
    entries: Float32Array.from(order.flatMap((i) => [...digits.entries.subarray(64 * i, 64 * (i + 1))])),
  };
  const drawn = drawnRows(digits, 3);
  expect(drawn).not.toEqual(rowsOfClass(digits, 3));
  // The words that draw the same digits in the same order, wherever these stand.
  const from = rowsOfClass(moved, 3);
  const coupled = wordsOfShuffle(
    from,
    drawn.map((i) => order.indexOf(i)),
  );
  const [one, other] = [
    wordsAfter(wordsOfShuffle(rowsOfClass(digits, 3), drawn), recordedWords(2)),
    wordsAfter(coupled, recordedWords(2)),
  ].map((words, which) => lastOf(releasingDigits([digits, moved][which]!, { ...parameters, digit: 3 }, words)));
  expect(other).toEqual(one);
});

test("all classes make one release file, and images class by class", async () => {
  const digits = first(30);
  const shape = { count: 30, pixels: 64 };
  const classes = Array.from({ length: 10 }, (_, digit) => release(digits, digit, parameters, digit + 1)).reverse();
  const { images, labels } = assembledImages(classes, shape);
  expect([...labels]).toEqual([...digits.classOf].sort());
  const whole = assembledRelease(classes, parameters, shape);
  images.forEach((byte, k) => {
    expect(byte).toBe(Math.round(255 * Math.min(1, Math.max(0, whole.values[k]!))));
  });
  const words = {
    app: { name: "Curveil", version: "0", commit: "" },
    ...{ created: "2026-11-22", study: "fabrication", provenance: [], ledgerEntry: null },
    sheet: {
      ...{ title: "Digits", curator: "", intendedUse: "", dataProduct: "", privacyUnit: "", privacyUnitDetails: "" },
      ...{ neighbourRelation: "", dataDomain: "", unprotectedQuantities: [], parameters: [], composition: "" },
      ...{ preprocessing: "", justification: "" },
    },
    axes: [
      { name: "pixel", unit: "" },
      { name: "digit", unit: "" },
    ],
    value: { name: "ink", unit: "" },
  };
  const sha = (text: string) => Promise.resolve(createHash("sha256").update(text).digest("hex"));
  const file = parseRelease(releaseText(await sealRelease(releaseContents(whole, words), sha)));
  expect(file.mechanism.integers).toEqual(Array.from(whole.integers));
  expect([file.mechanism.epsilon, file.mechanism.delta]).toEqual([8, 1e-5]);

  const archive = unzipSync(
    digitArchive({ images, labels, height: 8, width: 8, texts: [{ name: "a.txt", text: "ε" }], created: "2026-11-22" }),
  );
  expect(readIdxImages(archive[imagesName]!)).toMatchObject({ count: 30, height: 8, width: 8 });
  expect(readIdxImages(archive[imagesName]!).pixels).toEqual(images);
  expect(readIdxLabels(archive[labelsName]!).labels).toEqual(labels);
  expect(new TextDecoder().decode(archive["a.txt"])).toBe("ε");
  expect(() => assembledImages(classes.slice(1), shape)).toThrow(ParameterError);
});

test("tables beyond what a file holds come without numbers, and such a one cannot be made a file", () => {
  const count = mostNumbersInFile / 16 + 16;
  const side4 = { dimension: 16, height: 4, width: 4, classCount: 2 };
  // All but a few are of class 1, which is not drawn.
  const classOf = Float64Array.from({ length: count }, (_, i) => Number(i > 3));
  const large = { ...side4, classOf, entries: new Float32Array(count * 16) };
  const few = release(large, 0);
  expect(few.numbers).toBeUndefined();
  expect(few.pixels.length).toBe(64);
  expect(() => assembledRelease([few], parameters, { count: 4, pixels: 16 })).toThrow(ParameterError);
});

test("releasingDigits refuses a class without digits, and sizes beyond the pixels", () => {
  for (const digit of [-1, 10, NaN, 0.5]) expect(() => release(whole, digit)).toThrow(ParameterError);
  expect(() => release({ ...first(10), classCount: 11 }, 10)).toThrow(ParameterError);
  for (const subspaceDimension of [0, 65, NaN]) {
    expect(() => release(whole, 0, { ...parameters, subspaceDimension })).toThrow(ParameterError);
  }
});
