import { expect, test } from "vitest";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { clashesOf, goesWith } from "../../../src/core/combinations.ts";
import { meanCurveCombinations } from "../../../src/core/mean/meanCurveCombinations.ts";
import type { MeanCurveOption, MeanCurveUse } from "../../../src/core/mean/meanCurveCombinations.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { study } from "../../../src/studies/meanCurve/definition.ts";
import type { MeanCurveProps } from "../../../src/studies/meanCurve/model/view.ts";
import { studyWorker } from "../../../workers/studies/meanCurve.ts";

const scenario = study.links.decode("#/meanCurve").values;
const table = loadExample(scenario.data);
const records = studyWorker.recordsFrom(table, study.session.choiceOf(scenario, outlineOf(table))!);
const plain = { ...study.session.requestOf({ ...scenario, groups: "", person: "" }), curvesPerPerson: 1 };
const groups = { levels: ["a", "b"], shares: [0.5, 0.5] };
const sections: Readonly<Record<MeanCurveUse, string>> = {
  comparison: "comparison",
  buySmoothing: "buySmoothing",
  tuning: "tables",
  choice: "choice",
  online: "online",
};
const features = ["groups", "persons", "sums", "absent", "otherNoise"] as const;
const pairs = (Object.keys(sections) as MeanCurveUse[]).flatMap((use) => features.map((other) => ({ use, other })));

test.each(pairs)("$use with $other: offered and taken on, or refused with one sentence", ({ use, other }) => {
  const on = new Set<MeanCurveOption>([use, other]);
  const [clash] = clashesOf(meanCurveCombinations, on);
  const shown = {
    ...scenario,
    groups: other === "groups" ? "arm" : "",
    person: other === "persons" ? "who" : "",
    most: other === "absent" ? 50 : ("public" as const),
    noiseKernel: other === "otherNoise" ? ("exponential" as const) : ("same" as const),
  };
  const view = { facts: { isSummed: other === "sums" } };
  const section = study.screen.sections!.find(({ id }) => id === sections[use])!;
  const isOffered = section.applies!({ shown, view } as unknown as MeanCurveProps);
  expect(isOffered).toBe(clash === undefined);
  expect(isOffered).toBe(goesWith(meanCurveCombinations, use, new Set([other])));
  const held = other === "sums" ? { ...records, summed: { curveCount: 9 } as never } : records;
  const parameters = {
    ...plain,
    ...(other === "groups" && { groups }),
    ...(other === "persons" && { curvesPerPerson: 2 }),
    ...(other === "absent" && { mostRecords: 50 }),
    noiseKernel: other === "otherNoise" ? ("exponential" as const) : plain.kernel,
  };
  const tasks = studyWorker.tasksOn(held);
  const allocate = (length: number) => new Float64Array(length);
  const ask = {
    comparison: () => tasks.compare.run({ mean: parameters, mechanism: "none" } as never, allocate),
    buySmoothing: () => tasks.purchase.run({ kind: "normBound", epsilon: 1, parameters } as never, allocate),
    tuning: () => tasks.tuning.run({ parameters, score: {}, phis: [] } as never, allocate),
    choice: () => tasks.choose.run({ ...parameters, epsilon: 1, candidates: [] }, allocate),
    online: () =>
      tasks.onlineOpen.run({ ...parameters, budget: { epsilon: 1, delta: 1e-5, calibration: "analytic" } }, allocate),
  }[use];
  const sentence = clash && `${clash[2]}.`;
  // A request that is not refused by the table goes on, and may then lack something else.
  if (sentence) expect(ask).toThrow(sentence);
  else expect(refusalOf(ask)).not.toMatch(new RegExp(meanCurveCombinations.clashes.map((row) => row[2]).join("|")));
});

function refusalOf(ask: () => unknown): string {
  try {
    ask();
    return "";
  } catch (error) {
    return String(error);
  }
}
