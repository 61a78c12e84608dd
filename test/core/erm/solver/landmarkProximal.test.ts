import { describe, expect, test } from "vitest";
import { rangesOf } from "../../../../src/core/erm/solver/dualPoint.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { landmarkDescent } from "../../../../src/core/erm/solver/landmarkDescent.ts";
import { landmarkFeatures } from "../../../../src/core/erm/solver/landmarkFeatures.ts";
import { landmarkGrid } from "../../../../src/core/erm/solver/landmarkErm.ts";
import { landmarkProximal } from "../../../../src/core/erm/solver/landmarkProximal.ts";
import type { LandmarkState } from "../../../../src/core/erm/solver/landmarkState.ts";
import { epsilonInsensitiveLoss, hingeLoss, pinballLoss } from "../../../../src/core/erm/solver/losses.ts";
import type { Loss } from "../../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../../src/core/kernels/kernel.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { dot } from "../../../../src/core/linalg/vectors.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { featureOf, seededRecords } from "../../../support/erm.ts";

const n = 600;
const penalty = 1e-4;

function problem(kernel: Kernel, loss: Loss): LandmarkState {
  const { points, responses } = seededRecords(seededSource(8), n, loss);
  const features = landmarkFeatures(kernel, points, landmarkGrid({ dimension: 2, lengthScale: 0.2 }));
  const [weights, dualWeights] = [new Float64Array(features.rank), new Float64Array(features.rank)];
  return {
    responses,
    loss,
    scale: 2 * penalty * n,
    dual: new Float64Array(n),
    fitted: new Float64Array(n),
    features,
    weights,
    dualWeights,
  };
}

/** P(f) − D(b), and how far the fitted values are from those of v and w from its sum, from nothing but features, v and b. */
function seen({ responses, loss, scale, dual, fitted, features, weights, dualWeights }: LandmarkState) {
  const phi = Array.from(responses, (_, i) => featureOf(features, i));
  const ofDual = dualWeights.map((_, j) => phi.reduce((sum, f, i) => sum + (dual[i]! * f[j]!) / scale, 0));
  const values = phi.map((f) => dot(f, 0, weights, 0, weights.length));
  const risk = responses.reduce((sum, y, i) => sum + loss.value(y, values[i]!), 0) / n;
  const dualRisk = responses.reduce((sum, y, i) => sum + loss.conjugate(y, dual[i]!), 0) / n;
  const square = (v: Float64Array) => dot(v, 0, v, 0, v.length);
  return {
    gap: risk + penalty * square(weights) + dualRisk + penalty * square(ofDual),
    error: Math.max(
      ...values.map((g, i) => Math.abs(g - fitted[i]!)),
      ...ofDual.map((w, j) => Math.abs(w - dualWeights[j]!)),
    ),
  };
}

describe.each<[string, Kernel]>([
  ["Gaussian", gaussianKernel(0.2)],
  ["Matérn 5/2", matern52Kernel(0.2)],
])("%s kernel", (_, kernel) => {
  test.each<[string, Loss]>([
    ["hinge", hingeLoss],
    ["ε-insensitive", epsilonInsensitiveLoss(0.1)],
    ["pinball", pinballLoss(0.8)],
  ])("landmarkProximal, %s loss, goes on from the descent to a tight gap in 60 steps, b in range", (_, loss) => {
    const state = problem(kernel, loss);
    expect(lastOf(landmarkDescent(state, 1e-2))).toBeLessThan(100);
    const before = seen(state);
    expect(before.error).toBeLessThan(1e-10);
    expect(before.gap).toBeGreaterThan(1e-8);
    expect(lastOf(landmarkProximal(state, 1e-8))).toBeLessThan(60);
    const after = seen(state);
    expect(after.error).toBeLessThan(1e-10);
    expect(after.gap).toBeLessThan(1.001e-8);
    const { lower, upper } = rangesOf(state);
    state.dual.forEach((b, i) => expect(b >= lower[i]! && b <= upper[i]!).toBe(true));
  });
});

test("landmarkProximal stops where it is already, and gives up on a gap that rounding forbids", () => {
  const state = problem(gaussianKernel(0.2), hingeLoss);
  lastOf(landmarkDescent(state, 1e-2));
  expect(lastOf(landmarkProximal(state, 1))).toBe(0);
  expect(lastOf(landmarkProximal(state, 1e-30))).toBeLessThanOrEqual(100);
});
