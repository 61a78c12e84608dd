import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { pointReleaseContents } from "../../../../src/core/release/file/pointReleaseContents.ts";
import { releaseBundle } from "../../../../src/core/release/file/releaseBundle.ts";
import { parseRelease, releaseText, sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import { releaseTable, shownTable, tableName } from "../../../../src/core/release/file/tables.ts";
import { planBoundary } from "../../../../src/core/erm/boundary/boundary.ts";
import { releasingAtPoints } from "../../../../src/core/release/pointRelease.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { normalCdf } from "../../../../src/core/special/normal.ts";
import { has } from "../../../support/programs.ts";
import { neighbouringPoints, recordedWords } from "../../../support/privateReleases.ts";
import { ditheredContents, sha256 } from "../../../support/releaseExamples.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-points-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [m, d] = [7, 3];
const at = { dimension: d, coordinates: Float64Array.from({ length: m * d }, (_, i) => ((i * 37) % 20) / 20) };
const { target, clampedCount } = planBoundary({
  points: neighbouringPoints(3, 40, d)[0],
  responses: Float64Array.from({ length: 40 }, (_, i) => 90 + (i % 20)),
}).pointTarget(
  {
    domain: Array.from({ length: d }, () => [0, 1] as const),
    held: [0.5],
    kernel: "gaussian",
    lengthScale: 0.7,
    loss: "huber",
    lossParameter: 0.5,
    penalty: 0.1,
    responseRange: [60, 140],
    solver: "exact",
  },
  at,
);
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
const release = { ...lastOf(releasingAtPoints(target, budget, recordedWords(2))), clampedCount };
const { app, created, provenance, ledgerEntry, sheet } = ditheredContents();
const words = {
  ...{ app, created, provenance, ledgerEntry, sheet },
  study: "boundary",
  axes: ["a", "=b", "value"].map((name) => ({ name, unit: "" })),
  value: { name: "y", unit: "cm" },
};
const file = await sealRelease(pointReleaseContents(release, at, words), sha256);

test("a release at points is read back as it was, with points, integers and claim", () => {
  expect(parseRelease(releaseText(file))).toEqual(file);
  expect(file.mechanism.integers).toEqual([...release.integers]);
  expect(file.mechanism.domain).toMatchObject({ kind: "points", coordinates: [...at.coordinates] });
  expect(file.view.values).toEqual([...release.values]);
  expect(file.sheet.mechanism).toMatch(/at the points/);
});

test("the band at all points is that of as many independent normals", () => {
  const c = (file.view.bands[1]!.halfWidth - 40 * (release.lattice / 2 + release.computingError)) / release.deviation;
  expect((2 * normalCdf(c) - 1) ** m).toBeCloseTo(0.95, 9);
});

test("its tables have a column for each input, of names that no spreadsheet computes, and the values in their unit", () => {
  expect(tableName(file)).toBe("points.csv");
  const [header, first] = releaseTable(file).split("\r\n");
  expect(header).toBe(`a,"'=b",value 3,integer,value`);
  const cells = first!.split(",").map(Number);
  expect(cells).toEqual([
    ...at.coordinates.subarray(0, d),
    release.integers[0],
    release.integers[0]! * release.lattice,
  ]);
  const shown = shownTable(file).split("\r\n");
  expect(shown).toHaveLength(m + 2);
  expect(Number(shown[m]!.split(",")[d])).toBe(release.values[m - 1]);
});

test("the loader in Python checks its claim (skipped without python3)", ({ skip }) => {
  if (!has("python3", "--version")) skip("there is no python3");
  for (const { name, text } of releaseBundle(file)) writeFileSync(join(folder, name), text);
  const { stdout } = spawnSync("python3", ["curveil_release.py", "release.json"], { cwd: folder, encoding: "utf8" });
  const { check, values } = JSON.parse(stdout) as { check: { delta: number }; values: number[] };
  expect(check.delta).toBeLessThanOrEqual(1e-5);
  expect(values).toEqual(Array.from(release.integers, (D) => D * release.lattice));
});

test("points that are not as many as integers, or names as inputs, are refused, also when read", () => {
  const short = { dimension: d, coordinates: at.coordinates.subarray(d) };
  expect(() => pointReleaseContents(release, short, words)).toThrow(ParameterError);
  expect(() => pointReleaseContents(release, at, { ...words, axes: words.axes.slice(1) })).toThrow(ParameterError);
  const { domain } = file.mechanism;
  if (domain.kind !== "points") expect.unreachable();
  const changed = { ...file.mechanism, domain: { ...domain, coordinates: domain.coordinates.slice(1) } };
  expect(() => parseRelease(JSON.stringify({ ...file, mechanism: changed }))).toThrow(/3 for each of 7 integers/);
});
