import { describe, expect, test } from "vitest";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { cryptographicWords } from "../../../src/core/random/randomWords.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import type { PrivacyBudget } from "../../../src/core/privacy/calibration/privacyBudget.ts";
import type { ReleaseTarget } from "../../../src/core/release/releaseTarget.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";
import { reachablePlaces } from "../../../src/core/privacy/attack/lastBitsDecoder.ts";
import { couldHaveGiven } from "../../support/couldHaveGiven.ts";
import { kolmogorovSmirnov, neighbouringPoints, recordedWords, releaser } from "../../support/privateReleases.ts";
import {
  boundaryTargets,
  budget,
  curvesOf,
  density,
  densityTargets,
  fit,
  mean,
  meanTargets,
} from "../../support/neighbouringTargets.ts";
import { haveUnitVariance } from "../../support/chiSquare.ts";
import { casesOf } from "../../support/fuzzing.ts";

describe("the decoder of last bits", () => {
  const drawing = { seed: "secure", drawCount: 1 } as const;
  const low: PrivacyBudget = { ...budget, epsilon: 0.1 };
  const multiplier = analyticNoiseMultiplier(low);
  const plans = {
    density: (seed: number) =>
      neighbouringPoints(seed, 101, 1).map((points) => {
        const plan = planDensity({ points, domain: density.domain });
        return { preview: plan.release({ ...density, ...drawing }), target: plan.target(density) };
      }),
    "mean curve": (seed: number) =>
      curvesOf(seed, 200, 12).map((curves) => {
        const plan = planMeanCurve({ curves, pointCount: 200 });
        return { preview: plan.release({ ...mean, ...drawing }), target: plan.target(mean) };
      }),
  };

  test.each(Object.entries(plans))("tells neighbours apart from preview doubles: %s", (_, pairOf) => {
    let told = 0;
    for (let seed = 0; seed < casesOf(30, 12); seed++) {
      const pair = pairOf(seed);
      const truth = pair[seed % 2]!.preview;
      const released = scaleRelease(truth, 0, multiplier, new Float64Array(truth.estimate.length));
      const passing = pair.filter(({ preview: { estimate } }) =>
        couldHaveGiven(estimate, multiplier * truth.sensitivity, released),
      );
      if (passing.length === 1 && passing[0]!.preview === truth) told++;
    }
    // Neighbours whose records are moved to the same edge are one data set.
    expect(told).toBeGreaterThan(casesOf(15, 5));
  });

  test.each(Object.entries(plans))("learns nothing from a private release: %s", (_, pairOf) => {
    let [lead, places] = [0, 0];
    for (let seed = 0; seed < casesOf(30, 12); seed++) {
      const pair = pairOf(seed);
      const estimates = pair.map(({ target }) => lastOf(target.estimating()));
      const { values, sigma } = lastOf(releasingPrivately(pair[seed % 2]!.target, low, cryptographicWords()));
      const [own, others] = [estimates[seed % 2]!, estimates[1 - (seed % 2)]!].map((estimate) => {
        expect(couldHaveGiven(estimate, sigma, values)).toBe(false);
        return reachablePlaces(estimate, sigma, values);
      }) as [number, number];
      lead += own - others;
      places += values.length;
    }
    // A place adds at most 1 to the lead: 4.9 standard deviations are exceeded with probability 10⁻⁶.
    expect(Math.abs(lead)).toBeLessThan(4.9 * Math.sqrt(places));
  });
});

describe("noise of private releases is normal, with the deviation that is said", () => {
  // Each draw is looked at in places whose noise is independent, but for a correlation of less than 10⁻⁵.
  const cases: [string, () => ReleaseTarget, (distance: number) => number, readonly number[], number][] = [
    ["density", () => densityTargets(density, 1)[0], near(0.04), [0.1, 0.3, 0.5, 0.7, 0.9], casesOf(300, 120)],
    ["curve from an exact fit", () => boundaryTargets(fit, 1)[0], (r) => matern(r / 0.2), [0.3], casesOf(1000, 400)],
    ["mean curve", () => meanTargets(mean, 1, 20)[0], (r) => matern(r / 0.3), [0.26], casesOf(5000, 1000)],
  ];
  test.each(cases)("%s", (_, targetOf, correlation, shares, draws) => {
    const target = targetOf();
    const f = lastOf(target.estimating());
    const draw = releaser(target, budget, recordedWords(7));
    const [axis] = target.grid.axes;
    const k = correlation((3 * (axis!.upper - axis!.lower)) / (axis!.count - 1));
    const [values, steps, halves]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < draws; i++) {
      const { integers, lattice, sigma, dither, jitter } = draw();
      const noise = (j: number) => integers[j]! * lattice - f[j]!;
      const white = jitter + (dither / sigma) ** 2;
      for (const share of shares) {
        const at = Math.floor(share * axis!.count);
        values.push(noise(at) / (sigma * Math.sqrt(1 + white)));
        steps.push((noise(at) - noise(at + 3)) / (sigma * Math.sqrt(2 * (1 - k) + 2 * white)));
        halves.push(2 * values.at(-1)!);
      }
    }
    expect(kolmogorovSmirnov(values, normalCdf)).toBeLessThan(2.7);
    expect(kolmogorovSmirnov(steps, normalCdf)).toBeLessThan(2.7);
    expect(kolmogorovSmirnov(halves, normalCdf)).toBeGreaterThan(2.7);
    // Of two places at the same distance noise is independent: a deviation a third too large is found.
    expect([1, 4 / 3].map((factor) => haveUnitVariance(values.map((x) => factor * x)))).toEqual([true, false]);
  });

  test("coordinates of a fit on landmarks", () => {
    const target = boundaryTargets({ ...fit, solver: "landmarks" }, 1)[0];
    const f = lastOf(target.estimating());
    const draw = releaser(target, budget, recordedWords(8));
    const sample: number[] = [];
    const draws = casesOf(400, 200);
    let [inside, count] = [0, 0];
    for (let i = 0; i < draws; i++) {
      const { integers, lattice, sigma, values, simultaneousHalfWidth } = draw();
      integers.forEach((value, j) => sample.push((value * lattice - f[j]!) / sigma));
      if (target.kind !== "gaussianCoordinates") continue;
      const { units } = target;
      const exact = lastOf(target.evaluate(f)).map((value) => units.offset + units.scale * value);
      count++;
      if (values.every((value, j) => Math.abs(value - exact[j]!) <= simultaneousHalfWidth)) inside++;
    }
    // Rounding to a lattice of σ/2¹² adds 10⁻⁸ to the variance.
    expect(kolmogorovSmirnov(sample, normalCdf)).toBeLessThan(2.7);
    // A deviation off by an eighth is found by the squares, which tell it best.
    expect([7 / 8, 1, 9 / 8].map((factor) => haveUnitVariance(sample.map((x) => factor * x)))).toEqual([
      false,
      true,
      false,
    ]);
    // Fewer than 359 of 400, or 173 of 200, where each is inside with probability 0.95: probability 1.4·10⁻⁵ and less.
    expect(count).toBe(draws);
    expect(inside).toBeGreaterThan(casesOf(359, 173));
  });
});

function near(h: number) {
  return (r: number) => Math.exp((-0.5 * r * r) / (h * h));
}

/** Matérn 5/2 of a distance in length scales, as `kernelOf` has it. */
function matern(r: number): number {
  return kernelOf("matern52", 1).evaluate([0], [r]);
}
