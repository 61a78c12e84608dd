import { expect, test } from "vitest";
import type { DensityPlanRequest } from "../../src/core/planning/curvePlans.ts";
import { heightsOfRecords } from "../../src/core/planning/foundTruth.ts";
import { createWorkerService } from "../../workers/service.ts";
import { eightHundred, twoPeaks } from "../core/planning/mixtures.ts";
import { alone, boundaryFit, tableMachines, twoClasses, twoRanges } from "../core/planning/simulated.ts";
import { fiftyRecords, unitDensity } from "../support/densityParameters.ts";

const parameters: DensityPlanRequest = {
  density: twoPeaks,
  release: eightHundred,
  target: { kind: "share", of: "total", confidence: "everywhere", percent: 40 },
  limits: { epsilon: { min: 0.1, max: 10 }, recordCount: { min: 80, max: 8e3 }, tuning: { min: 0.22, max: 110 } },
};
const silent = () => undefined;

test("a plan is the same byte for byte whichever neighbour a worker holds, and where it holds nothing", async () => {
  const plans: string[] = [];
  const neighbour = {
    ...fiftyRecords,
    points: { dimension: 1, coordinates: fiftyRecords.points.coordinates.with(7, 1) },
  };
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
    plans.push(JSON.stringify(outcome, (_, value: unknown) => (value instanceof Float64Array ? [...value] : value)));
  }
  expect(new Set(plans).size).toBe(1);
  expect(plans[0]).toContain('{"ok":true');
  expect(plans[0]).toContain('"recordCount":{"isReached":true');
});

test.each(["boundary", "table"] as const)(
  "a round of a %s is the same byte for byte whatever a worker holds",
  async (name) => {
    const shared = { round: 3, release: { ...eightHundred, recordCount: 40, tuning: 2 }, limits: alone(1, 40, 2) };
    const machines = { ...tableMachines, ranges: twoRanges };
    const asked = {
      boundary: {
        ...shared,
        measure: "accuracy",
        boundary: { truth: twoClasses, fit: { ...boundaryFit, domain: twoRanges } },
      },
      table: { ...shared, measure: "mean", table: { truth: twoClasses, machines } },
    } as const;
    const rounds: string[] = [];
    for (const records of [undefined, fiftyRecords]) {
      const service = createWorkerService();
      if (records) await service.hold(1, "density", records);
      rounds.push(JSON.stringify(await service.plan(2, { name, parameters: asked[name] }, silent)));
    }
    expect(rounds[0]).toContain('{"ok":true');
    expect(rounds[1]).toBe(rounds[0]);
  },
);

test("a request for a plan names no records, and a wrong one is a sentence", async () => {
  const asked: Parameters<ReturnType<typeof createWorkerService>["plan"]>[1] = { name: "density", parameters };
  expect(Object.keys(asked)).toEqual(["name", "parameters"]);
  const names: readonly string[] = Object.keys(parameters.density).concat(Object.keys(parameters.release));
  expect(names.filter((name) => /record/i.test(name))).toEqual(["recordCount", "recordsPerPerson"]);
  const wrong = { ...parameters, release: { ...eightHundred, tuning: NaN } };
  const outcome = await createWorkerService().plan(1, { name: "density", parameters: wrong }, silent);
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining("bandwidth") as string } });
});
