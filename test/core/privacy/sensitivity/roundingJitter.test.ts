import { expect, test } from "vitest";
import { roundingInflatedSensitivity } from "../../../../src/core/privacy/sensitivity/roundingInflated.ts";
import { roundingJitter } from "../../../../src/core/privacy/sensitivity/roundingJitter.ts";
import { notPositive } from "../relative.ts";

test("roundingJitter lets rounding cost a thousandth of Δ at most, and is at most ten times what that needs", () => {
  for (let exponent = -14; exponent <= -2; exponent += 0.37) {
    const [roundingError, sensitivity] = [10 ** exponent, 0.3];
    const jitter = roundingJitter({ roundingError, sensitivity });
    const inflated = roundingInflatedSensitivity({ sensitivity, roundingError, jitter });
    expect(inflated).toBeLessThanOrEqual(sensitivity * (1.001 + 1e-12));
    if (jitter > 1e-9) {
      expect(roundingInflatedSensitivity({ sensitivity, roundingError, jitter: jitter / 10.1 })).toBeGreaterThan(
        sensitivity * 1.001,
      );
    }
  }
});

test("roundingJitter is a power of ten, at least 1e-9, and 1e-9 without rounding", () => {
  expect(roundingJitter({ roundingError: 0, sensitivity: 1 })).toBeCloseTo(1e-9, 24);
  for (const roundingError of [1e-12, 3e-9, 1e-7, 0.02]) {
    const jitter = roundingJitter({ roundingError, sensitivity: 1 });
    expect(jitter).toBeGreaterThanOrEqual(1e-9 * (1 - 1e-12));
    expect(Math.log10(jitter) - Math.round(Math.log10(jitter))).toBeCloseTo(0, 12);
  }
});

test.each(notPositive)("roundingJitter refuses %s by name", (bad) => {
  expect(() => roundingJitter({ roundingError: 1, sensitivity: bad })).toThrow(/^sensitivity must/);
  if (bad !== 0) expect(() => roundingJitter({ roundingError: bad, sensitivity: 1 })).toThrow(/^roundingError must/);
});
