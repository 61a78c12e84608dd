import { describe, expect, test } from "vitest";
import { drawExponentialMechanism } from "../../src/core/privacy/mechanisms/exponentialMechanism.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { drawJointly } from "../../src/core/privacy/mechanisms/jointExponentialMechanism.ts";
import { buyForDensity } from "../../src/core/releases/densityPurchase.ts";
import { buyForMeanCurve } from "../../src/core/releases/meanCurvePurchase.ts";
import { lastOf } from "../../src/core/slices.ts";
import { boundError as error, epsilonOf } from "../support/audits.ts";
import { auditRow } from "../support/auditTable.ts";
import { lowerBound, upperBound } from "../support/clopperPearson.ts";
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
