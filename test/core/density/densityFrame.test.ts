import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { anisotropicKernelDensitySensitivity } from "../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { postMapped, reachOf } from "../../../src/core/release/postMap.ts";
import { bandwidthMatrixOf } from "../../../src/core/density/densityGrid.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityTargetParameters, DensityFraming } from "../../../src/core/density/densityParameters.ts";
import { densityFrame } from "../../../src/core/density/densityFrame.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import { parseRelease, releaseText, sealRelease } from "../../../src/core/release/file/sealedRelease.ts";
import { releaseBundle } from "../../../src/core/release/file/releaseBundle.ts";
import { releaseContents } from "../../../src/core/release/file/releaseContents.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { releasedPicture, releasedSvg } from "../../../src/panels/opened/releasedPicture.ts";
import { has } from "../../support/programs.ts";
import { publicPart, recordedWords } from "../../support/privateReleases.ts";
import { ditheredContents, sha256 } from "../../support/releaseExamples.ts";
import { casesOf } from "../../support/fuzzing.ts";

const plain = { correlation: 0, route: "gaussian", relativeRate: 1 } as const;
const asked = (change: Partial<DensityTargetParameters>): DensityTargetParameters & DensityFraming => ({
  ...plain,
  domain: [[1, 100]],
  bandwidths: [0.2],
  ...change,
});
const line = (values: readonly number[]) => ({ dimension: 1, coordinates: Float64Array.from(values) });
const random = seededSource(20261122);

/** Plan, parameters and way back of a framed density of records. */
function framed(records: readonly number[], parameters: DensityTargetParameters) {
  const frame = densityFrame(parameters)!;
  const domain = [frame.domain];
  const plan = planDensity({ points: frame.recordsOf(line(records)), domain, count: frame.count });
  return { frame, plan, parameters: { ...parameters, domain } };
}

/** The estimate that is shown, without noise. */
function shown(records: readonly number[], parameters: DensityTargetParameters): Float64Array {
  const { frame, plan, parameters: on } = framed(records, parameters);
  return postMapped(frame.postMap, plan.release({ ...on, drawCount: 1, seed: 1 }).estimate);
}

const normal = (z: number) => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);

describe("a density on another scale, carried back", () => {
  test.each([
    ["log", [1, 100], Math.log, (x: number) => 1 / x],
    ["squareRoot", [0, 100], Math.sqrt, (x: number) => 0.5 / Math.sqrt(x)],
    ["logit", [0.01, 0.97], (x: number) => Math.log(x / (1 - x)), (x: number) => 1 / (x * (1 - x))],
  ] as const)("%s: is the density of T(x) times T′(x), and integrates to one", (transformation, [a, b], T, slope) => {
    const records = Array.from({ length: 300 }, () => a + (b - a) * (0.2 + 0.5 * random.uniform()));
    const h = (T(b) - T(a)) / 30;
    const parameters = asked({ domain: [[a, b]], bandwidths: [h], transformation });
    const values = shown(records, parameters);
    const { at } = densityFrame(parameters)!.postMap.axes[0]!;
    let integral = 0;
    let largest = 0;
    values.forEach((value, i) => {
      const x = at![i]!;
      if (i > 0) integral += 0.5 * (value + values[i - 1]!) * (x - at![i - 1]!);
      // By the definition, record by record; bins smooth by a part of the bandwidth, which moves it by some tenths of a per cent.
      const exact = (slope(x) * records.reduce((sum, r) => sum + normal((T(x) - T(r)) / h), 0)) / (records.length * h);
      largest = Math.max(largest, Math.abs(value - exact) / ((slope(x) * 0.4) / h));
    });
    expect(largest).toBeLessThan(0.01);
    expect(Math.abs(integral - 1)).toBeLessThan(0.003);
  });

  test("records are clamped before they are mapped, so 0 and −1 have a logarithm, and each stays by itself", () => {
    const { recordsOf } = densityFrame(asked({ transformation: "log" }))!;
    expect([...recordsOf(line([0, -1, 1, 100, 1e9])).coordinates]).toEqual([0, 0, 0, Math.log(100), Math.log(100)]);
  });

  test.each([
    ["log", [0, 1]],
    ["log", [-1, 1]],
    ["squareRoot", [-1e-9, 1]],
    ["logit", [0, 0.5]],
    ["logit", [0.5, 1]],
    ["log", [NaN, 1]],
    ["squareRoot", [0, Infinity]],
  ] as const)("%s refuses the domain %j", (transformation, [a, b]) => {
    expect(() => densityFrame(asked({ domain: [[a, b]], transformation }))).toThrow(/domain must be/);
  });

  test("a plane has no frame, and what asks for none gets none", () => {
    expect(densityFrame(asked({}))).toBeUndefined();
    const plane = asked({
      domain: [
        [0, 1],
        [0, 1],
      ],
      bandwidths: [0.1, 0.1],
      reflection: true,
    });
    expect(() => densityFrame(plane)).toThrow(/for one column/);
  });
});

describe("ends that are folded back", () => {
  const folded = asked({ domain: [[0, 1]], bandwidths: [0.05], reflection: true });

  test("is the reflection estimator: bumps at each record and at its mirror images", () => {
    const records = Array.from({ length: 500 }, () => random.uniform() ** 2);
    const values = shown(records, folded);
    const x = gridCoordinates({ lower: 0, upper: 1, count: 1000 });
    const sum = (at: number) =>
      records.reduce(
        (total, r) => total + normal((at - r) / 0.05) + normal((at + r) / 0.05) + normal((2 - at - r) / 0.05),
        0,
      ) /
      (500 * 0.05);
    const largest = values.reduce((most, value, i) => Math.max(most, Math.abs(value - sum(x[i]!))), 0);
    expect(largest / sum(0)).toBeLessThan(0.005);
    // Its mass is one, where open ends lose some.
    const mass = values.reduce((total, value) => total + value, 0) / 999 - (values[0]! + values[999]!) / 1998;
    expect(Math.abs(mass - 1)).toBeLessThan(1e-3);
  });

  test("noise is spread as `spread` says, by simulation, and never beyond `reach`", () => {
    const draws = casesOf(4000, 1000);
    const { frame, plan, parameters } = framed([0.2, 0.7], folded);
    const { unitNoise } = plan.release({ ...parameters, drawCount: draws, seed: 7 });
    const { spread } = frame.postMap;
    const folds = unitNoise.map((noise) => postMapped(frame.postMap, noise));
    const reach = reachOf(frame.postMap);
    for (const i of [0, 10, 50, 120, 200, 500, 930, 999]) {
      const variance = folds.reduce((total, values) => total + values[i]! ** 2, 0) / folds.length;
      // A mean of so many squares has a standard deviation of √(2/draws) of it; 4.9 of them are exceeded with less than 10⁻⁶.
      expect(Math.abs(variance / spread[i]! ** 2 - 1)).toBeLessThan(4.9 * Math.sqrt(2 / draws));
      expect(spread[i]!).toBeLessThanOrEqual(reach[i]! * (1 + 1e-9));
    }
    expect(spread[0]).toBeCloseTo(2, 6);
    expect(spread[500]).toBeCloseTo(1, 9);
  });

  test("Δ of what is released bounds every neighbour, and is reached within 1 %; reflected records would need twice as much", () => {
    const { plan, parameters } = framed([0, 0.5], folded);
    const { exactSensitivity } = plan.release({ ...parameters, drawCount: 1, seed: 1 });
    const n = 2;
    const c = 1 / (n * Math.sqrt(2 * Math.PI) * 0.05);
    const k = (a: number, b: number) => Math.exp(-0.5 * ((a - b) / 0.05) ** 2);
    // The exact RKHS distance of two neighbours before the fold, of unbinned bumps.
    const distance = (a: number, b: number) => c * Math.sqrt(2 - 2 * k(a, b));
    let most = 0;
    for (let trial = 0; trial < 2000; trial++) most = Math.max(most, distance(random.uniform(), random.uniform()));
    most = Math.max(most, distance(0, 1));
    expect(most).toBeLessThanOrEqual(exactSensitivity * (1 + 1e-12));
    const unbinned = anisotropicKernelDensitySensitivity({
      recordCount: n,
      bandwidthMatrix: bandwidthMatrixOf(parameters),
      boxSides: [1],
    });
    expect(most).toBeGreaterThan(0.99 * unbinned);
    // Reflecting the records first: three bumps each, ‖2k_0 − 2k_1‖ = 2√2 c at the two ends.
    const images = (r: number) => [r, -r, 2 - r];
    const product = (a: number, b: number) =>
      images(a).reduce((total, s) => total + images(b).reduce((sum, t) => sum + k(s, t), 0), 0);
    const reflected = c * Math.sqrt(product(0, 0) + product(1, 1) - 2 * product(0, 1));
    expect(reflected / most).toBeGreaterThan(2);
  });
});

describe("a private release of a framed density", () => {
  const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
  const parameters = asked({ transformation: "log", reflection: true });
  const records = Array.from({ length: 400 }, () => Math.exp(4.6 * random.uniform() ** 0.5));
  const release = (of: readonly number[], seed = 3) => {
    const { frame, plan, parameters: on } = framed(of, parameters);
    const target = { ...plan.target(on), postMap: frame.postMap };
    return lastOf(releasingPrivately(target, budget, recordedWords(seed)));
  };
  const contents = () => {
    const { app, created, provenance, ledgerEntry, sheet } = ditheredContents();
    const words = {
      ...{ app, created, provenance, ledgerEntry, sheet },
      study: "density",
      axes: [{ name: "income", unit: "€" }],
      value: { name: "density", unit: "1/€" },
    };
    return sealRelease(releaseContents(release(records), words), sha256);
  };

  test("everything but integers and values is the same for a neighbour, whatever the enemy's record", () => {
    const mine = publicPart(release(records));
    for (const enemy of [0, -1e300, 1, 100, 1e300, 5e-324]) {
      expect(publicPart(release([enemy, ...records.slice(1)]))).toEqual(mine);
    }
  });

  test("its file carries the map: read again without data, it gives the same values from the integers", async () => {
    const file = await contents();
    const again = parseRelease(releaseText(file));
    expect(again).toEqual(file);
    const { view, mechanism } = again;
    expect(mechanism.domain.kind === "grid" && mechanism.domain.axes[0]!.name).toBe("log of income");
    expect(view.axes[0]).toMatchObject({ name: "income", unit: "€", coordinates: { kind: "points" } });
    expect(view.values.length).toBeLessThan(mechanism.integers.length);
    expect(view.bands.every(({ shape }) => shape!.length === view.values.length)).toBe(true);
    expect(view.processing).toMatch(/folded back.*log scale/);
    const drawn = releasedPicture(again, {});
    expect(drawn).toMatchObject({ kind: "curve", picture: { uneven: true, domain: { x: [1, 100] } } });
    expect(releasedSvg(drawn!)).not.toMatch(/NaN|Infinity/);
    const moved = {
      ...file,
      view: { ...view, values: view.values.map((v, i) => (i === 7 ? v * (1 + 2e-16) + 1e-18 : v)) },
    };
    expect(() => parseRelease(releaseText(moved))).toThrow(/view\.values must be what view\.carried makes/);
    const beyond = { ...view.carried!, terms: [{ ...view.carried!.terms[0]!, from: view.values.map(() => 1e5) }] };
    expect(() => parseRelease(releaseText({ ...file, view: { ...view, carried: beyond } }))).toThrow(/view\.carried/);
  });
  test.skipIf(!has("python3", "--version") || !has("Rscript", "--version"))(
    "Python and R find the same values from the integers (skipped without python3 or Rscript)",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "framed-"));
      try {
        const file = await contents();
        for (const { name, text } of releaseBundle(file)) writeFileSync(join(folder, name), text);
        const python = spawnSync("python3", ["curveil_release.py", "release.json"], { cwd: folder, encoding: "utf8" });
        expect(python.stderr).toBe("");
        const { shown: values, places } = JSON.parse(python.stdout) as { shown: number[]; places: number[][] };
        expect(values).toEqual(file.view.values);
        expect(places[0]![0]).toBe(1);
        expect(places[0]!.at(-1)).toBe(100);
        const r = spawnSync("Rscript", ["load_release.R"], { cwd: folder, encoding: "utf8" });
        expect(r.stderr).toBe("");
        expect(r.status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
