import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { releasedDeviation } from "../../../../src/core/release/file/releasedDeviation.ts";
import { releaseBundle } from "../../../../src/core/release/file/releaseBundle.ts";
import { simulatedReleases } from "../../../../src/core/release/file/simulatedReleases.ts";
import { processNoise, releasedValues } from "../../../../src/core/release/file/releaseFile.ts";
import type { ReleaseContents, ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { releaseContents } from "../../../../src/core/release/file/releaseContents.ts";
import { noiseLaws } from "../../../../src/core/privacy/bands/noiseLaws.ts";
import { releaseKinds } from "../../../../src/core/release/releaseKinds.ts";
import { releasingTable } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import { bernsteinOnGrid } from "../../../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import type { LatticeLaw } from "../../../../src/core/bernstein/latticeLaw.ts";
import { releasedPolynomialDeviation, valuesOfNumbers } from "../../../../src/core/bernstein/polynomialDeviation.ts";
import { releasingPolynomial } from "../../../../src/core/bernstein/privatePolynomial.ts";
import { planBernsteinDensity } from "../../../../src/core/density/bernsteinDensity.ts";
import { gridCoordinates, type Interval } from "../../../../src/core/grids.ts";
import { wordsOf } from "../../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { triesAll } from "../../../support/fuzzing.ts";
import { byHand } from "../../../support/polynomialChoices.ts";
import { neighbouringPoints } from "../../../support/privateReleases.ts";
import { contentsWords, ditheredContents, sealed } from "../../../support/releaseExamples.ts";
import { has } from "../../../support/programs.ts";

const sizes = { recordsPerPerson: 2, recordCount: 60 };
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;

/** A released polynomial on fewer points than a picture's, and perhaps at 0.3 of a further axis. */
function polynomialContents(law: LatticeLaw, counts: readonly number[], isHeld = false): ReleaseContents {
  const dimension = counts.length + (isHeld ? 1 : 0);
  const [points] = neighbouringPoints(1, 60, dimension);
  const target = planBernsteinDensity({
    points,
    domain: new Array<Interval>(dimension).fill([0, 1]),
    bandwidths: new Array<number>(dimension).fill(0.2),
    correlation: 0,
    drawnOnGrid: () => new Float64Array(),
  }).target(byHand(law, 7, 3));
  const axes = counts.map((count) => ({ lower: 0, upper: 1, count }));
  const places = [...axes.map(gridCoordinates), ...(isHeld ? [Float64Array.of(0.3)] : [])];
  const held = isHeld ? [{ lower: 0, upper: 1, at: 0.3 }] : [];
  const onGrid = bernsteinOnGrid({ degree: 7, iterations: 3, axes: places });
  const words = { axes, held, units: { scale: -2.5, offset: 3 }, formula: "Δ" };
  const small = { ...target, onGrid: (lattice: Float64Array) => onGrid.evaluate(lattice) };
  const release = lastOf(releasingPolynomial(small, words, budget, wordsOf(seededSource(5))));
  return releaseContents(release, { ...contentsWords(counts.length), sizes });
}

function tableContents(staircase: boolean): ReleaseContents {
  const [points] = neighbouringPoints(2, 12, 2);
  const about = { origin: "middle", subspaceDimension: 2, depth: 1, branches: 1, parties: 1, steps: 2 } as const;
  const more = { model: "fabricated", testEvery: 0, fieldMargin: 0.1, ranges: [[0, 1], [0, 1]] } as const; // prettier-ignore
  const asked = { ...about, ...more, protection: "entry", adjacency: 1, staircase, budget } as const;
  const records = { points, classOf: new Float64Array(12), classCount: 1 };
  const release = lastOf(releasingTable(records, asked, wordsOf(seededSource(6))));
  return releaseContents(release, { ...contentsWords(2), sizes });
}

type Noise = NonNullable<ReturnType<typeof processNoise>>;

const folder = mkdtempSync(join(tmpdir(), "curveil-simulated-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file with the law of its noise; folded into half its numbers, with other units, if it is to have a post-map. */
function withNoise(kernel: Noise["kernel"], counts: readonly [number, number?], isCarried = false): ReleaseContents {
  const contents = ditheredContents(...counts);
  const { sigma, lattice, integers } = contents.mechanism;
  const axes = ([...counts] as number[]).map((count) => ({ lower: 40, upper: 100, count }));
  const noise = { kernel, axes, variance: 2.5 * sigma ** 2, white: 0.05 * sigma ** 2 };
  const mechanism = { ...contents.mechanism, noise };
  if (!isCarried) return { ...contents, mechanism };
  const half = Array.from({ length: counts[0] / 2 }, (_, i) => i);
  const terms = [
    { from: half, weights: half.map((i) => 1 + i / 60) },
    { from: half.map((i) => counts[0] - 1 - i), weights: half.map(() => 0.5) },
  ];
  const numbers = integers.map((integer) => integer * lattice);
  const offsets = half.map((i) => i / 7);
  const values = half.map((i) => {
    const sums = terms.map(({ from, weights }) => weights[i]! * numbers[from[i]!]!);
    return sums[0]! + sums[1]! + offsets[i]!;
  });
  const axis = {
    name: "x",
    unit: "",
    coordinates: { kind: "regular", lower: 40, upper: 70, count: half.length },
  } as const;
  const view = { ...contents.view, axes: [axis], values, processing: "folded", carried: { terms, offsets } };
  return { ...contents, mechanism, view };
}

const cases: readonly (readonly [name: string, contents: ReleaseContents])[] = [
  ["Gaussian", withNoise({ type: "gaussian", bandwidthMatrix: [[16]] }, [60])],
  [
    "Gaussian as wide as the axis, under a post-map",
    withNoise({ type: "gaussian", bandwidthMatrix: [[3600]] }, [60], true),
  ],
  ["Matérn 5/2, wide", withNoise({ type: "matern52", lengthScale: 40 }, [40])],
  ["Matérn 3/2", withNoise({ type: "matern32", lengthScale: 10 }, [40])],
  ["triangular", withNoise({ type: "triangular", lengthScale: 30 }, [40])],
  ["exponential", withNoise({ type: "productExponential", rates: [0.1] }, [40])],
  [
    "tilted Gaussian in the plane",
    withNoise({ type: "gaussian", bandwidthMatrix: [[200, 90], [90, 150]] }, [9, 7]), // prettier-ignore
  ],
  ["Matérn 5/2 in the plane", withNoise({ type: "matern52", lengthScale: 15 }, [9, 7])],
  ["polynomial, Laplace noise", polynomialContents("laplace", [40])],
  ["polynomial, Gaussian noise", polynomialContents("gaussian", [40])],
  ["polynomial in the plane, noise by Theorem 7", polynomialContents("composedLaplace", [9, 7])],
  ["polynomial with a held axis", polynomialContents("laplace", [40], true)],
  ["table, Laplace noise", tableContents(false)],
  ["table, staircase noise", tableContents(true)],
];

const count = 2000;
const seed = 11;

/** Functional c and the variance of its noise, by the law in the file. */
function varianceOf(file: ReleaseFile, at: readonly (readonly [index: number, weight: number])[]): number {
  const weights = new Float64Array(file.view.values.length);
  for (const [i, weight] of at) weights[i]! += weight;
  const [along, across] = processNoise(file.mechanism)!.axes;
  if (!across) return releasedDeviation(file)!([weights], 0)! ** 2;
  // In the plane products of functionals are known: covariances follow from points.
  throw new Error(`a product along ${along!.count}`);
}

const places = [0, 1, 7, 18] as const;
const pairs = places.flatMap((i, k) => places.slice(k).map((j) => [i, j] as const));

/** Covariance of the noise at two values: exact by polarisation on a line, by the kernel in the plane. */
function covarianceOf(file: ReleaseFile, i: number, j: number): number {
  const { noise } = file.mechanism;
  if (!noise || !("kernel" in noise)) return independentCovariance(file, i, j);
  const { kernel, axes, variance, white } = noise;
  if (axes.length === 1) {
    const of = (sign: number) => varianceOf(file, [[i, 1], [j, sign]]); // prettier-ignore
    return (of(1) - of(-1)) / 4;
  }
  const step = axes.map(({ lower, upper, count: m }) => (upper - lower) / (m - 1));
  const width = axes[0]!.count;
  const x = ((i % width) - (j % width)) * step[0]!;
  const y = (Math.floor(i / width) - Math.floor(j / width)) * step[1]!;
  const diagonal = i === j ? white : 0;
  if (kernel.type === "gaussian") {
    const [[a, b], [, d]] = kernel.bandwidthMatrix as [[number, number], [number, number]];
    const square = (d * x * x - 2 * b * x * y + a * y * y) / (a * d - b * b);
    return variance * Math.exp(-square / 2) + diagonal;
  }
  const s = (Math.sqrt(5) * Math.hypot(x, y)) / 15;
  return variance * (1 + s + (s * s) / 3) * Math.exp(-s) + diagonal;
}

/** Of a polynomial by the page's deviations, of a table by its own law. */
function independentCovariance(file: ReleaseFile, i: number, j: number): number {
  const { noise, lattice, domain } = file.mechanism;
  if (domain.kind !== "basis") return i === j ? noise!.variance : 0;
  const counts = file.view.axes.map(({ coordinates }) => ("count" in coordinates ? coordinates.count : 1));
  const one = (at: number) =>
    counts.map((count, k) => {
      const place = Math.floor(at / (k === 0 ? 1 : counts[0]!)) % count;
      return Float64Array.from({ length: count }, (_, x) => Number(x === place));
    });
  const { deviationOf } = releasedPolynomialDeviation(file)!;
  expect(lattice).toBeGreaterThan(0);
  const [a, b, less] = [deviationOf(one(i), 0)!, deviationOf(one(j), 0)!, deviationOf(one(i), 0, one(j))!];
  return i === j ? a * a : (a * a + b * b - less * less) / 2;
}

/** Values that a file's draws are about. */
function centresOf({ mechanism, view }: ReleaseFile): ArrayLike<number> {
  return mechanism.domain.kind === "basis" || processNoise(mechanism) ? view.values : releasedValues(mechanism);
}

/** Mean of the draws, and their covariances at the pairs. */
interface Seen {
  readonly means: readonly number[];
  readonly covariances: readonly number[];
}

/**
 * Covariances of 2,000 draws are within four standard errors, √((σᵢᵢσⱼⱼ + σᵢⱼ²)/2000), means within four of theirs. By seed:
 * each of 196 fails with probability 6·10⁻⁵ at another one. Squares of Laplace numbers have 5/2 of the normal variance.
 */
function expectLaw(file: ReleaseFile, { means, covariances }: Seen) {
  const isNormal = releaseKinds[file.mechanism.kind].law === "normal";
  const centres = centresOf(file);
  pairs.forEach(([i, j], k) => {
    const [own, ii, jj] = [covarianceOf(file, i, j), covarianceOf(file, i, i), covarianceOf(file, j, j)];
    const error = Math.sqrt((ii * jj + (isNormal ? own ** 2 : 4 * own ** 2)) / count);
    expect(Math.abs(covariances[k]! - own), `${i}, ${j}`).toBeLessThan(4 * error);
  });
  places.forEach((i, k) =>
    expect(Math.abs(means[k]! - centres[i]!)).toBeLessThan(4 * Math.sqrt(covarianceOf(file, i, i) / count)),
  );
}

const differences = [[0, 1], [0, 18], [7, 18]] as const; // prettier-ignore

function expectDeviations(file: ReleaseFile, deviations: readonly number[]) {
  differences.forEach(([i, j], k) => {
    const exact = covarianceOf(file, i, i) + covarianceOf(file, j, j) - 2 * covarianceOf(file, i, j);
    expect(deviations[k]! / Math.sqrt(exact)).toBeCloseTo(1, 8);
  });
}

function factorOf({ mechanism: { kind } }: ReleaseFile): number {
  const { law } = releaseKinds[kind];
  return law === "normal" ? 1.959964 : noiseLaws[law].factor;
}

/** Laws that an enemy writes into the first file. */
const hostileLaws = [
  ...[
    { variance: -1 },
    { variance: null },
    { variance: "1" },
    { white: -1 },
    { kernel: "gaussian" },
    { form: "other" },
  ],
  ...[[[-1]], [[0]], [[1, 2], [2, 1]], [[1], [0, 1]]].map((bandwidthMatrix) => ({ kernel: { type: "gaussian", bandwidthMatrix } })), // prettier-ignore
  ...[0, 5e-324, 1e308].map((lengthScale) => ({ kernel: { type: "matern52", lengthScale } })),
  ...[[5e-324], [1, 1]].map((rates) => ({ kernel: { type: "productExponential", rates } })),
  { kernel: { type: "periodic", lengthScale: 1 } },
  { form: "independent", law: "cauchy" },
  ...[{ count: 10_000_000 }, { count: 0 }, { lower: 100 }].map((axis) => ({
    axes: [{ lower: 40, upper: 100, count: 60, ...axis }],
  })),
];

const files: ReleaseFile[] = [];
beforeAll(async () => {
  files.push(...(await Promise.all(cases.map(([, contents]) => sealed(contents)))));
});

test.each(cases.map(([name], k) => [name, k] as const))("TypeScript: %s", (_, k) => {
  const file = files[k]!;
  const polynomial = releasedPolynomialDeviation(file);
  const toValues = polynomial && valuesOfNumbers(polynomial);
  const draws = [...simulatedReleases(file, { count, seed, toValues })];
  const mean = (of: (draw: Float64Array) => number) => draws.reduce((sum, draw) => sum + of(draw), 0) / count;
  const means = places.map((i) => mean((draw) => draw[i]!));
  const meanAt = (i: number) => means[places.indexOf(i as 0)]!;
  const covariances = pairs.map(([i, j]) => mean((draw) => (draw[i]! - meanAt(i)) * (draw[j]! - meanAt(j))));
  expectLaw(file, { means, covariances });
  const centres = centresOf(file);
  const deviation = Math.sqrt(covarianceOf(file, 0, 0) + covarianceOf(file, 7, 7) - 2 * covarianceOf(file, 0, 7));
  const isWithin = (draw: Float64Array) =>
    Math.abs(draw[0]! - draw[7]! - centres[0]! + centres[7]!) <= factorOf(file) * deviation;
  // At least 95 %, but for 4.5 standard errors of 2,000 draws.
  expect(draws.filter(isWithin).length / count).toBeGreaterThan(0.95 - 0.022);
  expect([...simulatedReleases(file, { count: 1, seed, toValues })][0]).toEqual(draws[0]);
});

describe("the loaders of the archive", () => {
  test("Python (skipped without python3 and numpy)", ({ skip }) => {
    if (!has("python3", "-c", "import numpy")) skip("there is no python3 with numpy");
    files.forEach((file, k) => writeFileSync(join(folder, `${k}.json`), JSON.stringify(file)));
    const loader = releaseBundle(files[0]!).find(({ name }) => name === "curveil_release.py")!;
    writeFileSync(join(folder, loader.name), loader.text);
    const program = `
import json, numpy
from curveil_release import load, deviation, band, simulate
told = []
for k in range(${files.length}):
    release, _ = load(f"{k}.json")
    n = len(release["view"]["values"])
    draws = simulate(release, ${count}, ${seed})
    def c(i, j):
        weights = numpy.zeros(n)
        weights[i], weights[j] = 1, -1
        return weights
    seen = numpy.cov(draws[:, ${JSON.stringify(places)}].T)
    at = {place: i for i, place in enumerate(${JSON.stringify(places)})}
    told.append({
        "means": draws.mean(axis=0)[${JSON.stringify(places)}].tolist(),
        "covariances": [seen[at[i], at[j]] for i, j in ${JSON.stringify(pairs)}],
        "deviations": [deviation(release, c(i, j)) for i, j in ${JSON.stringify(differences)}],
        "band": band(release, c(0, 1)) / deviation(release, c(0, 1)),
    })
hostile = ${JSON.stringify(JSON.stringify(hostileLaws))}
release, _ = load("0.json")
own = release["mechanism"]["noise"]
for change in json.loads(hostile):
    release["mechanism"]["noise"] = {**own, **change}
    for asked in (lambda: deviation(release, numpy.ones(60)), lambda: simulate(release, 2, 1)):
        try:
            asked()
            raise SystemExit(f"{change} was not refused")
        except ValueError as error:
            assert "noise in this file" in str(error) or "does not know the kernel" in str(error), error
print(json.dumps(told))
`;
    const { stdout, stderr } = spawnSync("python3", ["-W", "error", "-c", program], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    const told = JSON.parse(stdout) as (Seen & { deviations: number[]; band: number })[];
    expect(told).toHaveLength(cases.length);
    told.forEach((seen, k) => {
      expectLaw(files[k]!, seen);
      expectDeviations(files[k]!, seen.deviations);
      expect(seen.band).toBeCloseTo(factorOf(files[k]!), 6);
    });
  });

  test("R (skipped without Rscript)", ({ skip }) => {
    if (!triesAll || !has("Rscript", "--version")) skip("there is no Rscript, or Python says it");
    const places1 = places.map((i) => i + 1).join(", ");
    const program = files
      .map((file, k) => {
        const within = mkdtempSync(join(folder, "r"));
        for (const { name, text } of releaseBundle(file)) writeFileSync(join(within, name), text);
        return `setwd(${JSON.stringify(within)})
local({
  source("load_release.R", local = TRUE)
  draws <- simulate(${count}, ${seed})
  weights <- function(i, j) { w <- numeric(length(values)); w[i + 1] <- 1; w[j + 1] <- -1; w }
  seen <- draws[, c(${places1})]
  s <- cov(seen)
  at <- c(${pairs.map(([i, j]) => `s[${places.indexOf(i) + 1}, ${places.indexOf(j) + 1}]`).join(", ")})
  d <- c(${differences.map(([i, j]) => `deviation(weights(${i}, ${j}))`).join(", ")})
  cat("<${k}>", sprintf("%.17g", c(colMeans(seen), at, d, band(weights(0, 1)) / d[1])), "\\n")
})`;
      })
      .join("\n");
    writeFileSync(join(folder, "all.R"), program);
    const { stdout, stderr } = spawnSync("Rscript", ["all.R"], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    const told = stdout.split("\n").filter((line) => line.startsWith("<"));
    expect(told).toHaveLength(cases.length);
    told.forEach((line, k) => {
      const numbers = line.trim().split(" ").slice(1).map(Number);
      const [means, covariances] = [numbers.slice(0, 4), numbers.slice(4, 4 + pairs.length)];
      expectLaw(files[k]!, { means, covariances });
      expectDeviations(files[k]!, numbers.slice(4 + pairs.length, -1));
      expect(numbers.at(-1)).toBeCloseTo(factorOf(files[k]!), 6);
    });
  });
});

test("the law of a hostile file is refused at the door", async () => {
  const [[, contents]] = cases as [(typeof cases)[number]];
  const { mechanism } = contents;
  for (const change of [...hostileLaws, { variance: 5e-324, white: 1 }]) {
    const noise = { ...mechanism.noise, ...change } as Noise;
    await expect(sealed({ ...contents, mechanism: { ...mechanism, noise } }), JSON.stringify(change)).rejects.toThrow(
      ParameterError,
    );
  }
});

test("a file says n and the records of a person as numbers, and no narrower or other law than its own", async () => {
  for (const contents of [polynomialContents("laplace", [40]), tableContents(true)]) {
    const { mechanism } = contents;
    const noise = mechanism.noise!;
    expect(noise).toMatchObject({ form: "independent", law: releaseKinds[mechanism.kind].law, ...sizes });
    const withOther = (change: object) =>
      sealed({ ...contents, mechanism: { ...mechanism, noise: { ...noise, ...change } } });
    await expect(withOther({})).resolves.toBeDefined();
    await expect(withOther({ variance: noise.variance * 0.99 })).rejects.toThrow(/^mechanism.noise.variance must/);
    await expect(withOther({ law: "normal" })).rejects.toThrow(/^mechanism.noise.law must/);
    await expect(withOther({ form: "process" })).rejects.toThrow(/^mechanism.noise/);
    const isBasis = mechanism.domain.kind === "basis";
    const { toValues: _, ...without } = { toValues: { scale: 1, offset: 0 }, ...noise };
    const other = { ...without, ...(!isBasis && { toValues: { scale: 1, offset: 0 } }) };
    await expect(sealed({ ...contents, mechanism: { ...mechanism, noise: other } })).rejects.toThrow(/toValues must/);
  }
});

test("a file without the law of its noise is not simulated", async () => {
  const file = await sealed(ditheredContents());
  expect(() => simulatedReleases(file, { count: 1, seed: 1 })).toThrow(/^mechanism\.noise must be in the file/);
  expect(() => simulatedReleases(files[0]!, { count: 0, seed: 1 })).toThrow(/^count must be/);
});
