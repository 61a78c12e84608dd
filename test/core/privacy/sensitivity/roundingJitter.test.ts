import { expect, test } from "vitest";
import { roundingInflatedSensitivity } from "../../../../src/core/privacy/sensitivity/roundingInflated.ts";
import { roundingJitter } from "../../../../src/core/privacy/sensitivity/roundingJitter.ts";
import { notPositive } from "../relative.ts";

test("roundingJitter lets rounding cost a thousandth of Δ at most, where it is small, and is at most ten times what that needs", () => {
  for (let exponent = -14; exponent <= -5.4; exponent += 0.37) {
    const [roundingError, sensitivity] = [10 ** exponent, 0.3];
    const jitter = roundingJitter({ roundingError, sensitivity });
    const inflated = roundingInflatedSensitivity({ sensitivity, roundingError, jitter });
    expect(inflated).toBeLessThanOrEqual(sensitivity * (1.001 + 1e-12));
    if (jitter > 1.1e-9) {
      expect(roundingInflatedSensitivity({ sensitivity, roundingError, jitter: jitter / 10.1 })).toBeGreaterThan(
        sensitivity * 1.001,
      );
    }
  }
});

test("roundingJitter has the smallest noise of all powers of ten where a thousandth would cost more", () => {
  const cost = (roundingError: number, jitter: number) =>
    roundingInflatedSensitivity({ sensitivity: 1, roundingError, jitter }) * Math.sqrt(1 + jitter);
  for (let exponent = -4; exponent <= 3; exponent += 0.31) {
    const roundingError = 10 ** exponent;
    const jitter = roundingJitter({ roundingError, sensitivity: 1 });
    for (let k = -9; k <= 6; k++)
      expect(cost(roundingError, 10 ** k)).toBeGreaterThanOrEqual(cost(roundingError, jitter) * (1 - 1e-12));
    // The best of all τ is at x^(2/3), where c = (1 + x^(2/3))^(3/2); a power of ten costs a third more at most.
    const best = (1 + (2 * roundingError) ** (2 / 3)) ** 1.5;
    expect(cost(roundingError, jitter)).toBeLessThan(4 / 3 * best); // prettier-ignore
  }
});

test("roundingJitter costs what its comment says, for the sizes of fits on landmarks", () => {
  for (const [x, tau, cost] of [
    [2.0e-5, 1e-3, 1.0011],
    [2.0e-3, 1e-2, 1.0252],
    [9.9e-3, 0.1, 1.0817],
  ] as const) {
    const jitter = roundingJitter({ roundingError: x / 2, sensitivity: 1 });
    expect(jitter).toBeCloseTo(tau, 12);
    expect((1 + x / Math.sqrt(jitter)) * Math.sqrt(1 + jitter)).toBeCloseTo(cost, 3);
  }
});

test("roundingJitter is a power of ten, at least 1e-9, and 1e-9 without rounding", () => {
  expect(roundingJitter({ roundingError: 0, sensitivity: 1 })).toBe(1e-9);
  for (const roundingError of [1e-12, 3e-9, 1e-7, 0.02, 1e6, 1e200]) {
    const jitter = roundingJitter({ roundingError, sensitivity: 1 });
    expect(jitter).toBeGreaterThanOrEqual(1e-9 * (1 - 1e-12));
    expect(jitter).toBeLessThan(Infinity);
    expect(Math.log10(jitter) - Math.round(Math.log10(jitter))).toBeCloseTo(0, 12);
  }
});

test.each(notPositive)("roundingJitter refuses %s by name", (bad) => {
  expect(() => roundingJitter({ roundingError: 1, sensitivity: bad })).toThrow(/^sensitivity must/);
  if (bad !== 0) expect(() => roundingJitter({ roundingError: bad, sensitivity: 1 })).toThrow(/^roundingError must/);
});
