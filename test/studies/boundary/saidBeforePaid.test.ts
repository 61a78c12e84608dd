import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import { study } from "../../../src/studies/boundary/definition.ts";
import { releaseLearner } from "../../../src/studies/boundary/sections/learnerRelease.ts";
import { releasePredictions } from "../../../src/studies/boundary/sections/predictionRelease.ts";
import type { BoundaryFacts, BoundaryInside } from "../../../src/studies/boundary/model/view.ts";
import type { BoundaryContract } from "../../../src/core/erm/boundaryContract.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { studyWorker as worker } from "../../../workers/studies/boundary.ts";
import { recordsOf, releasedOf } from "../../support/releasedRecords.ts";
import type { Hands, Made } from "../../support/releasedRecords.ts";

type Given = Hands<BoundaryScenario, BoundaryContract, BoundaryFacts, BoundaryInside>;

const place = { study, worker };
const { values: scenario } = study.links.decode("#/boundary?v=1&data=iris&epsilon=1");
const records = recordsOf(place, "iris", scenario);

const sections: readonly (readonly [string, (hands: Given) => Promise<Made>])[] = [
  [
    "predictions",
    async ({ view, records, ...hands }) => {
      const points = { dimension: 2, coordinates: Float64Array.of(4, 1) };
      const { problem, released } = await releasePredictions(hands, {
        points,
        origin: undefined,
        count: 1,
        records,
        view,
      });
      return { said: problem, file: released?.file };
    },
  ],
  [
    "a learner",
    async ({ view, records, ...hands }) => {
      const { epsilon, domainX, domainY } = hands.shown;
      const byHand = { degree: 3, iterations: 1 };
      const settings = { law: "laplace", byHand, width: 0.3, power: 1, gapFactor: 3 } as const;
      const { said, released } = await releaseLearner(hands, {
        ...{ name: "Naive Bayes", settings, records, view },
        budget: { ...view.budget, loss: { kind: "pure", epsilon } },
        choice: { law: "laplace", size: { kind: "byHand", ...byHand } },
        shape: { learner: "naiveBayesKernel", domain: [domainX, domainY], width: 0.3, gapFactor: 3, penalty: 1 },
      });
      return { said: released ? undefined : said, file: released?.file };
    },
  ],
];

describe.each(sections)("%s", (_, release) => {
  const made = (change: Partial<BoundaryScenario>) =>
    releasedOf(place, { ...scenario, view: "outside", ...change }, records, { screen: 1, release });

  test("whose words fit into a file is entered, drawn, and has them", async () => {
    const { said, released, ledger } = await made({});
    expect(said).toBeUndefined();
    const { entries } = JSON.parse(ledger[1]) as { entries: { id: string; release: string; parameters: unknown }[] };
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ id: released!.ledgerEntry, release: released!.digest });
    expect(released!.sheet.parameters.length).toBeGreaterThan(3);
    expect(entries[0]!.parameters).toEqual(expect.arrayContaining([...released!.sheet.parameters]));
    expect(released!.sheet.composition).toMatch(/^Draw 1 of these data/);
    expect(released!.provenance.length).toBeGreaterThan(0);
  });

  test.each([
    ["a column of too long a name", { x: "x".repeat(201) }, /at most 200 characters; the column “x{20}…” has 201/],
    ["a column with half of a character", { x: "\uD83D" }, /^A release file cannot hold this: /],
    ["a class with half of a character", { data: "own", positive: "\uD83D" }, /^A release file cannot hold this: /],
    ["a class of too long a name", { data: "own", positive: "x".repeat(4001) }, /^A release file cannot hold this: /],
  ] as const)("with %s is refused before anything is entered or drawn", async (__, change, sentence) => {
    const { said, released, ledger, stored } = await made(change);
    expect(said).toMatch(sentence);
    expect(released).toBeUndefined();
    expect((JSON.parse(ledger[1]) as { entries: unknown[] }).entries).toEqual([]);
    expect(stored).toContain('"entries":[]');
  });
});
