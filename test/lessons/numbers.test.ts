import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadExample } from "../../src/core/examples/examples.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { achievedEpsilon, analyticNoiseMultiplier } from "../../src/core/privacy/calibration/gaussian.ts";
import { visibilityAt } from "../../src/core/density/peakVisibility.ts";
import { lastOf } from "../../src/core/slices.ts";
import { threeDigits } from "../support/threeDigits.ts";
import { normalCdf } from "../../src/core/special/normal.ts";
import { study } from "../../src/studies/density/definition.ts";
import { studyWorker } from "../../workers/studies/density.ts";

// Each number that a lesson states, computed again, and found in its text.

const textOf = (id: string) => readFileSync(new URL(`../../lessons/${id}.md`, import.meta.url), "utf8");
const says = (id: string, ...words: readonly string[]) => {
  for (const word of words) expect(textOf(id), `${id} should say ${word}`).toContain(word);
};
const delta = 1e-5;
const muOf = (epsilon: number) => 1 / analyticNoiseMultiplier({ epsilon, delta });
const epsilonOf = (mu: number) => achievedEpsilon({ delta, noiseMultiplier: 1 / mu });

/** The density at a link, as the page computes it: Δ, the deviation at a point, and which peaks are visible. */
function densityAt(link: string) {
  const { values } = study.links.decode(link);
  const table = loadExample(values.data);
  const records = studyWorker.recordsFrom(table, study.session.choiceOf(values, outlineOf(table))!);
  const parameters = study.session.requestOf(values);
  const allocate = (length: number) => new Float64Array(length);
  const tasks = studyWorker.tasksOn(records);
  const computed = tasks.release.run(parameters, allocate);
  const release = "next" in computed ? lastOf(computed) : computed;
  if ("polynomial" in release) throw new Error("not a Gaussian density");
  const deviation = release.sensitivity * analyticNoiseMultiplier({ epsilon: values.epsilon, delta: values.delta });
  const visibility = () => {
    const found = tasks.visibility.run(parameters, allocate);
    return visibilityAt("next" in found ? lastOf(found) : found, deviation).showing.map((share) =>
      Math.round(100 * share),
    );
  };
  return {
    sensitivity: release.sensitivity,
    band: 1.96 * deviation,
    visibility,
    h: values.h,
    n: records.points.coordinates.length,
  };
}

test("the band and the bump of one person", () => {
  const { band, h, n } = densityAt("#/density?data=sleep");
  const bump = 1 / (n * h * Math.sqrt(2 * Math.PI));
  expect([threeDigits(band), threeDigits(bump), threeDigits(band / 10)]).toEqual(["0.0118", "0.00114", "0.00118"]);
  says("the-survey", "0.0118", "0.00114");
  says("you", "0.00114", "± 0.0118", "± 0.00118");
});

test("peaks that stay visible, and how the band grows", () => {
  expect(densityAt("#/density?data=sleep&epsilon=0.2").visibility()[2]).toBe(86);
  const tenth = densityAt("#/density?data=sleep&epsilon=0.1");
  expect(tenth.visibility()[2]).toBe(6);
  expect(threeDigits(tenth.band)).toBe("0.0972");
  expect(threeDigits(densityAt("#/density?data=sleep&epsilon=0.05").band)).toBe("0.183");
  says("turn-the-knob", "86 of 100", "at 0.1 in 6", "± 0.0972", "± 0.183");
});

describe("the worst attacker", () => {
  test.each([
    [1, 55, "0.268"],
    [10, 84, "2.00"],
  ])("at ε = %d is right in %d of 100", (epsilon, right, mu) => {
    expect(Math.round(100 * normalCdf(muOf(epsilon) / 2))).toBe(right);
    expect(threeDigits(muOf(epsilon))).toBe(String(Number(mu)));
    says("the-worst-attacker", `In ${right} of 100`, `right ${right} within`, `${mu} at ε = ${epsilon}`);
  });

  test("at ε = 50 nearly always", () => {
    expect(normalCdf(muOf(50) / 2)).toBeGreaterThan(0.995);
  });
});

test("fifty draws: their average, and their cost", () => {
  const { band } = densityAt("#/density?data=sleep&epsilon=0.1");
  expect(threeDigits(band / Math.sqrt(50))).toBe("0.0137");
  expect(threeDigits(epsilonOf(Math.sqrt(50) * muOf(0.1)))).toBe("0.845");
  says("ask-again", "√50 is 7.1", "± 0.0137", "ε = 0.845");
});

test("one to four releases at ε = 1", () => {
  const totals = [1, 2, 3, 4].map((k) => threeDigits(epsilonOf(Math.sqrt(k) * muOf(1))));
  expect(totals).toEqual(["1", "1.47", "1.83", "2.15"]);
  says("the-purse", totals.join(", "), "declare ε = 2.2,");
  expect(muOf(2.2)).toBeGreaterThan(Math.sqrt(4) * muOf(1));
  expect(muOf(2.2)).toBeLessThan(Math.sqrt(5) * muOf(1));
});

test("δ of a thousand people", () => {
  expect(1000 * 1e-5).toBeCloseTo(0.01, 15);
  const grown =
    analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 }) / analyticNoiseMultiplier({ epsilon: 1, delta: 1e-3 });
  expect(grown).toBeGreaterThan(1.25);
  expect(grown).toBeLessThan(1.5);
  says("what-delta-is", "1 chance in 100", "less than half");
});

test("wider bumps need less noise, rougher ones more", () => {
  const narrow = densityAt("#/density?data=sleep&epsilon=0.2");
  expect(densityAt("#/density?data=sleep&epsilon=0.2&h=0.7").band).toBeLessThan(narrow.band);
  expect(threeDigits(densityAt("#/density?data=sleep&epsilon=0.1&kernel=exponential").band)).toBe("0.122");
  says("smooth-or-rough", "± 0.0972", "± 0.122");
});

test("odds at ε = 32", () => {
  expect(Math.exp(32) / 1e12).toBeCloseTo(79, 0);
  says("more-than-a-number", "79 million million", "7.9 · 10¹³");
});
