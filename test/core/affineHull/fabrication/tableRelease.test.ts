import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { recordLevelGuarantee } from "../../../../src/core/privacy/mechanisms/entryNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { methodsParagraph } from "../../../../src/core/release/file/methods.ts";
import { parseRelease, releaseText, sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import { releaseContents } from "../../../../src/core/release/file/releaseContents.ts";
import type { ReleaseWords } from "../../../../src/core/release/file/releaseContents.ts";
import { fabricateNoisyRows } from "../../../../src/core/affineHull/fabrication/fabricatedBranches.ts";
import { fabricateTableRelease } from "../../../../src/core/affineHull/fabrication/fabrication.ts";
import type { ClassifiedRecords } from "../../../../src/core/affineHull/fabrication/tableRows.ts";
import { tableRows } from "../../../../src/core/affineHull/fabrication/tableRows.ts";
import { releasingTable } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import type { TableReleaseParameters } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { normalCdf, normalQuantile } from "../../../../src/core/special/normal.ts";
import { lowerBound, upperBound } from "../../../../src/core/privacy/attack/clopperPearson.ts";
import { couldHaveGiven } from "../../../support/couldHaveGiven.ts";
import { tableParameters as parameters, tablePreview as preview } from "../../../support/tableParameters.ts";
import { noisyIntegers } from "../../../support/tableAudit.ts";
import { kolmogorovSmirnov, neighbouringPoints, publicPart, recordedWords } from "../../../support/privateReleases.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const ofRecords: TableReleaseParameters = { ...parameters, protection: "record" };

const release = (records: ClassifiedRecords, asked: TableReleaseParameters, seed = 1) =>
  lastOf(releasingTable(records, asked, recordedWords(seed)));

/** Neighbours: tables of two classes that differ in the last record, which an enemy chose. */
function neighbours(seed: number, N: number): readonly [ClassifiedRecords, ClassifiedRecords] {
  const classOf = Float64Array.from({ length: N }, (_, i) => i % 2);
  return neighbouringPoints(seed, N, 2).map((points) => ({ points, classOf, classCount: 2 })) as unknown as readonly [
    ClassifiedRecords,
    ClassifiedRecords,
  ];
}

/** N records at one place. */
function at(place: readonly [number, number], N: number): ClassifiedRecords {
  const coordinates = Float64Array.from({ length: 2 * N }, (_, k) => place[k % 2]!);
  return { points: { dimension: 2, coordinates }, classOf: new Float64Array(N), classCount: 1 };
}

describe.each([
  ["an entry", parameters],
  ["an entry, origin in the middle", { ...parameters, origin: "middle" } as const],
  ["an entry against small changes", { ...parameters, adjacency: 0.25 }],
  ["an entry, by staircase noise", { ...parameters, staircase: true }],
  ["a record", ofRecords],
])("releasingTable protecting %s, recorded and replayed", (_, asked) => {
  test("tells neighbours apart by nothing but their integers, which differ in one row by at most Δ", () => {
    let farthest = 0;
    for (let seed = 1; seed <= casesOf(60, 24); seed++) {
      const [first, second] = neighbours(seed, 8).map((records) => release(records, asked, seed));
      expect(publicPart(second!)).toEqual(publicPart(first!));
      const { lattice, sensitivity } = first!;
      const moved = first!.integers.map((integer, k) => Math.abs(integer - second!.integers[k]!));
      expect(new Set([...moved.keys()].filter((k) => moved[k]! > 0).map((k) => k >> 1)).size).toBeLessThanOrEqual(1);
      // Each of the two numbers is rounded to the lattice, which moves their difference by at most a step.
      const norm = asked.protection === "entry" ? moved.reduce((a, b) => a + b, 0) : Math.hypot(...moved);
      expect(norm * lattice).toBeLessThanOrEqual(sensitivity.value + 2 * lattice);
      farthest = Math.max(farthest, (norm * lattice) / sensitivity.value);
    }
    expect(farthest).toBeGreaterThan(0.99);
  });

  test("has noise of the law and scale that it claims", () => {
    const place = [0.25, 0.75] as const;
    const { integers, lattice, sigma, deviation } = release(at(place, 700), { ...asked, parties: 50 }, 5);
    const share = asked.origin === "middle" ? 0.5 : 0;
    const noise = Array.from(integers, (integer, k) => (integer * lattice - place[k % 2]! + share) / sigma);
    if ("staircase" in asked) {
      // The law is held by staircase.test.ts; five deviations of the mean square, whose own is below 3 times it.
      const square = noise.reduce((sum, x) => sum + (x * sigma) ** 2, 0) / noise.length;
      expect(Math.abs(square / deviation ** 2 - 1)).toBeLessThan((5 * 3) / Math.sqrt(noise.length));
      return;
    }
    const cdf =
      asked.protection === "record" ? normalCdf : (x: number) => (x < 0 ? 0.5 * Math.exp(x) : 1 - 0.5 * Math.exp(-x));
    // Above 2.7 with probability at most 10⁻⁶; the step of the lattice is below 2⁻¹² of the scale.
    expect(kolmogorovSmirnov(noise, cdf)).toBeLessThan(2.7);
    expect(deviation / sigma).toBeCloseTo(asked.protection === "record" ? 1 : Math.SQRT2, 12);
  });
});

test.each([
  ["the corner", "corner"],
  ["the middle", "middle"],
] as const)(
  "released rows are made of the integers and public numbers alone, bit for bit, with the origin in %s",
  (_, origin) => {
    const ranges = [
      [-3, 5],
      [0, 1e4],
    ] as const;
    const asked = { ...parameters, origin, ranges, branches: 2, parties: 2, steps: 3, testEvery: 3 };
    const records = neighbours(5, 60)[0];
    const { integers, values, lattice } = release(records, asked);
    // Of the records nothing is left but how many each class has.
    const nobody = { ...records, points: { dimension: 2, coordinates: new Float64Array(120) } };
    const { classOf, partyOf, box } = tableRows(nobody, { ...asked, ...preview }, seededSource(1));
    const noisy = { dimension: 2, coordinates: integers.map((integer) => integer * lattice) };
    const about = { classOf, partyOf, classCount: 2 };
    const again = lastOf(fabricateNoisyRows(noisy, about, { ...asked, ...preview }));
    expect(integers.length).toBe(80);
    expect(values).toEqual(box.toData(again.fabricated).coordinates);
  },
);

test.each([parameters, ofRecords, { ...parameters, origin: "middle", adjacency: 0.25 } as const])(
  "the integers that leave are those of the noise of rows, drawn before anything is fabricated, case %#",
  (asked) => {
    const records = neighbours(6, 30)[0];
    const { integers, lattice } = release(records, asked, 9);
    expect(noisyIntegers(records, asked, recordedWords(9))).toEqual({ integers, lattice });
  },
);

test("releasingTable for an entry claims p/d times its ε for a record, and no more", () => {
  for (const adjacency of [1, 0.5, 0.1]) {
    const { epsilon, sigma, sensitivity, delta, calibration } = release(at([0, 1], 3), { ...parameters, adjacency });
    const claimed = recordLevelGuarantee({ epsilon: 3, delta: 0, entries: 2 }).epsilon / adjacency;
    expect(epsilon).toBeLessThanOrEqual(claimed * (1 + 1e-12));
    expect(epsilon).toBeGreaterThan(claimed * (1 - 2 ** -11));
    expect(sensitivity.value / sigma).toBeLessThanOrEqual(epsilon * (1 + 1e-15));
    expect([delta, calibration]).toEqual([0, "pure"]);
  }
});

test("releasingTable for a person with k records claims k times the ε of an entry's noise, or needs √k times the noise", () => {
  const alone = release(at([0, 1], 3), parameters);
  const person = release(at([0, 1], 3), { ...parameters, recordsPerPerson: 3 });
  expect(person.sigma).toBeLessThan(alone.sigma * (1 + 2 ** -11));
  expect(person.sigma).toBeGreaterThan(alone.sigma * (1 - 2 ** -11));
  expect(person.epsilon).toBeLessThanOrEqual(18 * (1 + 1e-12));
  expect(person.epsilon).toBeGreaterThan(18 * (1 - 2 ** -11));
  const [one, nine] = [1, 9].map((recordsPerPerson) => release(at([0, 1], 3), { ...ofRecords, recordsPerPerson }));
  expect(nine!.sigma / one!.sigma).toBeGreaterThan(3 * (1 - 2 ** -11));
  expect(nine!.sensitivity.value).toBeCloseTo(Math.sqrt(18), 10);
  expect([nine!.epsilon, nine!.delta]).toEqual([3, 1e-5]);
});

test("releasingTable for a record has the noise of the analytic calibration for √p", () => {
  const { sigma, epsilon, delta, achievedDelta } = release(at([0, 1], 3), ofRecords);
  const least = analyticNoiseMultiplier({ epsilon: 3, delta: 1e-5 }) * Math.SQRT2;
  expect(sigma / least).toBeGreaterThan(1);
  expect(sigma / least).toBeLessThan(1 + 2 ** -11);
  expect([epsilon, delta]).toEqual([3, 1e-5]);
  expect(achievedDelta).toBeLessThanOrEqual(1e-5);
});

describe("an attacker who knows all other records", () => {
  const N = 1000;
  const draws = 12;
  /** Numbers of rows at (0, 0) and at (1, 1), by a factor of the noise: the same noise for each. */
  const sums = (place: 0 | 1, asked: TableReleaseParameters) => {
    const noises = Array.from({ length: draws }, (_, k) => {
      const { integers, lattice } = noisyIntegers(at([place, place], N), asked, recordedWords(50 + k + 20 * place));
      const noise = (i: number) => integers[i]! * lattice - place;
      return Array.from({ length: N }, (_, i) => [noise(2 * i), noise(2 * i + 1)] as const);
    }).flat();
    return (factor: number) => noises.map(([a, b]) => [place + factor * a, place + factor * b] as const);
  };
  const error = 2e-6;
  const count = N * draws;

  test("finds at most pε/d for a record, nearly all of it, and half the noise", () => {
    // Both numbers beyond 1: probability ¼ at (1, 1), and e^(−2ε)/4 at (0, 0).
    const asked = { ...parameters, budget: { ...parameters.budget, epsilon: 1 } };
    const rows = ([0, 1] as const).map((place) => sums(place, asked));
    const audited = (factor: number) => {
      const [alarms, hits] = rows.map((numbers) => numbers(factor).filter(([a, b]) => a > 1 && b > 1).length) as [
        number,
        number,
      ];
      return Math.log(lowerBound(hits, count, error) / upperBound(alarms, count, error));
    };
    const found = audited(1);
    expect(found).toBeLessThanOrEqual(2);
    expect(found).toBeGreaterThan(1.6);
    expect(audited(0.5)).toBeGreaterThan(2);
  });

  test("finds at most μ under Gaussian noise for a record, nearly all of it, and half the noise", () => {
    const asked = { ...ofRecords, budget: { ...ofRecords.budget, epsilon: 4, delta: 0.05 } };
    const { mu } = release(at([0, 0], 2), asked);
    const rows = ([0, 1] as const).map((place) => sums(place, asked));
    const audited = (factor: number) => {
      const [alarms, hits] = rows.map((numbers) => numbers(factor).filter(([a, b]) => a + b > 1).length) as [
        number,
        number,
      ];
      return normalQuantile(lowerBound(hits, count, error)) - normalQuantile(upperBound(alarms, count, error));
    };
    const found = audited(1);
    expect(found).toBeLessThanOrEqual(mu);
    expect(found).toBeGreaterThan(0.85 * mu);
    expect(audited(0.5)).toBeGreaterThan(1.5 * mu);
  });
});

test("the last bits of the preview tell neighbours apart, those of the release do not", () => {
  const asked = { ...parameters, epsilon: 3, delta: 0, frames: false, fieldCount: 0, testEvery: 0 } as const;
  const scale = 1 / 3;
  let [excluded, consistent] = [0, 0];
  const count = casesOf(60, 30);
  for (let seed = 1; seed <= count; seed++) {
    const random = seededSource(seed);
    const tables = [0, 1].map(() => Float64Array.from({ length: 2 }, () => random.uniform()));
    const [own, other] = tables as [Float64Array, Float64Array];
    const records = { points: { dimension: 2, coordinates: own }, classOf: new Float64Array(1), classCount: 1 };
    const preview = lastOf(fabricateTableRelease(records, { ...asked, seed }));
    expect(couldHaveGiven(own, scale, preview.noisy.coordinates)).toBe(true);
    if (!couldHaveGiven(other, scale, preview.noisy.coordinates)) excluded++;
    // Whatever the record, a number of the lattice has positive probability, by its distance alone.
    const { integers } = release(records, parameters, seed);
    if (integers.every((integer) => Number.isSafeInteger(integer))) consistent++;
  }
  expect(excluded).toBeGreaterThan(count / 6);
  expect(consistent).toBe(count);
});

test("the file of a table is sealed, read back and claims what its numbers prove", async () => {
  const words: ReleaseWords = {
    app: { name: "Curveil", version: "0", commit: "" },
    created: "2026-11-22",
    study: "fabrication",
    sheet: {
      ...{ title: "t", curator: "", intendedUse: "", dataProduct: "", privacyUnit: "", privacyUnitDetails: "" },
      ...{ neighbourRelation: "", dataDomain: "", unprotectedQuantities: [], parameters: [], composition: "" },
      ...{ preprocessing: "", justification: "" },
    },
    axes: ["column", "row"].map((name) => ({ name, unit: "" })),
    value: { name: "value", unit: "" },
    provenance: [],
    ledgerEntry: null,
  };
  const sha256 = (text: string) => Promise.resolve(createHash("sha256").update(text).digest("hex"));
  for (const asked of [
    parameters,
    ofRecords,
    { ...parameters, adjacency: 0.02, budget: { ...parameters.budget, epsilon: 50 } },
    { ...parameters, staircase: true },
  ]) {
    const file = await sealRelease(releaseContents(release(neighbours(3, 9)[0], asked), words), sha256);
    const read = parseRelease(releaseText(file));
    expect(read).toEqual(file);
    expect(read.mechanism.integers.length).toBe(18);
    expect(read.view.values.length).toBe(18);
    expect(read.view.bands).toEqual([]);
    expect(read.view.processing).toMatch(/^fabricated rows/);
    expect(read.sheet.mechanism).toMatch(
      asked.protection === "entry" ? /Laplace.*one entry/ : /Gaussian.*whole record/,
    );
    expect(read.sheet.mechanism).not.toMatch(/\d{5}/); // Sizes are rounded.
    const isStaircase = "staircase" in asked;
    const methods = methodsParagraph(read);
    if (isStaircase) expect(methods).toContain("its noise has the loss of Laplace noise of scale b = ");
    const factor = isStaircase
      ? "2.981 for at least"
      : asked.protection === "entry"
        ? "2.118 for at least"
        : "1.96 for";
    expect(methods).toContain(`For a sum of numbers with noise the deviation follows`);
    expect(methods).toContain(`with the factor ${factor} 95 %.`);
    const drawn = asked.protection === "entry" ? (isStaircase ? "staircase numbers" : "Laplace numbers") : "normals";
    expect(read.sheet.floatingPoint).toContain(`from exact ${drawn} of cryptographic bits`);
    expect(read.dpEvent.class_name).toMatch(asked.protection === "entry" ? /Laplace|EpsilonDelta/ : /Gaussian/);
    const claimsLess = { ...file, mechanism: { ...file.mechanism, mu: 0.5 * file.mechanism.mu } };
    expect(() => parseRelease(releaseText(claimsLess))).toThrow(ParameterError);
  }
});
