import { describe, expect, test } from "vitest";
import { drawExponentialMechanism } from "../../src/core/privacy/choice/exponentialMechanism.ts";
import type { RandomSource } from "../../src/core/random/randomSource.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { drawJointly } from "../../src/core/privacy/choice/jointExponentialMechanism.ts";
import { interquartileRangeTest } from "../support/rangeTest.ts";
import { buyForDensity, rangeTestOf } from "../../src/core/density/densityPurchase.ts";
import { buyForMeanCurve } from "../../src/core/mean/meanCurvePurchase.ts";
import { lastOf } from "../../src/core/slices.ts";
import { epsilonOf } from "../support/audits.ts";
import { auditRow } from "../support/auditTable.ts";
import { interquartileRange, intervalEnds, jointPurchase } from "../support/jointAudit.ts";
import { roughMeanTarget } from "../support/meanCurveParameters.ts";

/** With how many times as many draws as usual: 5 in `npm run audit`. */
const factor = Number(process.env["AUDIT_FACTOR"] ?? 1);

/** Of a mean curve. */
const parameters = { ...roughMeanTarget, drawCount: 1, seed: 1 };

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
  return epsilonOf(likely, rare, draws);
}

/** A source for each neighbour. */
const sources = (seed: number) => [seededSource(seed), seededSource(seed + 1)] as const;

/** What is near, and what is caught. */
interface Near {
  /** The share of the claim that an audit with usual draws reaches. */
  readonly few: number;
  /** With five times as many. */
  readonly many: number;
}

/** An audit below its claim and near it; with twice the ε it is above the claim. */
function expectNear(audited: (epsilon: number) => number, claim: number, { few, many }: Near): void {
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
});

describe.each([
  ["the ends of a domain", intervalEnds],
  ["a bandwidth by the rule of thumb", interquartileRange],
] as const)("what is bought at once, %s", (_, made) => {
  const [epsilon, draws] = [3, 400_000 * factor];

  test("tells the worst neighbours apart by nearly ε, and of twice the ε by more", () => {
    const [sound, weak] = [
      jointPurchase(made, { epsilon, draws }),
      jointPurchase(made, { epsilon: 2 * epsilon, draws }),
    ];
    expect(sound.exact).toBeLessThanOrEqual(epsilon);
    expect(sound.exact).toBeGreaterThan(0.95 * epsilon);
    const [found, weakened] = [sound.audited(5), weak.audited(7)];
    auditRow({ of: "ε", claim: epsilon, exact: sound.exact, found, weakened });
    expect(found).toBeLessThanOrEqual(sound.exact);
    // Where it is expected, but for five standard deviations: the bounds take 4.6 of them.
    expect(found).toBeGreaterThan(sound.worth - (sound.exact - sound.worth));
    expect(found).toBeGreaterThan((factor >= 5 ? 0.9 : 0.85) * epsilon);
    expect(weakened).toBeGreaterThan(epsilon);
  });

  test("is drawn by that law on the public way: the same of the same bits", () => {
    const { choices, isTelling, bought } = jointPurchase(made, { epsilon, draws });
    let telling = 0;
    for (const which of [0, 1] as const) {
      for (let seed = 0; seed < 200; seed++) {
        const drawn = isTelling(drawJointly({ ...choices[which], random: seededSource(seed) }), which);
        expect(bought(which, seededSource(seed))).toBe(drawn);
        if (drawn) telling++;
      }
    }
    expect(telling).toBeGreaterThan(0);
  });
});

describe("a bandwidth by propose-test-release", () => {
  const delta = 1e-6;
  /**
   * The neighbours of Lemma 9 in docs/proofs/jointQuantiles.md, of 52 records: their ranges are at both ends of one bin of round
   * 2, the first at the upper end, which is left after one replacement more. Answers above its range are likelier of it.
   */
  const of = (epsilon: number) => {
    const [test, m] = [rangeTestOf({ epsilon, delta, dimension: 1 }), 13];
    const base = 1 + 1 / Math.log(4 * m);
    const [below, low, high] = [base ** -3.9, base ** -3.5 * (1 + 1e-9), base ** -2.5 * (1 - 1e-9)];
    const distance = Math.floor(test.threshold) - 1;
    const columns = [high, 0].map((moved) =>
      Float64Array.from({ length: 4 * m }, (_, i) =>
        i === 0 ? moved : i < 2 * m ? 0 : i < 3 * m - distance ? below : i < 3 * m ? low : high,
      ),
    );
    const odds = columns.map((values, which) => {
      const { noReplyProbability, range } = interquartileRangeTest({ values, ...test });
      expect(range).toBe(which === 0 ? high : low);
      const above = Math.exp((-test.epsilon * Math.log(high / range)) / Math.log(base)) / 2;
      return (1 - noReplyProbability) * above;
    }) as [number, number];
    const asked = { kind: "proposeTestRelease", rule: "reference", epsilon, delta, domain: [[0, 1]] } as const;
    const happens = (which: 0 | 1, random: RandomSource) => {
      const bought = lastOf(
        buyForDensity({ ...asked, points: { dimension: 1, coordinates: columns[which]! }, random }),
      );
      return bought.kind === "bandwidths" && bought.ranges[0]! > high;
    };
    return { exact: Math.log((odds[0] - delta) / odds[1]), happens };
  };

  test("audited ε at δ is below the claim and near it; of twice the ε it is above", () => {
    const epsilon = 3;
    const audited = (paid: number, draws: number) => {
      const { happens } = of(paid);
      const random = sources(50);
      const [likely, rare] = ([0, 1] as const).map((which) => {
        let count = 0;
        for (let i = 0; i < draws; i++) if (happens(which, random[which])) count++;
        return count;
      }) as [number, number];
      return epsilonOf(likely, rare, draws, delta);
    };
    const { exact } = of(epsilon);
    expect(exact).toBeLessThanOrEqual(epsilon);
    expect(exact).toBeGreaterThan(0.99 * epsilon);
    const draws = 40_000 * factor;
    const [found, weakened] = [audited(epsilon, draws), audited(2 * epsilon, draws / 4)];
    auditRow({ of: "ε", claim: epsilon, exact, found, weakened });
    expect(found).toBeLessThanOrEqual(exact);
    // The bounds take 0.3 with 40,000 draws and 0.13 with five times as many, three standard deviations of chance 0.16 and 0.07.
    expect(found).toBeGreaterThan((factor >= 5 ? 0.9 : 0.8) * epsilon);
    expect(weakened).toBeGreaterThan(epsilon);
  });
});
