import { afterEach, expect, test, vi } from "vitest";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../src/core/mean/meanCurveGrid.ts";
import { curveKernel } from "../../src/core/mean/curveKernels.ts";
import type { MeanCurveParameters } from "../../src/core/mean/meanCurveParameters.ts";
import type { MeanCurveContract, TuningRequest } from "../../src/core/mean/meanCurveContract.ts";
import { foldsByPlace } from "../../src/core/privacy/choice/drawnFolds.ts";
import { planCrossValidation } from "../../src/core/mean/meanCurveTuning.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/contract.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";
import type { InProcessWorker } from "../support/inProcessWorker.ts";
import { smallGenerator } from "../state/smallGenerator.ts";

const pointCount = 40;
const data = {
  curves: Float64Array.from({ length: 30 * pointCount }, smallGenerator(5)),
  pointCount,
  personOf: Int32Array.from({ length: 30 }, (_, i) => Math.floor(i / 3)),
  largestPerPerson: 3,
  leftOut: 0,
  notices: [],
};
const parameters: MeanCurveParameters = {
  domain: [0, 1],
  rule: "uniform",
  kernel: "matern32",
  noiseKernel: "matern32",
  range: 0.2,
  penalty: 0.01,
  power: 1,
  normBound: 1,
  curvesPerPerson: 3,
  drawCount: 2,
  seed: 1,
};
const tuning: TuningRequest = {
  parameters,
  range: 0.3,
  phis: [1e-3, 0.1],
  noiseMultiplier: 4,
  foldCount: 5,
  score: { measure: "square", against: "curves", recipe: "theorem" },
};
const incompatible: MeanCurveParameters = { ...parameters, kernel: "exponential", noiseKernel: "matern52" };
const cancelled = { ok: false, error: { kind: "cancelled" } };

let engine: Engine | undefined;
afterEach(() => {
  engine?.dispose();
  vi.restoreAllMocks();
});

function engineOf(make: () => InProcessWorker = () => inProcessWorker()) {
  const spawned: InProcessWorker[] = [];
  const made = createEngine({
    workerCount: 2,
    patience: 20_000,
    spawnWorker: () => {
      const next = make();
      spawned.push(next);
      return next.worker;
    },
  });
  engine = made;
  return { meanCurve: made.study<MeanCurveContract>("meanCurve"), spawned };
}

test("release answers with the release of core, again and again: what is handed over is not what is kept", async () => {
  const { meanCurve } = engineOf();
  const records = meanCurve.hold(data);
  const expected = planMeanCurve(data).release(parameters);
  for (let time = 0; time < 3; time++) {
    expect(await meanCurve.release(records, parameters)).toEqual({ ok: true, value: expected });
  }
});

test("release runs the first and the last of a flood, and answers the last for its own parameters", async () => {
  const ran: number[] = [];
  const { meanCurve } = engineOf(() =>
    inProcessWorker((service) => ({
      run: (job, task, ...rest) => {
        ran.push((task.parameters as MeanCurveParameters).penalty);
        return service.run(job, task, ...rest);
      },
    })),
  );
  const records = meanCurve.hold(data);
  await meanCurve.release(records, parameters); // Until its study is loaded, a worker is asked nothing.
  ran.length = 0;
  const penalties = Array.from({ length: 60 }, (_, i) => 0.01 + i / 100);
  const outcomes = await Promise.all(
    penalties.map((penalty) => meanCurve.release(records, { ...parameters, penalty })),
  );
  expect(ran).toEqual([penalties[0], penalties[59]]);
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.kind === "superseded")).toHaveLength(58);
  expect(outcomes[59]).toEqual({
    ok: true,
    value: planMeanCurve(data).release({ ...parameters, penalty: penalties[59]! }),
  });
});

test("release in the background, tuning and compatibility run on another worker, beside the one that serves the hand", async () => {
  const { meanCurve, spawned } = engineOf();
  const records = meanCurve.hold(data);
  expect(spawned).toHaveLength(1);
  const [front, aside, column, compatibility] = await Promise.all([
    meanCurve.release(records, parameters),
    meanCurve.run("release", records, parameters),
    meanCurve.run("tuning", records, tuning),
    meanCurve.run("compatibility", records, parameters),
  ]);
  expect(spawned).toHaveLength(2);
  expect(front.ok).toBe(true);
  expect(aside).toEqual(front);
  const grid = meanCurveGrid([0, 1], pointCount).axes[0]!;
  const { phis, noiseMultiplier } = tuning;
  const { power, normBound, curvesPerPerson } = parameters;
  const kernel = curveKernel("matern32", 0.3);
  const expected = planCrossValidation({
    curves: data.curves,
    grid,
    weights: meanWeights(pointCount, "uniform"),
    foldOf: foldsByPlace({ curveCount: 30, personOf: data.personOf, foldCount: 5 }),
    normBound,
  }).column({ kernel, noiseKernel: kernel, phis, power, noiseMultiplier, curvesPerPerson });
  expect(column).toEqual({ ok: true, value: expected });
  const rough = await meanCurve.run("tuning", records, {
    ...tuning,
    parameters: { ...parameters, noiseKernel: "exponential" },
  });
  expect(rough.ok && rough.value.cv).toEqual(expected.cv);
  expect(rough.ok && rough.value.pcv).not.toEqual(expected.pcv);
  const published = await meanCurve.run("tuning", records, {
    ...tuning,
    score: { measure: "norm", against: "mean", recipe: "published" },
  });
  expect(published.ok && Array.from(published.value.noiseShare).every((share) => share > 0 && share < 1)).toBe(true);
  expect(compatibility.ok && compatibility.value.map(({ pointCount: m }) => m)).toEqual([
    10, 20, 50, 100, 200, 500, 1000,
  ]);
});

test("compatibility reports growing progress and stops when it is cancelled", async () => {
  // A clock on which each step takes long enough to be told.
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 200));
  const { meanCurve } = engineOf();
  const stop = new AbortController();
  const heard: number[] = [];
  const running = meanCurve.run("compatibility", meanCurve.hold(data), incompatible, {
    signal: stop.signal,
    onProgress: (fraction) => {
      heard.push(fraction);
      stop.abort();
    },
  });
  expect(await running).toMatchObject(cancelled);
  expect(heard[0]).toBeGreaterThan(0);
  expect(heard.at(-1)).toBeLessThan(1); // One more may be told until the word of the cancel comes.
});

test("a map of tuning columns that is cancelled frees the worker, and the engine goes on", async () => {
  let computed = 0;
  const { meanCurve } = engineOf(() =>
    inProcessWorker((service) => ({
      run: async (...asked) => {
        const outcome = await service.run(...asked);
        if (outcome.ok) computed++;
        return outcome;
      },
    })),
  );
  const records = meanCurve.hold(data);
  const stop = new AbortController();
  const long = { ...tuning, phis: Array.from({ length: 10_000 }, (_, i) => 1e-3 * (i + 1)) };
  const columns = Array.from({ length: 8 }, () => meanCurve.run("tuning", records, long, { signal: stop.signal }));
  expect((await Promise.race(columns)).ok).toBe(true);
  stop.abort();
  const outcomes = await Promise.all(columns);
  expect(outcomes.some((outcome) => !outcome.ok && outcome.error.kind === "cancelled")).toBe(true);
  // Some may be done by the time the worker hears of it, but not all.
  expect(computed).toBeLessThan(columns.length);
  expect(await meanCurve.run("tuning", records, tuning, { signal: stop.signal })).toMatchObject(cancelled);
  expect((await meanCurve.run("tuning", records, tuning)).ok).toBe(true);
});

test.each<[string, Partial<MeanCurveParameters>]>([
  ["domain", { domain: [1, 0] }],
  ["range", { range: 0 }],
  ["penalty", { penalty: 0 }],
  ["penalty", { penalty: NaN }],
  ["power", { power: 0.9 }],
  ["normBound", { normBound: -1 }],
])("a parameter is refused in a value that names %s: %j", async (parameter, change) => {
  const { meanCurve } = engineOf();
  const records = meanCurve.hold(data);
  const changed = { ...parameters, ...change };
  const refused = { ok: false, error: { kind: "parameter", parameter } };
  expect(await meanCurve.release(records, changed)).toMatchObject(refused);
  expect(await meanCurve.run("release", records, changed)).toMatchObject(refused);
  expect(await meanCurve.run("compatibility", records, { ...changed, noiseKernel: "exponential" })).toMatchObject(
    refused,
  );
  if (parameter === "penalty") return;
  const column = { ...tuning, ...("range" in change && { range: change.range }), parameters: changed };
  expect(await meanCurve.run("tuning", records, column)).toMatchObject(refused);
});

test.each<[string, Partial<MeanCurveParameters>]>([
  ["curvesPerPerson", { curvesPerPerson: 0 }],
  ["draws", { drawCount: 0 }],
  ["seed", { seed: 0.5 }],
])("release refuses in a value that names %s: %j", async (parameter, change) => {
  const { meanCurve } = engineOf();
  const outcome = await meanCurve.release(meanCurve.hold(data), { ...parameters, ...change });
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter } });
});

test("curves that are not finite are refused by their place", async () => {
  const { meanCurve } = engineOf();
  const curves = data.curves.map((x, i) => (i === 7 ? NaN : x));
  const outcome = await meanCurve.release(meanCurve.hold({ ...data, curves }), parameters);
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter: "curves[7]" } });
});
