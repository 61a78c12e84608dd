import { expect, test } from "vitest";
import { addedReleases, hindranceTo, holderCount, isAddable } from "../../../../src/core/release/file/addedReleases.ts";
import { releaseContents } from "../../../../src/core/release/file/releaseContents.ts";
import { sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import { hasOwnDigest, parseRelease, releaseText } from "../../../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { releaseDensity } from "../../../../src/core/density/releaseDensity.ts";
import { releaseMeanCurve } from "../../../../src/core/mean/releaseMeanCurve.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import type { PrivateRelease } from "../../../../src/core/release/privateRelease.ts";
import { smoothMeanTarget } from "../../../support/meanCurveParameters.ts";
import { recordedWords } from "../../../support/privateReleases.ts";
import { ditheredContents, sha256 } from "../../../support/releaseExamples.ts";

const N = 300;
const random = seededSource(7);
const { sheet, app, provenance } = ditheredContents();
const sealed = (release: PrivateRelease, most: number | undefined, study: string) => {
  const unprotectedQuantities = [
    most === undefined ? "number of records: 40" : `declared largest number of records: ${most}`,
  ];
  const axes = release.axes.map((_, j) => ({ name: `x${j}`, unit: "" }));
  const words = {
    app,
    created: "2026-11-28",
    study,
    axes,
    value: { name: "y", unit: "" },
    provenance,
    ledgerEntry: null,
  };
  return sealRelease(
    releaseContents(release, { ...words, sheet: { ...sheet, title: "Private y", unprotectedQuantities } }),
    sha256,
  );
};
const terms = { epsilon: 1, delta: 1e-5 };
const densityOf = (
  seed: number,
  change: {
    readonly most?: number;
    readonly h?: number;
    readonly epsilon?: number;
    readonly coordinates?: Float64Array;
  } = {},
) => {
  const { most = N, h = 0.1, epsilon = 1 } = change;
  const coordinates = change.coordinates ?? Float64Array.from({ length: 60 }, () => random.uniform());
  const points = { dimension: 1, coordinates };
  const asked = {
    records: { points },
    domain: [[0, 1]] as const,
    bandwidths: [h],
    recordsPerPerson: 1,
    mostRecords: most,
  };
  return sealed(releaseDensity({ ...asked, ...terms, epsilon, words: recordedWords(seed) }), most, "density");
};
const curvesOf = (seed: number) => {
  const curves = Float64Array.from({ length: 30 * 20 }, () => random.normal());
  const asked = { ...smoothMeanTarget, centre: [[0, 1]] as const, mostRecords: N, records: { curves, pointCount: 20 } };
  return sealed(releaseMeanCurve({ ...asked, ...terms, words: recordedWords(seed) }), N, "meanCurve");
};
/** All of a sum but integers, what is computed of them, and the digests of files that hold them. */
const publicOf = ({ digest: _, mechanism: { integers, ...mechanism }, view, sheet, ...rest }: ReleaseFile) => ({
  ...rest,
  mechanism,
  count: integers.length,
  view: { ...view, values: view.values.length, beside: view.beside?.map(({ value: __, ...told }) => told) },
  sheet: { ...sheet, parameters: sheet.parameters.map(({ name }) => name) },
});
const sumOf = (files: readonly ReleaseFile[]) => sealRelease(addedReleases(files as [ReleaseFile]), sha256);

test("the integers of three holders add up, and so do variances; the loss is the largest of them", async () => {
  const files = [await densityOf(1), await densityOf(2), await densityOf(3)];
  const sum = await sumOf(files);
  const m = sum.mechanism;
  m.integers.slice(0, 1000).forEach((value, i) => {
    expect(value).toBe(files.reduce((total, file) => total + file.mechanism.integers[i]!, 0));
  });
  expect(m.sigma).toBeCloseTo(Math.sqrt(3) * files[0]!.mechanism.sigma, 12);
  expect([m.mu, m.epsilon, m.delta]).toEqual(
    [1, 2, 0].map((k) => files[k]!.mechanism).map((own) => [own.mu, own.epsilon, own.delta])[0],
  );
  expect(sum.view.bands[0]!.halfWidth).toBeCloseTo(Math.sqrt(3) * files[0]!.view.bands[0]!.halfWidth, 12);
  expect(m.noise!.variance).toBeCloseTo(3 * files[0]!.mechanism.noise!.variance, 12);
  // Each file counts the records of the other two as absent; a step of the lattice is far below the noise.
  const [absent] = sum.view.beside!;
  const shares = files.reduce((total, file) => total + file.view.beside![0]!.value, 0) - 2;
  expect(Math.abs(absent!.value - shares)).toBeLessThanOrEqual(2 * absent!.weight * m.lattice);
  expect(absent!.halfWidth).toBeGreaterThan(100 * absent!.weight * m.lattice);
  // It is a release that any reader takes, with a digest of its own.
  expect(parseRelease(releaseText(sum))).toEqual(sum);
  expect(await hasOwnDigest(sum, sha256)).toBe(true);
  expect(holderCount(sum)).toBe(3);
  expect(sum.view.title).toBe("Private y of 3 holders");
});

test("files may be added one after another, in any order", async () => {
  const files = [await densityOf(1), await densityOf(2), await densityOf(3)] as const;
  const together = await sumOf(files);
  const oneByOne = await sumOf([await sumOf([files[2], files[0]]), files[1]]);
  expect(oneByOne.mechanism.integers).toEqual(together.mechanism.integers);
  expect(oneByOne.mechanism.domain).toEqual(together.mechanism.domain);
  expect(oneByOne.sheet.postProcessing).toBe(together.sheet.postProcessing);
  expect(oneByOne.mechanism.sigma).toBeCloseTo(together.mechanism.sigma, 12);
  expect(holderCount(oneByOne)).toBe(3);
});

test("of mean curves the declared centre is added once", async () => {
  const files = [await curvesOf(1), await curvesOf(2)] as const;
  const sum = await sumOf(files);
  sum.view.values.forEach((value, i) => {
    expect(value).toBeCloseTo(files[0].view.values[i]! + files[1].view.values[i]! - 1, 10);
  });
});

test("a larger loss of one holder is that of the sum", async () => {
  const files = [await densityOf(1), await densityOf(2, { epsilon: 1.001 })];
  expect((await sumOf(files)).mechanism.mu).toBe(files[1]!.mechanism.mu);
});

test("other lattices, functions and numbers, a public number, and one file twice are refused", async () => {
  const [own, other] = [await densityOf(1), await densityOf(2)];
  const refused = (file: ReleaseFile, reason: RegExp) => {
    expect(() => addedReleases([own, file])).toThrow(reason);
  };
  refused(own, /added already/);
  refused(await sumOf([own, other]), /added already/);
  refused({ ...own, created: "2026-11-27", digest: "0".repeat(64) }, /under other words/);
  // A share of the noise would do for the sum, but not for the file, which others see.
  const { digest: _, schema: __, rules: ___, ...contents } = own;
  const shared = { ...contents, mechanism: { ...contents.mechanism, sigma: own.mechanism.sigma / Math.SQRT2 } };
  await expect(sealRelease(shared, sha256)).rejects.toThrow(/mechanism\.mu/);
  refused(await densityOf(3, { most: 200 }), /largest number of records|lattice/);
  refused(await densityOf(3, { h: 0.2 }), /lattice|sensitivity/);
  expect(hindranceTo(own, { ...other, study: "meanCurve" })).toBe("is of another study");
  expect((await sumOf([own, other])).sheet.postProcessing).toMatch(/^integers of 2 files were added; values are/);
  refused(await densityOf(3, { epsilon: 0.01 }), /lattice/);
  refused(await curvesOf(3), /study/);
  refused({ ...other, view: { ...other.view, valueUnit: "€" } }, /names or units/);
  // Columns of a vector of means stand in its parameters alone; so does what counts for a missing value.
  const declaring = (name: string, value: string) => ({
    ...other,
    sheet: { ...other.sheet, parameters: [...other.sheet.parameters, { name, value }] },
  });
  refused(
    declaring("ranges of the columns", "age: 0..100 years; height: 40..250 cm"),
    /declarations: ranges of the col/,
  );
  refused(declaring("missing values", "counted as 3"), /declarations: missing values"/);
  for (const name of ["neighbours", "how the file is read"])
    expect(holderCount({ ...other, ...addedReleases([own, declaring(name, "its own way")]) })).toBe(2);
  const counted = { ...other, sheet: { ...other.sheet, unprotectedQuantities: ["number of records: 60"] } };
  expect(isAddable(counted)).toBe(false);
  refused(counted, /declared largest number/);
});

test("replayed on a neighbour of one holder, with the same bits, all but its numbers is the same", async () => {
  const other = await densityOf(2);
  const places = Array.from({ length: 60 }, () => random.uniform());
  const sumWith = async (coordinates: readonly number[]) =>
    sumOf([await densityOf(1, { coordinates: Float64Array.from(coordinates) }), other]);
  // A record more, none at all, beyond N, and one that is elsewhere.
  const [one, ...others] = await Promise.all(
    [places, [...places, 0.5], [], Array.from({ length: N + 3 }, () => 0.5), places.with(7, 1e300)].map(sumWith),
  );
  for (const another of others) {
    expect(another.mechanism.integers).not.toEqual(one!.mechanism.integers);
    expect(publicOf(another)).toEqual(publicOf(one!));
  }
});

test("a group that is called “absent” keeps its share, and each promise is said", async () => {
  const [own, other] = [await densityOf(1), await densityOf(2)];
  const name = "share of the curves with symptom = absent";
  const called = ({ mechanism: { domain, ...m }, view, ...file }: ReleaseFile): ReleaseFile => ({
    ...file,
    mechanism: { ...m, domain: { ...(domain as Extract<typeof domain, { kind: "grid" }>), beside: [name] } },
    view: { ...view, beside: [{ ...view.beside![0]!, name }] },
  });
  const persons = { ...other, sheet: { ...other.sheet, privacyUnit: "all but those of one person" } };
  const sum = await sumOf([called(own), called(persons)]);
  const share = (file: ReleaseFile) => file.mechanism.integers.at(-1)!;
  expect(share(sum)).toBe(share(own) + share(other));
  expect(sum.sheet.privacyUnit).toBe(`${own.sheet.privacyUnit}; of another holder: all but those of one person`);
  expect(sum.sheet.tuning).toBe(own.sheet.tuning);
  const looked = { ...other, sheet: { ...other.sheet, tuning: "chosen after looking: h", curator: "B" } };
  const both = await sumOf([own, looked]);
  expect(both.sheet.tuning).toBe(`${own.sheet.tuning}; of another holder: chosen after looking: h`);
  expect(both.sheet.curator).toBe(`${own.sheet.curator}; of another holder: B`);
});
