import { afterEach, expect, test, vi } from "vitest";
import type { MeanCurveParameters } from "../../src/core/releases/meanCurve.ts";
import type { TuningRequest } from "../../workers/meanCurveService.ts";
import { createWorkerService } from "../../workers/service.ts";

const curves = Float64Array.from({ length: 12 * 20 }, (_, i) => Math.sin(i * i));
const personOf = Int32Array.from({ length: 12 }, (_, i) => i >> 2);
const parameters: MeanCurveParameters = {
  domain: [0, 1],
  rule: "trapezoid",
  kernel: "gaussian",
  noiseKernel: "gaussian",
  range: 0.02,
  penalty: 0.01,
  power: 1.5,
  normBound: 0.5,
  curvesPerPerson: 4,
  drawCount: 2,
  seed: 1,
};
const tuning: TuningRequest = { parameters, range: 0.05, phis: [0.01, 0.1], noiseMultiplier: 4, foldCount: 3 };

function serviceWith(people: Int32Array | undefined = personOf) {
  const service = createWorkerService();
  service.hold(1, { curves, pointCount: 20, personOf: people });
  return service;
}

afterEach(() => vi.restoreAllMocks());

test("meanCurve(records, parameters) hands out arrays of its own, whatever became of earlier answers", async () => {
  const service = serviceWith();
  const first = await service.meanCurve(1, parameters);
  if (!first.ok) throw new Error(first.error.message);
  const before = structuredClone(first.value);
  const { estimate, rawMean, unitNoise } = first.value;
  structuredClone(first.value, {
    transfer: [estimate, rawMean, ...unitNoise].map(({ buffer }) => buffer as ArrayBuffer),
  });
  expect(estimate).toHaveLength(0);
  expect(await service.meanCurve(1, parameters)).toEqual({ ok: true, value: before });
});

test("meanCurveTuning keeps the curves of a person in one fold", async () => {
  const together = await serviceWith().meanCurveTuning(1, 1, tuning);
  const apart = await serviceWith(Int32Array.from({ length: 12 }, (_, i) => i)).meanCurveTuning(1, 1, tuning);
  const alone = await createAlone().meanCurveTuning(1, 1, tuning);
  expect(together.ok && apart.ok && alone.ok).toBe(true);
  expect(apart).toEqual(alone);
  expect(together).not.toEqual(apart);
});

test("meanCurveTuning answers as a fresh worker does, whatever it was asked before", async () => {
  const service = serviceWith();
  const asked: TuningRequest[] = [
    tuning,
    { ...tuning, foldCount: 2 },
    { ...tuning, range: 0.5, foldCount: 2 },
    ...(
      [{ normBound: 0.1 }, { rule: "uniform" }, { domain: [0, 3] }, { kernel: "exponential" }, { power: 1 }] as const
    ).map((change) => ({
      ...tuning,
      parameters: { ...parameters, ...change },
    })),
  ];
  const answers = new Set<string>();
  for (const [at, request] of asked.entries()) {
    await service.meanCurve(1, { ...parameters, normBound: 0.3 });
    const answer = await service.meanCurveTuning(at, 1, request);
    expect(answer).toEqual(await serviceWith().meanCurveTuning(1, 1, request));
    if (answer.ok) answers.add(String(answer.value.pcv));
  }
  expect(answers.size).toBe(asked.length);
});

function createAlone() {
  const service = createWorkerService();
  service.hold(1, { curves, pointCount: 20, personOf: undefined });
  return service;
}

test("meanCurveTuning computes one column after another, and not those that are cancelled meanwhile", async () => {
  const service = serviceWith();
  const long = { ...tuning, phis: Array.from({ length: 30_000 }, (_, i) => 1e-3 * (i + 1)) };
  const columns = Array.from({ length: 6 }, (_, at) => service.meanCurveTuning(10 + at, 1, long));
  expect((await columns[0]!).ok).toBe(true);
  for (let at = 2; at < 6; at++) service.cancel(10 + at);
  const kinds = (await Promise.all(columns)).map((outcome) => (outcome.ok ? "done" : outcome.error.kind));
  expect(kinds).toEqual(["done", "done", "cancelled", "cancelled", "cancelled", "cancelled"]);
});

test("meanCurveTuning with all curves of one person has no fold to leave out: refused by name", async () => {
  expect(await serviceWith(new Int32Array(12)).meanCurveTuning(1, 1, tuning)).toMatchObject({
    ok: false,
    error: { kind: "parameter", parameter: "foldOf" },
  });
});

test("meanCurveCompatibility stops between two steps when its job is cancelled, and not for another's cancel", async () => {
  // A clock on which each step takes long enough to be told.
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 200));
  const service = serviceWith();
  const heard: number[] = [];
  const running = service.meanCurveCompatibility(7, 1, { ...parameters, kernel: "exponential" }, (fraction) => {
    heard.push(fraction);
    service.cancel(heard.length === 1 ? 8 : 7);
  });
  expect(await running).toMatchObject({ ok: false, error: { kind: "cancelled" } });
  expect(heard).toHaveLength(2);
  expect(heard.at(-1)).toBeLessThan(1);
});

test("meanCurve of records that are no curves, or are forgotten, is a sentence and not an exception", async () => {
  const service = createWorkerService();
  service.hold(2, { points: { dimension: 1, coordinates: Float64Array.of(0, 1) } });
  expect(await service.meanCurve(2, parameters)).toMatchObject({
    ok: false,
    error: { kind: "unexpected", message: /not curves/ },
  });
  expect(await service.meanCurveTuning(1, 2, tuning)).toMatchObject({ ok: false, error: { kind: "unexpected" } });
  expect(await service.meanCurveCompatibility(1, 2, parameters, () => undefined)).toMatchObject({
    ok: false,
    error: { kind: "unexpected" },
  });
  expect(await service.meanCurve(9, parameters)).toMatchObject({ ok: false });
});
