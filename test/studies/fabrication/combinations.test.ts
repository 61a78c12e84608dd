import { test } from "vitest";
import {
  fabricationCombinations,
  fabricationOptions,
} from "../../../src/core/affineHull/fabrication/fabricationCombinations.ts";
import type { FabricationContract, FabricationRequest } from "../../../src/core/affineHull/fabricationContract.ts";
import { refusalOf } from "../../../src/core/combinations.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { study } from "../../../src/studies/fabrication/definition.ts";
import { fabricationProblems } from "../../../src/studies/fabrication/model/problems.ts";
import type { FabricationScenario } from "../../../src/studies/fabrication/model/scenario.ts";
import { studyWorker } from "../../../workers/studies/fabrication.ts";
import { expectOneAnswer, pairsOf, type Combining } from "../combining.ts";

const places = Float64Array.from({ length: 30 }, (_, i) => ((i * 17) % 30) / 30);
const table = tableOf([
  ...["a", "b", "c"].map((name, k) => ({ name, values: places.map((x) => (x * (2 * k + 1)) % 1) })),
  { name: "kind", values: Array.from(places, (_, i) => (i % 3 === 0 ? "u" : "v")) },
  { name: "who", values: Array.from(places, (_, i) => `p${i % 20}`) },
]);
const outline = outlineOf(table);
const unit = [0, 1] as const;
const on: Readonly<Record<string, { readonly scenario: Partial<FabricationScenario> }>> = {
  entry: { scenario: { protection: "entry" } },
  record: { scenario: { protection: "record" } },
  atom: { scenario: { atom: "delta" } },
  staircase: { scenario: { atom: "staircase", adjacency: 1 } },
  smallChange: { scenario: { adjacency: 0.5 } },
  further: { scenario: { further: [{ name: "c", domain: unit, at: 0.5 }] } },
  persons: { scenario: { person: "who", perPerson: 2 } },
  oneTable: { scenario: { label: "" } },
  classes: { scenario: { parties: 2, sharing: "classes" } },
  halves: { scenario: { parties: 3, sharing: "halves" } },
  tolerance: { scenario: { tolerance: 0.02 } },
  deep: { scenario: { subspaceDimension: 2, depth: 2, branches: 2 } },
  noisy: { scenario: { model: "noisy", origin: "corner" } },
  classical: { scenario: { calibration: "classical" } },
  secure: { scenario: { seed: "secure" } },
};

const fabrication: Combining<string, FabricationScenario, FabricationRequest, FabricationContract["records"]> = {
  table: fabricationCombinations,
  base: {
    ...study.links.decode("#/fabrication").values,
    ...{ data: "own", x: "a", y: "b", label: "kind", domainX: unit, domainY: unit, further: [] },
    ...{ subspaceDimension: 1, depth: 1, branches: 1, steps: 1, seed: 1, person: "" },
  },
  on,
  askedOptions: (scenario) =>
    new Set([
      ...fabricationOptions(scenario),
      ...Object.keys(on).filter((option) =>
        Object.entries(on[option]!.scenario).every(([field, value]) => scenario[field as "x"] === value),
      ),
    ]),
  problemsOf: (scenario) => fabricationProblems(scenario, undefined),
  recordsOf: (scenario) => studyWorker.recordsFrom(table, study.session.choiceOf(scenario, outline)!),
  requestOf: (scenario) => ({ ...study.session.requestOf(scenario), fieldCount: 0 }),
  uses: ["latticeRelease", "buyTolerance", "bounds", "federated"],
  sections: ["bounds"],
  isOffered: (_, shown) => refusalOf(fabricationCombinations, "bounds", fabricationOptions(shown)) === undefined,
  ask: (records, parameters, use) => {
    const tasks = studyWorker.tasksOn(records);
    const allocate = (length: number) => new Float64Array(length);
    const { epsilon, delta, seed, frames, fieldCount, ...table } = parameters;
    const budget = { epsilon, delta: delta || 1e-5, calibration: "analytic" } as const;
    const asked: Readonly<Record<string, () => unknown>> = {
      latticeRelease: () => tasks.latticeRelease.run({ ...table, budget }, allocate),
      buyTolerance: () => tasks.purchase.run({ ...table, epsilon, delta }, allocate),
      bounds: () => tasks.checkingBounds.run(parameters, allocate),
      federated: () => tasks.federating.run({ ...parameters, at: table.ranges.map(() => 0.5) }, allocate),
    };
    return lastOf(
      (use === undefined ? tasks.release.run(parameters, allocate) : asked[use]!()) as Generator<unknown, unknown>,
    );
  },
};

test.each(pairsOf(fabrication))("$a with $b: answered, or refused with one sentence by control and worker", (pair) => {
  expectOneAnswer(fabrication, pair);
});
