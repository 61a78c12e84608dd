import { afterEach, expect, test } from "vitest";
import type { DensityParameters } from "../../src/core/releases/density.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { latestOnly } from "../../src/engine/latestOnly.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";
import type { InProcessWorker } from "../support/inProcessWorker.ts";

const points = { dimension: 1, coordinates: Float64Array.from({ length: 50 }, (_, i) => i / 50) };
const parameters: DensityParameters = {
  domain: [[0, 1]],
  bandwidths: [0.1],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
  drawCount: 1,
  seed: 1,
};

let engine: Engine | undefined;
afterEach(() => engine?.dispose());

function engineOf(make: () => InProcessWorker, patience = 10_000): { engine: Engine; spawned: InProcessWorker[]; notices: string[] } {
  const spawned: InProcessWorker[] = [];
  const notices: string[] = [];
  engine = createEngine({
    workerCount: 2,
    patience,
    spawn: () => {
      spawned.push(make());
      return spawned.at(-1)!.worker;
    },
  });
  engine.onNotice(({ message }) => notices.push(message));
  return { engine, spawned, notices };
}

test("latestOnly runs the first and the last of a flood, and answers every request", async () => {
  const ran: number[] = [];
  const run = latestOnly(async (request: number) => {
    ran.push(request);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return request;
  }, -1);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => run(i)));
  expect(ran).toEqual([0, 99]);
  expect([answers[0], answers[99], answers.filter((answer) => answer === -1).length]).toEqual([0, 99, 98]);
});

test("records cross to a worker once, and a flood of requests ends with the newest", async () => {
  let crossings = 0;
  const { engine } = engineOf(() =>
    inProcessWorker((service) => ({
      hold: (records, held) => {
        crossings++;
        service.hold(records, held);
      },
    })),
  );
  const records = engine.holdRecords(points);
  const bandwidths = Array.from({ length: 30 }, (_, i) => 0.05 + i / 100);
  const outcomes = await Promise.all(bandwidths.map((h) => engine.density({ records, parameters: { ...parameters, bandwidths: [h] } })));
  expect(outcomes.at(-1)?.ok).toBe(true);
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.kind === "superseded")).toHaveLength(28);
  expect(crossings).toBe(1);
});

test("an error crosses as a value that names the parameter", async () => {
  const { engine } = engineOf(() => inProcessWorker());
  const records = engine.holdRecords(points);
  const outcome = await engine.density({ records, parameters: { ...parameters, bandwidths: [NaN] } });
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter: "bandwidth" } });
});

test("a table is read with growing progress, and a cancelled one leaves an outcome", async () => {
  const { engine } = engineOf(() => inProcessWorker());
  const fractions: number[] = [];
  const text = `v\n${"1.5\n".repeat(900_000)}`;
  const outcome = await engine.readTable(text, { onProgress: (fraction) => fractions.push(fraction) });
  expect(outcome.ok && outcome.value.rowCount).toBe(900_000);
  expect(fractions.length).toBeGreaterThan(1);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));

  const stop = new AbortController();
  const reading = engine.readTable(text, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(await reading).toMatchObject({ ok: false, error: { kind: "cancelled" } });
});

test("a crashed worker is replaced and its request answered; the person is told", async () => {
  let first = true;
  const { engine, spawned, notices } = engineOf(() => {
    if (!first) return inProcessWorker();
    first = false;
    return inProcessWorker(() => ({
      density: () => {
        spawned[0]!.crash();
        return new Promise(() => undefined);
      },
    }));
  });
  const outcome = await engine.density({ records: engine.holdRecords(points), parameters });
  expect(outcome.ok).toBe(true);
  expect(spawned).toHaveLength(2);
  expect(notices).toEqual([expect.stringContaining("It was replaced")]);
});

test("a worker that falls silent is noticed; lost twice, the request is given up with a sentence", async () => {
  const { engine, spawned, notices } = engineOf(
    () =>
      inProcessWorker(() => ({
        density: () => {
          spawned.at(-1)!.fallSilent();
          return new Promise(() => undefined);
        },
      })),
    80,
  );
  const outcome = await engine.density({ records: engine.holdRecords(points), parameters });
  expect(outcome).toMatchObject({ ok: false, error: { kind: "workerLost" } });
  expect(spawned).toHaveLength(2);
  expect(notices).toHaveLength(2);
});

test("the measured difference between drawn and exact estimate is small, and comes from another worker", async () => {
  const { engine, spawned } = engineOf(() => inProcessWorker());
  const records = engine.holdRecords(points);
  await engine.density({ records, parameters });
  const outcome = await engine.densityDifference({ records, parameters });
  expect(outcome.ok && outcome.value.relativeToPeak).toBeLessThan(1e-6);
  expect(spawned).toHaveLength(2);
});
