import { describe, expect, test } from "vitest";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import { kernelOf } from "../../src/core/kernels/kernelOf.ts";
import { scatteredNoiseSampler } from "../../src/core/privacy/mechanisms/scatteredNoise.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { standardNormals } from "../../src/core/random/standardNormals.ts";
import { lastOf } from "../../src/core/slices.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { answerOf } from "./answering.ts";
import { shownOf } from "./presenting.ts";

/**
 * Sentences speak of the mechanism: each is the same whatever was drawn, and what it says holds over 1000 draws. A mean over the
 * draws is compared within 4.9 of its own standard deviations, which is exceeded with probability 10⁻⁶.
 */
const draws = 1000;

function expectMean(values: readonly number[], said: number, rounding: number) {
  const mean = values.reduce((a, b) => a + b) / values.length;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
  expect(Math.abs(mean - said)).toBeLessThan(4.9 * Math.sqrt(variance / values.length) + rounding);
}

const numbersIn = (text: string) => Array.from(text.matchAll(/\d+(?:\.\d+)?/g), ([digits]) => Number(digits));

describe("the sentence of a boundary", () => {
  const scenario = { ...boundary.links.decode("#/boundary?v=1&data=hall-3").values };
  const answer = answerOf(boundary, boundaryWorker, scenario);
  const heldOut = lastOf(planBoundary(answer.records).holdingOut(answer.parameters));
  const sentenceAt = (epsilon: number, noise = answer.release.unitNoise) => {
    const shown = { ...scenario, epsilon };
    const { view } = shownOf(
      boundary,
      { ...answer, scenario: shown, release: { ...answer.release, unitNoise: noise } },
      shown,
      {
        heldOut,
        landmarkError: undefined,
      },
    );
    return { text: boundary.sentence(shown, view), lead: boundary.lead(shown, view), sigma: view.sigma };
  };

  test("its lead praises who found where the line is lost, and nobody else", () => {
    expect(sentenceAt(0.01).lead).toMatch(/^You found it: at ε = 0.01 the line is lost\./);
    expect(sentenceAt(1).lead).toContain("Pull ε left until it is lost.");
  });

  test("is the same whatever was drawn", () => {
    const random = seededSource(2);
    const texts = Array.from({ length: 10 }, () => [standardNormals(random, answer.release.estimate.length)]);
    expect(new Set(texts.map((noise) => sentenceAt(1, noise).text)).size).toBe(1);
  });

  test.each([0.5, 2])(
    "says the accuracy that 1000 draws have on records not seen, and where labels are a toss-up: ε = %s",
    (epsilon) => {
      const { text, sigma } = sentenceAt(epsilon);
      const { points, responses } = answer.records;
      const kernel = kernelOf(scenario.kernel, scenario.lengthScale);
      const sampler = scatteredNoiseSampler({ kernel, at: points, jitter: answer.release.jitter });
      const random = seededSource(7);
      const out = new Float64Array(responses.length);
      const accuracies = Array.from({ length: draws }, () => {
        sampler.sample(standardNormals(random, sampler.normalCount), out);
        let right = 0;
        responses.forEach((label, i) => (right += label * (heldOut[i]! + sigma * out[i]!) > 0 ? 1 : 0));
        return (100 * right) / responses.length;
      });
      const said = numbersIn(/(?:expected to label|private rule labels) ([\d.]+) %/.exec(text)?.[1] ?? "")[0]!;
      expectMean(accuracies, said, 0.051);

      // The noise of one point, drawn 1000 times, at every hundredth point of the plane.
      const toss = /On ([\d.]+) % of the plane/.exec(text)?.[1];
      const unit = standardNormals(random, draws);
      const every = answer.release.estimate.filter((_, k) => k % 101 === 0);
      const unsure = every.filter((f) => unit.filter((z) => (f + sigma * z) * f < 0).length > draws / 4).length;
      // Both shares are of some 400 points; near the border of 25 % a count of 1000 is off by 4 %, which few points see.
      expect(Math.abs(unsure / every.length - Number(toss) / 100)).toBeLessThan(0.05);
    },
  );
});

describe("the sentence of a mean curve", () => {
  const scenario = { ...meanCurve.links.decode("#/meanCurve?v=1&data=mirshani-1-e").values, draws };
  const answer = answerOf(meanCurve, meanCurveWorker, scenario);
  const { estimate, rawMean, unitNoise, sensitivity } = answer.release;
  const withDraw = (draw: number, view: "inside" | "outside" = "inside") => {
    const shown = { ...scenario, draws: 1, view };
    const release = { ...answer.release, unitNoise: [unitNoise[draw]!] };
    const made = shownOf(meanCurve, { ...answer, scenario: shown, release }, shown).view;
    return { text: meanCurve.sentence(shown, made), view: made };
  };

  test("is the same whatever was drawn, and the noise moves the mean by what it says", () => {
    const texts = Array.from({ length: 20 }, (_, draw) => withDraw(draw).text);
    expect(new Set(texts).size).toBe(1);
    const said = Number(
      /moves the mean by ([\d.]+) at a typical point|drowns the mean: ([\d.]+) at each/
        .exec(texts[0]!)!
        .slice(1)
        .find(Boolean),
    );
    const { multiplier } = withDraw(0).view.budget;
    const squares = unitNoise.map((z) => z.reduce((sum, v) => sum + (v * sensitivity * multiplier) ** 2, 0) / z.length);
    // Said to three digits.
    expectMean(squares, said ** 2, 0.01 * said ** 2);
    const bias = Math.sqrt(estimate.reduce((sum, f, i) => sum + (f - rawMean[i]!) ** 2, 0) / estimate.length);
    expect(Number(/clipping move it by ([\d.]+)/.exec(texts[0]!)![1])).toBeCloseTo(bias, 4);
  });

  test("from outside, the noise of 1000 draws stays within the band that it names, at least 95 % of the time", () => {
    const { text, view } = withDraw(0, "outside");
    const said = Number(/within ±([\d.]+) on the whole domain/.exec(text)![1]);
    const within = unitNoise.filter((z) =>
      z.every((v) => Math.abs(v * sensitivity * view.budget.multiplier) <= 1.005 * said),
    );
    // 950 expected at least; 4.8 standard deviations of √(1000 · 0.95 · 0.05) fewer have probability 10⁻⁶.
    expect(within.length).toBeGreaterThan(950 - 4.8 * Math.sqrt(draws * 0.95 * 0.05));
    expect(within.length).toBeLessThan(draws);
  });
});
