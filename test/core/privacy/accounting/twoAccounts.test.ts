import { expect, test } from "vitest";
import { composedDelta, muBesidePure } from "../../../../src/core/privacy/accounting/composition.ts";
import { muOfTotal } from "../../../../src/core/privacy/accounting/ledger.ts";
import { claimedMu } from "../../../../src/core/privacy/calibration/claim.ts";

const normal = (x: number, mean: number) => Math.exp(-((x - mean) ** 2) / 2) / Math.sqrt(2 * Math.PI);

/** ∫ f over [−12, 12 + shift], by the rule of midpoints. */
function integral(f: (x: number) => number, shift: number): number {
  const [count, from, to] = [20_000, -12, 12 + shift];
  const step = (to - from) / count;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += f(from + (i + 0.5) * step);
  return sum * step;
}

test.each([-2, -0.5, 0, 0.7, 2])("an adversary who asks for the pure answer only above %s stays below the sum", (t) => {
  for (const [mu, pure, epsilon] of [
    [0.3, 0.5, 0.6],
    [1, 1, 1.5],
    [1, 0.2, 0.1],
    [0.5, 2, 2.2],
  ] as const) {
    const yes = 1 / (1 + Math.exp(-pure));
    const answers = [
      [yes, 1 - yes],
      [1 - yes, yes],
    ] as const;
    const lost = (x: number, [one, other]: readonly [number, number]) =>
      Math.max(0, normal(x, mu) * one - Math.exp(epsilon) * normal(x, 0) * other);
    // The Gaussian answer is seen first; the second account is used above t alone.
    const delta = integral(
      (x) => (x > t ? answers.reduce((sum, answer) => sum + lost(x, answer), 0) : lost(x, [1, 1])),
      mu,
    );
    const bound = composedDelta({ epsilon, mu, pureEpsilons: [pure] });
    expect(delta).toBeLessThanOrEqual(bound * (1 + 1e-6));
    // Asked always, the bound is met.
    const always = integral((x) => answers.reduce((sum, answer) => sum + lost(x, answer), 0), mu);
    expect(Math.abs(always / bound - 1)).toBeLessThan(1e-4);
  }
});

test("a total of 1.5 with two Gaussian halves has room for 0.788 of pure ε, and not for 0.79", () => {
  const delta = 3e-5;
  const half = claimedMu({ epsilon: 0.5, delta, failure: 0, calibration: "analytic" });
  const muWith = (pureEpsilon: number) => muOfTotal({ epsilon: 1.5, delta, failure: 0, paidDelta: 0, pureEpsilon });
  expect(muWith(0.788)).toBeGreaterThan(Math.SQRT2 * half);
  expect(muWith(0.79)).toBeLessThan(Math.SQRT2 * half);
  expect(muWith(0)).toBe(claimedMu({ epsilon: 1.5, delta, failure: 0, calibration: "analytic" }));
  expect(muWith(1.5)).toBeGreaterThan(0);
  expect(() => muWith(1.6)).toThrow(/pureEpsilon/);
});

test("μ beside a pure part is the largest that keeps δ", () => {
  for (const pureEpsilon of [0.01, 0.5, 1, 2]) {
    const mu = muBesidePure({ epsilon: 2, delta: 1e-6, pureEpsilon, most: 10 });
    expect(composedDelta({ epsilon: 2, mu, pureEpsilons: [pureEpsilon] })).toBeLessThanOrEqual(1e-6);
    expect(composedDelta({ epsilon: 2, mu: mu * 1.001, pureEpsilons: [pureEpsilon] })).toBeGreaterThan(1e-6);
  }
});
