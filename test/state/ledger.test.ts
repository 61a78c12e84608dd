import { describe, expect, test } from "vitest";
import { composeGaussian } from "../../src/core/privacy/accounting/composition.ts";
import { deltaOf } from "../../src/core/privacy/accounting/privacyLoss.ts";
import type { PrivacyLoss } from "../../src/core/privacy/accounting/privacyLoss.ts";
import { composedEpsilon, createLedger } from "../../src/state/ledger.ts";

const gaussian = (mu: number): PrivacyLoss => ({ kind: "gaussian", mu });
const pure = (epsilon: number): PrivacyLoss => ({ kind: "pure", epsilon });

test("enter adds each release to those before it, and the composition grows with each", () => {
  const ledger = createLedger();
  const listed: (readonly PrivacyLoss[])[] = [];
  ledger.subscribe(({ losses }) => listed.push(losses));
  expect(ledger.getState().losses).toEqual([]);
  const [small, large] = [gaussian(0.3), gaussian(1)];
  for (const loss of [small, small, large, pure(0.5)]) ledger.getState().enter(loss);
  expect(listed).toEqual([[small], [small, small], [small, small, large], [small, small, large, pure(0.5)]]);
  const composed = listed.map((losses) => composedEpsilon(losses, 1e-5));
  expect(composed).toEqual([...composed].sort((a, b) => a - b));
  expect(new Set(composed).size).toBe(4);
});

test("createLedger begins empty each time", () => {
  createLedger().getState().enter(gaussian(1));
  expect(createLedger().getState().losses).toEqual([]);
});

describe("composedEpsilon(losses, delta)", () => {
  test("of Gaussian losses is the ε of their composition, √(Σμ²), at that δ", () => {
    const mus = [0.3, 0.3, 1];
    const together = gaussian(composeGaussian(mus));
    expect(composeGaussian([0.3, 0.3])).toBeCloseTo(0.3 * Math.SQRT2, 12);
    const epsilon = composedEpsilon(mus.map(gaussian), 1e-5);
    expect(deltaOf(together, epsilon)).toBeLessThanOrEqual(1e-5);
    expect(deltaOf(together, epsilon * 0.999)).toBeGreaterThan(1e-5);
  });

  test("of pure losses is their sum, which is added to that of the Gaussian ones", () => {
    expect(composedEpsilon([], 1e-5)).toBe(0);
    expect(composedEpsilon([pure(0.5), pure(0.25)], 1e-5)).toBe(0.75);
    const alone = composedEpsilon([gaussian(1)], 1e-5);
    expect(composedEpsilon([pure(0.5), gaussian(1)], 1e-5)).toBe(0.5 + alone);
  });
});
