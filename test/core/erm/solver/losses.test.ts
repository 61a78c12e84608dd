import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { epsilonInsensitiveLoss, huberLoss, pinballLoss } from "../../../../src/core/erm/solver/losses.ts";
import { losses, squaredLoss } from "../../../support/erm.ts";

const predictions = Array.from({ length: 81 }, (_, i) => (i - 40) / 10);

describe.each(losses)("%s loss", (_, loss) => {
  const responses = loss.responses === "sign" ? [-1, 1] : [-1, -0.3, 0, 0.7, 1];

  test("negativeSlope is the slope of value, within M", () => {
    for (const y of responses) {
      for (const f of predictions) {
        // Off the kinks, a central difference of step 1e-6 has an error below 1e-5.
        const [left, right] = [loss.value(y, f - 1e-6), loss.value(y, f + 1e-6)];
        const kink = Math.abs(loss.negativeSlope(y, f - 1e-6) - loss.negativeSlope(y, f + 1e-6)) > 1e-4;
        if (!kink) expect((left - right) / 2e-6).toBeCloseTo(loss.negativeSlope(y, f), 4);
        if (loss.name !== "squared") expect(Math.abs(loss.negativeSlope(y, f))).toBeLessThanOrEqual(loss.lipschitz);
      }
    }
  });

  test("conjugate is sup_f (−b f − ℓ(y, f)): Fenchel and Young, with equality at the slope", () => {
    for (const y of responses) {
      const [lower, upper] = loss.dualRange(y);
      for (const f of predictions) {
        for (const share of [0, 0.2, 0.5, 1]) {
          const b = Number.isFinite(lower) ? lower + share * (upper - lower) : 4 * share - 2;
          expect(loss.value(y, f) + loss.conjugate(y, b) + b * f).toBeGreaterThanOrEqual(-1e-12);
        }
        const slope = loss.negativeSlope(y, f);
        expect(Math.abs(loss.value(y, f) + loss.conjugate(y, slope) + slope * f)).toBeLessThan(1e-12);
      }
    }
  });

  test("curvature is the slope of the slope, where the loss is smooth", () => {
    if (!loss.curvature) {
      expect(loss.kink).toBeGreaterThanOrEqual(0);
      return;
    }
    for (const y of responses) {
      for (const f of predictions.filter((p) => loss.name !== "huber" || Math.abs(Math.abs(y - p) - 0.3) > 1e-4)) {
        const difference = (loss.negativeSlope(y, f - 1e-6) - loss.negativeSlope(y, f + 1e-6)) / 2e-6;
        expect(difference).toBeCloseTo(loss.curvature(y, f), 4);
      }
    }
  });
});

test.each([NaN, 0, -1, Infinity])("losses refuse the parameter %s", (value) => {
  expect(() => huberLoss(value)).toThrow(ParameterError);
  expect(() => pinballLoss(value)).toThrow(ParameterError);
  expect(() => squaredLoss({ responseBound: value, kernelBound: 1, penalty: 1 })).toThrow(ParameterError);
  if (value !== 0) expect(() => epsilonInsensitiveLoss(value)).toThrow(ParameterError);
});

test("pinballLoss has M = max(q, 1 − q)", () => {
  expect(pinballLoss(0.8).lipschitz).toBe(0.8);
  expect(pinballLoss(0.25).lipschitz).toBe(0.75);
});
