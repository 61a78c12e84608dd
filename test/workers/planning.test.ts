import { expect, test } from "vitest";
import type { DensityPlanRequest } from "../../src/core/planning/curvePlans.ts";
import type { PlanName, PlanningTasks } from "../../src/core/planning/planningTasks.ts";
import { heightsOfRecords } from "../../src/core/planning/foundTruth.ts";
import { createWorkerService } from "../../workers/service.ts";
import { eightHundred, twoPeaks } from "../core/planning/mixtures.ts";
import { alone, boundaryFit, plannedCurves, tableMachines, twoClasses, twoRanges } from "../core/planning/simulated.ts";
import { fiftyRecords, unitDensity } from "../support/densityParameters.ts";

const parameters: DensityPlanRequest = {
  density: twoPeaks,
  release: eightHundred,
  target: { kind: "share", of: "total", confidence: "everywhere", percent: 40 },
  limits: { epsilon: { min: 0.1, max: 10 }, recordCount: { min: 80, max: 8e3 }, tuning: { min: 0.22, max: 110 } },
};
const silent = () => undefined;
const neighbour = {
  ...fiftyRecords,
  points: { dimension: 1, coordinates: fiftyRecords.points.coordinates.with(7, 1) },
};
type PlanAsked = Parameters<ReturnType<typeof createWorkerService>["plan"]>[1];
const textOf = (outcome: unknown) =>
  JSON.stringify(outcome, (_, value: unknown) => (value instanceof Float64Array ? [...value] : value));

test("a plan is the same byte for byte whichever neighbour a worker holds, and where it holds nothing", async () => {
  const plans: string[] = [];
  for (const records of [undefined, fiftyRecords, neighbour]) {
    const service = createWorkerService();
    // A plan on the records, behind its button, leaves nothing in a worker.
    const heights = records && heightsOfRecords(records.points.coordinates, twoPeaks.domain);
    const density = { ...twoPeaks, truth: { kind: "drawn" as const, heights: heights ?? [0, 1, 0] } };
    if (records) await service.plan(1, { name: "density", parameters: { ...parameters, density } }, silent);
    if (records) {
      await service.hold(1, "density", records);
      await service.run(1, { records: 1, name: "release", parameters: unitDensity }, silent, []);
    }
    const outcome = await service.plan(2, { name: "density", parameters }, silent);
    plans.push(textOf(outcome));
  }
  expect(new Set(plans).size).toBe(1);
  expect(plans[0]).toContain('{"ok":true');
  expect(plans[0]).toContain('"recordCount":{"isReached":true');
});

const shared = { round: 3, release: { ...eightHundred, recordCount: 40, tuning: 2 }, limits: alone(1, 40, 2) };
const curved = { ...shared, release: { ...shared.release, tuning: 0.02 }, limits: alone(1, 40, 0.02) };
const { target } = parameters;
const onLine = { domain: [twoPeaks.domain], route: "gaussian", relativeRate: 1 } as const;
const { epsilon, recordCount, delta } = shared.release;
/** A question of each kind, but the one above. */
const questions: { readonly [N in Exclude<PlanName, "density">]: PlanningTasks[N]["parameters"] } = {
  mean: { mean: plannedCurves, target, release: curved.release, limits: curved.limits },
  comparison: {
    truth: twoPeaks.truth,
    comparison: {
      ...{ mechanism: "histogram", recordCount, epsilons: [epsilon], delta, repeats: 40, seed: 1 },
      ...{ shown: { epsilon, count: 1 }, density: { ...onLine, bandwidths: [5.5], correlation: 0 } },
    },
  },
  bounds: { kind: "mean", mean: plannedCurves, release: curved.release },
  route: { ...shared, measure: "square", density: { truth: twoPeaks.truth, parameters: onLine } },
  meanRoute: { ...curved, measure: "square", groups: [{ ...plannedCurves, share: 1 }] },
  boundary: {
    ...{ ...shared, measure: "accuracy" },
    boundary: { truth: twoClasses, fit: { ...boundaryFit, domain: twoRanges } },
  },
  table: {
    ...{ ...shared, measure: "mean" },
    table: { truth: twoClasses, machines: { ...tableMachines, ranges: twoRanges } },
  },
};

test.each(Object.keys(questions) as (keyof typeof questions)[])(
  "a plan by %s is the same byte for byte whichever neighbour a worker holds",
  async (name) => {
    const plans: string[] = [];
    for (const records of [undefined, fiftyRecords, neighbour]) {
      const service = createWorkerService();
      if (records) await service.hold(1, "density", records);
      plans.push(textOf(await service.plan(2, { name, parameters: questions[name] }, silent)));
    }
    expect(new Set(plans).size).toBe(1);
    expect(plans[0]).toContain('{"ok":true');
  },
);

test("a request for a plan names no records, and a wrong one is a sentence", async () => {
  const asked: PlanAsked = { name: "density", parameters };
  expect(Object.keys(asked)).toEqual(["name", "parameters"]);
  const names: readonly string[] = Object.keys(parameters.density).concat(Object.keys(parameters.release));
  expect(names.filter((name) => /record/i.test(name))).toEqual(["recordCount", "recordsPerPerson"]);
  const wrong = { ...parameters, release: { ...eightHundred, tuning: NaN } };
  const outcome = await createWorkerService().plan(1, { name: "density", parameters: wrong }, silent);
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining("bandwidth") as string } });
});
