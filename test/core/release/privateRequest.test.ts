import { expect, test } from "vitest";
import { privateRequest } from "../../../src/core/release/privateRequest.ts";

test("privateRequest keeps what a preview was asked with, but for its seed and draws, and takes of a budget what it is", () => {
  const preview = { bandwidth: 0.3, seed: 7, drawCount: 8 };
  const inForce = { epsilon: 1, delta: 1e-5, calibration: "analytic", multiplier: 3.7, loss: "private" } as const;
  expect(privateRequest(preview, inForce)).toEqual({
    bandwidth: 0.3,
    budget: { epsilon: 1, delta: 1e-5, calibration: "analytic" },
  });
  expect(preview.seed).toBe(7);
});
