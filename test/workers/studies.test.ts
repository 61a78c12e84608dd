import { afterEach, expect, test, vi } from "vitest";
import type { MeanCurveParameters } from "../../src/core/mean/meanCurveParameters.ts";
import type { MeanCurveRelease } from "../../src/core/mean/meanCurve.ts";
import type { TuningRequest } from "../../src/core/mean/meanCurveContract.ts";
import type { TuningColumn } from "../../src/core/mean/meanCurveTuning.ts";
import type { Outcome } from "../../workers/messages/outcome.ts";
import type { Progress } from "../../workers/messages/jobs.ts";
import { createWorkerService } from "../../workers/service.ts";
import type { WorkerService } from "../../workers/service.ts";

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
const tuning: TuningRequest = {
  parameters,
  range: 0.05,
  phis: [0.01, 0.1],
  noiseMultiplier: 4,
  foldCount: 3,
  score: { measure: "square", against: "curves", recipe: "theorem" },
};

const silent: Progress = () => undefined;

/** A worker that holds the curves of these people; of as many people as curves if undefined. */
async function serviceWith(people: Int32Array | undefined): Promise<WorkerService> {
  const service = createWorkerService();
  const notes = { largestPerPerson: undefined, leftOut: 0, notices: [] };
  await service.hold(1, "meanCurve", { curves, pointCount: 20, personOf: people, ...notes });
  return service;
}

function release(service: WorkerService, asked: MeanCurveParameters, records = 1) {
  const task = { records, name: "release", parameters: asked };
  return service.run(1, task, silent, []) as Promise<Outcome<MeanCurveRelease>>;
}

function tuningOf(service: WorkerService, asked: TuningRequest, { job = 1, records = 1 } = {}) {
  const task = { records, name: "tuning", parameters: asked };
  return service.run(job, task, silent, []) as Promise<Outcome<TuningColumn>>;
}

function compatibility(
  service: WorkerService,
  asked: MeanCurveParameters,
  { job = 1, records = 1, progress = silent } = {},
) {
  return service.run(job, { records, name: "compatibility", parameters: asked }, progress, []);
}

afterEach(() => vi.restoreAllMocks());

test("release hands out arrays of its own, whatever became of earlier answers", async () => {
  const service = await serviceWith(personOf);
  const first = await release(service, parameters);
  if (!first.ok) throw new Error(first.error.message);
  const before = structuredClone(first.value);
  const { estimate, rawMean, unitNoise } = first.value;
  structuredClone(first.value, {
    transfer: [estimate, rawMean, ...unitNoise].map(({ buffer }) => buffer as ArrayBuffer),
  });
  expect(estimate).toHaveLength(0);
  expect(await release(service, parameters)).toEqual({ ok: true, value: before });
});

test("tuning keeps the curves of a person in one fold", async () => {
  const together = await tuningOf(await serviceWith(personOf), tuning);
  const apart = await tuningOf(await serviceWith(Int32Array.from({ length: 12 }, (_, i) => i)), tuning);
  const alone = await tuningOf(await serviceWith(undefined), tuning);
  expect(together.ok && apart.ok && alone.ok).toBe(true);
  expect(apart).toEqual(alone);
  expect(together).not.toEqual(apart);
});

test("tuning answers as a fresh worker does, whatever it was asked before", async () => {
  const service = await serviceWith(personOf);
  const asked: TuningRequest[] = [
    tuning,
    { ...tuning, foldCount: 2, score: { measure: "square", against: "curves", recipe: "theorem" } },
    { ...tuning, range: 0.5, foldCount: 2, score: { measure: "square", against: "curves", recipe: "theorem" } },
    ...(
      [{ normBound: 0.1 }, { rule: "uniform" }, { domain: [0, 3] }, { kernel: "exponential" }, { power: 1 }] as const
    ).map((change) => ({
      ...tuning,
      parameters: { ...parameters, ...change },
    })),
  ];
  const answers = new Set<string>();
  for (const [at, request] of asked.entries()) {
    await release(service, { ...parameters, normBound: 0.3 });
    const answer = await tuningOf(service, request, { job: at });
    expect(answer).toEqual(await tuningOf(await serviceWith(personOf), request));
    if (answer.ok) answers.add(String(answer.value.pcv));
  }
  expect(answers.size).toBe(asked.length);
});

test("tuning computes one column after another, and not those that are cancelled meanwhile", async () => {
  const service = await serviceWith(personOf);
  const long = { ...tuning, phis: Array.from({ length: 30_000 }, (_, i) => 1e-3 * (i + 1)) };
  const columns = Array.from({ length: 6 }, (_, at) => tuningOf(service, long, { job: 10 + at }));
  expect((await columns[0]!).ok).toBe(true);
  for (let at = 2; at < 6; at++) service.cancel(10 + at);
  const kinds = (await Promise.all(columns)).map((outcome) => (outcome.ok ? "done" : outcome.error.kind));
  expect(kinds).toEqual(["done", "done", "cancelled", "cancelled", "cancelled", "cancelled"]);
});

test("tuning with all curves of one person has no fold to leave out: refused by name", async () => {
  expect(await tuningOf(await serviceWith(new Int32Array(12)), tuning)).toMatchObject({
    ok: false,
    error: { kind: "parameter", parameter: "foldOf" },
  });
});

test("compatibility stops between two steps when its job is cancelled, and not for another's cancel", async () => {
  // A clock on which each step takes long enough to be told.
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 200));
  const service = await serviceWith(personOf);
  const heard: number[] = [];
  const running = compatibility(
    service,
    { ...parameters, kernel: "exponential" },
    {
      job: 7,
      progress: (fraction) => {
        heard.push(fraction);
        service.cancel(heard.length === 1 ? 8 : 7);
      },
    },
  );
  expect(await running).toMatchObject({ ok: false, error: { kind: "cancelled" } });
  expect(heard).toHaveLength(2);
  expect(heard.at(-1)).toBeLessThan(1);
});

test("tasks on records that are no curves, or are forgotten, are a sentence and not an exception", async () => {
  const service = createWorkerService();
  const answers = (records: number) => [
    release(service, parameters, records),
    tuningOf(service, tuning, { records }),
    compatibility(service, parameters, { records }),
  ];
  await service.hold(2, "density", { points: { dimension: 1, coordinates: Float64Array.of(0, 1) }, droppedCount: 0 });
  await service.hold(3, "meanCurve", { points: { dimension: 1, coordinates: Float64Array.of(0, 1) } });
  for (const records of [2, 3, 9]) {
    for (const answer of answers(records)) {
      expect(await answer).toMatchObject({ ok: false, error: { message: expect.any(String) as string } });
    }
  }
});
