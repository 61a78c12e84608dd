import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasOwnDigest, parseRelease, releaseText } from "../../../src/core/release/file/sealedRelease.ts";
import { releaseRules, type ReleaseContents, type ReleaseFile } from "../../../src/core/release/file/releaseFile.ts";
import { shownTable } from "../../../src/core/release/file/tables.ts";
import { vegaLite } from "../../../src/core/release/file/vegaLite.ts";
import { captioned } from "../../../src/panels/shared/captioned.ts";
import { classSides } from "../../../src/panels/study/releaseWords.ts";
import { whatFollows } from "../../../src/panels/postProcessing/whatFollows.ts";
import { fullestValue, sideKey } from "../../../src/panels/opened/classSides.ts";
import { followedFunction, releasedFunction } from "../../../src/panels/opened/releasedFunction.ts";
import { releasedPicture, releasedSvg } from "../../../src/panels/opened/releasedPicture.ts";
import { releasedSentence } from "../../../src/panels/opened/releasedSentence.ts";
import { releaseCsv } from "../../../src/panels/opened/ReleaseExports.tsx";
import { otherGridCsv } from "../../../src/panels/opened/ReleasedScreen.tsx";
import { guaranteeSentence, mechanismRows, sheetRows } from "../../../src/panels/opened/ReleaseSheet.tsx";
import { releaseTitle } from "../../../src/panels/opened/releaseTitle.ts";
import {
  composedLaplaceContents,
  ditheredContents,
  laplaceContents,
  sealed,
  sha256,
} from "../../support/releaseExamples.ts";

/** The contents with another view; its values are no longer the integers' own, and say so. */
function viewed(change: Partial<ReleaseContents["view"]>): ReleaseContents {
  const contents = ditheredContents(3);
  return { ...contents, view: { ...contents.view, processing: "for a test", ...change } };
}

test("a sum of more records than N says so, and a group that is called absent has no such words", async () => {
  const saidOf = async (name: string, value: number) => {
    const { digest, ...file } = await sealed(ditheredContents(3));
    const beside = [{ name, weight: 1, value, halfWidth: 0.04 }];
    return releasedSentence({ ...file, digest, view: { ...file.view, beside } }, {});
  };
  const absent = "share of the 300 declared records that are absent";
  expect(await saidOf(absent, -0.81)).toMatch(/: 0 %, as there seem to be more\.$/);
  expect(await saidOf(absent, -0.03)).toMatch(/: 0 to [^,]* %\.$/);
  expect(await saidOf("share of the curves with symptom = absent", -0.81)).toMatch(/: 0 %\.$/);
});

describe("the picture of a release", () => {
  test("holds the values of the file, on its axes, and nothing else", async () => {
    const line = await sealed(ditheredContents(60));
    const curve = releasedPicture(line, {})!;
    if (curve.kind !== "curve") expect.unreachable();
    expect([...curve.picture.release]).toEqual(line.view.values);
    expect(curve.picture).toMatchObject({ estimate: undefined, records: undefined, draws: [] });
    expect(curve.picture.domain.x).toEqual([40, 100]);
    // Its widest band is in sight as long as the curve is at least as high.
    const heights = [Math.min(...line.view.values), Math.max(...line.view.values)] as const;
    const within = Math.min(heights[1] - heights[0], Math.max(...line.view.bands.map(({ halfWidth }) => halfWidth)));
    expect(curve.picture.domain.y[0]).toBeLessThan(heights[0] - within);
    expect(curve.picture.domain.y[1]).toBeGreaterThan(heights[1] + within);

    const plane = await sealed(ditheredContents(9, 7));
    for (const [look, kind] of [
      [{}, "field"],
      [{ boundary: true }, "boundary"],
    ] as const) {
      const drawn = releasedPicture(plane, look)!;
      expect(drawn.kind).toBe(kind);
      if (drawn.kind !== "field" && drawn.kind !== "boundary") expect.unreachable();
      expect(drawn.picture).toMatchObject({ counts: [9, 7], points: undefined });
      expect(releasedSvg(drawn)).toMatch(/^<svg [^]*<path /);
    }
    expect(releasedPicture(plane, { table: true })).toBeUndefined();
    const names = Array.from({ length: 9 }, (_, k) => `c${k}`);
    const { digest, ...contents } = plane;
    const parameters = [{ name: "columns", value: names.join("; ") }];
    const drawn = releasedPicture({ ...contents, digest, sheet: { ...plane.sheet, parameters } }, { table: true })!;
    if (drawn.kind !== "table") expect.unreachable();
    expect(drawn.columns).toEqual(names);
    expect(drawn.picture.label).toEqual({ x: "c0", y: "c1" });
    // Seven rows; the first two of nine numbers each.
    expect([...drawn.picture.clouds[0]!.coordinates]).toEqual(plane.view.values.filter((_, i) => i % 9 < 2));
    expect(releasedSvg(drawn)).toContain("c1");
    expect(releasedSentence(plane, { table: true })).toBe("A released table of 7 rows and 9 columns.");
  });

  test("a boundary says which class is where, by the names in its file or as one and the other", async () => {
    const contents = ditheredContents(9, 7);
    const { parameters } = contents.sheet;
    const names = [
      { name: classSides.below, value: "not yes" },
      { name: classSides.above, value: "yes" },
    ];
    const named = await sealed({ ...contents, sheet: { ...contents.sheet, parameters: [...parameters, ...names] } });
    expect(parseRelease(releaseText(named))).toEqual(named);
    expect(sideKey(named)).toEqual(["−1, not yes", "1, yes"]);
    expect(releasedSentence(named, { boundary: true })).toMatch(
      /^The released function calls .* “yes”, the rest “not yes”\./,
    );
    const older = await sealed(contents);
    expect(sideKey(older)).toEqual(["−1, one class", "1, the other class"]);
    expect(releasedSentence(older, { boundary: true })).toMatch(/^The released function is above zero on /);
  });

  test("is a curve for each group, all on the axes of all, where the second axis has names", async () => {
    const contents = ditheredContents(9, 3);
    const levels = ["north", 'south, "mid"', "=west"];
    const named = (axes: readonly ReleaseContents["view"]["axes"][number][]) =>
      axes.map((axis, j) => (j === 1 ? { ...axis, name: "region", unit: "", levels } : axis));
    const { domain } = contents.mechanism;
    if (domain.kind !== "grid") expect.unreachable();
    const withLevels = (change: Partial<ReleaseContents["view"]> = {}): ReleaseContents => ({
      ...contents,
      mechanism: { ...contents.mechanism, domain: { ...domain, axes: named(domain.axes) } },
      view: { ...contents.view, axes: named(contents.view.axes), ...change },
    });
    const file = await sealed(withLevels());
    expect(parseRelease(releaseText(file))).toEqual(file);
    const drawn = releasedPicture(file, {})!;
    if (drawn.kind !== "groups") expect.unreachable();
    expect(drawn.groups.map(({ title }) => title)).toEqual(levels);
    drawn.groups.forEach(({ picture }, k) => {
      expect([...picture.release]).toEqual(file.view.values.slice(9 * k, 9 * (k + 1)));
      expect(picture.domain).toEqual(drawn.groups[0]!.picture.domain);
    });
    expect(releasedSvg(drawn).match(/<svg /g)).toHaveLength(4);
    expect(releasedSvg(drawn)).toContain("south, &quot;mid&quot;");
    expect(releasedSentence(file, { density: true })).toMatch(
      /^3 groups by region\. The area under a curve is its group’s share: north /,
    );
    // In tables the groups have their names, and no cell is a formula.
    expect(shownTable(file)).toContain(',"south, ""mid""",');
    expect(shownTable(file)).toMatch(/,"'=west",/);
    expect(JSON.parse(vegaLite(file))).toMatchObject({ facet: { field: "group" } });
    for (const wrong of [levels.slice(1), [...levels, "more"]])
      await expect(
        sealed(
          withLevels({
            axes: named(contents.view.axes).map((axis) => (axis.levels ? { ...axis, levels: wrong } : axis)),
          }),
        ),
      ).rejects.toThrow(/levels must be 3/);
    const [first, second] = named(contents.view.axes) as [never, never];
    await expect(sealed(withLevels({ axes: [second, first] }))).rejects.toThrow(/of the last axis/);
  });

  test("is none where there is no function on a grid, or none that a picture can hold", async () => {
    const [axis] = ditheredContents(3).view.axes as [ReleaseContents["view"]["axes"][number]];
    const regular = (lower: number, upper: number) => ({
      ...axis,
      coordinates: { kind: "regular" as const, lower, upper, count: 3 },
    });
    const cases: readonly Partial<ReleaseContents["view"]>[] = [
      { axes: [regular(1, 1)] },
      { axes: [regular(2, 1)] },
      { axes: [regular(1, 1 + 2e-16)] },
      { values: [1, -1.7e308, 2] },
      { bands: [{ name: "wide", halfWidth: 1.7e308 }] },
      { axes: [{ ...axis, coordinates: { kind: "points", values: [0, 1, 5] } }] },
    ];
    for (const change of cases) {
      const file = await sealed(viewed(change));
      expect(releasedFunction(file), JSON.stringify(change)).toBeUndefined();
      expect(releasedSentence(file, {})).toBe("A release of 3 numbers.");
    }
    expect(releasedPicture(await sealed(laplaceContents()), {})).toBeUndefined();
    await expect(sealed(viewed({ axes: [regular(-1e308, 1e308)] }))).rejects.toThrow(/above the lower end/);
    const constant = releasedPicture(await sealed(viewed({ values: [2, 2, 2], bands: [] })), {})!;
    expect(releasedSvg(constant)).not.toContain("NaN");
  });
});

describe("what is said of a release", () => {
  test("its title names budget, noise, n and side; a table of it has no line break that its title smuggles in", async () => {
    const contents = ditheredContents();
    const file = await sealed({ ...contents, view: { ...contents.view, title: "a\r\n=cmd(),b" } });
    expect(releaseTitle(file)).toMatch(/ε = 1; δ = 0\.00001; μ = .*; σ = .*; n = 272; outside view$/);
    const [first, second, header] = releaseCsv(file, releaseTitle(file)).split("\r\n");
    expect(first).toMatch(/^# Curveil release: a '=cmd\(\);b; /);
    expect(second).toBe(`# digest of the release ${file.digest}`);
    expect(header).toBe("waiting,value");
  });

  test("sheet and mechanism are rows of what the file says, empty ones left out", async () => {
    const file = await sealed(laplaceContents());
    expect(mechanismRows(file)).toContainEqual(["Dither s", "none"]);
    const names = sheetRows(file).map(([name]) => name);
    expect(names).toContain("Digest");
    expect(names).not.toContain("Justification");
  });

  test("what is guaranteed is a factor e^ε plus δ, and not one but for an event of probability δ", async () => {
    const gaussian = guaranteeSentence(await sealed(ditheredContents()));
    expect(gaussian).toContain("changes by at most a factor of e^ε = 2.72, plus δ = 10⁻⁵.");
    const pure = guaranteeSentence(await sealed(laplaceContents()));
    expect(pure).toContain("changes by at most a factor of e^ε = 1.65.");
    expect(gaussian + pure).not.toMatch(/except|probability δ/);
  });

  test("of a release with Laplace noise the scale b is named, and δ where Theorem 7 has one", async () => {
    const [pure, composed] = await Promise.all([sealed(laplaceContents()), sealed(composedLaplaceContents())]);
    expect(mechanismRows(pure).map(([name]) => name)).toContain("Scale of the noise b");
    expect(mechanismRows(composed)).toContainEqual(["δ, claimed", "10⁻⁵"]);
    expect(guaranteeSentence(composed)).toContain("e^ε = 1.65, plus δ = 10⁻⁵.");
    expect(mechanismRows(await sealed(ditheredContents())).map(([name]) => name)).toContain("Noise σ");
  });

  test("colours of a learner's polynomial reach to its largest value, others to the labels", async () => {
    const sheet = { parameters: [] } as unknown as ReleaseFile["sheet"];
    const file = await sealed(laplaceContents());
    const domain = { kind: "basis", name: "iterated Bernstein polynomials", order: "", parameters: [] } as const;
    const view = { ...file.view, values: [0.5, -4, 3] };
    expect(sideKey({ sheet, view, mechanism: { ...file.mechanism, domain } })).toEqual([
      "−4, one class",
      "4, the other class",
    ]);
    expect(fullestValue({ view, mechanism: file.mechanism })).toBe(1);
  });

  test("a caption stands above the picture, in lines that fit, as text", () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><rect/></svg>\n';
    const out = captioned(svg, "one <two> & three; four five six seven");
    expect(out).toMatch(/^<svg xmlns="[^"]*" viewBox="0 0 200 140">/);
    expect(out).toContain("one &lt;two> &amp;");
    expect(out.match(/<text /g)).toHaveLength(2);
    expect(out).toContain('<svg y="40" width="200" height="100" viewBox="0 0 200 100"><rect/></svg>');
    expect(captioned("no drawing", "x")).toBe("no drawing");
  });
});

describe("what follows from a release", () => {
  const axes = [Float64Array.of(0, 1, 2), Float64Array.of(0, 2)];
  const released = Float64Array.of(1, 2, 3, 5, 6, 7); // 1 + x + 2y
  const of = { names: ["x", "y"], axes, released, halfWidth: 0.5 };
  const asked = {
    point: [0.5, 1],
    window: [
      [0, 1],
      [0, 2],
    ],
    weight: "",
  } as const;

  test("in the plane is value, slopes, integral, change and extremes, with what the band says of their noise", () => {
    const rows = whatFollows(of, asked);
    const row = (name: string) => rows.find((each) => each.name.startsWith(name))!;
    expect(row("Value")).toMatchObject({ name: "Value at 0.5, 1", released: 3.5, within: 0.5 });
    expect(row("Slope along x").released).toBeCloseTo(1, 12);
    expect(row("Slope along y").released).toBeCloseTo(2, 12);
    expect(row("Slope along y").within).toBeUndefined();
    expect(row("Integral from 0 to 1 by 0 to 2").released).toBeCloseTo(2 * 3.5, 12);
    expect(row("Integral").within).toBeCloseTo(2 * 0.5, 12);
    expect(row("Average").released).toBeCloseTo(3.5, 12);
    expect(row("Highest")).toMatchObject({ released: 7, at: { released: [2, 2] }, within: 0.5 });
    expect(row("Lowest")).toMatchObject({ released: 1, at: { released: [0, 0] } });
    expect(row("Change from 0, 0 to 1, 2")).toMatchObject({ released: 5, within: 1 });
    expect(rows.some(({ name }) => name.includes("weight"))).toBe(false);
    expect(rows.every(({ original }) => original === undefined)).toBe(true);
  });

  test("the noise of each is within what is said whenever that of the function is within its band", () => {
    // Noise that fills the band, with signs as bad as can be.
    for (let pattern = 0; pattern < 64; pattern++) {
      const noisy = released.map((value, i) => value + ((pattern >> i) & 1 ? 0.5 : -0.5));
      const rows = whatFollows({ ...of, released: noisy }, asked);
      whatFollows(of, asked).forEach((row, i) => {
        if (row.within === undefined) return;
        expect(Math.abs(rows[i]!.released - row.released)).toBeLessThanOrEqual(row.within + 1e-12);
      });
    }
  });

  test("on another grid keeps the values at the points of the release, and a density has integral 1", async () => {
    const file = await sealed(ditheredContents(9, 7));
    const shown = followedFunction({ ...file, study: "toy" }, { density: true })!;
    const cells = (csv: string) =>
      csv
        .trimEnd()
        .split("\r\n")
        .slice(3)
        .map((line) => line.split(",").map(Number));
    const finer = cells(otherGridCsv(file, shown, [17, 13], false));
    expect(finer).toHaveLength(17 * 13);
    file.view.values.forEach((value, i) => {
      expect(finer[2 * (i % 9) + 17 * 2 * Math.floor(i / 9)]![2]).toBe(value);
    });
    expect(shown.isDensity).toBe(true);
    expect(followedFunction(file, { boundary: true })!.isDensity).toBeUndefined();
    expect(followedFunction(file, { table: true })).toBeUndefined();
    const density = cells(otherGridCsv(file, shown, [17, 13], true));
    const mass = density.reduce((sum, [, , value]) => sum + value! * (60 / 17) * (60 / 13), 0);
    expect(mass).toBeCloseTo(1, 12);
    expect(density.every(([, , value]) => value! >= 0)).toBe(true);
  });
});

test("files of each version of the rules redraw the same numbers", async () => {
  // Written by a program of each version.
  const written = (name: string) =>
    readFileSync(new URL(`../../fixtures/releases/${name}.json`, import.meta.url), "utf8");
  const look = {};
  const redrawn = await Promise.all(
    ["line", "plane"].map(async (name) => {
      const [older, now] = await Promise.all(
        [1, 2].map(async (version) => {
          const read = parseRelease(written(`${name}-${version}`));
          expect(read.schema).toBe(`curveil-release/${version}`);
          expect(await hasOwnDigest(read)).toBe(true);
          const shown = followedFunction(read, look)!;
          const point = shown.axes.map(() => 61.7);
          const rows = whatFollows(shown, { point, window: point.map(() => [50, 70]), weight: "" });
          return {
            drawing: releasedSvg(releasedPicture(read, look)!),
            sentence: releasedSentence(read, look),
            between: rows.map(({ released, within }) => [released, within]),
          };
        }),
      );
      expect(older).toEqual(now);
      return now!;
    }),
  );
  // Whoever changes these raises a version in `releaseRules` and keeps the rule that gave them.
  expect(redrawn.map(({ sentence }) => sentence)).toEqual([
    "The released share per min is highest, 0.0281, at waiting (min) = 51.2, and lowest, 0.00908, at waiting (min) = 91.9. The noise is within ± 0.0133 everywhere, with 95 %.",
    "The released share per min is highest, 0.0385, at waiting (min) = 92.5, eruption (min) = 50, and lowest, 0.0016, at waiting (min) = 100, eruption (min) = 70. The noise is within ± 0.0133 everywhere, with 95 %.",
  ]);
  expect(redrawn.map(({ between }) => between[0])).toEqual([
    [0.023851088682810467, 0.013307164250908835],
    [0.020042624791463213, 0.013307164250951693],
  ]);
  expect(await Promise.all(redrawn.map(({ drawing }) => sha256(drawing)))).toEqual([
    "c00145a14871d41b6137e10945b00dd15ceb44db793dc391ec8b9c77105dbfe4",
    "274206e6d97888bb8f15e1d118ecdf9f662f619cc047de2c8701d727aa84edca",
  ]);
  const newer = { ...(await sealed(ditheredContents(5))), rules: { ...releaseRules, bands: 2 } };
  expect(() => parseRelease(JSON.stringify(newer))).toThrow(/^rules\.bands must be at most 1: a newer version/);
});
