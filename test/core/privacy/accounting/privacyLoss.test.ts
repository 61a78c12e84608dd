import { describe, expect, test } from "vitest";
import { deltaOf, exceedanceOf, tradeoffOf } from "../../../../src/core/privacy/accounting/privacyLoss.ts";
import type { PrivacyLoss } from "../../../../src/core/privacy/accounting/privacyLoss.ts";
import { analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { gaussianOfComposedPure } from "../../../../src/core/privacy/accounting/composition.ts";
import { pureLosses } from "../../../../src/core/privacy/accounting/pureLosses.ts";
import { theorem7Multiplier } from "../../../../src/core/privacy/calibration/laplace.ts";
import { composedLaplaceMechanism } from "../../../../src/core/privacy/mechanisms/mechanism.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";

const gaussian = (mu: number): PrivacyLoss => ({ kind: "gaussian", mu });
const pure = (epsilon: number): PrivacyLoss => ({ kind: "pure", epsilon });
const losses = [gaussian(0.01), gaussian(0.3), gaussian(2), gaussian(8), pure(0.01), pure(0.5), pure(3), pure(40)];

/** Randomised response with ε₀, which attains a pure loss: P answers truly with probability e^ε₀/(1 + e^ε₀), Q the other way. */
function randomisedResponse(epsilon: number) {
  const truth = 1 / (1 + Math.exp(-epsilon));
  const lie = Math.exp(-epsilon) / (1 + Math.exp(-epsilon));
  return [
    { p: truth, q: lie },
    { p: lie, q: truth },
  ];
}

describe("of a Gaussian loss", () => {
  test("deltaOf has the reference values", () => {
    for (const golden of goldenCases<{ epsilon: number; sigma: number; sensitivity: number }, object>(
      "noise-delta-profile",
    )) {
      const { epsilon, sigma, sensitivity } = golden.inputs;
      expectGolden(golden, "delta", deltaOf(gaussian(sensitivity / sigma), epsilon));
    }
  });

  test("tradeoffOf has the reference values", () => {
    for (const golden of goldenCases<{ mu: number; typeI: number[] }, object>("noise-gdp-tradeoff")) {
      const { mu, typeI } = golden.inputs;
      expectGolden(
        golden,
        "typeII",
        typeI.map((typeOneError) => tradeoffOf(gaussian(mu), typeOneError)),
      );
    }
  });

  test("exceedanceOf is 16 times the promised δ at (1, 1e-5), and 743 times at ε = 0.01", () => {
    for (const [epsilon, ratio] of [
      [1, 16],
      [0.01, 743],
    ] as const) {
      const loss = gaussian(1 / analyticNoiseMultiplier({ epsilon, delta: 1e-5 }));
      expect(deltaOf(loss, epsilon)).toBeLessThanOrEqual(1e-5);
      expect(Math.round(exceedanceOf(loss, epsilon) / 1e-5)).toBe(ratio);
    }
  });

  test("deltaOf and exceedanceOf are the mean of (1 − e^{ε−L})₊ and of 1(L > ε) over simulated losses", () => {
    // L = μ²/2 + μz under P. Each mean of n values in [0, 1] is off by more than t with probability at most
    // 2·exp(−2nt²) (Hoeffding): t = 0.01, n = 100,000 makes 4·10⁻⁹ each, 2·10⁻⁸ for the six.
    const n = 100_000;
    const normals = standardNormals(seededSource(3), n);
    for (const [mu, epsilon] of [
      [0.5, 0.3],
      [1, 1],
      [2.5, 0.1],
    ] as const) {
      let excess = 0;
      let beyond = 0;
      for (const z of normals) {
        const loss = mu * (mu / 2 + z);
        if (loss > epsilon) {
          beyond++;
          excess -= Math.expm1(epsilon - loss);
        }
      }
      expect(Math.abs(beyond / n - exceedanceOf(gaussian(mu), epsilon))).toBeLessThan(0.01);
      expect(Math.abs(excess / n - deltaOf(gaussian(mu), epsilon))).toBeLessThan(0.01);
    }
  });
});

describe("of a pure loss", () => {
  const grid = [0.01, 0.5, 1, 3, 10, 30];

  test("deltaOf is the exact sum Σ(p − e^ε q)₊ of randomised response, and 0 from ε₀ on", () => {
    for (const largest of grid) {
      for (const epsilon of [0, 0.005, 0.3, 0.9, 2, 9]) {
        const sum = randomisedResponse(largest).reduce(
          (total, { p, q }) => total + Math.max(0, p - Math.exp(epsilon) * q),
          0,
        );
        if (epsilon >= largest) expect(deltaOf(pure(largest), epsilon)).toBe(0);
        // The sum loses digits by cancellation, at most three roundings of numbers up to 1.
        else expect(Math.abs(deltaOf(pure(largest), epsilon) - sum)).toBeLessThan(4 * Number.EPSILON);
      }
    }
  });

  test("exceedanceOf is the probability of the outputs of randomised response whose loss exceeds ε", () => {
    for (const largest of grid) {
      for (const epsilon of [0, 0.005, 0.3, 0.9, 2, 9]) {
        const [truth] = randomisedResponse(largest);
        const expected = epsilon < largest ? truth!.p : 0;
        expect(exceedanceOf(pure(largest), epsilon)).toBeCloseTo(expected, 14);
      }
      expect(exceedanceOf(pure(largest), largest)).toBe(0);
    }
  });

  test("tradeoffOf is attained by the best test of randomised response", () => {
    for (const largest of grid) {
      const [truth, lie] = randomisedResponse(largest);
      // Rejecting P on the lie alone, with probability t, then on both: the corners are joined by lines.
      for (const t of [0, 0.25, 0.5, 1]) {
        expect(tradeoffOf(pure(largest), t * lie!.p)).toBeCloseTo(1 - t * lie!.q, 12);
        expect(tradeoffOf(pure(largest), Math.min(1, lie!.p + t * truth!.p))).toBeCloseTo((1 - t) * truth!.q, 12);
      }
    }
  });

  test("no loss is too large or too small to be told", () => {
    for (const epsilon of [1e-300, 1e-12, 700, 1e4, 1e300]) {
      for (const value of [deltaOf(pure(epsilon), 0), exceedanceOf(pure(epsilon), 0), tradeoffOf(pure(epsilon), 0.3)]) {
        expect(value >= 0 && value <= 1).toBe(true);
      }
    }
    expect(deltaOf(pure(1e-12), 0)).toBeCloseTo(5e-13, 20);
    expect(deltaOf(pure(1e4), 1)).toBe(1);
  });
});

test.each(losses)("%j: δ(ε) falls in ε, is at most P(L > ε), and is what the trade-off says", (loss) => {
  let before = 1;
  for (let step = 0; step <= 60; step++) {
    const epsilon = step / 10;
    const delta = deltaOf(loss, epsilon);
    expect(delta).toBeLessThanOrEqual(before);
    expect(delta).toBeLessThanOrEqual(exceedanceOf(loss, epsilon));
    before = delta;
    // f(a) ≥ 1 − δ − e^ε a for every a: (ε, δ(ε))-privacy, Dong, Roth & Su (2022), Proposition 2.5.
    for (let k = 0; k <= 40; k++) {
      const line = 1 - delta - Math.exp(epsilon) * (k / 40);
      expect(tradeoffOf(loss, k / 40)).toBeGreaterThanOrEqual(line - 1e-9);
    }
  }
});

test("δ(ε) is close to the gap of the trade-off below the line of slope −e^ε, its closest point", () => {
  for (const [loss, epsilon] of [
    [gaussian(1), 0.5],
    [gaussian(2), 1],
    [pure(3), 1],
  ] as const) {
    let gap = -Infinity;
    for (let k = 0; k <= 20_000; k++) {
      const a = (k / 20_000) ** 2;
      gap = Math.max(gap, 1 - Math.exp(epsilon) * a - tradeoffOf(loss, a));
    }
    // Steps are 2√a/20,000. A Gaussian gap is flat at its top; the pure one has a kink at 1/(1 + e³) = 0.047, where a
    // grid point is within 1.1e-5 and the slope is at most e³ − e = 17.4: together below 2e-4.
    expect(Math.abs(gap - deltaOf(loss, epsilon))).toBeLessThan(2e-4);
  }
});

test("a failure is paid in δ, in exceedance and in the trade-off, up to 1", () => {
  for (const loss of losses) {
    for (const failure of [1e-9, 0.01]) {
      const failing: PrivacyLoss = { ...loss, failure };
      expect(deltaOf(failing, 0.1)).toBe(Math.min(1, deltaOf(loss, 0.1) + failure));
      expect(exceedanceOf(failing, 0.1)).toBe(Math.min(1, exceedanceOf(loss, 0.1) + failure));
      expect(tradeoffOf(failing, 0.2)).toBe(Math.max(0, tradeoffOf(loss, 0.2) - failure));
    }
    expect(deltaOf({ ...loss, failure: 1 }, 0)).toBe(1);
    expect(tradeoffOf({ ...loss, failure: 1 }, 0.5)).toBe(0);
  }
});

test.each([NaN, -1, Infinity])("%d is refused by name", (value) => {
  for (const loss of [gaussian(1), pure(1)]) {
    expect(() => deltaOf(loss, value)).toThrow(/epsilon must be/);
    expect(() => exceedanceOf(loss, value)).toThrow(/epsilon must be/);
    expect(() => tradeoffOf(loss, value)).toThrow(/typeOneError must be/);
  }
});

describe("of a composed loss", () => {
  test("deltaOf, tradeoffOf and exceedanceOf bound those of many randomised responses together", () => {
    for (const [count, epsilon] of [
      [1, 2],
      [2, 0.7],
      [21, 0.1],
      [441, 0.02],
    ] as const) {
      const loss: PrivacyLoss = { kind: "composed", mu: gaussianOfComposedPure(epsilon * Math.sqrt(count)) };
      const { sums, weights } = pureLosses(new Array<number>(count).fill(epsilon));
      for (const share of [0, 0.1, 0.3, 0.5, 0.9]) {
        const at = share * count * epsilon;
        let [delta, beyond] = [0, 0];
        sums.forEach((sum, i) => {
          if (sum <= at) return;
          delta -= weights[i]! * Math.expm1(at - sum);
          beyond += weights[i]!;
        });
        expect(deltaOf(loss, at)).toBeGreaterThanOrEqual(delta * (1 - 1e-12));
        if (at > 0) expect(exceedanceOf(loss, at)).toBeGreaterThanOrEqual(beyond * (1 - 1e-12));
      }
      expect(exceedanceOf(loss, 0)).toBe(1);
      // Of the best test by the number of truths: its two errors.
      const order = Array.from(sums.keys()).sort((a, b) => sums[b]! - sums[a]!);
      let [alarm, found] = [0, 0];
      for (const i of order) {
        alarm += weights[i]! * Math.exp(-sums[i]!);
        found += weights[i]!;
        expect(tradeoffOf(loss, Math.min(1, alarm))).toBeLessThanOrEqual(1 - found + 1e-9);
      }
    }
  });

  test("exceedanceOf is a probability that falls with ε, far below δ where the theorem promises δ", () => {
    const loss = composedLaplaceMechanism.lossOf(theorem7Multiplier({ epsilon: 1, delta: 1e-5 }));
    const found = [0.1, 0.3, 0.6, 1].map((epsilon) => exceedanceOf(loss, epsilon));
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect(found[0]).toBeLessThanOrEqual(1);
    expect(found[3]).toBeLessThan(1e-5);
  });
});
