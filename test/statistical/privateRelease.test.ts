import { describe, expect, test } from "vitest";
import { claimedMu } from "../../src/core/privacy/calibration/claim.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import type { FitParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";
import { densityPlans, targetFramed } from "../../src/core/density/densityPlans.ts";
import { planDensity } from "../../src/core/density/density.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import { curveKernel } from "../../src/core/mean/curveKernels.ts";
import type { PrivacyBudget } from "../../src/core/privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../src/core/release/privateRelease.ts";
import type { ReleaseTarget } from "../../src/core/release/releaseTarget.ts";
import { gridPoints } from "../../src/core/grids.ts";
import { gram } from "../../src/core/kernels/gram.ts";
import { lastOf } from "../../src/core/slices.ts";
import { normalQuantile } from "../../src/core/special/normal.ts";
import { noiseNorm } from "../core/privacy/sensitivity/curveNeighbours.ts";
import { requestOf } from "../../src/studies/meanCurve/model/request.ts";
import { withColumnRanges } from "../../src/studies/meanCurve/model/separateColumns.ts";
import { own } from "../studies/meanCurve/scenarios.ts";
import { auditRow } from "../support/auditTable.ts";
import { lowerBound, upperBound } from "../../src/core/privacy/attack/clopperPearson.ts";
import { roughMeanTarget } from "../support/meanCurveParameters.ts";
import { recordedWords, releaser } from "../support/privateReleases.ts";

/** With how many times as many draws as usual: 5 in `npm run audit`, which brings every bound within 15 % of its claim. */
const factor = Number(process.env["AUDIT_FACTOR"] ?? 1);
/** Releases of each neighbour. */
const count = 4000 * factor;
/** For those that are fast. */
const many = Math.max(count, 20_000);
/** The share of the claim that an audit must reach where it has that of few draws otherwise. */
const shareOf = (few: number) => (factor >= 5 ? 0.85 : few);
const error = 2e-6;

/** A claim of μ = 2: at the middle of two normal laws 2σ apart, errors have the probability 0.16. */
const delta = 0.05;
const budget: PrivacyBudget = { epsilon: 4, delta, calibration: "analytic" };
const claimed = claimedMu({ ...budget, failure: 0 });

/**
 * A lower bound on the μ of a release, wrong with probability at most 4·10⁻⁶: that of an attacker who projects the
 * released values on weights and says "the second" beyond the middle.
 *
 * @param options the factor of the noise that is left, for the power of the audit; and the releases of each neighbour
 */
function auditedMu(
  [first, second]: readonly [ReleaseTarget, ReleaseTarget],
  project: (release: PrivateRelease, numbers: (i: number) => number) => number,
  { factor = 1, draws: drawCount = count } = {},
): number {
  const [f, g] = [lastOf(first.estimating()), lastOf(second.estimating())];
  const draws = [releaser(first, budget, recordedWords(11)), releaser(second, budget, recordedWords(12))];
  const statistic = (estimate: Float64Array, release: PrivateRelease) => {
    const number = (i: number) => estimate[i]! + factor * (release.integers[i]! * release.lattice - estimate[i]!);
    return project(release, number);
  };
  const sample = draws[0]!();
  const [low, high] = [f, g].map((estimate) => project(sample, (i) => estimate[i]!)) as [number, number];
  const middle = (low + high) / 2;
  const isSecond = (value: number) => value > middle === high > low;
  let [alarms, hits] = [0, 0];
  for (let i = 0; i < drawCount; i++) {
    if (isSecond(statistic(f, draws[0]!()))) alarms++;
    if (isSecond(statistic(g, draws[1]!()))) hits++;
  }
  return normalQuantile(lowerBound(hits, drawCount, error)) - normalQuantile(upperBound(alarms, drawCount, error));
}

const rangesOfFour = "a: 0..1; b: 0..1; c: 0..1; d: 0..1";

/** One record more moves the function by half of Δ, and the number of absent records by as much. */
const ofOneMore = Math.SQRT1_2 * 1.005;

/** An audit of a sound release is above its claim with probability at most 4·10⁻⁶; half the noise must be caught. */
function expectClaimed(
  pair: readonly [ReleaseTarget, ReleaseTarget],
  project: Parameters<typeof auditedMu>[1],
  share: number,
  draws = count,
  lost = 1,
): void {
  const audited = auditedMu(pair, project, { draws });
  const weakened = auditedMu(pair, project, { factor: 0.5, draws });
  auditRow({ of: "μ", claim: claimed, exact: lost * claimed, found: audited, weakened });
  expect(audited).toBeLessThan(lost * claimed);
  expect(audited).toBeGreaterThan(share * lost * claimed);
  expect(weakened).toBeGreaterThan(claimed);
}

// With 4000 draws the bounds of Clopper and Pearson take 11 % of μ, with a standard deviation of 2.5 %, five times as
// many 5 % and 1.1 %; the stop of a solver takes 5 %.
describe("audited μ of private releases is below the claim and near it, half the noise is caught", () => {
  test("density on a line", () => {
    const domain = [[0, 1]] as const;
    const random = seededSource(1);
    const others = Array.from({ length: 40 }, () => random.uniform());
    // The worst neighbours: bumps without overlap. Of such smooth noise the values at their centres are what tells them apart.
    const pair = [100 / 999, 900 / 999].map((place) => {
      const points = { dimension: 1, coordinates: Float64Array.from([...others, place]) };
      const plan = planDensity({ points, domain });
      return plan.target({ domain, bandwidths: [0.05], correlation: 0, route: "gaussian", relativeRate: 1 });
    }) as [ReleaseTarget, ReleaseTarget];
    expectClaimed(pair, (_, number) => number(900) - number(100), shareOf(0.8));
  });

  test("density with a private number of records: one more", () => {
    const random = seededSource(1);
    const others = Array.from({ length: 40 }, () => random.uniform());
    const pair = [others, [...others, 500 / 999]].map((coordinates) => {
      const points = { dimension: 1, coordinates: Float64Array.from(coordinates) };
      const asked = {
        domain: [[0, 1]],
        bandwidths: [0.05],
        correlation: 0,
        route: "gaussian",
        relativeRate: 1,
      } as const;
      return targetFramed(densityPlans({ points, droppedCount: 0 }).framed({ ...asked, mostRecords: 50 }));
    }) as [ReleaseTarget, ReleaseTarget];
    // The bump at its centre, and the number of absent records behind the grid, tell as much each.
    expectClaimed(pair, (_, number) => number(500) - number(1000), shareOf(0.8));
  });

  const fit: FitParameters = {
    domain: [[0, 1]],
    responseRange: [0, 1],
    kernel: "exponential",
    lengthScale: 0.2,
    loss: "pinball",
    lossParameter: 0.5,
    penalty: 20,
    solver: "exact",
  };
  /** A landmark, where ‖φ(x)‖ is largest. */
  const at = 4 / 7;
  /**
   * With so large a λ all residuals keep their signs but those near 0: f = Σ slopes K(xᵢ, ·)/(2λn), and one of them
   * turns round.
   */
  const fits = (parameters: FitParameters) => {
    const random = seededSource(2);
    const n = 30;
    const inputs = Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? at : random.uniform()));
    return [0, 1].map((response) => {
      const responses = Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? response : i % 2));
      return planBoundary({ points: { dimension: 1, coordinates: inputs }, responses }).target(parameters);
    }) as [ReleaseTarget, ReleaseTarget];
  };

  test("curve from an exact fit", () => {
    const near = Math.round(at * 499);
    expectClaimed(fits(fit), (_, number) => number(near), shareOf(0.75));
  });

  test("curve from an exact fit with a private number of records: one more", () => {
    const random = seededSource(2);
    const inputs = Array.from({ length: 30 }, (_, i) => (i === 29 ? at : random.uniform()));
    const pair = [29, 30].map((n) =>
      planBoundary({
        points: { dimension: 1, coordinates: Float64Array.from(inputs.slice(0, n)) },
        responses: Float64Array.from({ length: n }, (_, i) => i % 2),
      }).target({ ...fit, mostRecords: 40 }),
    ) as [ReleaseTarget, ReleaseTarget];
    const [f, g] = pair.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array];
    const [near, absent] = [Math.round(at * 499), f.length - 1];
    const along = (i: number) => g[i]! - f[i]!;
    const project: Parameters<typeof auditedMu>[1] = (_, number) =>
      along(near) * number(near) + along(absent) * number(absent);
    expectClaimed(pair, project, shareOf(0.75), count, ofOneMore);
  });

  test("curve from a fit on landmarks, by its coordinates", () => {
    const pair = fits({ ...fit, solver: "landmarks" });
    const [f, g] = pair.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array];
    const direction = f.map((value, j) => g[j]! - value);
    const along: Parameters<typeof auditedMu>[1] = (_, number) =>
      direction.reduce((sum, w, j) => sum + w * number(j), 0);
    expectClaimed(pair, along, 0.85, many);
  });

  test.each([
    ["mean curve", {}],
    ["mean curve with a private number of curves: one more", { mostRecords: 12 }],
  ])("%s", (_, most) => {
    const m = 16;
    const random = seededSource(3);
    const others = Array.from({ length: 9 * m }, () => random.normal());
    const targetOf = (curve: ArrayLike<number>) =>
      planMeanCurve({ curves: Float64Array.from([...others, ...Array.from(curve)]), pointCount: m }).target({
        ...roughMeanTarget,
        ...most,
      });
    const curveOf = (curve: ArrayLike<number>) => lastOf(targetOf(curve).estimating()).subarray(0, m);
    // The worst of the curves that one wave makes, up and down.
    const norm = noiseNorm(
      gram(curveKernel("exponential", 0.3), gridPoints({ axes: [{ lower: 0, upper: 1, count: m }] })),
      m,
    );
    const zero = curveOf(new Float64Array(m));
    const waves = Array.from({ length: 8 }, (_, q) =>
      Float64Array.from({ length: m }, (_, i) => 1e6 * Math.cos((Math.PI * q * (i + 0.5)) / m)),
    );
    const moved = waves.map((wave) => curveOf(wave).map((value, i) => value - zero[i]!));
    const sizes = moved.map((delta) => norm.norm(delta));
    const worst = sizes.indexOf(Math.max(...sizes));
    const isPrivate = "mostRecords" in most;
    const pair = [targetOf(isPrivate ? [] : waves[worst]!.map((x) => -x)), targetOf(waves[worst]!)] as const;
    const [f, g] = pair.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array];
    const weights = [...norm.solve(moved[worst]!), ...g.subarray(m).map((share, i) => share - f[m + i]!)];
    const project: Parameters<typeof auditedMu>[1] = (_, number) =>
      weights.reduce((sum, w, i) => sum + w * number(i), 0);
    expectClaimed(pair, project, 0.85, many, isPrivate ? ofOneMore : 1);
  });

  test.each([
    ["one more", [], ofOneMore, 0.85, many],
    ["another one, at the opposite corner", [0, 1, 0, 1], 1, shareOf(0.8), count],
  ])("vector of four means with a private number of records: %s", (_, former, lost, share, draws) => {
    const [random, m] = [seededSource(4), 4];
    const others = Array.from({ length: 9 * m }, () => random.uniform());
    const targetOf = (row: readonly number[]) =>
      planMeanCurve({ curves: Float64Array.from([...others, ...row]), pointCount: m }).target({
        ...requestOf({ ...own, shape: "wide", person: "", most: 12, ...withColumnRanges(rangesOfFour, own) }),
      });
    const pair = [targetOf(former), targetOf([1, 0, 1, 0])] as const;
    const [f, g] = pair.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array];
    // M is the identity, so changes are weights.
    const weights = f.map((value, i) => g[i]! - value);
    const project: Parameters<typeof auditedMu>[1] = (_, number) =>
      weights.reduce((sum, w, i) => sum + w * number(i), 0);
    expectClaimed(pair, project, share, draws, lost);
  });
});
