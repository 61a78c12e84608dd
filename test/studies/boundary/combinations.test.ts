import { expect, test } from "vitest";
import { boundaryCombinations } from "../../../src/core/erm/boundary/boundaryCombinations.ts";
import type { BoundaryOption, BoundaryUse } from "../../../src/core/erm/boundary/boundaryCombinations.ts";
import type { BoundaryContract } from "../../../src/core/erm/boundaryContract.ts";
import type { BoundaryParameters } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import { askedOptions, refusedUse } from "../../../src/studies/boundary/model/options.ts";
import { boundaryProblems } from "../../../src/studies/boundary/model/problems.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import type { BoundaryProps } from "../../../src/studies/boundary/model/view.ts";
import { studyWorker } from "../../../workers/studies/boundary.ts";
import { expectOneAnswer, pairsOf, type Combining } from "../combining.ts";
import { curve, own } from "./scenarios.ts";

type Records = BoundaryContract["records"];

const places = Float64Array.from({ length: 40 }, (_, i) => ((i * 17) % 40) / 40);
const table = tableOf([
  ...["a", "b", "c", "d", "e"].map((name, k) => ({ name, values: places.map((x) => (x * (2 * k + 1)) % 1) })),
  { name: "kind", values: Array.from(places, (x) => (x < 0.5 ? "early" : "late")) },
  { name: "ward", values: Array.from(places, (_, i) => (i % 3 === 0 ? "u" : "v")) },
  { name: "who", values: Array.from(places, (_, i) => `p${i % 25}`) },
]);
const outline = outlineOf(table);
const further = { name: "c", domain: [0, 1], at: 0.5 } as const;
const unit = [0, 1] as const;

const boundary: Combining<BoundaryOption, BoundaryScenario, BoundaryParameters, Records> = {
  table: boundaryCombinations,
  base: {
    ...{ ...own, x: "a", y: "b", response: "kind", domainX: unit, domainY: unit, seed: 1, draws: 1 },
    ...{ penalty: 0.1, lengthScale: 0.5 },
  },
  on: {
    labels: { scenario: {} },
    responses: {
      scenario: { ...curve, data: "own", x: "a", response: "b", domainX: unit, range: unit, penalty: 0.1, seed: 1 },
    },
    further: { scenario: { further: [further] } },
    manyInputs: { scenario: { further: ["c", "d", "e"].map((name) => ({ ...further, name })) } },
    otherKernel: { scenario: { kernel: "matern32" } },
    landmarks: { scenario: { solver: "landmarks" } },
    groups: { scenario: { groups: "ward", levels: "u, v" } },
    absent: { scenario: { most: 50 }, parameters: { mostRecords: 50 } },
    persons: { scenario: { person: "who", perPerson: 2 } },
  },
  askedOptions,
  problemsOf: (scenario) => boundaryProblems(scenario, undefined),
  recordsOf: (scenario) => studyWorker.recordsFrom(table, study.session.choiceOf(scenario, outline)!),
  requestOf: study.session.requestOf,
  uses: [
    "comparison",
    "sobolev",
    "lattice",
    "learners",
    "classifier",
    "priestleyChao",
    "buyPenalty",
    "predictions",
    "choice",
    "online",
  ],
  unseen: Object.fromEntries(
    (["learners", "classifier", "priestleyChao"] as const).map((use) => [use, ["landmarks", "otherKernel", "absent"]]),
  ),
  partOf: {
    ...{ sobolev: "comparison", lattice: "comparison", classifier: "learners", priestleyChao: "learners" },
  },
  sections: ["comparison", "learners", "buyPenalty", "predictions", "choice", "online"],
  isOffered: (use, shown) => {
    const applies = study.screen.sections!.find(({ id }) => id === use)!.applies!({ shown } as BoundaryProps);
    // A mechanism cannot be compared with itself.
    const isAlone = (["sobolev", "lattice"] as const).every((other) => refusedUse(other, shown) !== undefined);
    if (use === "comparison") return applies || isAlone;
    // These two refuse it themselves, unless there are groups, or for learners absent records.
    const isOfOne = shown.groups === "" && (use !== "learners" || shown.most === "public");
    const isSaid = ["learners", "predictions"].includes(use) && isOfOne;
    return isSaid && refusedUse(use as BoundaryUse, shown) !== undefined ? !applies : applies;
  },
  ask: (records, parameters, use) => {
    const tasks = studyWorker.tasksOn(records);
    const allocate = (length: number) => new Float64Array(length);
    const compared = (mechanism: string) =>
      begun(
        tasks.compare.run(
          {
            ...{ fit: parameters, mechanism, recordCount: 40, calibration: "analytic", delta: 1e-6, epsilons: [1] },
            ...{ repeats: 1, seed: 1, signs: false },
          } as never,
          allocate,
        ),
      );
    const { domain, held, responseRange, groups: _, ...rest } = parameters;
    const learned = (learner: string) =>
      tasks.learner.run(
        {
          ...{ ...rest, domain, held, responseRange, learner, width: 0.5, gapFactor: 1 },
          choice: { law: "laplace", size: { kind: "byHand", degree: 1, iterations: 1 } },
        } as never,
        allocate,
      );
    const at = { dimension: domain.length, coordinates: new Float64Array(domain.length) };
    const budget = { epsilon: 1, delta: 1e-6, calibration: "analytic" } as const;
    const candidates = [0, 1].map((value) => new Float64Array(responseRange ? 500 : 40_000).fill(value));
    const asked: Partial<Record<BoundaryOption, () => unknown>> = {
      comparison: () => compared("gaussianProcess"),
      sobolev: () => compared("sobolev"),
      lattice: () => compared("bernsteinLaplace"),
      learners: () => learned("kernelMachine"),
      classifier: () => learned("naiveBayesKernel"),
      priestleyChao: () => learned("priestleyChao"),
      buyPenalty: () => begun(tasks.purchase.run({ ...parameters, penalties: [0.1, 1], epsilon: 1 }, allocate)),
      predictions: () => begun(tasks.predictions.run({ ...parameters, budget, at }, allocate)),
      choice: () => begun(tasks.choose.run({ ...parameters, epsilon: 1, candidates }, allocate)),
      online: () => begun(tasks.onlineOpen.run({ ...parameters, budget }, allocate)),
    };
    return begun(use ? asked[use]!() : tasks.release.run(parameters, allocate));
  },
};

/** The first slice of a task: whatever it refuses, it refuses before. */
function begun(task: unknown): unknown {
  return task instanceof Object && "next" in task ? (task as Iterator<number>).next() : task;
}

const pairs = pairsOf(boundary);

test("the pairs reach every row of the table", () => {
  const uses = new Set<BoundaryOption>([...boundary.uses, ...boundary.sections, "map", "editing"]);
  for (const [option, others, sentence] of boundaryCombinations.clashes)
    for (const other of others) {
      const isOn = (one: BoundaryOption, asked: ReadonlySet<BoundaryOption>) => uses.has(one) || asked.has(one);
      const isReached = pairs.some(({ asked }) => isOn(option, asked) && isOn(other, asked));
      expect(isReached, `${option} and ${other}: ${sentence}`).toBe(true);
    }
});

test.each(pairs)("$a with $b: answered, or refused with one sentence by control and worker", (pair) => {
  expectOneAnswer(boundary, pair);
});
