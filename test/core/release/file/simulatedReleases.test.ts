import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { releasedDeviation } from "../../../../src/core/release/file/releasedDeviation.ts";
import { releaseBundle } from "../../../../src/core/release/file/releaseBundle.ts";
import { simulatedReleases } from "../../../../src/core/release/file/simulatedReleases.ts";
import { processNoise, releasedValues } from "../../../../src/core/release/file/releaseFile.ts";
import type { ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { noiseLaws } from "../../../../src/core/privacy/bands/noiseLaws.ts";
import { releaseKinds } from "../../../../src/core/release/releaseKinds.ts";
import { releasedPolynomialDeviation, valuesOfNumbers } from "../../../../src/core/bernstein/polynomialDeviation.ts";
import { triesAll } from "../../../support/fuzzing.ts";
import { ditheredContents, sealed } from "../../../support/releaseExamples.ts";
import { has } from "../../../support/programs.ts";
import { cases, hostileLaws } from "../../../support/noiseLawFiles.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-simulated-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

test("a file without the law of its noise is not simulated", async () => {
  const file = await sealed(ditheredContents());
  expect(() => simulatedReleases(file, { count: 1, seed: 1 })).toThrow(/^mechanism\.noise must be in the file/);
  expect(() => simulatedReleases(files[0]!, { count: 0, seed: 1 })).toThrow(/^count must be/);
});
