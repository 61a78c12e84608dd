import { expect, test } from "vitest";
import { loadExample } from "../../src/core/examples/examples.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { shuffle } from "../../src/core/random/shuffle.ts";
import type { Outcome } from "../../workers/messages/outcome.ts";
import { createWorkerService } from "../../workers/service.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { unitBoundary } from "../support/boundaryParameters.ts";
import { unitDensity } from "../support/densityParameters.ts";
import { firstDifference } from "../support/firstDifference.ts";
import { smoothMean } from "../support/meanCurveParameters.ts";
import { byHand } from "../support/polynomialChoices.ts";

// The rows of a file in another order: every answer of the worker has the same bits.

const silent = () => undefined;
const random = seededSource(38);
/** Many values stand in several rows, and zeros have both signs. */
const cell = () => ["0", "-0", "1", "0.5"][Math.floor(6 * random.uniform())] ?? String(random.uniform());
const rows = Array.from({ length: 90 }, (_, i) =>
  [cell(), cell(), cell(), ["a", "b", "c"][Math.floor(i / 4) % 3]!, `p${i % 50}`, `c${i % 30}`].join(","),
);
const inAnotherOrder = Array.from(shuffle(Array.from(rows.keys()), seededSource(2)), (i) => rows[i]!);
const file = (some: readonly string[]) => new Blob([`x,y,z,class,who,curve\n${some.join("\n")}\n`]);
const valueOf = <T>(outcome: Outcome<T>): T => {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.error.message);
};

interface Asked {
  readonly study: string;
  readonly choice: object;
  readonly task?: string;
  readonly parameters: object;
}
async function answerOf(some: readonly string[], { study, choice, task = "release", parameters }: Asked) {
  const service = createWorkerService();
  valueOf(await service.openTable(1, 1, { file: file(some), reading: {} }, silent));
  const records = valueOf(await service.recordsFrom(2, { study, table: 1, choice }, silent, silent));
  await service.hold(3, study, records);
  return valueOf(await service.run(4, { records: 3, name: task, parameters }, silent, []));
}

const missing = "refuse";
const person = { column: "who", bound: 2 };
const inGroups = { groups: { column: "class", levels: ["c", "a"] } };
const shares = { groups: { levels: ["c", "a"], shares: [0.4, 0.4] } };
const labels = { task: "classification", x: "x", y: "y", response: "class", positive: "b", missing, person };
const line = { task: "regression", x: "x", response: "z", missing };
const fit = { ...unitBoundary, domain: [[0, 1]], loss: "huber", responseRange: [0, 1] };
const learner = { width: 0.2, gapFactor: 3, penalty: 1, choice: byHand("laplace", 4, 1), drawCount: 1, seed: 1 };
const square = [
  [0, 1],
  [0, 1],
];
const polynomial = byHand("gaussian", 8, 2);
const onLine = { columns: ["x"], missing };
const inPlane = { columns: ["x", "y"], missing, person };
const plane = { ...unitDensity, domain: square, bandwidths: [0.1, 0.2] };
const wide = { layout: { shape: "wide", times: ["x", "y", "z"] }, domain: [0, 2], points: 9, perPerson: 2, missing };
const long = { ...wide, layout: { shape: "long", curve: "curve", time: "x", value: "y" } };
const table = { columns: ["x", "y"], label: "class", missing };
const fabricated = {
  ...{ protection: "record", epsilon: 5, delta: 1e-5, adjacency: 1, origin: "corner", subspaceDimension: 1, depth: 1 },
  ...{ branches: 2, parties: 2, sharing: "rows", steps: 2, model: "fabricated", testEvery: 5, ranges: square },
  ...{ fieldCount: 3, fieldMargin: 0.1, frames: false, seed: 3, drawCount: 1 },
};

test.each<readonly [string, Asked]>([
  ["a density", { study: "density", choice: onLine, parameters: unitDensity }],
  [
    "a density of triangular bumps",
    { study: "density", choice: onLine, parameters: { ...unitDensity, bump: "triangular" } },
  ],
  ["a polynomial density in the plane", { study: "density", choice: inPlane, parameters: { ...plane, polynomial } }],
  [
    "densities of groups",
    { study: "density", choice: { ...onLine, ...inGroups }, parameters: { ...unitDensity, levels: ["c", "a"] } },
  ],
  ["a boundary", { study: "boundary", choice: labels, parameters: { ...unitBoundary, recordsPerPerson: 2 } }],
  ["boundaries of groups", { study: "boundary", choice: { ...line, ...inGroups }, parameters: { ...fit, ...shares } }],
  [
    "a boundary on landmarks",
    { study: "boundary", choice: labels, parameters: { ...unitBoundary, solver: "landmarks" } },
  ],
  ["held-out predictions", { study: "boundary", choice: line, task: "heldOut", parameters: fit }],
  ...["kernelMachine", "naiveBayesKernel", "naiveBayesNormal", "linearLogistic"].map(
    (name) =>
      [
        name,
        {
          study: "boundary",
          choice: labels,
          task: "learner",
          parameters: { ...learner, learner: name, domain: square },
        },
      ] as const,
  ),
  ["a mean curve", { study: "meanCurve", choice: wide, parameters: smoothMean }],
  [
    "mean curves of groups",
    { study: "meanCurve", choice: { ...wide, ...inGroups }, parameters: { ...smoothMean, ...shares } },
  ],
  [
    "curves with times that repeat",
    { study: "meanCurve", choice: long, parameters: { ...smoothMean, domain: [0, 2] } },
  ],
  ["a fabricated table", { study: "fabrication", choice: table, parameters: fabricated }],
  [
    "parties",
    { study: "fabrication", choice: table, task: "federating", parameters: { ...fabricated, at: [0.3, 0.6] } },
  ],
])("%s", async (_, asked) => {
  expect(firstDifference(await answerOf(inAnotherOrder, asked), await answerOf(rows, asked))).toBeUndefined();
});

test("the records of an example keep their order, which a link's edits count by", async () => {
  const service = createWorkerService();
  valueOf(await service.openTable(1, 1, { example: "alda-1" }, silent));
  const made = valueOf(await service.recordsFrom(2, { study: "density", table: 1, choice: onLine }, silent, silent));
  expect(made).toEqual(densityWorker.recordsFrom(loadExample("alda-1"), onLine as never));
});
