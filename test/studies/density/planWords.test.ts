import { expect, test } from "vitest";
import { planDensityRelease, type DensityPlanRequest } from "../../../src/core/planning/curvePlans.ts";
import type { ErrorTarget } from "../../../src/core/planning/planTarget.ts";
import type { SimulatedAnswer } from "../../../src/core/planning/simulatedAnswer.ts";
import { lastOf } from "../../../src/core/slices.ts";
import {
  boundedText,
  curveMeasures,
  nowSentence,
  riskSentence,
  simulatedSentence,
} from "../../../src/panels/planning/planWords.ts";
import {
  densityPlanWords as words,
  flatteningSentence,
} from "../../../src/studies/density/planning/flatteningWords.ts";
import { eightHundred, twoPeaks } from "../../core/planning/mixtures.ts";

const planOf = (target: ErrorTarget, change: Partial<DensityPlanRequest> = {}) => {
  const request: DensityPlanRequest = {
    density: twoPeaks,
    release: eightHundred,
    target,
    limits: {
      epsilon: { min: 0.05, max: 50 },
      recordCount: { min: 30, max: 3e4 },
      tuning: { min: 0.22, max: 110 },
    },
    ...change,
  };
  return [request, lastOf(planDensityRelease(request))] as const;
};

const everywhere = { kind: "share", confidence: "everywhere", percent: 5 } as const;

test("planDensityRelease: curves run through the error of now, and the words say it", () => {
  const [request, answer] = planOf({ ...everywhere, of: "noise" });
  for (const curve of Object.values(answer.along)) {
    expect(curve).toHaveLength(41);
    expect(curve.every(({ at }, j) => j === 0 || at > curve[j - 1]!.at)).toBe(true);
  }
  const near = answer.along.epsilon.reduce((a, b) => (Math.abs(b.at - 1) < Math.abs(a.at - 1) ? b : a));
  expect(near.noise / answer.now.noise).toBeCloseTo(1 / near.at, 0);
  expect(nowSentence(request, answer, words)).toBe(
    "At ε = 1, n = 800 and h = 5.5 the noise is at most 0.00128, 4.3 % of the smoothed curve’s peak, everywhere with 95 %. The target, 0.00147, is reached.",
  );
  expect(riskSentence(request, answer, words)).toBe(
    "The mean integrated squared error at h = 5.5 is 0.00209: 0.00203 from smoothing, 3.98 × 10⁻⁵ from the chance of the records, 1.84 × 10⁻⁵ from noise. It is least at h = 2.19: 0.000352, 5.95 times less.",
  );
});

test("targets that nothing reaches say what bounds them", () => {
  const [request, answer] = planOf({ ...everywhere, of: "total" });
  expect(nowSentence(request, answer, words)).toBe(
    "At ε = 1, n = 800 and h = 5.5 the whole error is at most 0.0139, 35 % of the true peak, everywhere with 95 %. Smoothing alone makes 0.0105; with the chance of the records it is 0.0136, with the noise 0.0139. The target, 0.00199, is missed.",
  );
  const { epsilon, recordCount, tuning } = answer;
  if (epsilon.isReached || recordCount.isReached || tuning.isReached) throw new Error("reached");
  expect(boundedText(epsilon, "epsilon", words, { kind: "share" })).toMatch(
    /^No ε reaches it: without any noise the error is 0.0136,/,
  );
  expect(boundedText(recordCount, "recordCount", words, { kind: "share" })).toMatch(
    /records reaches it: smoothing alone makes 0.0105,/,
  );
  expect(boundedText(tuning, "tuning", words, { kind: "share" })).toMatch(
    /^No bandwidth reaches it: the least error over h is 0.0101,/,
  );
});

test("the noise of a number is said to need no truth, and does not", () => {
  const target = { kind: "functional", of: "noise", functional: { kind: "value", at: 40 }, width: 0.001 } as const;
  const said = ["normals", "other"].map((kind) => {
    const parts = [{ weight: 1, mean: 70, deviation: 9 }];
    const density = kind === "normals" ? twoPeaks : { ...twoPeaks, truth: { kind: "normals", parts } as const };
    const [request, answer] = planOf(target, { density });
    return nowSentence(request, answer, words);
  });
  expect(said[0]).toContain("counting the noise only. It holds for any truth. The target");
  expect(said[1]).toBe(said[0]);
});

test("a target above the signal is said to hide it", () => {
  const said = (percent: number) => {
    const [request, answer] = planOf({ ...everywhere, of: "noise", percent });
    return nowSentence(request, answer, words).endsWith("leaves nothing of it to see.");
  };
  expect([99, 100].map(said)).toEqual([false, true]);
});

test("shares above 1,000 % are said in times", () => {
  const [request, answer] = planOf({ ...everywhere, of: "noise" });
  const now = { ...answer.now, noise: 26 * answer.smoothedPeak };
  expect(nowSentence(request, { ...answer, now }, words)).toContain(", 26 times the smoothed curve’s peak, everywhere");
  const target = { kind: "simulated", of: "total", measure: "height", percent: 5, inTen: 9 } as const;
  const simulated = { share: 0, halfWidth: 0.01, releaseCount: 900 } as SimulatedAnswer;
  const simulatedWords = { ...words, measures: curveMeasures("the true peak") };
  const said = (noise: number, within: readonly [number, number]) =>
    simulatedSentence(
      request,
      target,
      { ...simulated, now: { at: 1, smoothing: 0.02, sampling: 3, noise, goal: 0.05, within } },
      simulatedWords,
    );
  expect(said(25.96, [24, 27.5])).toMatch(
    /at most 26 times the true peak in all \(with 95 % from 24 to 27.5\).* with noise 26\. Of the releases 0 to 1 % are within 5 %, by 900/,
  );
  expect(said(0.5, [0.4, 0.6])).toContain(" at most 50 % of the true peak in all (with 95 % from 40 to 60)");
});

test("flatteningSentence: bumps of h = 5.5 take 26 % off a peak as narrow as 6", () => {
  const one = { kind: "normals", parts: [{ weight: 1, mean: 50, deviation: 6 }] } as const;
  const [request, answer] = planOf({ ...everywhere, of: "noise" }, { density: { ...twoPeaks, truth: one } });
  expect(flatteningSentence(request, answer)).toBe(
    "Bumps of h = 5.5 take 26 % off a peak as narrow as 6. The highest peak falls from 0.0665 to 0.049.",
  );
  const flat = { narrowest: Infinity, peak: 0.01666 };
  expect(flatteningSentence(request, { ...flat, smoothedPeak: 0.016661 })).toBe("The highest peak stays at 0.0167.");
  expect(flatteningSentence(request, { ...flat, smoothedPeak: 0.0171 })).toMatch(/rises from 0.0167 to 0.0171/);
});
