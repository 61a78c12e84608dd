import { describe, expect, test } from "vitest";
import { kernelOf } from "../../src/core/kernels/kernelOf.ts";
import {
  drawExponentialMechanism,
  exponentialMechanismProbabilities,
} from "../../src/core/privacy/mechanisms/exponentialMechanism.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { buyPenalty, penaltyScoreTerms } from "../../src/core/releases/boundaryPurchase.ts";
import type { PenaltyPurchase } from "../../src/core/releases/boundaryPurchase.ts";
import { lossOf } from "../../src/core/releases/boundaryProblem.ts";
import { buyForDensity, candidateShares } from "../../src/core/releases/densityPurchase.ts";
import { meanCurveGrid, meanWeights } from "../../src/core/releases/meanCurveGrid.ts";
import { curveKernel } from "../../src/core/releases/curveKernels.ts";
import { buyForMeanCurve } from "../../src/core/releases/meanCurvePurchase.ts";
import { curveCandidateScores, penaltyCandidateScores } from "../../src/core/releases/privateTuning.ts";
import type { CandidateScores } from "../../src/core/releases/privateTuning.ts";
import { lastOf } from "../../src/core/slices.ts";
import { bandwidthScores } from "../../src/core/privacy/mechanisms/bandwidthSelection.ts";
import { auditRow } from "../support/auditTable.ts";
import { lowerBound, upperBound } from "../support/clopperPearson.ts";

/** With how many times as many draws as usual: 5 in `npm run audit`. */
const factor = Number(process.env["AUDIT_FACTOR"] ?? 1);
/** Probability that a bound of Clopper and Pearson is wrong; two are used in each audit. */
const error = 2e-6;

/** Of a mean curve. */
const parameters = {
  domain: [0, 1],
  rule: "uniform",
  kernel: "exponential",
  noiseKernel: "exponential",
  range: 0.3,
  penalty: 0.1,
  power: 1,
  normBound: 1,
  curvesPerPerson: 1,
  drawCount: 1,
  seed: 1,
} as const;

type Neighbours<T> = readonly [T, T];

/**
 * A lower bound on ε, above it with probability 4·10⁻⁶ at most for a mechanism that is ε-private: from how often an
 * event, fixed beforehand, comes of each neighbour. The first is the one of which it is likelier.
 */
function auditedEpsilon(happens: (which: 0 | 1) => boolean, draws: number): number {
  const [likely, rare] = ([0, 1] as const).map((which) => {
    let count = 0;
    for (let i = 0; i < draws; i++) if (happens(which)) count++;
    return count;
  }) as [number, number];
  return Math.log(lowerBound(likely, draws, error) / upperBound(rare, draws, error));
}

/** A source for each neighbour. */
const sources = (seed: number) => [seededSource(seed), seededSource(seed + 1)] as const;

/** A claim of which an audit with usual draws reaches a share of `few`, and one with five times as many `many`. */
function expectNear(
  audited: (epsilon: number) => number,
  claim: number,
  { few, many }: { readonly few: number; readonly many: number },
): void {
  const [found, weakened] = [audited(claim), audited(2 * claim)];
  auditRow({ of: "ε", claim, found, weakened });
  expect(found).toBeLessThan(claim);
  expect(found).toBeGreaterThan((factor >= 5 ? many : few) * claim);
  expect(weakened).toBeGreaterThan(claim);
}

describe("the exponential mechanism that buys λ, φ and ρ, a bandwidth, and chooses a function", () => {
  // All that a neighbour may do: the likelier candidate falls by s, the other grows by s. The odds change by e^ε, and of an
  // event as rare as 3 in 100 the probability by e^(0.95 ε).
  const distances: Neighbours<number[]> = [
    [6, 1],
    [7, 0],
  ];
  const audited = (epsilon: number) => {
    const random = sources(1);
    return auditedEpsilon((which) => {
      const asked = { distances: distances[which], sensitivity: 1, roundingError: 0, epsilon };
      return drawExponentialMechanism({ ...asked, random: random[which] }) === 0;
    }, 80_000 * factor);
  };

  test("audited ε is below the claim and near it; of twice the ε it is above", () => {
    // Clopper and Pearson take 0.15 with 80,000 draws and 0.07 with five times as many, three standard deviations 0.07 and 0.03.
    expectNear(audited, 1, { few: 0.7, many: 0.85 });
  });
});

describe("a private quantile", () => {
  test("as τ of a mean curve: audited ε is below the claim and near it; of twice the ε it is above", () => {
    // Of two curves one has the norm c, the other 0 or more than is looked at: the median is above c with odds that
    // change by e^ε.
    const c = 0.9526;
    const audited = (epsilon: number) => {
      const random = sources(3);
      const purchase = { kind: "normBound", epsilon, parameters, share: 0.5, most: 1 } as const;
      return auditedEpsilon((which) => {
        const moved = which === 0 ? 10 : 0;
        const curves = { curves: Float64Array.of(c, c, moved, moved), pointCount: 2 };
        const bought = lastOf(buyForMeanCurve(purchase, curves, random[which]));
        return bought.kind === "normBound" && bought.normBound > c;
      }, 80_000 * factor);
    };
    expectNear(audited, 1, { few: 0.7, many: 0.85 });
  });

  // Both quartiles at once, half of ε each: the lower one falls below the first of three places, the upper one below
  // the last, and the fourth record moves both from one end of the domain to the other.
  const [a, b] = [0.01, 0.06];
  const pair: Neighbours<readonly number[]> = [
    [0, a, a + 1e-4, b],
    [1, a, a + 1e-4, b],
  ];
  const pointsOf = (coordinates: readonly number[]) => ({ dimension: 1, coordinates: Float64Array.from(coordinates) });
  const domain = [[0, 1]] as const;

  test("as the ends of a domain: audited ε is below the claim and near it; of twice the ε it is above", () => {
    const audited = (epsilon: number) => {
      const random = sources(5);
      return auditedEpsilon((which) => {
        const asked = { kind: "ends", epsilon, domain, tail: 0.25 } as const;
        const bought = lastOf(buyForDensity({ ...asked, points: pointsOf(pair[which]), random: random[which] }));
        if (bought.kind !== "domain") return false;
        const [[low, high]] = bought.domain as [readonly [number, number]];
        return low < a && high < b;
      }, 150_000 * factor);
    };
    // Two events of odds that change by e²: by the exact law they tell 3.6 of 4, of which Clopper and Pearson take 0.6 with
    // 150,000 draws, and 0.27 with five times as many.
    expectNear(audited, 4, { few: 0.65, many: 0.8 });
  });

  test("as a bandwidth by the rule of thumb, which tells less than both ends: within the claim", () => {
    // Three records at one place, and the fourth goes from one end to the other: the upper quartile follows it. Of its
    // half of ε, 2, the distance of two draws tells 1.3.
    const random = sources(7);
    const found = auditedEpsilon((which) => {
      const points = pointsOf([which === 0 ? 1 : 0, 0.9, 0.9, 0.9]);
      const asked = { kind: "quantiles", rule: "reference", epsilon: 4, domain } as const;
      const bought = lastOf(buyForDensity({ ...asked, points, random: random[which] }));
      return bought.kind === "bandwidths" && bought.ranges[0]! > 0.85;
    }, 60_000 * factor);
    auditRow({ of: "ε", claim: 4, found });
    expect(found).toBeLessThan(4);
    expect(found).toBeGreaterThan(0.7);
  });
});

test("a bandwidth by propose-test-release: whether it answers, and what, stays within ε and δ", () => {
  // All but one of 400 records at one of two places; which of them has the last one moves the quartiles least, and is
  // what an answer may not tell.
  const [epsilon, delta] = [8, 1e-3];
  const n = 400;
  const of = (last: number) =>
    Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? last : i < n / 4 - 1 ? 0 : i < (3 * n) / 4 ? 0.5 : 1));
  const draws = 4000 * factor;
  const counts = [0, 1].map((last, which) => {
    const random = seededSource(40 + which);
    const points = { dimension: 1, coordinates: of(last) };
    let answers = 0;
    for (let i = 0; i < draws; i++) {
      const asked = { kind: "proposeTestRelease", rule: "reference", epsilon, delta, domain: [[0, 1]] } as const;
      if (lastOf(buyForDensity({ ...asked, points, random })).kind === "bandwidths") answers++;
    }
    return answers;
  }) as [number, number];
  const within = (one: number, other: number) =>
    lowerBound(one, draws, error) <= Math.exp(epsilon) * upperBound(other, draws, error) + delta;
  for (const [one, other] of [counts, counts.toReversed()] as [number, number][]) {
    expect(within(one, other)).toBe(true);
    expect(within(draws - one, draws - other)).toBe(true);
  }
});

/**
 * The event that tells neighbours best in so many draws: candidates whose probabilities fall most, as many of them as
 * are worth it, and by how much the logarithm of its probability falls.
 */
function tellingEvent([one, other]: Neighbours<CandidateScores>, epsilon: number, draws: number) {
  const [p, q] = [one, other].map(({ distances, sensitivity }) =>
    exponentialMechanismProbabilities({ distances, sensitivity, epsilon }),
  ) as [Float64Array, Float64Array];
  const order = Array.from(p.keys()).sort((i, j) => p[j]! / q[j]! - p[i]! / q[i]!);
  let best = { event: new Set<number>(), exact: 0, worth: -Infinity };
  for (let size = 1; size < order.length; size++) {
    const event = new Set(order.slice(0, size));
    const [P, Q] = [p, q].map((odds) => odds.reduce((sum, value, i) => sum + (event.has(i) ? value : 0), 0)) as [
      number,
      number,
    ];
    const exact = Math.log(P / Q);
    const worth = exact - 4.6 * (Math.sqrt((1 - P) / (P * draws)) + Math.sqrt((1 - Q) / (Q * draws)));
    if (worth > best.worth) best = { event, exact, worth };
  }
  return best;
}

/** The most telling of pairs of neighbours in so many draws, by the exact law. */
function mostTelling<T>(
  pairs: readonly Neighbours<T>[],
  scoresOf: (data: T) => CandidateScores,
  { epsilon, draws }: { readonly epsilon: number; readonly draws: number },
) {
  const told = pairs.map(([one, other]) => {
    const scores = [scoresOf(one), scoresOf(other)] as const;
    return { pair: [one, other] as const, ...tellingEvent(scores, epsilon, draws) };
  });
  return told.reduce((best, each) => (each.worth > best.worth ? each : best)).pair;
}

describe("what is bought by cross-validation tells neighbours apart as its exact law says, and within ε", () => {
  const draws = 4000 * factor;

  /** @param draw the place of the candidate that is bought of one of the two */
  function expectLaw<T>(
    pair: Neighbours<T>,
    {
      scoresOf,
      draw,
      epsilon,
      draws,
    }: {
      readonly scoresOf: (data: T) => CandidateScores;
      readonly draw: (which: 0 | 1) => number;
      readonly epsilon: number;
      readonly draws: number;
    },
  ): void {
    const { event, exact, worth } = tellingEvent([scoresOf(pair[0]), scoresOf(pair[1])], epsilon, draws);
    const found = auditedEpsilon((which) => event.has(draw(which)), draws);
    auditRow({ of: "ε", claim: exact, found });
    expect(exact).toBeLessThan(epsilon);
    expect(found).toBeLessThanOrEqual(exact);
    // What the bounds take, and as much again for chance: five standard deviations.
    expect(found).toBeGreaterThan(worth - (exact - worth));
    expect(worth).toBeGreaterThan(0.5 * exact);
  }

  test("λ of a boundary", () => {
    const penalties = [0.3, 1, 30];
    const purchase: PenaltyPurchase = {
      ...{ domain: [[0, 1]], kernel: "gaussian", lengthScale: 0.3, loss: "hinge", lossParameter: 0.5 },
      ...{ solver: "exact", penalties, epsilon: 20 },
    };
    const n = 10;
    type Records = Parameters<typeof buyPenalty>[1];
    const terms = penaltyScoreTerms(purchase, n);
    const scoresOf = ({ points, responses }: Records) =>
      penaltyCandidateScores({
        points,
        responses,
        kernel: kernelOf("gaussian", 0.3),
        loss: lossOf({ ...purchase, penalty: 0.3 }),
        foldOf: Int32Array.from({ length: n }, (_, i) => i % 5),
        penalties,
        lossBound: terms.lossBound,
        gapTolerance: terms.gapTolerance,
      });
    const random = seededSource(8);
    const pairs = Array.from({ length: 40 }, (): Neighbours<Records> => {
      const inputs = Float64Array.from({ length: n }, () => (random.uniform() < 0.5 ? 0.5 : random.uniform()));
      const labels = Float64Array.from({ length: n }, () => (random.uniform() < 0.8 ? 1 : -1));
      const moved = inputs.slice();
      moved[n - 1] = random.uniform();
      const turned = labels.slice();
      turned[n - 1] = -labels[n - 1]!;
      const of = (coordinates: Float64Array, responses: Float64Array) => ({
        points: { dimension: 1, coordinates },
        responses,
      });
      const both = [of(inputs, labels), of(moved, turned)] as const;
      return random.uniform() < 0.5 ? both : [both[1], both[0]];
    });
    const pair = mostTelling(pairs, scoresOf, { epsilon: purchase.epsilon, draws });
    const source = sources(9);
    const draw = (which: 0 | 1) => penalties.indexOf(lastOf(buyPenalty(purchase, pair[which], source[which])));
    expectLaw(pair, { scoresOf, draw, epsilon: purchase.epsilon, draws });
  });

  test("φ and ρ of a mean curve", () => {
    const [n, m] = [10, 4];
    const [penalties, ranges] = [
      [0.01, 1, 100],
      [0.2, 0.6],
    ] as const;
    const [epsilon, noiseMultiplier] = [20, 0.01];
    const purchase = { kind: "smoothing", epsilon, parameters, penalties, ranges, noiseMultiplier } as const;
    const candidates = ranges.flatMap((range) => penalties.map((penalty) => ({ range, penalty })));
    const scoresOf = (curves: Float64Array) =>
      curveCandidateScores({
        curves,
        grid: meanCurveGrid([0, 1], m).axes[0]!,
        weights: meanWeights(m, "uniform"),
        foldOf: Int32Array.from({ length: n }, (_, i) => i % 10),
        normBound: 1,
        candidates: candidates.map(({ range, penalty }) => {
          const kernel = curveKernel("exponential", range);
          return { kernel, noiseKernel: kernel, penalty, power: 1, noiseMultiplier };
        }),
      });
    const random = seededSource(10);
    // Most curves alike, so that no smoothing or much of it is best; the last one with them or against them.
    const pairs = Array.from({ length: 40 }, (): Neighbours<Float64Array> => {
      const shape = Float64Array.from({ length: m }, () => 4 * random.uniform() - 2);
      const signs = Array.from({ length: n }, () => (random.uniform() < 0.6 ? 1 : -1));
      const of = (last: number) =>
        Float64Array.from({ length: n * m }, (_, at) => {
          const i = Math.floor(at / m);
          return (i === n - 1 ? last : signs[i]!) * shape[at % m]!;
        });
      return random.uniform() < 0.5 ? [of(1), of(-1)] : [of(-1), of(1)];
    });
    const pair = mostTelling(pairs, scoresOf, { epsilon, draws });
    const source = sources(11);
    const draw = (which: 0 | 1) => {
      const bought = lastOf(buyForMeanCurve(purchase, { curves: pair[which], pointCount: m }, source[which]));
      return bought.kind === "smoothing"
        ? candidates.findIndex(({ range, penalty }) => range === bought.range && penalty === bought.penalty)
        : -1;
    };
    expectLaw(pair, { scoresOf, draw, epsilon, draws });
  });

  test("a bandwidth", () => {
    const [n, epsilon, noiseMultiplier] = [5, 20, 0.05];
    const scoresOf = (coordinates: Float64Array): CandidateScores => {
      const scores = candidateShares.map((h) =>
        bandwidthScores({
          points: { dimension: 1, coordinates },
          bandwidths: [h],
          costs: [2 * (noiseMultiplier / (n * Math.sqrt(2 * Math.PI * h * h))) ** 2],
        }),
      );
      return {
        distances: Float64Array.from(scores, ({ distances }) => distances[0]!),
        sensitivity: Math.max(...scores.map(({ sensitivity }) => sensitivity)),
        roundingError: 0,
      };
    };
    const random = seededSource(12);
    const pairs = Array.from({ length: 40 }, (): Neighbours<Float64Array> => {
      const others = Array.from({ length: n - 1 }, () => (random.uniform() < 0.6 ? 0.5 : random.uniform()));
      const both = [Float64Array.from([...others, 0.5]), Float64Array.from([...others, random.uniform()])] as const;
      return random.uniform() < 0.5 ? both : [both[1], both[0]];
    });
    const pair = mostTelling(pairs, scoresOf, { epsilon, draws });
    const source = sources(13);
    const draw = (which: 0 | 1) => {
      const asked = { kind: "crossValidation", epsilon, noiseMultiplier, domain: [[0, 1]] } as const;
      const points = { dimension: 1, coordinates: pair[which] };
      const bought = lastOf(buyForDensity({ ...asked, points, random: source[which] }));
      return bought.kind === "bandwidths" ? candidateShares.indexOf(bought.bandwidths[0]!) : -1;
    };
    expectLaw(pair, { scoresOf, draw, epsilon, draws });
  });
});
