import { expect, test } from "vitest";
import { clashesOf } from "../../../src/core/combinations.ts";
import { densityCombinations } from "../../../src/core/density/densityCombinations.ts";
import type { DensityOption } from "../../../src/core/density/densityCombinations.ts";
import type { DensityContract } from "../../../src/core/density/densityContract.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { study } from "../../../src/studies/density/definition.ts";
import { askedOptions, drawn } from "../../../src/studies/density/model/options.ts";
import { densityProblems } from "../../../src/studies/density/model/problems.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import type { DensityProps } from "../../../src/studies/density/model/view.ts";
import { densitySections } from "../../../src/studies/density/sections.ts";
import { studyWorker } from "../../../workers/studies/density.ts";
import { expectOneAnswer, pairsOf } from "../combining.ts";
import type { Combining } from "../combining.ts";
import { own } from "./scenarios.ts";

type Records = DensityContract["records"];

const places = Float64Array.from({ length: 40 }, (_, i) => (i * 17) % 40);
const table = tableOf([
  { name: "a", values: places.map((i) => (i % 9 === 0 ? 0 : i / 40)) },
  { name: "b", values: places.map((i) => ((i * 7) % 40) / 40) },
  { name: "c", values: places.map((i) => ((i * 3) % 40) / 40) },
  { name: "kind", values: Array.from(places, (i) => (i % 3 === 0 ? "u" : "v")) },
  { name: "who", values: Array.from(places, (i) => `p${i % 25}`) },
]);
const outline = outlineOf(table);

const density: Combining<DensityOption, DensityScenario, DensityParameters, Records> = {
  table: densityCombinations,
  base: { ...own, x: "a", domainX: [0, 1], h: 0.1, seed: 1, draws: 1 },
  on: {
    plane: { scenario: { y: "b", domainY: [0, 1], hy: 0.1 } },
    further: { scenario: { further: [{ name: "c", domain: [0, 1], at: 0.5 }] } },
    correlation: { scenario: { y: "b", domainY: [0, 1], hy: 0.1, correlation: 0.5 }, parameters: { correlation: 0.5 } },
    frame: { scenario: { ends: "folded" }, parameters: { reflection: true } },
    pointMass: { scenario: { atom: 0 }, parameters: { pointMass: 0 } },
    filter: { scenario: { only: "kind", onlyValue: "u" } },
    groups: { scenario: { groups: "kind", levels: "u, v" }, parameters: { levels: ["u", "v"] } },
    absent: { scenario: { most: 50 }, parameters: { mostRecords: 50 } },
    persons: { scenario: { person: "who", perPerson: 2 } },
    polynomial: { scenario: { route: "bernsteinLaplace", size: "byHand", degree: 4, iterations: 1 } },
    sobolev: { scenario: { route: "sobolev" } },
    otherBump: { scenario: { bump: "matern52" }, parameters: { bump: "matern52" } },
    triangular: { scenario: { bump: "triangular" } },
    counts: {
      records: ({ points, ...records }, { atom }) => {
        const coordinates = points.coordinates.filter((value) => atom === "none" || value !== atom);
        return {
          ...records,
          points: { ...points, coordinates },
          multiplicities: new Float64Array(coordinates.length / points.dimension).fill(2),
          ...(atom !== "none" && { pointMass: { at: atom, count: 8 } }),
        };
      },
    },
  },
  askedOptions,
  problemsOf: densityProblems,
  recordsOf: (scenario) => studyWorker.recordsFrom(table, study.session.choiceOf(scenario, outline)!),
  requestOf: study.session.requestOf,
  uses: ["comparison", "bandwidth", "choice", "online", "peaks", "exactSum"],
  unseen: { comparison: ["process"] },
  sections: ["comparison", "bandwidth", "choice", "online", "synthetic", "spectral"],
  isOffered: (use, shown) =>
    densitySections.find(({ id }) => id === use)!.applies!({ shown, view: undefined } as DensityProps),
  ask: (records, { drawCount, seed, ...target }, use) => {
    const tasks = studyWorker.tasksOn(records);
    const parameters = { ...target, drawCount, seed };
    const allocate = (length: number) => new Float64Array(length);
    const budget = { epsilon: 1, delta: 1e-6, calibration: "analytic" } as const;
    const asked: Partial<Record<DensityOption, () => unknown>> = {
      comparison: () =>
        tasks.compare.run(
          {
            ...{ mechanism: "histogram", recordCount: 40, density: target, calibration: "analytic", delta: 1e-6 },
            ...{ epsilons: [1], repeats: 1, seed: 1, size: 3 },
          } as never,
          allocate,
        ),
      bandwidth: () =>
        tasks.purchase.run(
          { ...parameters, kind: "interquartileRange", rule: "reference", epsilon: 1 } as never,
          allocate,
        ),
      choice: () =>
        tasks.choiceOdds.run(
          { ...target, epsilon: 1, candidates: [new Float64Array(1000), new Float64Array(1000).fill(1)] },
          allocate,
        ),
      online: () => tasks.onlineOpen.run({ ...target, budget }, allocate),
      peaks: () => begun(tasks.visibility.run(parameters, allocate)),
      exactSum: () => begun(tasks.difference.run(parameters, allocate)),
    };
    return use ? asked[use]!() : tasks.release.run(parameters, allocate);
  },
};

/** The first slice of a task: whatever it refuses, it refuses before. */
function begun(task: unknown): unknown {
  return (task as Iterator<number>).next();
}

const pairs = pairsOf(density);

test("the pairs reach every row of the table", () => {
  const uses = [...density.uses, ...density.sections];
  for (const [option, others, sentence] of densityCombinations.clashes)
    for (const other of others) {
      const isReached =
        (option === "otherBump" && other === "polynomial") ||
        pairs.some(({ asked }) => asked.has(other) && (asked.has(option) || uses.includes(option)));
      expect(isReached, `${option} and ${other}: ${sentence}`).toBe(true);
    }
});

test("a polynomial of other bumps, which no scenario can ask for, is refused", () => {
  const scenario = { ...density.base, ...density.on.polynomial!.scenario };
  const asked = { ...density.requestOf(scenario), bump: "matern52" } as const;
  expect(() => density.ask(density.recordsOf(scenario), asked)).toThrow("have Gaussian bumps");
});

test.each(pairs)("$a with $b: answered, or refused with one sentence by control and worker", (pair) => {
  expectOneAnswer(density, pair);
});

test("what is drawn clashes with nothing that is left out", () => {
  for (const { scenario } of pairs)
    for (const [, , , instead] of clashesOf(densityCombinations, askedOptions(drawn(scenario))))
      expect(instead).toBeUndefined();
});
