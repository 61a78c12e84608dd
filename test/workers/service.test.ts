import { expect, test } from "vitest";
import type { DensityParameters, DensityRelease } from "../../src/core/density/densityParameters.ts";
import { createWorkerService } from "../../workers/service.ts";
import type { WorkerService } from "../../workers/service.ts";
import { fiftyRecords, unitDensity } from "../support/densityParameters.ts";

const records = fiftyRecords;
const parameters: DensityParameters = { ...unitDensity, drawCount: 2 };
const silent = () => undefined;

function release(service: WorkerService, asked: DensityParameters) {
  return service.run(1, { records: 1, name: "release", parameters: asked }, silent, []);
}

async function releaseOf(asked: DensityParameters, service = createWorkerService()): Promise<DensityRelease> {
  await service.hold(1, "density", records);
  const outcome = await release(service, asked);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value as DensityRelease;
}

test("run of a density release hands out arrays of its own, whatever became of earlier answers", async () => {
  const service = createWorkerService();
  const first = await releaseOf(parameters, service);
  const { estimate, unitNoise } = first;
  const before = [estimate, ...unitNoise].map((values) => values.slice());
  structuredClone(first, { transfer: [estimate, ...unitNoise].map(({ buffer }) => buffer as ArrayBuffer) });
  expect(estimate).toHaveLength(0);
  const second = await release(service, parameters);
  expect(second).toMatchObject({ ok: true, value: { estimate: before[0], unitNoise: before.slice(1) } });
});

test("run of a density release follows the domain back and forth, as a fresh worker would answer", async () => {
  const service = createWorkerService();
  await service.hold(1, "density", records);
  const wider: DensityParameters = { ...parameters, domain: [[-1, 2]] };
  for (const asked of [parameters, wider, parameters]) {
    expect(await release(service, asked)).toEqual({ ok: true, value: await releaseOf(asked) });
  }
});

test("forget(records) leaves nothing to compute from", async () => {
  const service = createWorkerService();
  await service.hold(1, "density", records);
  service.forget(1);
  expect(await release(service, parameters)).toMatchObject({ ok: false, error: { kind: "unexpected" } });
});

test("run of a task that is not there, or of a study that is not registered, is a sentence", async () => {
  const service = createWorkerService();
  await service.hold(1, "density", records);
  await service.hold(2, "nowhere", records);
  const run = (id: number, name: string) => service.run(1, { records: id, name, parameters }, silent, []);
  expect(await run(1, "heldOut")).toMatchObject({ ok: false, error: { message: /no task heldOut/ } });
  expect(await run(2, "release")).toMatchObject({ ok: false, error: { message: /no worker .* nowhere/ } });
  expect(await service.recordsFrom(1, { study: "nowhere", table: 1, choice: {} }, silent, silent)).toMatchObject({
    ok: false,
  });
});

test("openTable of an example refuses an unknown id by name", async () => {
  const outcome = await createWorkerService().openTable(1, 1, { example: "<b>" }, silent);
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter: "data" } });
});

test("openTable tells columns and counts, and no value but the names of few classes; recordsFrom hands out what was chosen", async () => {
  const service = createWorkerService();
  const values = Array.from({ length: 21 }, (_, i) => i + 0.25);
  const text = `v,w\n${values.map((w) => `${w - 0.125},${w}\n`).join("")}`;
  const opened = await service.openTable(1, 7, { file: new Blob([text]), reading: {} }, silent);
  if (!opened.ok) throw new Error(opened.error.message);
  expect(opened.value).toMatchObject({ rowCount: 21, columns: [{ name: "v" }, { name: "w" }] });
  expect(JSON.stringify(opened.value)).not.toMatch(/\.\d*5/);
  const choice = { columns: ["w"], missing: "refuse" };
  for (let time = 0; time < 2; time++) {
    const made = await service.recordsFrom(2, { study: "density", table: 7, choice }, silent, silent);
    if (!made.ok) throw new Error(made.error.message);
    const { points: chosen } = made.value as typeof records;
    expect([...chosen.coordinates]).toEqual(values);
    // Handed over for good: what the table keeps is its own.
    structuredClone(chosen, { transfer: [chosen.coordinates.buffer] });
  }
  expect(
    await service.recordsFrom(
      3,
      { study: "density", table: 7, choice: { columns: ["x"], missing: "refuse" } },
      silent,
      silent,
    ),
  ).toMatchObject({
    ok: false,
    error: { kind: "parameter", parameter: "column" },
  });
  service.forget(7);
  expect(await service.recordsFrom(2, { study: "density", table: 7, choice }, silent, silent)).toMatchObject({
    ok: false,
    error: { kind: "unexpected" },
  });
});
