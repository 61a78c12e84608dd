// The quick half of the audits in test/statistical, one of each mechanism that leaves: passed by what it checks, and
// failed by a fault that is planted in it. A sound mechanism fails one of these with probability at most 4·10⁻⁶.
import { describe, expect, test } from "vitest";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { claimedMu } from "../../../src/core/privacy/calibration/claim.ts";
import { drawExponentialMechanism } from "../../../src/core/privacy/choice/exponentialMechanism.ts";
import { gaussianLattice, latticeGaussianRelease } from "../../../src/core/privacy/mechanisms/latticeGaussian.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../../../src/core/privacy/mechanisms/latticeLaplace.ts";
import { wordsOf } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { valueOf } from "../../../src/core/release/curveFunctionals.ts";
import { slopeAt } from "../../../src/core/release/gridFunctionals.ts";
import { linearFunctional } from "../../support/linearFunctional.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";
import { drawTolerance, toleranceTerms } from "../../../src/core/affineHull/fabrication/tolerancePurchase.ts";
import { epsilonOf, epsilonOfPairs, muOf, pairedCounts } from "../../support/audits.ts";
import {
  auditedChoice,
  bandwidthChoice,
  boundaryFunctionChoice,
  functionChoice,
  lostBy,
  penaltyChoice,
} from "../../support/choiceAudit.ts";
import { auditedDither } from "../../support/ditherAudit.ts";
import { interquartileRange, intervalEnds, jointPurchase } from "../../support/jointAudit.ts";
import { auditedOnline, onlineBudget } from "../../support/onlineAudit.ts";
import { auditedPolynomial, polynomialClaim, polynomialPairs } from "../../support/polynomialAudit.ts";
import { auditedPredictions, predictionBudget } from "../../support/predictionAudit.ts";
import { auditedEntries } from "../../support/tableAudit.ts";

/** How often each neighbour's score is beyond a threshold. */
function exceeding(draws: number, threshold: number, scoreOf: (second: boolean) => number): [number, number] {
  const count = (second: boolean) =>
    Array.from({ length: draws }, () => scoreOf(second)).filter((score) => score > threshold).length;
  return [count(false), count(true)];
}

describe("coordinates on a lattice", () => {
  const mu = 2;
  const draws = 3000;

  test("with Gaussian noise keep μ, and with half the noise do not", () => {
    const lattice = gaussianLattice({ sensitivity: 3, roundingError: 0, mu });
    const audited = (divisor: number) => {
      const words = wordsOf(seededSource(1));
      const used = { ...lattice, multiplier: Math.round(lattice.multiplier / divisor) };
      const [alarms, hits] = exceeding(
        draws,
        1.5,
        (second) => latticeGaussianRelease({ estimate: [second ? 3 : 0], lattice: used, words })[0]! * lattice.lattice,
      );
      return muOf(alarms, hits, draws);
    };
    expect(audited(1)).toBeLessThan(mu);
    expect(audited(2)).toBeGreaterThan(mu);
  });

  test("with Laplace noise keep ε, and with half the noise do not", () => {
    const epsilon = 1;
    const lattice = laplaceLattice({ sensitivity: 3, roundingError: 0, epsilon });
    const audited = (divisor: number) => {
      const words = wordsOf(seededSource(2));
      const used = { ...lattice, multiplier: Math.round(lattice.multiplier / divisor) };
      const [alarms, hits] = exceeding(
        draws,
        3,
        (second) => latticeLaplaceRelease({ estimate: [second ? 3 : 0], lattice: used, words })[0]! * lattice.lattice,
      );
      return epsilonOf(hits, alarms, draws);
    };
    expect(audited(1)).toBeLessThan(epsilon);
    expect(audited(2)).toBeGreaterThan(epsilon);
  });
});

test.each(["laplace", "gaussian"] as const)(
  "a polynomial with %s noise keeps its claim, and half of it does not",
  (law) => {
    const [pair] = polynomialPairs;
    expect(auditedPolynomial(pair!, law, { count: 2000 }).found).toBeLessThan(polynomialClaim[law]);
    expect(auditedPolynomial(pair!, law, { count: 2000, factor: 1 / 2 }).found).toBeGreaterThan(polynomialClaim[law]);
  },
);

test("a fabricated table keeps ε of one entry, and that of a larger ε does not", () => {
  expect(auditedEntries({ epsilon: 1, draws: 2 })).toBeLessThan(1);
  expect(auditedEntries({ epsilon: 2, draws: 2 })).toBeGreaterThan(1);
});

test("predictions at points keep μ, and with half the noise do not", () => {
  const claimed = claimedMu({ ...predictionBudget, failure: 0 });
  expect(auditedPredictions(1, 800)).toBeLessThan(claimed);
  expect(auditedPredictions(0.5, 800)).toBeGreaterThan(claimed);
});

test("online answers keep μ, and would break a claim of half of it", () => {
  const claimed = claimedMu({ ...onlineBudget, failure: 0 });
  const found = auditedOnline(200); // Each draw opens a release, which takes its memory for 150,000 points at once.
  expect(found).toBeLessThan(claimed);
  expect(found).toBeGreaterThan(claimed / 2);
});

test("a choice keeps ε, and one by squared distances with the sensitivity of distances does not (errata H10)", () => {
  const epsilon = 1;
  // Both are drawn with the same random numbers, and the mechanism inverts its law: f = 0 chooses 1 only if f = 1 does.
  const audited = (power: 1 | 2) => {
    const distancesOf = (f: number) => [0, 3].map((g) => Math.abs(g - f) ** power);
    const pair = [distancesOf(1), distancesOf(0)] as const;
    const asked = { sensitivity: 1, roundingError: 0, epsilon };
    return epsilonOfPairs(
      pairedCounts(800, (trial, second) => {
        const distances = pair[second ? 1 : 0];
        return drawExponentialMechanism({ ...asked, distances, random: seededSource(80 + trial) }) === 1;
      }),
    );
  };
  expect(audited(1)).toBeLessThan(epsilon);
  expect(audited(2)).toBeGreaterThan(epsilon);
});

test.each([
  ["λ of a boundary", penaltyChoice],
  ["a bandwidth", bandwidthChoice],
  ["one of a list of functions", functionChoice],
  ["one of a list for a boundary", boundaryFunctionChoice],
])("%s that is chosen by scores keeps ε, comes near it by law, and twice the ε breaks it", (_, made) => {
  const choice = made(5);
  const exact = lostBy(choice, choice.epsilon);
  expect(exact).toBeLessThan(choice.epsilon);
  expect(exact).toBeGreaterThan(0.6 * choice.epsilon);
  const { found } = auditedChoice(choice, { draws: 40_000, seed: 90 });
  expect(found).toBeLessThan(exact);
  expect(found).toBeGreaterThan(0.85 * exact);
  expect(auditedChoice(choice, { draws: 40_000, times: 2, seed: 92 }).found).toBeGreaterThan(choice.epsilon);
});

test.each([
  ["the ends of a domain", intervalEnds],
  ["a bandwidth by the rule of thumb", interquartileRange],
] as const)("%s, bought at once, keeps ε and comes near it, and twice the ε breaks it", (_, made) => {
  const [epsilon, draws] = [3, 20_000];
  const { exact, audited } = jointPurchase(made, { epsilon, draws });
  expect(exact).toBeLessThanOrEqual(epsilon);
  expect(exact).toBeGreaterThan(0.9 * epsilon);
  const found = audited(94);
  expect(found).toBeLessThan(exact);
  expect(found).toBeGreaterThan(0.6 * epsilon);
  expect(jointPurchase(made, { epsilon: 2 * epsilon, draws }).audited(96)).toBeGreaterThan(epsilon);
});

test("the error at which smoothing ends keeps ε and comes near it, and twice the ε breaks it", () => {
  const terms = toleranceTerms({ classOf: [0, 1], dimension: 1 });
  const audited = (epsilon: number) => {
    const isLeast = (trial: number, second: boolean) =>
      drawTolerance(second ? 2 ** 20 : 0, terms, { epsilon, random: seededSource(97 + trial) }) === terms.least;
    return epsilonOfPairs(pairedCounts(1200, isLeast));
  };
  const found = audited(2);
  expect(found).toBeLessThan(2);
  expect(found).toBeGreaterThan(0.7 * 2);
  expect(audited(4)).toBeGreaterThan(2);
});

test("rounding where the noise has no variance is covered by the dither, and found in a preview, which has none", () => {
  const { release, preview } = auditedDither(2, 600);
  expect(release).toBeLessThan(0.45 * 2);
  expect(preview).toBeGreaterThan(2);
});

test("functionals of released curves have their deviation, and not half of it", () => {
  const [m, draws] = [11, 1000];
  const [kernel, range] = ["matern32", 0.4] as const;
  const curves = Float64Array.from({ length: 4 * m }, (_, i) => Math.sin(i));
  const made = planMeanCurve({ curves, pointCount: m }).release({
    ...{ domain: [0, 1], rule: "trapezoid", kernel, noiseKernel: kernel, range },
    ...{ penalty: 0.05, power: 1.5, normBound: 1.5, curvesPerPerson: 1, drawCount: draws, seed: 7 },
  });
  const grid = gridCoordinates(meanCurveGrid([0, 1], m).axes[0]!);
  const multiplier = 3;
  const paths = made.unitNoise.map((_, draw) => scaleRelease(made, draw, multiplier, new Float64Array(m)));
  const shared = { grid, kernel: curveKernel(kernel, range), jitter: made.jitter, released: made.estimate };
  const meanSquare = (functional: Float64Array, scale: number) => {
    const given = linearFunctional({ ...shared, functional, scale: scale * multiplier * made.sensitivity });
    const z = paths.map((path) => (valueOf(functional, path) - given.value) / given.standardDeviation);
    return z.reduce((sum, value) => sum + value ** 2 / draws, 0);
  };
  // The mean of 1000 squares of standard normals deviates by √(2/1000): 5 of them, with probability 6·10⁻⁷.
  const tolerance = 5 * Math.sqrt(2 / draws);
  for (const functional of [meanWeights(m, "trapezoid"), slopeAt(grid, grid[5]!)]) {
    expect(Math.abs(meanSquare(functional, 1) - 1)).toBeLessThan(tolerance);
    expect(Math.abs(meanSquare(functional, 0.5) - 1)).toBeGreaterThan(tolerance);
  }
});
