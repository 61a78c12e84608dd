import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { releaseBundle } from "../../../../src/core/release/file/releaseBundle.ts";
import { releaseContents } from "../../../../src/core/release/file/releaseContents.ts";
import { parseRelease, releaseText, sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { methodsParagraph } from "../../../../src/core/release/file/methods.ts";
import { planDensity } from "../../../../src/core/density/density.ts";
import { densityFrame } from "../../../../src/core/density/densityFrame.ts";
import { releasingPrivately } from "../../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { has } from "../../../support/programs.ts";
import { recordedWords } from "../../../support/privateReleases.ts";
import { ditheredContents, sha256 } from "../../../support/releaseExamples.ts";
import { triesAll } from "../../../support/fuzzing.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-beside-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Incomes on the log scale, beside zeros and rows outside of a filter. */
const declared = {
  ...({ domain: [[1, 200]], bandwidths: [0.4], correlation: 0, route: "gaussian", relativeRate: 1 } as const),
  transformation: "log",
} as const;
const frame = densityFrame(declared)!;
const values = Float64Array.from({ length: 60 }, (_, i) => 1 + 3 * i);
const plan = planDensity({
  points: frame.recordsOf({ dimension: 1, coordinates: values }),
  domain: [frame.domain],
  count: frame.count,
  pointMassRecords: [
    { name: "share of the records at 0", at: 0, count: 25 },
    { name: "share of the records without region = north", count: 15 },
  ],
});
const target = { ...plan.target({ ...declared, domain: [frame.domain] }), postMap: frame.postMap };
const budget = { epsilon: 2, delta: 1e-6, calibration: "analytic" } as const;
const release = lastOf(releasingPrivately(target, budget, recordedWords(4)));
const { app, created, provenance, ledgerEntry, sheet } = ditheredContents();
const file = await sealRelease(
  releaseContents(release, {
    ...{ app, created, provenance, ledgerEntry, sheet, study: "density" },
    axes: [{ name: "income", unit: "€" }],
    value: { name: "density", unit: "" },
  }),
  sha256,
);

test("numbers beside a curve are in the file behind its own, with what they stand for, and are read again", () => {
  expect(parseRelease(releaseText(file))).toEqual(file);
  expect(file.mechanism.integers).toHaveLength(1002);
  expect(methodsParagraph(file)).toContain("; 1,002 whole numbers on a lattice");
  expect(file.view.values).toHaveLength(frame.postMap.offsets.length);
  expect(file.view.beside!.map(({ at }) => at)).toEqual([0, undefined]);
  file.view.beside!.forEach(({ value, halfWidth }, j) => {
    expect(Math.abs(value - [0.25, 0.15][j]!)).toBeLessThan((5.2 / 1.96) * halfWidth);
  });
});

test.each<[string, (changed: ReleaseFile) => unknown, RegExp]>([
  [
    "another share",
    ({ view }) => ({ view: { ...view, beside: view.beside!.map((one) => ({ ...one, value: 0.3 })) } }),
    /weight times its number/,
  ],
  [
    "another name",
    ({ view }) => ({ view: { ...view, beside: view.beside!.map((one) => ({ ...one, name: "x" })) } }),
    /view\.beside/,
  ],
  ["no share", ({ view: { beside, ...view } }) => ({ view }), /view\.beside/],
  [
    "an integer less",
    ({ mechanism }) => ({ mechanism: { ...mechanism, integers: mechanism.integers.slice(1) } }),
    /as many as the grid has points, 1000, and 2 beside it/,
  ],
])("a file with %s is refused", (_, change, sentence) => {
  expect(() => parseRelease(JSON.stringify({ ...file, ...(change(file) as object) }))).toThrow(sentence);
});

test(`Python${triesAll ? " and R give" : " gives"} the shares from the integers (skipped without them)`, ({ skip }) => {
  for (const { name, text } of releaseBundle(file)) writeFileSync(join(folder, name), text);
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (!has("python3", "--version")) skip("there is no python3");
  const { stdout, stderr, status } = run("python3", ["curveil_release.py", "release.json"][0]!, "release.json");
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const told = JSON.parse(stdout) as { beside: Record<string, number>; values: number[]; shown: number[] };
  expect(told.beside).toEqual(Object.fromEntries(file.view.beside!.map(({ name, value }) => [name, value])));
  expect(told.shown).toEqual(file.view.values);
  if (!triesAll) return; // R in every run: test/core/density/densityFrame.test.ts.
  if (!has("Rscript", "--version")) skip("there is no Rscript");
  writeFileSync(join(folder, "print.R"), `source("load_release.R")\ncat(sprintf("%.17g %.17g", beside_1, beside_2))\n`);
  const inR = run("Rscript", "print.R");
  expect(inR.stderr).toBe("");
  expect(inR.stdout.trim().split("\n").at(-1)!.split(" ").map(Number)).toEqual(
    file.view.beside!.map(({ value }) => value),
  );
});
