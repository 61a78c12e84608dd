import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import {
  composedDelta,
  composedEpsilon,
  gaussianOfComposedPure,
  gaussianOfPure,
} from "../../../../src/core/privacy/accounting/composition.ts";
import { composeGaussian } from "../../../support/printedSensitivities.ts";
import type { Losses } from "../../../../src/core/privacy/accounting/composition.ts";
import { approximateTradeoff, gaussianTradeoff } from "../../../../src/core/privacy/accounting/tradeoff.ts";
import {
  achievedDelta,
  achievedEpsilon,
  analyticNoiseMultiplier,
} from "../../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { exactly } from "../../../support/exactRational.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { expectRelative } from "../relative.ts";

test("composeGaussian(mus) has the reference μ, and the ε that goes with it", () => {
  for (const golden of goldenCases<{ mus: number[]; delta: number }, object>("noise-gdp-composition")) {
    const mu = composeGaussian(golden.inputs.mus);
    expectGolden(golden, "mu", mu);
    expectGolden(golden, "epsilon", achievedEpsilon({ delta: golden.inputs.delta, noiseMultiplier: 1 / mu }));
  }
});

test("composeGaussian spends nothing on no release, and takes any number of them, tiny or huge", () => {
  expect(composeGaussian([])).toBe(0);
  expect(composeGaussian([0, 0.5])).toBe(0.5);
  expectRelative(composeGaussian([3e200, 4e200]), 5e200, 1e-15);
  expectRelative(composeGaussian([3e-200, 4e-200]), 5e-200, 1e-15);
  // Each of the million additions rounds by at most a few units in the last place.
  expectRelative(composeGaussian(new Array<number>(1_000_000).fill(1e-3)), 1, 1e-9);
});

test.each([NaN, Infinity, -1])("composeGaussian refuses μ = %s, naming its position", (mu) => {
  expect(() => composeGaussian([1, mu])).toThrow(ParameterError);
  expect(() => composeGaussian([1, mu])).toThrow(/^mus\[1\] must/);
});

describe("gaussianOfPure", () => {
  test("has the reference value, from above", () => {
    for (const golden of goldenCases<{ epsilon: number }, { mu: number }>("gaussian-of-pure")) {
      const mu = gaussianOfPure(golden.inputs.epsilon);
      expectGolden(golden, "mu", mu);
      expect(mu).toBeGreaterThanOrEqual(golden.expected.mu);
    }
  });

  test("gives a trade-off that touches randomised response at its corner, and is nowhere above it", () => {
    for (const epsilon of [1e-5, 1e-3, 0.1, 1, 5, 20]) {
      const mu = gaussianOfPure(epsilon);
      const corner = 1 / (1 + Math.exp(epsilon));
      expectRelative(gaussianTradeoff({ mu, typeOneError: corner }), corner, 1e-9);
      for (let a = 0; a <= 1; a += 1 / 64) {
        const pure = approximateTradeoff({ epsilon, delta: 0, typeOneError: a });
        expect(gaussianTradeoff({ mu, typeOneError: a })).toBeLessThanOrEqual(pure + 1e-15);
      }
    }
  });

  test("stays finite and growing where e^ε overflows", () => {
    let last = 0;
    for (const epsilon of [1e-300, 1e-3, 600, 699, 701, 710, 1e6, 1e300]) {
      const mu = gaussianOfPure(epsilon);
      expect(mu).toBeGreaterThan(last);
      expect(mu).toBeLessThan(Infinity);
      last = mu;
    }
    expectRelative(gaussianOfPure(701), gaussianOfPure(699), 5e-3);
  });

  test.each([NaN, Infinity, -1])("refuses ε = %s", (epsilon) => {
    expect(() => gaussianOfPure(epsilon)).toThrow(/^epsilon must/);
  });
});

describe("gaussianOfComposedPure", () => {
  test("covers gaussianOfPure of one release and its sum over many, and is met by the smallest", () => {
    for (const epsilon of [1e-9, 1e-4, 0.05, 0.3, 1, 3, 10, 100, 1e6]) {
      expect(gaussianOfPure(epsilon)).toBeLessThanOrEqual(gaussianOfComposedPure(epsilon));
    }
    for (let epsilon = 0.01; epsilon < 30; epsilon += 0.01) {
      expect(gaussianOfPure(epsilon)).toBeLessThanOrEqual(gaussianOfComposedPure(epsilon));
    }
    expectRelative(gaussianOfPure(1e-6), gaussianOfComposedPure(1e-6), 1e-10);
    const epsilons = [0.1, 0.2, 0.05, 0.4];
    const together = gaussianOfComposedPure(Math.hypot(...epsilons));
    expect(composeGaussian(epsilons.map(gaussianOfPure))).toBeLessThanOrEqual(together);
    expectRelative(composeGaussian(epsilons.map(gaussianOfPure)), together, 0.01);
    expect(gaussianOfComposedPure(0)).toBe(0);
  });

  test.each([NaN, Infinity, -1])("refuses %s", (value) => {
    expect(() => gaussianOfComposedPure(value)).toThrow(/^euclidean must/);
  });
});

describe("composedDelta", () => {
  test("has the reference value, from above", () => {
    for (const golden of goldenCases<Losses & { epsilon: number }, { delta: number }>("composed-delta")) {
      const delta = composedDelta(golden.inputs);
      expectGolden({ ...golden, tolerance: { default: { rel: 3e-11, abs: 1e-24 } } }, "delta", delta);
      expect(delta).toBeGreaterThanOrEqual(golden.expected.delta * (1 - 1e-15));
    }
  });

  test("is the Gaussian profile without pure releases, and that of randomised response for one", () => {
    for (const epsilon of [0, 0.3, 2]) {
      const gaussian = composedDelta({ epsilon, mu: 0.8, pureEpsilons: [] });
      expectRelative(gaussian, achievedDelta({ epsilon, noiseMultiplier: 1 / 0.8 }), 1e-11);
      const pure = composedDelta({ epsilon, mu: 0, pureEpsilons: [1.5] });
      const expected = Math.max(0, 1 - Math.exp(epsilon - 1.5)) / (1 + Math.exp(-1.5));
      expect(Math.abs(pure - expected)).toBeLessThan(1e-11);
    }
    expect(composedDelta({ epsilon: 0.1, mu: 0, pureEpsilons: [] })).toBe(0);
    expect(composedDelta({ epsilon: 0.1, mu: 0, pureEpsilons: [0, 0] })).toBe(0);
    expect(composedDelta({ epsilon: 0, mu: 1e300, pureEpsilons: [1] })).toBe(1);
  });

  test("is the exact value, rounded up, however small that is", () => {
    const random = seededSource(37);
    const count = casesOf(300, 90);
    let [denormal, below] = [0, 0];
    for (let i = 0; i < count; i++) {
      const mu = 2 ** (8 * random.uniform() - 6);
      const a = 25 + 25 * random.uniform();
      const pure = i % 3 === 0 ? [] : [2 ** (6 * random.uniform() - 4)];
      const [shift = 0] = pure;
      const epsilon = mu * (a + mu / 2) + shift;
      const delta = composedDelta({ epsilon, mu, pureEpsilons: pure });
      const exact = exactDelta(epsilon, mu, shift);
      expect(delta).toBeGreaterThan(0);
      expect(scaled(delta) >= exact).toBe(true);
      expect(scaled(delta) <= exact + exact / 10n ** 10n + scaled(40 * Number.MIN_VALUE)).toBe(true);
      if (delta < 2 ** -1022) denormal++;
      if (exact < scaled(Number.MIN_VALUE)) below++;
    }
    expect([denormal > count / 10, below > count / 10]).toEqual([true, true]);
  });

  test("is positive wherever something is lost: also where weights, and losses, are no doubles", () => {
    for (const losses of [
      { epsilon: 0, mu: 5e-324, pureEpsilons: [] },
      { epsilon: 1e6, mu: 1e-3, pureEpsilons: [] },
      { epsilon: 900, mu: 1e-3, pureEpsilons: [800] },
      { epsilon: 2.7, mu: 0, pureEpsilons: new Array<number>(3000).fill(1e-3) },
      { epsilon: 2.7, mu: 0, pureEpsilons: Array.from({ length: 3000 }, (_, i) => 1e-3 + 1e-9 * i) },
    ])
      expect(composedDelta(losses)).toBeGreaterThan(0);
    // By 3000 releases of 10⁻³ nothing is lost beyond 3.
    expect(composedDelta({ epsilon: 3.1, mu: 0, pureEpsilons: new Array<number>(3000).fill(1e-3) })).toBe(0);
    expect(composedEpsilon({ delta: 5e-324, mu: 1, pureEpsilons: [1] })).toBe(Infinity);
  });

  test("agrees with the law of all sums, taken one by one, and hardly grows where sums are brought together", () => {
    const random = seededSource(1);
    for (let i = 0; i < 20; i++) {
      const pureEpsilons = Array.from(
        { length: 9 },
        () => Math.ceil(4 * random.uniform()) / 8 + (i % 2) * random.uniform(),
      );
      const [epsilon, mu] = [3 * random.uniform(), random.uniform()];
      let expected = 0;
      for (let signs = 0; signs < 2 ** 9; signs++) {
        let [sum, weight] = [0, 1];
        pureEpsilons.forEach((value, k) => {
          const signed = ((signs >> k) & 1) === 1 ? value : -value;
          sum += signed;
          weight /= 1 + Math.exp(-signed);
        });
        const t = epsilon - sum;
        const at = achievedDelta({ epsilon: Math.abs(t), noiseMultiplier: 1 / mu });
        expected += weight * (t >= 0 ? at : 1 - Math.exp(t) * (1 - at));
      }
      expectRelative(composedDelta({ epsilon, mu, pureEpsilons }), expected, 1e-10);
    }
    // 17 different ε have 2¹⁷ sums, too many: the ε are raised by at most 2⁻¹⁶ of their total.
    const seventeen = Array.from({ length: 17 }, (_, i) => 0.1 + 0.013 * i + 1e-4 * random.uniform());
    const sixteen = composedDelta({
      epsilon: 3,
      mu: 0.5,
      pureEpsilons: [...seventeen.slice(1, 16), ...seventeen.slice(15)],
    });
    const delta = composedDelta({ epsilon: 3, mu: 0.5, pureEpsilons: seventeen });
    expect(delta).toBeLessThan(sixteen * 1.001);
    const lowered = seventeen.map((value) => value - 17 * 2 ** -16);
    expect(delta).toBeGreaterThan(composedDelta({ epsilon: 3, mu: 0.5, pureEpsilons: lowered }));
  });

  test("falls in ε, and grows with every release", () => {
    const losses = { mu: 0.4, pureEpsilons: [0.2, 0.2, 0.7] };
    let last = 1;
    for (let epsilon = 0; epsilon < 6; epsilon += 0.25) {
      const delta = composedDelta({ epsilon, ...losses });
      expect(delta).toBeLessThan(last);
      expect(composedDelta({ epsilon, ...losses, mu: 0.41 })).toBeGreaterThan(delta);
      expect(composedDelta({ epsilon, ...losses, pureEpsilons: [0.2, 0.2, 0.7, 0.1] })).toBeGreaterThan(delta);
      last = delta;
    }
  });

  test("is below the profile of the Gaussian that each pure release stands for", () => {
    for (const epsilon of [0.5, 1, 2, 4]) {
      const mu = composeGaussian([0.5, ...[0.3, 0.3, 0.6].map(gaussianOfPure)]);
      const exact = composedDelta({ epsilon, mu: 0.5, pureEpsilons: [0.3, 0.3, 0.6] });
      expect(exact).toBeLessThan(composedDelta({ epsilon, mu, pureEpsilons: [] }));
    }
  });

  test.each([NaN, Infinity, -1])("refuses %s", (value) => {
    expect(() => composedDelta({ epsilon: value, mu: 1, pureEpsilons: [] })).toThrow(/^epsilon must/);
    expect(() => composedDelta({ epsilon: 1, mu: value, pureEpsilons: [] })).toThrow(/^mu must/);
    expect(() => composedDelta({ epsilon: 1, mu: 1, pureEpsilons: [1, value] })).toThrow(/^pureEpsilons\[1\] must/);
  });
});

describe("composedEpsilon", () => {
  const delta = 1e-5;
  const mu = 1 / analyticNoiseMultiplier({ epsilon: 0.5, delta: 1e-6 });

  test("at δ = 10⁻⁵: ten Gaussian releases of (0.5, 10⁻⁶) cost 1.52, five of them with five pure of 0.5 cost 3.36", () => {
    const ten = composedEpsilon({ delta, mu: composeGaussian(new Array<number>(10).fill(mu)), pureEpsilons: [] });
    expect(ten.toFixed(2)).toBe("1.52");
    const five = composeGaussian(new Array<number>(5).fill(mu));
    expect(composedEpsilon({ delta, mu: five, pureEpsilons: [0.5, 0.5, 0.5, 0.5, 0.5] }).toFixed(2)).toBe("3.36");
  });

  test("inverts composedDelta, from above", () => {
    for (const pureEpsilons of [[], [0.5], [0.1, 0.1, 0.4], new Array<number>(60).fill(0.05)]) {
      for (const total of [0, 0.2, 2]) {
        if (total === 0 && pureEpsilons.length === 0) continue;
        const epsilon = composedEpsilon({ delta, mu: total, pureEpsilons });
        expect(composedDelta({ epsilon, mu: total, pureEpsilons })).toBeLessThanOrEqual(delta);
        expect(composedDelta({ epsilon: epsilon * (1 - 1e-9), mu: total, pureEpsilons })).toBeGreaterThan(delta);
      }
    }
  });

  test("agrees with the golden epsilon of Gaussian releases", () => {
    for (const golden of goldenCases<{ mus: number[]; delta: number }, object>("noise-gdp-composition")) {
      const { mus, delta: at } = golden.inputs;
      expectGolden(golden, "epsilon", composedEpsilon({ delta: at, mu: composeGaussian(mus), pureEpsilons: [] }));
    }
  });

  test("is 0 where nothing is lost, and never more than the pure sum", () => {
    expect(composedEpsilon({ delta, mu: 0, pureEpsilons: [] })).toBe(0);
    expect(composedEpsilon({ delta: 0.5, mu: 0.1, pureEpsilons: [0.1] })).toBe(0);
    expect(composedEpsilon({ delta: 1e-300, mu: 0, pureEpsilons: [1, 2] })).toBeLessThanOrEqual(3 * (1 + 1e-8));
    expect(composedEpsilon({ delta, mu: 1e200, pureEpsilons: [] })).toBe(Infinity);
  });

  test.each([NaN, 0, 1, -1, Infinity])("refuses δ = %s", (value) => {
    expect(() => composedEpsilon({ delta: value, mu: 1, pureEpsilons: [] })).toThrow(/^delta must/);
  });
});

// Whole numbers of 2⁻³⁰⁰⁰: exact doubles, far below any of them.
const places = 3000n;

function scaled(x: number): bigint {
  return exactly(x) << (places - 1100n);
}

/** e^(−t) for t ≥ 0 in these units: the series of t/2¹⁶, squared 16 times. */
function decayOf(t: bigint): bigint {
  let [term, sum] = [1n << places, 1n << places];
  for (let k = 1n; term !== 0n; k++) {
    term = -((term * (t >> 16n)) / k) >> places;
    if (term === -1n) term = 0n;
    sum += term;
  }
  for (let k = 0; k < 16; k++) sum = (sum * sum) >> places;
  return sum;
}

/** Mills' ratio (1 − Φ(x))/φ(x) for x ≥ 20, by Laplace's continued fraction. */
function millsOf(x: bigint): bigint {
  let rest = x;
  for (let k = 150n; k > 0n; k--) rest = x + (k << (2n * places)) / rest;
  return (1n << (2n * places)) / rest;
}

/** δ at ε of a Gaussian release and a pure one, ε well above both: P(+) δ_μ(ε − s) + P(−) δ_μ(ε + s). */
function exactDelta(epsilon: number, mu: number, shift: number): bigint {
  const gaussian = (at: bigint) => {
    const centre = (at << places) / scaled(mu);
    const half = scaled(mu) / 2n;
    const [a, b] = [centre - half, centre + half];
    // φ(a) (R(a) − R(b)), with 1/√(2π) = 0.3989… to 60 digits.
    const density =
      (decayOf(((a * a) >> places) / 2n) * 398942280401432677939946059934381868475858631164934657665925n) / 10n ** 60n;
    return (density * (millsOf(a) - millsOf(b))) >> places;
  };
  if (shift === 0) return gaussian(scaled(epsilon));
  const odds = decayOf(scaled(shift));
  const plus = gaussian(scaled(epsilon) - scaled(shift));
  const minus = (gaussian(scaled(epsilon) + scaled(shift)) * odds) >> places;
  return ((plus + minus) << places) / ((1n << places) + odds);
}
