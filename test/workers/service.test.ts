import { expect, test } from "vitest";
import type { DensityParameters } from "../../src/core/releases/density.ts";
import { createWorkerService } from "../../workers/service.ts";

const points = { dimension: 1, coordinates: Float64Array.from({ length: 50 }, (_, i) => i / 50) };
const parameters: DensityParameters = {
  domain: [[0, 1]],
  bandwidths: [0.1],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
  drawCount: 2,
  seed: 1,
};

async function estimateOf(asked: DensityParameters, service = createWorkerService()): Promise<Float64Array> {
  service.hold(1, { points });
  const outcome = await service.density(1, asked);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value.estimate;
}

test("density(records, parameters) hands out arrays of its own, whatever became of earlier answers", async () => {
  const service = createWorkerService();
  service.hold(1, { points });
  const first = await service.density(1, parameters);
  if (!first.ok) throw new Error(first.error.message);
  const { estimate, unitNoise } = first.value;
  const before = [estimate, ...unitNoise].map((values) => values.slice());
  structuredClone(first.value, { transfer: [estimate, ...unitNoise].map(({ buffer }) => buffer as ArrayBuffer) });
  expect(estimate).toHaveLength(0);
  const second = await service.density(1, parameters);
  expect(second.ok && [second.value.estimate, ...second.value.unitNoise]).toEqual(before);
});

test("density(records, parameters) follows the domain back and forth, as a fresh worker would answer", async () => {
  const service = createWorkerService();
  const wider: DensityParameters = { ...parameters, domain: [[-1, 2]] };
  for (const asked of [parameters, wider, parameters]) {
    expect(await estimateOf(asked, service)).toEqual(await estimateOf(asked));
  }
});

test("forget(records) leaves nothing to compute from", async () => {
  const service = createWorkerService();
  service.hold(1, { points });
  service.forget(1);
  expect(await service.density(1, parameters)).toMatchObject({ ok: false, error: { kind: "unexpected" } });
});

test("loadExample(id) refuses an unknown id by name", async () => {
  const outcome = await createWorkerService().loadExample("<b>");
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter: "data" } });
});
