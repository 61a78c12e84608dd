import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import { zippedRelease } from "../../src/core/release/file/releaseBundle.ts";
import type { StudyContract } from "../../src/core/release/contract.ts";
import type { CommonFacts } from "../../src/panels/study/study.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { releasePredictions } from "../../src/studies/boundary/sections/predictionRelease.ts";
import { releaseLearner } from "../../src/studies/boundary/sections/learnerRelease.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { exampleScenario } from "../support/exampleScenario.ts";
import { neighboursOf } from "../support/neighbouringRecords.ts";
import { publicOf, withNumbersOf } from "../support/publicBytes.ts";
import { recordsOf, releasedOf } from "../support/releasedRecords.ts";
import type { Hands, Made, Workplace } from "../support/releasedRecords.ts";
import { firstOf } from "../support/fuzzing.ts";

// An enemy chooses two neighbouring tables, and reads every byte that leaves: files, ledger, database, events, addresses, what
// the page says, how much randomness it took. With the same random bits only the released integers may differ, and what is
// made of them; and where these happen to be the same, nothing may.

const places = {
  density: { study: density, worker: densityWorker },
  boundary: { study: boundary, worker: boundaryWorker },
  meanCurve: { study: meanCurve, worker: meanCurveWorker },
  fabrication: { study: fabrication, worker: fabricationWorker },
} as const;

// Every study, and every kind of noise: on a grid, on a polynomial, beside an atom, on landmarks, of a table; then variants.
const cases = [
  ["density", "hall-1", ""],
  ["density", "sleep", "&route=bernsteinLaplace"],
  ["density", "sleep", "&atom=7"],
  ["boundary", "cars", "&solver=landmarks"],
  ["boundary", "cars", ""],
  ["meanCurve", "chick-weight", ""],
  ["fabrication", "iris", "&steps=2"],
  ["fabrication", "iris", "&protect=record&steps=2"],
  ["boundary", "iris", "&solver=landmarks"],
  ["density", "sleep", "&route=bernsteinComposed"],
  ["density", "irises", ""],
  ["meanCurve", "trial-arms", ""],
] as const;

test.each(firstOf(cases, 8))(
  "%s, %s%s: all bytes of neighbours are the same, but for the integers",
  async (study, data, change) => {
    switch (study) {
      case "density":
        return same(places.density, data, change);
      case "boundary":
        return same(places.boundary, data, change);
      case "meanCurve":
        return same(places.meanCurve, data, change);
      case "fabrication":
        return same(places.fabrication, data, change);
    }
  },
);

test("a number of the preview, or a count of records, that is said with a release is found", async () => {
  const { study, worker } = places.density;
  const ofScreen: typeof study.table = (shown, view) => {
    const table = study.table(shown, view);
    return { ...table, settings: [...table.settings, `highest = ${Math.max(...view.released)}`] };
  };
  const ofRecords: typeof study.views.factsOf = (answer, shown) => {
    const facts = study.views.factsOf(answer, shown);
    return { ...facts, recordCount: facts.recordCount + answer.release.clampedCount };
  };
  const found = /expected .* to/;
  await expect(same({ worker, study: { ...study, table: ofScreen } }, "hall-1", "")).rejects.toThrow(found);
  const counting = { ...study, views: { ...study.views, factsOf: ofRecords } };
  await expect(same({ worker, study: counting }, "hall-1", "")).rejects.toThrow(found);
});

describe("what a section of the boundary releases: all bytes of neighbours are the same, but for the integers", () => {
  test("predictions", async () => {
    const points = { dimension: 2, coordinates: Float64Array.of(1, 0.5, 4, 1.5, 4, 1.5) };
    await same(places.boundary, "iris", "", async ({ shown, view, client, records, spend }) => {
      const made = await releasePredictions(
        { shown, client, spend },
        { points, origin: undefined, count: 3, records, view },
      );
      return { said: made.problem, file: made.released?.file };
    });
  });

  test("a learner as a polynomial", async () => {
    await same(places.boundary, "iris", "", async ({ shown, view, client, records, spend }) => {
      const settings = {
        law: "laplace",
        byHand: { degree: 6, iterations: 2 },
        width: 0.3,
        power: 1,
        gapFactor: 3,
      } as const;
      const made = await releaseLearner(
        { shown, client, spend },
        {
          ...{
            name: "Naive Bayes",
            settings,
            records,
            view,
            budget: { ...view.budget, loss: { kind: "pure", epsilon: shown.epsilon } },
          },
          shape: {
            learner: "naiveBayesKernel",
            domain: [shown.domainX, shown.domainY],
            width: 0.3,
            gapFactor: 3,
            penalty: 1,
          },
          choice: { law: "laplace", size: { kind: "byHand", ...settings.byHand } },
        },
      );
      return { said: made.released ? undefined : made.said, file: made.released?.file };
    });
  });
});

async function same<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  place: Workplace<S, C, M, F, I, T>,
  data: string,
  change: string,
  release?: (hands: Hands<S, C, F, I>) => Promise<Made>,
): Promise<void> {
  const ofExample = exampleScenario(place.study, data, change);
  const records = recordsOf(place, data, ofExample);
  const positive = (records as { classNames?: readonly string[] }).classNames?.[1];
  // As one's own data, of which less is public.
  const scenario: S = { ...ofExample, data: ownData, seed: "secure", view: "outside", ...(positive && { positive }) };
  const first = await releasedOf(place, scenario, records, { screen: 1, release });
  expect(first.said).toBeUndefined();
  const file = first.released!;
  // The archive is made of the release file alone, and so is all that the page offers of a release.
  for (const [name, , bytes] of first.files)
    if (name.endsWith(".zip")) expect(bytes).toBe(Buffer.from(zippedRelease(file)).toString("latin1"));

  let [alike, different] = [0, 0];
  for (const [k, changed] of neighboursOf(records, [(x) => x + 1e-13 * (1 + Math.abs(x)), () => 1e12]).entries()) {
    const second = await releasedOf(place, scenario, changed, { screen: 2 + k, release });
    const { integers } = second.released!.mechanism;
    if (JSON.stringify(integers) === JSON.stringify(file.mechanism.integers)) {
      alike++;
      expect(second).toEqual(first);
    } else {
      different++;
      expect(publicOf(second)).toEqual(publicOf(first));
    }
    expect(JSON.stringify(withNumbersOf(second.released!, file))).toBe(JSON.stringify(file));
  }
  expect(Math.min(alike, different)).toBeGreaterThan(0);
}
