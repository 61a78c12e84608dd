import { describe, expect, test } from "vitest";
import { lastOf } from "../../src/core/slices.ts";
import { learntAt } from "../../src/panels/guarantee/promiseWords.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { noiseWithin } from "../../src/studies/fabrication/words/sentence.ts";
import { answerOf } from "./answering.ts";
import { shownOf } from "./presenting.ts";

/** A sentence, and where it is said and where it is not. */
interface Row {
  readonly words: string;
  readonly at: readonly number[];
  readonly notAt: readonly number[];
}

function expectWords(said: (epsilon: number) => string, rows: readonly Row[]): void {
  for (const { words, at, notAt } of rows) {
    expect(
      at.filter((epsilon) => said(epsilon).includes(words)),
      words,
    ).toEqual(at);
    expect(
      notAt.filter((epsilon) => said(epsilon).includes(words)),
      words,
    ).toEqual([]);
  }
}

describe("words that are true at every ε", () => {
  test("what a promise lets others learn: little up to ln 3, hardly any protection beyond ln 1000", () => {
    expectWords(
      (epsilon) => learntAt(epsilon, "you"),
      [
        { words: "learns little", at: [0.01, 0.5, 1.098], notAt: [1.099, 3, 10, 50] },
        { words: "times likelier", at: [1.099, 3, 6.907], notAt: [0.5, 1.098, 6.908, 50] },
        { words: "protects hardly anyone", at: [6.908, 10, 50], notAt: [0.5, 3, 6.907] },
      ],
    );
  });

  test("peaks of a density, counted in 100 releases, and praise where all are gone", () => {
    const scenario = density.links.decode("#/density?data=sleep").values;
    const answer = answerOf(density, densityWorker, scenario);
    const counting = densityWorker
      .tasksOn(answer.records)
      .visibility.run(answer.parameters, (length) => new Float64Array(length));
    const visibility = "next" in counting ? lastOf(counting) : counting;
    const said = (epsilon: number) => {
      const shown = { ...scenario, epsilon };
      const { view } = shownOf(density, { ...answer, scenario: shown }, shown, { difference: undefined, visibility });
      return `${density.lead(shown, view)} ${density.sentence(shown, view)}`;
    };
    expectWords(said, [
      { words: "You found it", at: [0.01, 0.02], notAt: [0.1, 1, 10] },
      { words: "the peaks are gone: in 100 of 100", at: [0.01], notAt: [0.1, 1, 10] },
      { words: "stay visible: in 100 of 100", at: [1, 10, 50], notAt: [0.01, 0.05] },
      { words: "Visible: it rises by more than noise makes in 95 of 100", at: [0.05, 1, 50], notAt: [0.01] },
      { words: "Pull ε left until the peaks are gone", at: [0.1, 1, 50], notAt: [0.01] },
    ]);
  });

  test("the line of a boundary, and praise where it is lost", () => {
    const scenario = boundary.links.decode("#/boundary?data=iris").values;
    const answer = answerOf(boundary, boundaryWorker, scenario);
    const said = (epsilon: number) => {
      const shown = { ...scenario, epsilon };
      return boundary.lead(shown, shownOf(boundary, { ...answer, scenario: shown }, shown).view);
    };
    expectWords(said, [
      { words: "You found it", at: [0.01, 0.1], notAt: [2, 10] },
      { words: "Pull ε left until it is lost", at: [2, 10], notAt: [0.01] },
    ]);
  });

  test("a mean curve: which of privacy and smoothing costs more, and praise where noise hides it", () => {
    const scenario = meanCurve.links.decode("#/meanCurve?data=chick-weight").values;
    const answer = answerOf(meanCurve, meanCurveWorker, scenario);
    const said = (epsilon: number) => {
      const shown = { ...scenario, epsilon };
      const { view } = shownOf(meanCurve, { ...answer, scenario: shown }, shown);
      return `${meanCurve.lead(shown, view)} ${meanCurve.sentence(shown, view)}`;
    };
    expectWords(said, [
      { words: "You found it", at: [0.1, 0.4], notAt: [2, 10] },
      { words: "the noise drowns the mean", at: [0.1, 0.4], notAt: [2, 10] },
      { words: "privacy costs more than smoothing", at: [0.1, 1], notAt: [50] },
      { words: "smoothing costs more than privacy", at: [50], notAt: [0.1, 1] },
    ]);
  });

  test("a fabricated table: an ε that protects hardly anyone, and what smoothing does in the shown draw", () => {
    const scenario = fabrication.links.decode("#/fabrication?data=moons&test=0&field=none").values;
    const known = new Map<number, string>();
    const said = (epsilon: number) => {
      const shown = { ...scenario, epsilon };
      const { view } = shownOf(fabrication, answerOf(fabrication, fabricationWorker, shown), shown);
      known.set(epsilon, `${fabrication.lead(shown, view)} ${fabrication.sentence(shown, view)}`);
      return known.get(epsilon)!;
    };
    expectWords(
      (epsilon) => known.get(epsilon) ?? said(epsilon),
      [
        { words: "protects hardly anyone", at: [64], notAt: [1] },
        { words: "In this draw smoothing brings the rows nearer", at: [1], notAt: [64] },
        { words: "In this draw smoothing hurts", at: [64], notAt: [1] },
        { words: "You found it", at: [0.05, 0.6], notAt: [1, 64] },
        { words: "wherever the records are", at: [0.05, 0.6], notAt: [1, 64] },
      ],
    );
  });

  test.each(["protect=entry", "protect=entry&atom=delta&delta=0.1", "protect=entry&atom=staircase", "protect=record"])(
    "the noise that a fabricated table names holds in 95 of 100 draws (%s)",
    (setting) => {
      const epsilon = 4;
      const shown = {
        ...fabrication.links.decode(`#/fabrication?data=moons&test=0&steps=1&field=none&${setting}`).values,
        epsilon,
      };
      const { view } = shownOf(fabrication, answerOf(fabrication, fabricationWorker, shown), shown);
      const within = noiseWithin(shown, view);
      const noise = view.facts.noisy.coordinates.map((value, i) => Math.abs(value - view.original![i]!));
      const held = noise.filter((value) => value <= within).length / noise.length;
      // Ranges are [0, 1]. Of 800 entries: 4.4 deviations of √(0.95·0.05/800), exceeded with probability 10⁻⁵.
      expect(Math.abs(held - 0.95)).toBeLessThan(0.034);
      expect(fabrication.sentence(shown, view)).toMatch(
        /^In 95 of 100 draws the noise of a number is at most [\d.]+ (% of|times) its range/,
      );
    },
  );
});
