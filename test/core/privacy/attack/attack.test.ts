import { describe, expect, test } from "vitest";
import { pointsFrom } from "../../../../src/core/points.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { attackOn, attackedDistance, type AttackedPair } from "../../../../src/core/privacy/attack/attackedPair.ts";
import { faults, faultyAttackOn } from "../../../../src/core/privacy/attack/faults.ts";
import { gaussianLossLaw, laplaceLossLaw } from "../../../../src/core/privacy/attack/lossLaw.ts";
import {
  accusingThreshold,
  bestGuessOf,
  evidenceOf,
  playing,
  roundsToCatch,
} from "../../../../src/core/privacy/attack/playing.ts";
import type { PrivacyLoss } from "../../../../src/core/privacy/accounting/privacyLoss.ts";
import { calibratedMultiplier } from "../../../../src/core/privacy/calibration/claim.ts";
import { kernelDensityNeighbourDistance } from "../../../support/neighbourDistance.ts";
import { denseNoiseSampler } from "../../../../src/core/privacy/mechanisms/denseNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { normalCdf } from "../../../../src/core/special/normal.ts";

const h = 0.1;
const n = 50;
const places = Array.from({ length: 61 }, (_, i) => i / 60);
const bump = (centre: number) =>
  Float64Array.from(places, (x) => Math.exp(-((x - centre) ** 2) / (2 * h * h)) / (n * h * Math.sqrt(2 * Math.PI)));
const factor = denseNoiseSampler({
  kernel: gaussianKernel(h),
  at: pointsFrom(places.map((x) => [x])),
  jitter: 1e-9,
}).factor();
const smooth = { first: bump(0.25), second: bump(0.75), law: "gaussian", factor } as const;
const table = {
  first: Float64Array.of(0.1, 0.9, 0.4),
  second: Float64Array.of(0.9, 0.1, 0.4),
  law: "gaussian",
} as const;
const lattice = { ...table, law: "laplace" } as const;

/** A pair at a budget of its own distance: the worst pair of a mechanism whose Δ that is. */
function at(epsilon: number, pair: Omit<AttackedPair, "scale">): { pair: AttackedPair; claim: PrivacyLoss } {
  const distance = attackedDistance(pair);
  if (pair.law === "laplace") return { pair: { ...pair, scale: distance / epsilon }, claim: { kind: "pure", epsilon } };
  const multiplier = calibratedMultiplier({ epsilon, delta: 1e-5, calibration: "analytic" });
  return { pair: { ...pair, scale: multiplier * distance }, claim: { kind: "gaussian", mu: 1 / multiplier } };
}

test("attackedDistance at points is the distance in the RKHS, and for Laplace noise the sum of all changes", () => {
  const exact = kernelDensityNeighbourDistance({ from: [0.25], to: [0.75], recordCount: n, bandwidth: h });
  expect(attackedDistance(smooth) / exact).toBeCloseTo(1, 3);
  expect(attackedDistance(smooth)).toBeLessThan(exact);
  expect(attackedDistance(lattice)).toBeCloseTo(1.6, 12);
});

test("lossOfDraw() is ℓ of the draw that the same random numbers give", () => {
  for (const of of [smooth, table]) {
    const { lossOf, draw, lossOfDraw } = attackOn(at(1, of).pair);
    for (const isSecond of [false, true])
      expect(lossOfDraw!(isSecond, seededSource(5))).toBeCloseTo(lossOf(draw(isSecond, seededSource(5))), 6);
  }
});

// A share p of 12,000 rounds is off by 5.2 √(p(1 − p)/12,000) with probability 2·10⁻⁷.
const rounds = 12_000;
const tolerance = (p: number) => 5.2 * Math.sqrt((p * (1 - p)) / rounds) + 1e-12;

describe.each([0.1, 1, 3, 10])("at ε = %d", (epsilon) => {
  test("the best attacker is right in Φ(μ/2) of the rounds, and in as many by the law of ℓ", () => {
    const { pair, claim } = at(epsilon, smooth);
    const mu = attackedDistance(pair) / pair.scale;
    const law = gaussianLossLaw(mu);
    expect(law.right).toBeCloseTo(normalCdf(mu / 2), 14);
    expect(bestGuessOf(claim)).toBeCloseTo(law.right, 12);
    const { right } = lastOf(playing(attackOn(pair), { rounds, threshold: 0 }, seededSource(1)));
    expect(Math.abs(right / rounds - law.right)).toBeLessThan(tolerance(law.right));
  });

  test("of one Laplace number exactly 1 − ½e^(−ε/2) are right, of several as many as are simulated", () => {
    const one = { first: Float64Array.of(0), second: Float64Array.of(1), law: "laplace" } as const;
    for (const pairOf of [one, lattice]) {
      const { pair, claim } = at(epsilon, pairOf);
      const shifts = pair.first.map((value, i) => Math.abs(value - pair.second[i]!) / pair.scale);
      const law = laplaceLossLaw(shifts);
      if (pairOf === one) expect(law.right).toBeCloseTo(1 - Math.exp(-epsilon / 2) / 2, 14);
      expect(law.right).toBeLessThanOrEqual(bestGuessOf(claim));
      const { right } = lastOf(playing(attackOn(pair), { rounds, threshold: 0 }, seededSource(2)));
      // The law is of 20,000 draws itself.
      expect(Math.abs(right / rounds - law.right)).toBeLessThan(2 * tolerance(law.right));
    }
  });
});

test("errors of a threshold are those of the trade-off curve, and fall and rise with it", () => {
  for (const law of [gaussianLossLaw(1.3), laplaceLossLaw(Float64Array.of(0.4, 0, 0.8))]) {
    const each = Array.from({ length: 41 }, (_, i) => law.errorsAt(((i - 20) / 20) * law.reach));
    for (let i = 1; i < each.length; i++) {
      expect(each[i]!.alarms).toBeLessThanOrEqual(each[i - 1]!.alarms);
      expect(each[i]!.misses).toBeGreaterThanOrEqual(each[i - 1]!.misses);
    }
    // Laws under f and f′ mirror each other.
    expect(law.errorsAt(0.3).alarms).toBeCloseTo(law.errorsAt(-0.3).misses, 12);
  }
});

describe("each mistake is caught in 4,000 rounds at ε = 1, the sound mechanism is not", () => {
  test.each([
    ["a curve", smooth],
    ["independent Gaussian numbers", table],
    ["independent Laplace numbers", lattice],
  ] as const)("%s", (_, pairOf) => {
    const { pair, claim } = at(1, pairOf);
    // Under noise larger than they are, three numbers have few last bits left; and of a table independent noise is right.
    const asked = faults.filter((fault) => pairOf === smooth || fault !== "lastBits");
    const isSound = (fault: string) => fault === "none" || (fault === "rough" && pairOf !== smooth);
    const verdicts = asked.map((fault) => {
      const attack = faultyAttackOn(pair, fault, [0.31, 0.32]);
      const play = { rounds: 4000, threshold: accusingThreshold(claim) };
      return [fault, evidenceOf(lastOf(playing(attack, play, seededSource(3))), claim).isCaught];
    });
    expect(verdicts).toEqual(asked.map((fault) => [fault, !isSound(fault)]));
  });
});

test("a sound mechanism is accused with probability 10⁻⁶ at most, and 95 % of runs hold its μ", () => {
  const claim = { kind: "gaussian", mu: 1 } as const;
  const p = bestGuessOf(claim);
  const random = seededSource(4);
  const sides = [
    { rounds: 100, beyond: 0 },
    { rounds: 100, beyond: 0 },
  ] as const;
  let held = 0;
  for (let run = 0; run < 400; run++) {
    let right = 0;
    for (let round = 0; round < 200; round++) if (random.uniform() < p) right++;
    const { mu, isCaught } = evidenceOf({ right, rounds: 200, sides }, claim);
    expect(isCaught).toBe(false);
    if (mu[0] <= 1 && 1 <= mu[1]) held++;
  }
  // Of 400 runs 380 or more are expected to hold it; fewer than 355 with probability 10⁻⁷.
  expect(held).toBeGreaterThanOrEqual(355);
  expect(evidenceOf({ right: 200, rounds: 200, sides }, claim).isCaught).toBe(true);
});

test.each([
  ["Gaussian", table],
  ["Laplace", lattice],
] as const)("roundsToCatch() catches half the %s noise in 9 of 10 runs, and a third of the rounds do not", (_, of) => {
  const { pair, claim } = at(1, of);
  const law =
    of === table
      ? gaussianLossLaw((2 * attackedDistance(pair)) / pair.scale)
      : laplaceLossLaw(pair.first.map((value, i) => (2 * Math.abs(value - pair.second[i]!)) / pair.scale));
  const needed = roundsToCatch(law, claim)!;
  const random = seededSource(8);
  const attack = faultyAttackOn(pair, "halved");
  const caughtIn = (rounds: number) => {
    let caught = 0;
    for (let run = 0; run < 60; run++) {
      const played = lastOf(playing(attack, { rounds, threshold: accusingThreshold(claim) }, random));
      if (evidenceOf(played, claim).isCaught) caught++;
    }
    return caught;
  };
  // Of 60 runs of probability 0.9 fewer than 43 with 10⁻⁵.
  expect(caughtIn(needed)).toBeGreaterThanOrEqual(43);
  expect(caughtIn(Math.round(needed / 3))).toBeLessThan(43);
  expect(roundsToCatch(gaussianLossLaw(1e-4), claim)).toBeUndefined();
});
