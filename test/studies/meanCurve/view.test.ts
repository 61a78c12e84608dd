import { describe, expect, test } from "vitest";
import { meanCurveExamples } from "../../../src/core/datasets/examples/meanCurveExamples.ts";
import { achievedDelta, analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { planMeanCurve } from "../../../src/core/releases/meanCurve.ts";
import { notPrivateBecause } from "../../../src/studies/meanCurve/MeanCurveGuarantee.tsx";
import { meanCurvePictureOf } from "../../../src/studies/meanCurve/pictures.ts";
import { requestOf } from "../../../src/studies/meanCurve/request.ts";
import { meanCurveLinks, meanCurveLimits, rangeLimits } from "../../../src/studies/meanCurve/scenario.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/scenario.ts";
import { sentenceOf } from "../../../src/studies/meanCurve/sentence.ts";
import type { MeanCurveAnswer } from "../../../src/studies/meanCurve/session.ts";
import { rowsOf } from "../../../src/studies/meanCurve/takeAway.ts";
import { bestOf, mapPenalties, mapRanges } from "../../../src/studies/meanCurve/tuning.ts";
import { functionalsOf, meanCurveViewOf } from "../../../src/studies/meanCurve/useMeanCurveView.ts";

const pointCount = 20;
const curveCount = 30;
/** Curves at 0.7319 plus something; the height of none is met by chance. */
const curves = Float64Array.from({ length: curveCount * pointCount }, (_, k) => 0.7319 + 0.01 * Math.sin(k));
const scenario: MeanCurveScenario = {
  ...meanCurveLinks(meanCurveExamples).decode("#/meanCurve?data=own").values,
  data: "own",
  shape: "wide",
  person: "",
  points: pointCount,
  domain: [2, 5],
  kernel: "matern52",
  range: 1,
  normBound: 1,
  penalty: 0.01,
  epsilon: 1,
  delta: 1e-5,
  seed: 3,
  draws: 3,
};
const parameters = requestOf(scenario);
const answer: MeanCurveAnswer = {
  release: planMeanCurve({ curves, pointCount }).release(parameters),
  parameters,
  records: { curves, pointCount, personOf: undefined, largestPerPerson: undefined, leftOut: 0, notices: [] },
};
const noiseMultiplier = analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 });
const budget = { noiseMultiplier, deltaAchieved: achievedDelta({ epsilon: 1, noiseMultiplier }) };
const inside = meanCurveViewOf(answer, { ...budget, view: "inside" });
const outside = meanCurveViewOf(answer, { ...budget, view: "outside" });
const outsideScenario: MeanCurveScenario = { ...scenario, view: "outside", seed: "secure" };

describe("meanCurveViewOf", () => {
  test("is estimate + multiplier · Δ · unit noise, for every draw", () => {
    const { estimate, sensitivity, unitNoise } = answer.release;
    [inside.released, ...inside.others].forEach((drawn, k) => {
      drawn.forEach((value, i) => expect(value).toBeCloseTo(estimate[i]! + noiseMultiplier * sensitivity * unitNoise[k]![i]!, 12));
    });
    expect(inside.others).toHaveLength(2);
    expect(inside.standardDeviation).toBeCloseTo(noiseMultiplier * sensitivity, 6);
  });

  test("from outside has no true value in picture, sentence, functionals and rows", () => {
    const picture = meanCurvePictureOf(outsideScenario, outside);
    expect(picture).toMatchObject({ estimate: undefined, records: undefined });
    // The axis follows from the released curves and the noise alone.
    const elsewhere = meanCurveViewOf({ ...answer, records: { ...answer.records, curves: curves.map((v) => v + 100) } }, { ...budget, view: "outside" });
    expect(meanCurvePictureOf(outsideScenario, elsewhere).domain).toEqual(picture.domain);
    for (const functional of functionalsOf(outside)) {
      expect(functional.original).toBeUndefined();
      expect(functional.at?.original).toBeUndefined();
    }
    const rows = rowsOf(outsideScenario, outside);
    expect(rows).not.toMatch(/original|without penalty|shrunk/);
    expect(rows).toContain("outside view: the private curve only");
    const means = [...answer.release.estimate, ...answer.release.rawMean].map((value) => String(value).slice(0, 9));
    for (const mean of means) expect(`${rows} ${sentenceOf(outsideScenario, outside)}`).not.toContain(mean);
  });

  test("rowsOf(inside) has a row for each grid point, with the originals, and warns", () => {
    const rows = rowsOf(scenario, inside).split("\r\n");
    expect(rows.filter((row) => /^[\d.]+,/.test(row))).toHaveLength(pointCount);
    expect(rows.join()).toContain("holds the original and is not private");
    expect(rows.join()).toContain("seed 3");
    expect(rowsOf(outsideScenario, outside)).toContain("cryptographic");
    expect(rowsOf({ ...scenario, origin: "records" }, inside)).toContain("NOT PRIVATE");
  });
});

describe("functionalsOf", () => {
  test("integral of a released curve: the average times the length; its noise against hand value", () => {
    const integral = functionalsOf(inside).find(({ name }) => name.startsWith("Integral"))!;
    const { weights } = answer.release;
    expect(integral.released).toBeCloseTo(3 * inside.released.reduce((sum, value, i) => sum + weights[i]! * value, 0), 10);
    expect(integral.standardDeviation).toBeLessThan(3 * inside.standardDeviation);
    expect(integral.standardDeviation).toBeGreaterThan(inside.standardDeviation);
  });

  test("has a slope for kernels with derivatives only", () => {
    const names = (noiseKernel: "matern32" | "exponential") =>
      functionalsOf({ ...inside, answer: { ...answer, parameters: { ...parameters, noiseKernel } } }).map(({ name }) => name);
    expect(names("matern32")).toContain("Slope in the middle");
    expect(names("exponential")).not.toContain("Slope in the middle");
  });
});

describe("notPrivateBecause", () => {
  test("is nothing for declared values and compatible kernels", () => {
    expect(notPrivateBecause(scenario, inside)).toBeUndefined();
  });

  test("names the choice from the records, and the incompatible noise", () => {
    expect(notPrivateBecause({ ...scenario, origin: "records" }, inside)).toContain("chosen by looking at these very curves");
    const rough = { ...parameters, kernel: "exponential", noiseKernel: "matern52", power: 1 } as const;
    const release = planMeanCurve({ curves, pointCount }).release(rough);
    const view = meanCurveViewOf({ ...answer, release, parameters: rough }, { ...budget, view: "outside" });
    expect(release.compatible).toBe(false);
    expect(notPrivateBecause(scenario, view)).toContain("too smooth for this estimator");
    expect(rowsOf(outsideScenario, view)).toContain("NOT PRIVATE as a curve");
  });
});

describe("the tuning map", () => {
  test("stays within the sliders, 20 steps each way", () => {
    expect(mapPenalties).toHaveLength(20);
    expect(mapPenalties.every((phi) => phi >= meanCurveLimits.penalty.min && phi <= meanCurveLimits.penalty.max)).toBe(true);
    for (const kernel of ["gaussian", "exponential"] as const) {
      const { min, max } = rangeLimits(kernel, [0, 21]);
      const ranges = mapRanges(kernel, [0, 21]);
      expect(new Set(ranges).size).toBe(20);
      expect(ranges.every((rho) => rho >= min && rho <= max)).toBe(true);
    }
  });

  test("bestOf finds the least score of each kind; nothing in nothing", () => {
    const scores = (cv: number[], pcv: number[]) => ({ cv: Float64Array.from(cv), pcv: Float64Array.from(pcv) });
    const columns = [
      { range: 1, scores: scores([5, 4, 3], [9, 8, 9]) },
      { range: 2, scores: scores([4, 2, NaN], [9, 7.5, 9]) },
    ];
    expect(bestOf(columns, "cv")).toEqual({ column: 1, row: 1 });
    expect(bestOf(columns.slice(0, 1), "pcv")).toEqual({ column: 0, row: 1 });
    expect(bestOf([], "cv")).toBeUndefined();
  });
});

test("sentenceOf(inside) says when every curve is shrunk to τ", () => {
  const small = { ...parameters, normBound: 0.1 };
  const release = planMeanCurve({ curves, pointCount }).release(small);
  const view = meanCurveViewOf({ ...answer, release, parameters: small }, { ...budget, view: "inside" });
  expect(sentenceOf(scenario, view)).toContain("Every curve was shrunk to the norm bound");
  expect(sentenceOf(scenario, inside)).not.toContain("shrunk");
});
