import { describe, expect, test } from "vitest";
import { rangesOf } from "../../../../src/core/erm/solver/dualPoint.ts";
import type { KernelState } from "../../../../src/core/erm/solver/dualPoint.ts";
import { kernelSpace } from "../../../../src/core/erm/solver/kernelSpace.ts";
import { landmarkFeatures } from "../../../../src/core/erm/solver/landmarkFeatures.ts";
import { landmarkSpace } from "../../../../src/core/erm/solver/landmarkSpace.ts";
import { moveTo, refreshDualWeights } from "../../../../src/core/erm/solver/landmarkState.ts";
import type { LandmarkState } from "../../../../src/core/erm/solver/landmarkState.ts";
import { hingeLoss } from "../../../../src/core/erm/solver/losses.ts";
import { newtonPath } from "../../../../src/core/erm/solver/newtonPath.ts";
import type { NewtonSpace, NewtonStep } from "../../../../src/core/erm/solver/newtonPath.ts";
import { gridAxis, gridPoints } from "../../../../src/core/grids.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { kernelRows } from "../../../../src/core/kernels/kernelRows.ts";
import { dot } from "../../../../src/core/linalg/vectors.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { featureOf, fitOf, losses, seededRecords } from "../../../support/erm.ts";

const n = 30;
const penalty = 0.05;
const scale = 2 * penalty * n;
const kernel = gaussianKernel(0.3);
const axis = gridAxis({ lower: 0, upper: 1, count: 4 });
const landmarks = gridPoints({ axes: [axis, axis] });

/** A problem in each of the two spaces, with the matrix [⟨Kᵢ, Kⱼ⟩] of its space. */
function problems(loss = hingeLoss) {
  const random = seededSource(5);
  const { points, responses } = seededRecords(random, n, loss);
  const features = landmarkFeatures(kernel, points, landmarks);
  const { rank } = features;
  const phi = Array.from({ length: n }, (_, i) => featureOf(features, i));
  const inSpan = Float64Array.from({ length: n * n }, (_, k) => dot(phi[Math.floor(k / n)]!, 0, phi[k % n]!, 0, rank));
  const common = () => ({ responses, loss, scale, dual: new Float64Array(n), fitted: new Float64Array(n) });
  const exact: KernelState = { ...common(), rows: kernelRows(kernel, points) };
  const approximate: LandmarkState = {
    ...common(),
    features,
    weights: new Float64Array(rank),
    dualWeights: new Float64Array(rank),
  };
  const values = new Float64Array(n);
  return {
    random,
    points,
    cases: [
      {
        name: "kernel",
        K: gram(kernel, points),
        state: { ...exact, fitted: values },
        space: kernelSpace(exact, values),
      },
      { name: "landmarks", K: inSpan, state: approximate, space: landmarkSpace(approximate) },
    ],
  };
}

test("step solves (2λn + Σ wₖ Kₖ ⊗ Kₖ) Δ = Σ bᵢKᵢ + Σ eₖKₖ − 2λn f at every record, and reports its products with f", () => {
  const { random, cases } = problems();
  for (const { K, state, space } of cases) {
    const take = (): { step: NewtonStep; records: Int32Array; curvatures: Float64Array; excesses: Float64Array } => {
      const records = Int32Array.from({ length: n }, (_, i) => i).filter(() => random.uniform() < 0.5);
      const curvatures = Float64Array.from(records, () => 0.1 + 10 * random.uniform());
      const excesses = Float64Array.from(records, () => random.normal());
      return { step: lastOf(space.step(records, curvatures, excesses))!, records, curvatures, excesses };
    };
    moveDual(state.dual, space, () => random.uniform());
    space.advance((take(), 0.7));
    const before = state.fitted.slice();
    moveDual(state.dual, space, () => random.uniform());
    const { step, records, curvatures, excesses } = take();
    for (let j = 0; j < n; j++) {
      let sum = scale * (step.along[j]! + before[j]!);
      for (let i = 0; i < n; i++) sum -= state.dual[i]! * K[j * n + i]!;
      records.forEach((k, a) => (sum += (curvatures[a]! * step.along[k]! - excesses[a]!) * K[j * n + k]!));
      expect(Math.abs(sum)).toBeLessThan(1e-10);
    }
    // 2λn‖f + tΔ‖² = 2λn‖f‖² + 2t·linear + t²·quadratic; and with b = 0 the distance from f_b is ‖f‖.
    moveDual(state.dual, space, () => 0);
    const squares = [0, 0.5, 0.5].map((t) => (space.advance(t), scale * space.squaredDistance()));
    expect(squares[1]! - squares[0]!).toBeCloseTo(step.linear + step.quadratic / 4, 9);
    expect(squares[2]! - squares[0]!).toBeCloseTo(2 * step.linear + step.quadratic, 9);
    state.fitted.forEach((g, i) => expect(g).toBeCloseTo(before[i]! + step.along[i]!, 10));
  }
});

function moveDual(dual: Float64Array, space: NewtonSpace, to: () => number): void {
  const changes = dual.map((b) => to() - b);
  changes.forEach((change, i) => (dual[i]! += change));
  lastOf(space.changeDual(changes));
}

describe.each(losses)("newtonPath, %s loss", (_, loss) => {
  test("ends within its tolerance from nothing, in either space, b in range", () => {
    const { points, cases } = problems(loss);
    for (const { name, state, space } of cases) {
      const steps = lastOf(newtonPath(state, space, { tolerance: 1e-10 }));
      expect(steps).toBeLessThan(100);
      const { lower, upper } = rangesOf(state);
      state.dual.forEach((b, i) => expect(b >= lower[i]! && b <= upper[i]!).toBe(true));
      if (name !== "kernel") continue;
      const { fitted } = fitOf(kernel, points, state.responses, loss, penalty, 1e-10);
      // Each is within √(1e-10/0.05) = 4.5e-5 of the minimiser.
      state.fitted.forEach((g, i) => expect(Math.abs(g - fitted[i]!)).toBeLessThan(2e-4));
    }
  });
});

test("newtonPath ends where a step would take too long", () => {
  const { cases } = problems();
  const [{ state, space }] = cases as [(typeof cases)[0]];
  moveDual(state.dual, space, () => 0);
  state.dual.forEach((_, i) => (state.dual[i] = 0.5 * state.responses[i]!));
  const slow = {
    ...space,
    *step(): Generator<undefined, undefined> {
      yield;
      return undefined;
    },
  };
  expect(lastOf(newtonPath(state, slow, { tolerance: 1e-12 }))).toBe(0);
});

test("landmark weights and their values: w is Σ bᵢφ(xᵢ)/2λn, and fitted values are those of v", () => {
  const { random, cases } = problems();
  const state = cases[1]!.state as LandmarkState;
  state.dual.forEach((_, i) => (state.dual[i] = random.uniform()));
  refreshDualWeights(state);
  moveTo(state.dualWeights, state);
  const K = cases[1]!.K;
  for (let j = 0; j < n; j++) {
    const value = state.dual.reduce((sum, b, i) => sum + (b * K[j * n + i]!) / scale, 0);
    expect(state.fitted[j]!).toBeCloseTo(value, 12);
  }
});
