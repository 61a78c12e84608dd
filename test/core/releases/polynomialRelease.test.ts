import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import type { Interval } from "../../../src/core/grids.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { chooseBernstein, bernsteinTradeoffs } from "../../../src/core/releases/bernsteinChoice.ts";
import { latticeNoiseMultiplier } from "../../../src/core/releases/bernstein.ts";
import { claimedMu } from "../../../src/core/privacy/calibration/claim.ts";
import {
  bernsteinLaplaceScaleApproximate,
  largestEpsilonOfTheorem7,
} from "../../../src/core/privacy/calibration/laplace.ts";
import { latticeLaws } from "../../../src/core/releases/latticeLaw.ts";
import type { LatticeLaw } from "../../../src/core/releases/latticeLaw.ts";
import {
  densityApproximation,
  latticeSensitivityFormulas,
  planBernsteinDensity,
} from "../../../src/core/releases/bernsteinDensity.ts";
import { densityGrid } from "../../../src/core/releases/densityForm.ts";
import { densityTarget } from "../../../src/core/releases/latticeTargets/density.ts";
import { laws, planPolynomial } from "../../../src/core/releases/polynomialRelease.ts";
import type { PolynomialChoice } from "../../../src/core/releases/polynomialRelease.ts";
import { preparingPolynomial } from "../../../src/core/releases/privatePolynomial.ts";
import type { PrivateRelease } from "../../../src/core/releases/privateRelease.ts";
import { parseRelease, releaseText, sealRelease } from "../../../src/core/releaseFile/sealedRelease.ts";
import { releaseContents } from "../../../src/core/releaseFile/releaseContents.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { lowerBound, upperBound } from "../../support/clopperPearson.ts";
import { neighbouringPoints, publicPart, recordedWords } from "../../support/privateReleases.ts";
import { sha256 } from "../../support/releaseExamples.ts";

const unit: Interval = [0, 1];
const byHand = (law: LatticeLaw, degree: number, iterations: number): PolynomialChoice => ({
  law,
  size: { kind: "byHand", degree, iterations },
});
const automatic = (law: LatticeLaw, epsilon: number): PolynomialChoice => ({
  law,
  size: { kind: "automatic", epsilon, delta: law === "laplace" ? 0 : 1e-5 },
});
const never = () => {
  throw new Error("not asked for");
};
const noise = { drawCount: 2, seed: 5 } as const;

const planOf = (seed: number, dimension: number, correlation = 0) => {
  const random = seededSource(seed);
  const coordinates = Float64Array.from({ length: 200 * dimension }, () => random.uniform());
  return planBernsteinDensity({
    points: { dimension, coordinates },
    domain: new Array<Interval>(dimension).fill(unit),
    bandwidths: new Array<number>(dimension).fill(0.15),
    correlation,
    drawnOnGrid: never,
  });
};

describe("a plan for a polynomial", () => {
  test.each([
    ["laplace", 1, 12, 3],
    ["gaussian", 1, 30, 20],
    ["laplace", 2, 6, 2],
    ["gaussian", 2, 9, 1],
  ] as const)(
    "the shape of %s noise is its standard deviation at each point: ℓ = %i, k = %i, h = %i",
    (law, d, k, h) => {
      const draws = 3000;
      const gridCounts = new Array<number>(d).fill(d === 1 ? 41 : 9);
      const points = { dimension: d, coordinates: new Float64Array(d).fill(0.4) };
      const target = densityTarget({
        points,
        domain: new Array<Interval>(d).fill(unit),
        bandwidths: new Array<number>(d).fill(0.2),
      });
      const plan = planPolynomial({ target, approximation: () => 1, gridCounts });
      const { unitNoise, jitter, polynomial } = plan.release(byHand(law, k, h), { drawCount: draws, seed: 3 });
      const within = laws[law].pointwiseFactor;
      let inside = 0;
      unitNoise[0]!.forEach((_, i) => {
        const meanSquare = unitNoise.reduce((sum, draw) => sum + draw[i]! ** 2, 0) / draws;
        const variance = (1 + jitter) * polynomial.shape[i]! ** 2;
        // The fourth moment of a sum of Laplace numbers is at most 6 variances squared: sd of the mean square
        // √(5/draws); 5.5 of it is exceeded at one of at most 81 points with probability below 10⁻⁵.
        expect(Math.abs(meanSquare / variance - 1)).toBeLessThan(5.5 * Math.sqrt(5 / draws));
        inside += unitNoise.filter((draw) => Math.abs(draw[i]!) <= within * Math.sqrt(variance)).length;
      });
      expect(inside / (draws * unitNoise[0]!.length)).toBeGreaterThan(0.94);
    },
  );

  test("95 % of weighted sums of Laplace numbers are within ln 20/√2 standard deviations, by the characteristic function", () => {
    const weightsOf: readonly (readonly number[])[] = [
      [1],
      [1, 1],
      [1, 0.5],
      [1, 0.1, 0.1],
      new Array<number>(20).fill(1),
      [1, 0.9, 0.5, -0.4, 0.3, -0.2],
      Array.from({ length: 30 }, (_, i) => 0.8 ** i),
    ];
    for (const weights of weightsOf) {
      const sd = Math.sqrt(2 * weights.reduce((sum, w) => sum + w * w, 0));
      const q = laws.laplace.pointwiseFactor * sd;
      // P(|X| ≤ q) = (2/π) ∫ sin(qt)/t Π 1/(1 + w²t²) dt; the integrand falls at least as t⁻³.
      const [step, end] = [0.002, 400];
      let sum = q / 2;
      for (let i = 1; i * step <= end; i++) {
        const t = i * step;
        sum += (Math.sin(q * t) / t) * weights.reduce((product, w) => product / (1 + (w * t) ** 2), 1);
      }
      expect((2 / Math.PI) * sum * step).toBeGreaterThanOrEqual(0.95 - 1e-5);
    }
  });

  test("holds the original beside the polynomial, and what the polynomial misses is below its bound", () => {
    for (const [choice, d, r] of [
      [byHand("laplace", 20, 3), 1, 0],
      [byHand("gaussian", 10, 2), 2, 0],
      [byHand("gaussian", 10, 2), 2, 0.6],
      [automatic("laplace", 1), 1, 0],
    ] as const) {
      const { estimate, original, approximationError, polynomial } = planOf(1, d, r).release(choice, noise);
      const largest = estimate.reduce((most, value, i) => Math.max(most, Math.abs(value - original[i]!)), 0);
      expect(approximationError).toBe(largest);
      expect(largest).toBeGreaterThan(0);
      expect(largest).toBeLessThanOrEqual(polynomial.approximationBound);
    }
  });

  test("chooses the same k and h for all data of a size, larger ones for larger budgets", () => {
    const sizeOf = (seed: number, epsilon: number) => {
      const { degree, iterations, isAutomatic } = planOf(seed, 1).release(
        automatic("laplace", epsilon),
        noise,
      ).polynomial;
      return [degree, iterations, isAutomatic];
    };
    expect(sizeOf(1, 1)).toEqual(sizeOf(2, 1));
    expect(sizeOf(1, 10)[0]).toBeGreaterThanOrEqual(sizeOf(1, 0.01)[0] as number);
    expect(sizeOf(1, 10)).not.toEqual(sizeOf(1, 0.01));
  });

  test.each([0.1, 1, 10])("the descent finds what no entry of the whole table beats by a fifth: ε = %f", (epsilon) => {
    const shape = { domain: [unit], bandwidths: [0.08], correlation: 0 };
    const target = densityTarget({ ...shape, points: { dimension: 1, coordinates: new Float64Array(500).fill(0.5) } });
    const options = {
      dimension: 1,
      sensitivity: (degree: number) => target.sensitivity(degree).l1,
      law: "laplace",
      noiseMultiplier: latticeNoiseMultiplier("laplace", { epsilon, delta: 0 }),
      approximation: densityApproximation(shape),
      coverage: 0.95,
    } as const;
    const chosen = chooseBernstein({ ...options, mostDegree: 200 });
    expect(chosen.total).toBeLessThan(1.2 * bernsteinTradeoffs(options)[0]!.total);
  });

  test.each([
    [0.5, [0.3, 0.2]],
    [-0.4, [0.6, 0.5]],
    [0, [0.12, 0.2]],
    [0, [0.3, 0.4, 0.5]],
  ] as const)("by the course of the ceiling k and h are as good as by the sensitivity: r = %f, h = %j", (...of) => {
    const [correlation, bandwidths] = of;
    const dimension = bandwidths.length;
    const shape = { domain: bandwidths.map(() => unit), bandwidths, correlation };
    const points = { dimension, coordinates: new Float64Array(300 * dimension).fill(0.5) };
    const target = densityTarget({ ...shape, points });
    const options = {
      dimension,
      sensitivity: (degree: number) => target.sensitivity(degree).l1,
      law: "laplace",
      noiseMultiplier: latticeNoiseMultiplier("laplace", { epsilon: 1, delta: 0 }),
      approximation: densityApproximation(shape),
      coverage: 0.95,
    } as const;
    const best = chooseBernstein({ ...options, mostDegree: 60 });
    const { degree, iterations } = planPolynomial({
      target,
      approximation: options.approximation,
      gridCounts: bandwidths.map(() => 5),
    }).sizeOf(automatic("laplace", 1));
    const { noise } = bernsteinTradeoffs(options).find(
      (tried) => tried.degree === degree && tried.iterations === iterations,
    )!;
    expect(noise + options.approximation(degree, iterations)).toBeLessThan(1.05 * best.total);
    for (const norm of ["l1", "l2"] as const) {
      expect(target.ceiling!(degree)[norm]).toBeGreaterThanOrEqual(target.sensitivity(degree)[norm]);
    }
  });

  test("refuses k and h beyond their limits, and where doubles are exhausted, with the bound", () => {
    const plan = planOf(1, 1);
    expect(() => plan.release(byHand("laplace", 201, 1), noise)).toThrow(/degree must be at most 200/);
    expect(() => plan.release(byHand("laplace", 20, 201), noise)).toThrow(/iterations must be at most 200/);
    expect(() => plan.release(byHand("laplace", 200, 200), noise)).toThrow(
      /iterations must be smaller at degree 200: .*rounding is only known to be below/,
    );
    for (const bad of [NaN, 0, -1, 1.5, Infinity]) {
      expect(() => plan.release(byHand("laplace", bad, 1), noise)).toThrow(ParameterError);
      expect(() => plan.release(byHand("laplace", 3, bad), noise)).toThrow(ParameterError);
      expect(() => plan.target(byHand("gaussian", bad, 1))).toThrow(ParameterError);
    }
    expect(() => planOf(1, 2).release(byHand("laplace", 61, 1), noise)).toThrow(/degree must be at most 60/);
  });
});

describe("a private release of a polynomial", () => {
  const budget = { epsilon: 0.8, delta: 1e-5, calibration: "analytic" } as const;
  const released = (
    points: Parameters<typeof planBernsteinDensity>[0]["points"],
    choice: PolynomialChoice,
    seed: number,
    given: {
      readonly epsilon: number;
      readonly delta: number;
      readonly calibration: "analytic" | "classical";
    } = budget,
  ): PrivateRelease => {
    const d = points.dimension;
    const domain = new Array<Interval>(d).fill(unit);
    const plan = planBernsteinDensity({
      points,
      domain,
      bandwidths: new Array<number>(d).fill(0.1),
      correlation: 0,
      drawnOnGrid: never,
    });
    const words = {
      axes: densityGrid(domain).axes,
      units: { scale: 1, offset: 0 },
      formula: latticeSensitivityFormulas[choice.law],
    };
    return lastOf(preparingPolynomial(plan.target(choice), words, given).draw(recordedWords(seed)));
  };

  test.each([
    [automatic("laplace", 1), 1],
    [automatic("gaussian", 1), 1],
    [byHand("laplace", 25, 4), 1],
    [byHand("gaussian", 40, 12), 1],
    [byHand("laplace", 5, 2), 2],
    [byHand("gaussian", 7, 3), 2],
    [automatic("composedLaplace", 1), 1],
    [byHand("composedLaplace", 9, 2), 2],
  ] as const)("replayed on neighbours, only the integers differ, by no more than Δ: %j in ℓ = %i", (choice, d) => {
    for (let pair = 0; pair < (d === 1 ? 12 : 4); pair++) {
      const [D, other] = neighbouringPoints(pair, 15, d);
      const [here, there] = [released(D, choice, pair), released(other, choice, pair)];
      expect(publicPart(there)).toEqual(publicPart(here));
      let [l1, l2] = [0, 0];
      here.integers.forEach((value, i) => {
        const step = Math.abs(value - there.integers[i]!) * here.lattice;
        l1 += step;
        l2 += step * step;
      });
      // Each of two integers is rounded by half a step.
      const count = here.integers.length;
      const rounded = here.lattice * (choice.law === "laplace" ? count : Math.sqrt(count));
      if (choice.law === "composedLaplace") {
        // Theorem 7 counts each number alone.
        const most = (here.sensitivity.value + 2 * here.estimateError) / Math.sqrt(count) + here.lattice;
        here.integers.forEach((value, i) => {
          expect(Math.abs(value - there.integers[i]!) * here.lattice).toBeLessThanOrEqual(most);
        });
      }
      const distance = choice.law === "laplace" ? l1 : Math.sqrt(l2);
      expect(distance).toBeLessThanOrEqual(here.sensitivity.value + 2 * here.estimateError + rounded);
    }
  });

  test("is pure with Laplace noise, whatever δ and calibration are", () => {
    const [D] = neighbouringPoints(1, 15, 1);
    const choice = byHand("laplace", 10, 2);
    const first = released(D, choice, 1);
    expect(first).toMatchObject({
      kind: "laplaceCoordinates",
      delta: 0,
      failure: 0,
      achievedDelta: 0,
      calibration: "pure",
    });
    expect(first.epsilon).toBeLessThanOrEqual(0.8);
    expect(first.epsilon).toBeGreaterThan(0.8 * (1 - 2 ** -11));
    const again = released(D, choice, 1, { epsilon: 0.8, delta: 0.3, calibration: "classical" });
    expect(again).toEqual(first);
  });

  test("by Theorem 7 has the theorem's scale on √N S, its range, and a μ that is less than that of ε and δ", () => {
    const [D] = neighbouringPoints(1, 15, 2);
    const choice = byHand("composedLaplace", 10, 2);
    const first = released(D, choice, 1);
    expect(first).toMatchObject({
      ...{ kind: "composedLaplaceCoordinates", calibration: "theorem7", epsilon: 0.8, delta: 1e-5, failure: 0 },
    });
    const S = first.sensitivity.value / 11;
    const printed = bernsteinLaplaceScaleApproximate({
      sensitivity: S,
      degree: 10,
      dimension: 2,
      epsilon: 0.8,
      delta: 1e-5,
    });
    expect(first.sigma).toBeGreaterThanOrEqual(printed);
    expect(first.sigma).toBeLessThan(printed * (1 + 2 ** -11));
    expect(first.achievedDelta).toBeLessThan(1e-5);
    expect(first.mu).toBeLessThan(claimedMu({ ...budget, failure: 0 }));
    const most = largestEpsilonOfTheorem7(0.1);
    const at = (epsilon: number) => released(D, choice, 1, { epsilon, delta: 0.1, calibration: "analytic" });
    expect(at(most).epsilon).toBe(most);
    expect(() => at(1.001 * most)).toThrow(/epsilon must be at most .* Gaussian noise has no such limit/);
  });

  test.each(latticeLaws)("is a file that proves its claim, and none that claims more: %s", async (law) => {
    const [D] = neighbouringPoints(2, 15, 1);
    const release = released(D, byHand(law, 12, 3), 2);
    const words = {
      app: { name: "Curveil", version: "0", commit: "" },
      created: "2026-11-22",
      study: "density",
      sheet: {
        ...{ title: "t", curator: "", intendedUse: "", dataProduct: "", privacyUnit: "", privacyUnitDetails: "" },
        ...{ neighbourRelation: "", dataDomain: "", unprotectedQuantities: [], parameters: [], composition: "" },
        ...{ preprocessing: "", justification: "" },
      },
      axes: [{ name: "x", unit: "" }],
      value: { name: "density", unit: "" },
      provenance: [],
      ledgerEntry: null,
    };
    const contents = releaseContents(release, words);
    const file = await sealRelease(contents, sha256);
    expect(parseRelease(releaseText(file))).toEqual(file);
    expect(file.mechanism.domain).toMatchObject({
      kind: "basis",
      parameters: [
        { name: "degree k", value: 12 },
        { name: "order h", value: 3 },
        { name: "lower end of axis 1", value: 0 },
        { name: "upper end of axis 1", value: 1 },
      ],
    });
    expect(file.dpEvent.class_name).toBe(law === "laplace" ? "EpsilonDeltaDpEvent" : "GaussianDpEvent");
    const { mechanism } = contents;
    // A smaller ε is within what the numbers of Theorem 7 prove; a smaller μ, or less noise, is not.
    const less = law === "composedLaplace" ? { mu: mechanism.mu / 2 } : { epsilon: mechanism.epsilon / 2 };
    for (const change of [{ sigma: mechanism.sigma / 2 }, less]) {
      await expect(sealRelease({ ...contents, mechanism: { ...mechanism, ...change } }, sha256)).rejects.toThrow(
        ParameterError,
      );
    }
  });

  test("audit: the worst neighbours are told apart up to the claim, and beyond it with a third of the noise", () => {
    const peak = 1 / (3 * 0.1 * Math.sqrt(2 * Math.PI));
    const [epsilon, draws, choice] = [1, 10_000, byHand("laplace", 2, 1)];
    // Of a record at 0 or at 1, two values depend, and Δ₁ is twice a third of a bump. Values beyond both functions' are e^ε times
    // as probable under the one of them that is nearer.
    const countOf = (last: number, asked: number) => {
      const points = { dimension: 1, coordinates: Float64Array.of(0, 0, last) };
      const shape = { domain: [unit], bandwidths: [0.1], correlation: 0 };
      const plan = planBernsteinDensity({ points, ...shape, drawnOnGrid: never });
      const words = { axes: densityGrid([unit]).axes, units: { scale: 1, offset: 0 }, formula: "" };
      const prepared = preparingPolynomial(plan.target(choice), words, { ...budget, epsilon: asked });
      const random = recordedWords(17 + last);
      return Array.from({ length: draws }, () => {
        const { integers, lattice } = lastOf(prepared.draw(random));
        return integers[0]! * lattice > 3 * peak && integers[2]! * lattice < 0;
      }).filter(Boolean).length;
    };
    // Each bound fails with probability 10⁻⁶.
    const foundAt = (asked: number) =>
      Math.log(lowerBound(countOf(0, asked), draws, 1e-6) / upperBound(countOf(1, asked), draws, 1e-6));
    const found = foundAt(epsilon);
    expect(found).toBeLessThanOrEqual(epsilon);
    expect(found).toBeGreaterThan(0.65 * epsilon);
    expect(foundAt(3 * epsilon)).toBeGreaterThan(epsilon);
  });
});
