import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { outsideName } from "../../../../src/core/records/onlyRows.ts";
import { levelAxis } from "../../../../src/core/grids.ts";
import { releaseBundle } from "../../../../src/core/release/file/releaseBundle.ts";
import { releaseContents } from "../../../../src/core/release/file/releaseContents.ts";
import { shownTable } from "../../../../src/core/release/file/tables.ts";
import { parseRelease, releaseText, sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import type { ReleaseAxis, ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { elsewhereName, groupCountNames } from "../../../../src/core/release/sharedGroups.ts";
import { planDensity } from "../../../../src/core/density/density.ts";
import { releasingPrivately } from "../../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { has } from "../../../support/programs.ts";
import { recordedWords } from "../../../support/privateReleases.ts";
import { ditheredContents, sha256 } from "../../../support/releaseExamples.ts";
import { triesAll } from "../../../support/fuzzing.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-groups-"));
afterAll(() => rmSync(folder, { recursive: true }));

const declared = {
  ...({ domain: [[0, 1]], bandwidths: [0.1], correlation: 0, relativeRate: 1, route: "gaussian" } as const),
};
// The longest names that there are, and such as a program may stumble over; nobody is in the last group.
const levels = ["n".repeat(200), "__proto__", '=1+"x",\\', "nobody"];
const column = "c".repeat(200);
const { app, created, provenance, ledgerEntry, sheet } = ditheredContents();

/** A release of groups with so many records in each, and so many in none; the records of a group lie at one place. */
function sealedGroups(sizes: readonly number[], elsewhere: number, names: readonly string[] = levels) {
  const target = planDensity({
    parts: sizes.map((size, k) => ({
      points: { dimension: 1, coordinates: new Float64Array(size).fill((k + 1) / (sizes.length + 1)) },
    })),
    domain: declared.domain,
    pointMassRecords: [
      { name: elsewhereName(column, "records"), count: elsewhere },
      { name: outsideName({ column, value: column }), count: 0 },
    ],
  }).target(declared);
  const budget = { epsilon: 2, delta: 1e-6, calibration: "analytic" } as const;
  const axes = [...target.axes, levelAxis(names)];
  const release = lastOf(releasingPrivately({ ...target, axes }, budget, recordedWords(6)));
  return sealRelease(
    releaseContents(release, {
      ...{ app, created, provenance, ledgerEntry, sheet, study: "density" },
      axes: [
        { name: "income", unit: "€" },
        { name: column, unit: "" },
      ],
      value: { name: "density", unit: "" },
    }),
    sha256,
  );
}
const file = await sealedGroups([20, 25, 30, 0], 5);

test("a release of groups with the longest names is sealed, and read again as it was", () => {
  expect(parseRelease(releaseText(file))).toEqual(file);
  expect(file.mechanism.integers).toHaveLength(4002);
  expect(file.view.values).toHaveLength(4000);
  expect(file.view.axes[1]!.levels).toEqual(levels);
});

test("but for what noise covers a file says the same whoever is in which group, also if nobody is", async () => {
  const publicOf = ({
    digest: _,
    mechanism: { integers, ...mechanism },
    view: { values, beside, ...view },
    ...rest
  }: ReleaseFile) => ({
    ...{ mechanism, view, rest, counts: [integers.length, values.length] },
    beside: beside!.map(({ value: __, ...further }) => further),
  });
  const others = await Promise.all([sealedGroups([19, 25, 30, 1], 5), sealedGroups([0, 0, 0, 0], 80)]);
  for (const other of others) {
    expect(publicOf(other)).toEqual(publicOf(file));
    expect(other.mechanism.integers).not.toEqual(file.mechanism.integers);
  }
});

test("groups whose names begin alike, or differ by a sign alone, are told apart in a file and its table", async () => {
  const [first, second] = ["a", "b"].map((end) => "n".repeat(150) + end) as [string, string];
  // The last is what a cut name could look like.
  const names = [first, second, "x", `${"n".repeat(75)}… (1)`];
  const counts = groupCountNames({ column, levels: names }, "curves");
  expect(new Set(counts).size).toBe(counts.length);
  for (const name of counts) expect(name.length).toBeLessThanOrEqual(200);
  // Names of which each character is two units, cut at an even and an odd place.
  for (const start of ["", "x"]) {
    const faces = groupCountNames(
      { column: start + "😀".repeat(60), levels: [start + "😀".repeat(60), "y"] },
      "records",
    );
    for (const name of faces) expect(name).not.toMatch(/\p{Surrogate}/u);
  }
  const signs = await sealedGroups([3, 4, 5, 6], 0, ["1", "-1", "=1", "=x"]);
  const rows = shownTable(signs).trimEnd().split("\r\n").slice(1);
  expect([...new Set(rows.map((row) => row.split(",")[1]))]).toEqual(["1", "-1", `"'=1"`, `"'=x"`]);
});

test("what is said of curves apart has room in a file, whatever column and groups are called", () => {
  for (const name of groupCountNames({ column, levels }, "curves")) expect(name.length).toBeLessThanOrEqual(200);
  expect(groupCountNames({ column: "arm", levels: ["placebo"] }, "curves")).toEqual([
    "share of the curves with arm = placebo",
    "share of the curves with another arm, or none",
  ]);
});

const withLevels = (axes: readonly ReleaseAxis[], changed: readonly string[]) => [
  axes[0]!,
  { ...axes[1]!, levels: changed },
];

test.each<[string, (changed: ReleaseFile) => unknown, RegExp]>([
  [
    "the names of two groups exchanged",
    ({ view }) => ({ view: { ...view, axes: withLevels(view.axes, [levels[1]!, levels[0]!, ...levels.slice(2)]) } }),
    /view\.axes\.levels/,
  ],
  [
    "no names where groups are shown",
    ({ view }) => ({ view: { ...view, axes: view.axes.map(({ levels: _, ...axis }) => axis) } }),
    /view\.axes\.levels/,
  ],
  [
    "one name for two groups",
    ({ view }) => ({ view: { ...view, axes: withLevels(view.axes, ["a", "a", "b", "c"]) } }),
    /different names/,
  ],
  [
    "a group less",
    ({ view }) => ({ view: { ...view, axes: withLevels(view.axes, levels.slice(1)) } }),
    /one for each value/,
  ],
  ["names of the first axis", ({ view }) => ({ view: { ...view, axes: view.axes.toReversed() } }), /of the last axis/],
  [
    "names that are none",
    ({ view }) => ({ view: { ...view, axes: withLevels(view.axes, [1, 2, 3, 4] as unknown as string[]) } }),
    /levels/,
  ],
])("a file with %s is refused", (_, change, sentence) => {
  expect(() => parseRelease(JSON.stringify({ ...file, ...(change(file) as object) }))).toThrow(sentence);
});

test(`Python${triesAll ? " and R give" : " gives"} the values of all groups, bit for bit (skipped without them)`, ({
  skip,
}) => {
  for (const { name, text } of releaseBundle(file)) writeFileSync(join(folder, name), text);
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (!has("python3", "--version")) skip("there is no python3");
  const { stdout, stderr, status } = run("python3", "curveil_release.py", "release.json");
  expect([stderr, status]).toEqual(["", 0]);
  const told = JSON.parse(stdout) as { beside: Record<string, number>; values: number[] };
  expect(told.values.slice(0, 4000)).toEqual(file.view.values);
  expect(Object.values(told.beside)).toEqual(file.view.beside!.map(({ value }) => value));
  if (!triesAll) return; // R in every run: test/core/density/densityFrame.test.ts.
  if (!has("Rscript", "--version")) skip("there is no Rscript");
  writeFileSync(join(folder, "print.R"), `source("load_release.R")\ncat(sprintf("%.17g", curve$value))\n`);
  const inR = run("Rscript", "print.R");
  expect(inR.stderr).toBe("");
  expect(inR.stdout.trim().split("\n").at(-1)!.split(" ").map(Number).slice(0, 4000)).toEqual(file.view.values);
});
