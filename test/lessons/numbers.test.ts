import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadExample } from "../../src/core/examples/examples.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { achievedEpsilon, analyticNoiseMultiplier } from "../../src/core/privacy/calibration/gaussian.ts";
import { visibilityAt } from "../../src/core/density/peakVisibility.ts";
import { lastOf } from "../../src/core/slices.ts";
import { threeDigits } from "../support/threeDigits.ts";
import { normalCdf } from "../../src/core/special/normal.ts";
import { smallDigits } from "../../src/core/examples/smallDigits.ts";
import { entryMechanism } from "../../src/core/privacy/mechanisms/entryMechanism.ts";
import { spentOf } from "../../src/lessons/PursePicture.tsx";
import { largestDifference } from "../../src/panels/pictures/largestDifference.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { withFlipped } from "../../src/studies/boundary/model/editing.ts";
import { performanceOf } from "../../src/studies/boundary/model/performance.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
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
function densityAt(link: string, crowd = 1) {
  const { values } = study.links.decode(link);
  const table = loadExample(values.data);
  const few = studyWorker.recordsFrom(table, study.session.choiceOf(values, outlineOf(table))!);
  const { coordinates } = few.points;
  const many = Float64Array.from(
    { length: crowd * coordinates.length },
    (_, i) => coordinates[i % coordinates.length]!,
  );
  const records = { ...few, points: { ...few.points, coordinates: many } };
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
    highest: Math.max(...release.estimate),
    h: values.h,
    n: records.points.coordinates.length,
  };
}

test("the band and the bump of one person", () => {
  const { band, h, n } = densityAt("#/density?data=sleep");
  const bump = 1 / (n * h * Math.sqrt(2 * Math.PI));
  expect([threeDigits(band), threeDigits(bump)]).toEqual(["0.0118", "0.00114"]);
  says("the-survey", "0.0118", "0.00114");
  const crowd = threeDigits(epsilonOf(muOf(1) / 10));
  expect([crowd, threeDigits(densityAt(`#/density?data=sleep&epsilon=${crowd}`, 10).band)]).toEqual([
    "0.0809",
    "0.0118",
  ]);
  const few = densityAt(`#/density?data=sleep&epsilon=${crowd}`);
  expect([threeDigits(few.band), few.visibility()[2]]).toEqual(["0.118", 2]);
  says(
    "you",
    "0.00114",
    "± 0.0118",
    "To 0.0809, twelve times",
    "± 0.118, and both peaks stay in 2 of 100",
    "bump of the same height, 0.00114",
  );
});

test("peaks that stay visible, and how the band grows", () => {
  expect(densityAt("#/density?data=sleep&epsilon=0.2").visibility()[2]).toBe(86);
  const tenth = densityAt("#/density?data=sleep&epsilon=0.1");
  expect(tenth.visibility()[2]).toBe(6);
  expect(threeDigits(tenth.band)).toBe("0.0972");
  expect(threeDigits(densityAt("#/density?data=sleep&epsilon=0.05").band)).toBe("0.183");
  says("turn-the-knob", "86 of 100", "at 0.1 in 6", "± 0.0972", "± 0.183");
  const twentieth = densityAt("#/density?data=sleep&epsilon=0.05");
  expect([twentieth.visibility()[0], twentieth.visibility()[2], threeDigits(twentieth.highest)]).toEqual([
    58,
    0,
    "0.361",
  ]);
  says("turn-the-knob", "which is 0.361", "In 58 of 100 releases a test finds neither of the two peaks");
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

  test("at ε = 50 nearly always, and in between", () => {
    expect(normalCdf(muOf(50) / 2)).toBeGreaterThan(0.995);
    expect([0.1, 3, 20].map((epsilon) => Math.round(100 * normalCdf(muOf(epsilon) / 2)))).toEqual([51, 64, 96]);
    says("the-worst-attacker", "in 51 of 100 at ε = 0.1, in 64 at 3, in 96 at 20");
  });

  test("odds grow by e to the power of ε", () => {
    const odds = Math.E / 99;
    expect([threeDigits((100 * odds) / (1 + odds)), threeDigits(1 / odds)]).toEqual(["2.67", "36.4"]);
    expect(Math.exp(10) / 1000).toBeCloseTo(22, 1);
    const certain = Math.exp(10) / 99;
    expect([threeDigits((100 * certain) / (1 + certain)), threeDigits(certain)]).toEqual(["99.6", "222"]);
    says("the-worst-attacker", "99.6 in 100", "222 to 1", "2.7 in 100", "1 to 36.4", "22,000 at ε = 10");
  });
});

test("fifty draws: their average, and their cost", () => {
  const { band } = densityAt("#/density?data=sleep&epsilon=0.1");
  expect(threeDigits(band / Math.sqrt(50))).toBe("0.0137");
  expect(threeDigits(epsilonOf(Math.sqrt(50) * muOf(0.1)))).toBe("0.845");
  says("ask-again", "√50 is 7.1", "± 0.0137", "ε = 0.845");
  const four = epsilonOf(2 * muOf(0.1));
  expect([threeDigits(band / 2), threeDigits(four)]).toEqual(["0.0486", "0.213"]);
  expect(densityAt(`#/density?data=sleep&epsilon=${four}`).visibility()[2]).toBe(91);
  expect(densityAt(`#/density?data=sleep&epsilon=${epsilonOf(Math.sqrt(3) * muOf(0.1))}`).visibility()[2]).toBeLessThan(
    90,
  );
  says("ask-again", "± 0.0486", "91 of 100", "ε = 0.213", "epsilon=0.213", "right 4 within");
});

test("one to four releases at ε = 1", () => {
  const totals = [1, 2, 3, 4].map((k) => threeDigits(spentOf(1, k)));
  expect(totals).toEqual(["1", "1.47", "1.83", "2.15"]);
  says("the-purse", totals.join(", "), "declare ε = 2.2,");
  expect(spentOf(1, 4)).toBeLessThan(2.2);
  expect(spentOf(1, 5)).toBeGreaterThan(2.2);
  expect([threeDigits(spentOf(0.25, 16)), threeDigits(epsilonOf(2 * muOf(1)))]).toEqual(["1.14", totals[3]]);
  says("the-purse", "right 1.14 within", "ε = 1.14");
});

test("δ of a thousand people", () => {
  expect(1000 * 1e-5).toBeCloseTo(0.01, 15);
  const grown =
    analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 }) / analyticNoiseMultiplier({ epsilon: 1, delta: 1e-3 });
  expect(grown).toBeGreaterThan(1.25);
  expect(grown).toBeLessThan(1.5);
  const smaller = analyticNoiseMultiplier({ epsilon: 1, delta: 1e-8 }) * muOf(1);
  expect(threeDigits(smaller)).toBe("1.37");
  says("what-delta-is", "1 chance in 100", "less than half", "1.37 times");
});

test("wider bumps need less noise, rougher ones more", () => {
  const narrow = densityAt("#/density?data=sleep&epsilon=0.2");
  expect(densityAt("#/density?data=sleep&epsilon=0.2&h=0.7").band).toBeLessThan(narrow.band);
  expect(threeDigits(densityAt("#/density?data=sleep&epsilon=0.1&kernel=exponential").band)).toBe("0.122");
  const wide = densityAt("#/density?data=sleep&h=1");
  const usual = densityAt("#/density?data=sleep&h=0.35");
  expect([threeDigits(wide.highest), threeDigits(usual.highest), wide.visibility().length - 1]).toEqual([
    "0.218",
    "0.361",
    1,
  ]);
  expect(wide.band / usual.band).toBeCloseTo(0.35, 2);
  says("smooth-or-rough", "± 0.0972", "± 0.122", "0.218 in place of 0.361", "about a third");
});

describe("the flipped label", () => {
  function boundaryAt(link: string) {
    const { values } = boundary.links.decode(link);
    const table = loadExample(values.data);
    const records = boundaryWorker.recordsFrom(table, boundary.session.choiceOf(values, outlineOf(table))!);
    const parameters = boundary.session.requestOf(values);
    const allocate = (length: number) => new Float64Array(length);
    const released = (of: typeof records) => {
      const computed = boundaryWorker.tasksOn(of).release.run(parameters, allocate);
      return "next" in computed ? lastOf(computed) : computed;
    };
    const release = released(records);
    const held = boundaryWorker.tasksOn(records).heldOut.run(parameters, allocate);
    const predicted = "next" in held ? lastOf(held) : held;
    const right = (epsilon: number) => {
      const sigma = release.sensitivity * analyticNoiseMultiplier({ epsilon, delta: values.delta });
      const { expectedPrivate } = performanceOf({ parameters, responses: records.responses, predicted, sigma });
      return Math.round(100 * expectedPrivate);
    };
    /** Persons by how surely they are on their own side. */
    const margins = Array.from(release.fitted, (f, i) => ({ i, margin: f * records.responses[i]! }));
    margins.sort((a, b) => a.margin - b.margin);
    const flipped = (rank: number) =>
      largestDifference(released(withFlipped(records, margins[rank]!.i)).estimate, release.estimate);
    return { sensitivity: release.sensitivity, right, flipped, marginAt: (rank: number) => margins[rank]!.margin };
  }

  test("a flip near the line, a flip deep inside, and the bound", () => {
    const { sensitivity, flipped, marginAt } = boundaryAt("#/boundary?data=moons");
    expect([marginAt(20) < 0.2, marginAt(200) > 1]).toEqual([true, true]);
    expect([flipped(20), flipped(200), sensitivity].map(threeDigits)).toEqual(["0.0587", "0.00231", "0.131"]);
    says("the-flipped-label", "0.0587", "0.00231", "Δ = 0.131");
  });

  test("ten times the penalty is a tenth of the bound", () => {
    const [usual, large] = ["", "&penalty=0.2"].map((more) => boundaryAt(`#/boundary?data=moons${more}`).sensitivity);
    expect(large! / usual!).toBeCloseTo(0.1, 6);
    expect(threeDigits(large!)).toBe("0.0131");
    says("the-flipped-label", "[x] a tenth", "from 0.131 to 0.0131");
  });

  test("right labels by ε", () => {
    const { right } = boundaryAt("#/boundary?data=moons");
    expect([2, 1, 0.5, 0.1].map(right)).toEqual([96, 94, 86, 61]);
    says("the-flipped-label", "labels 96 of 100", "right 61 within", "61 of 100. At ε = 0.5 it is 86, at 1 it is 94");
  });
});

test("a digit has 64 pixels, and each costs", () => {
  const { dimension } = smallDigits();
  const { kind, ...loss } = entryMechanism({ entries: dimension, adjacency: 1, pointMass: 0 }).lossOf(1 / 8);
  expect(kind).toBe("pure");
  expect("epsilon" in loss && loss.epsilon).toBeCloseTo(512, 6);
  expect(threeDigits(1 / dimension)).toBe("0.0156");
  says(
    "more-than-a-number",
    `${dimension} pixels`,
    "right 512",
    "which is 512",
    "right 0.0156",
    "1/64, which is 0.0156",
  );
});

test("odds at ε = 32", () => {
  expect(Math.exp(32) / 1e12).toBeCloseTo(79, 0);
  says("more-than-a-number", "79 million million", "7.9 · 10¹³");
});
