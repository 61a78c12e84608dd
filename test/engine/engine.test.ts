import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { planDensity } from "../../src/core/releases/density.ts";
import type { DensityParameters } from "../../src/core/releases/density.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
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

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const cancelled = { ok: false, error: { kind: "cancelled" } };

let engine: Engine | undefined;
afterEach(() => engine?.dispose());

/** An engine of two places, whose workers are made by `make`; the first starts with the engine. */
function engineOf(make: (spawnedBefore: number) => InProcessWorker, patience = 10_000) {
  const spawned: InProcessWorker[] = [];
  const notices: string[] = [];
  const made = createEngine({
    workerCount: 2,
    patience,
    spawnWorker: () => {
      const next = make(spawned.length);
      spawned.push(next);
      return next.worker;
    },
  });
  made.onNotice(({ message }) => notices.push(message));
  engine = made;
  return { engine: made, spawned, notices };
}

test("density runs the first and the last of a flood, and answers the last for its own parameters", async () => {
  const ran: number[] = [];
  const { engine } = engineOf(() =>
    inProcessWorker((service) => ({
      density: (records, asked) => {
        ran.push(asked.bandwidths[0]!);
        return service.density(records, asked);
      },
    })),
  );
  const records = engine.holdRecords({ points });
  const requests = Array.from({ length: 100 }, (_, i) => ({ ...parameters, bandwidths: [0.05 + i / 1000] }));
  const outcomes = await Promise.all(requests.map((asked) => engine.density({ records, parameters: asked })));
  expect(ran).toEqual([0.05, requests[99]!.bandwidths[0]]);
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.kind === "superseded")).toHaveLength(98);
  const { estimate } = planDensity({ points, domain: parameters.domain }).release(requests[99]!);
  const last = outcomes[99]!;
  expect(last.ok && last.value.estimate).toEqual(estimate);
});

test("what is given back travels to the worker and is filled again; a request that is run twice sends it once", async () => {
  const sent: ArrayBufferLike[][] = [];
  const { engine, spawned } = engineOf((spawnedBefore) =>
    inProcessWorker((service) => ({
      density: (records, asked, returned = []) => {
        sent.push(returned.map(({ buffer }) => buffer));
        if (spawnedBefore === 0 && sent.length === 3) {
          spawned[0]!.crash();
          return new Promise(() => undefined);
        }
        return service.density(records, asked, returned);
      },
    })),
  );
  const records = engine.holdRecords({ points });
  const ask = async (h: number) => {
    const asked = { ...parameters, bandwidths: [h], drawCount: 2 };
    const outcome = await engine.density({ records, parameters: asked });
    if (!outcome.ok) throw new Error(outcome.error.message);
    const { estimate, unitNoise } = planDensity({ points, domain: asked.domain }).release(asked);
    expect([outcome.value.estimate, outcome.value.unitNoise]).toEqual([estimate, unitNoise]);
    return outcome.value;
  };
  const first = await ask(0.1);
  engine.giveBack(first);
  const second = await ask(0.2);
  expect(first.estimate).toHaveLength(0);
  expect(sent.map(({ length }) => length)).toEqual([0, 3]);
  expect(sent[1]!.every(({ byteLength }) => byteLength === 0)).toBe(true); // They went into the answer.
  engine.giveBack(second);
  const third = await ask(0.3);
  expect(sent.map(({ length }) => length)).toEqual([0, 3, 3, 0]);
  expect(third.estimate).toHaveLength(1000);
});

test("records cross to each worker once, however many requests name them", async () => {
  const crossings: number[] = [];
  const { engine } = engineOf((place) =>
    inProcessWorker((service) => ({
      hold: (records, held) => {
        crossings.push(place);
        service.hold(records, held);
      },
    })),
  );
  const records = engine.holdRecords({ points });
  const request = { records, parameters };
  await Promise.all([engine.density(request), engine.densityDifference(request), engine.densityDifference(request)]);
  await engine.density({ records, parameters: { ...parameters, domain: [[0, 2]] } });
  expect(crossings.sort()).toEqual([0, 1]);
});

test("dropped records are forgotten by the workers, and a request that names them gets a sentence", async () => {
  const forgotten: number[] = [];
  const { engine } = engineOf(() =>
    inProcessWorker((service) => ({
      forget: (records) => {
        forgotten.push(records);
        service.forget(records);
      },
    })),
  );
  const records = engine.holdRecords({ points });
  await engine.density({ records, parameters });
  engine.dropRecords(records);
  const outcome = await engine.density({ records, parameters });
  expect(outcome).toMatchObject({ ok: false, error: { message: "The records of this request are no longer loaded." } });
  await expect.poll(() => forgotten).toEqual([records]);
});

test("answers are not kept once the caller lets them go", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const { engine } = engineOf(() => inProcessWorker());
  const records = engine.holdRecords({ points });
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 20; i++) answers.push(new WeakRef(await engine.density({ records, parameters })));
  await pause(20);
  collectGarbage();
  expect(answers.filter((answer) => answer.deref()).length).toBeLessThan(5);
});

test("an error crosses as a value that names the parameter", async () => {
  const { engine } = engineOf(() => inProcessWorker());
  const records = engine.holdRecords({ points });
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

test("a job is cancelled before it starts, while its records cross, and while it loads an example", async () => {
  const { engine } = engineOf(() => inProcessWorker());
  expect(await engine.readTable("v\n1\n2\n", { signal: AbortSignal.abort() })).toMatchObject(cancelled);

  const measuring = new AbortController();
  const request = { records: engine.holdRecords({ points }), parameters };
  const difference = engine.densityDifference(request, { signal: measuring.signal });
  measuring.abort();
  expect(await difference).toMatchObject(cancelled);

  const loading = new AbortController();
  const example = engine.loadExample("hall-1", { signal: loading.signal });
  loading.abort();
  expect(await example).toMatchObject(cancelled);
});

test("a job that is cancelled after its end, its worker replaced meanwhile, is left alone", async () => {
  const { engine, spawned } = engineOf(() => inProcessWorker());
  const stop = new AbortController();
  const request = { records: engine.holdRecords({ points }), parameters };
  expect((await engine.densityDifference(request, { signal: stop.signal })).ok).toBe(true);
  spawned[1]!.crash();
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", note);
  stop.abort();
  await pause(20);
  process.off("uncaughtException", note);
  expect(uncaught).toEqual([]);
  expect((await engine.densityDifference(request)).ok).toBe(true);
});

test("progress does not fall when a job runs again on another worker, and ends with the job", async () => {
  const { engine, spawned } = engineOf((spawnedBefore) => {
    if (spawnedBefore !== 1) return inProcessWorker();
    return inProcessWorker(() => ({
      densityDifference: async (_job, _records, _parameters, progress) => {
        progress(0.6);
        await pause(10);
        spawned[1]!.crash();
        return new Promise(() => undefined);
      },
    }));
  });
  const fractions: number[] = [];
  const request = { records: engine.holdRecords({ points }), parameters };
  const outcome = await engine.densityDifference(request, { onProgress: (fraction) => fractions.push(fraction) });
  expect(outcome.ok).toBe(true);
  const reported = fractions.length;
  expect(fractions[0]).toBe(0.6);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  await pause(20);
  expect(fractions).toHaveLength(reported);
});

test("a file that cannot be read is refused by name", async () => {
  const { engine } = engineOf(() =>
    inProcessWorker((service) => ({
      readTable: (job, _source, progress) => service.readTable(job, unreadable, progress),
    })),
  );
  const unreadable = Object.assign(new Blob(["v\n1\n2\n"]), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
  }) as unknown as Blob;
  const outcome = await engine.readTable("v\n1\n2\n");
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter: "file" } });
});

test("a crashed worker is replaced and its request answered; the person is told", async () => {
  const { engine, spawned, notices } = engineOf((spawnedBefore) => {
    if (spawnedBefore > 0) return inProcessWorker();
    return inProcessWorker(() => ({
      density: () => {
        spawned[0]!.crash();
        return new Promise(() => undefined);
      },
    }));
  });
  const outcome = await engine.density({ records: engine.holdRecords({ points }), parameters });
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
  const outcome = await engine.density({ records: engine.holdRecords({ points }), parameters });
  expect(outcome).toMatchObject({ ok: false, error: { kind: "workerLost" } });
  expect(spawned).toHaveLength(2);
  const told = ["not answered", "It was replaced", "not answered", "given up"];
  expect(notices).toEqual(told.map((words) => expect.stringContaining(words) as string));
});

test("a worker that crashes twice gives up its request, and the next request gets a fresh one", async () => {
  const { engine, spawned, notices } = engineOf((spawnedBefore) => {
    if (spawnedBefore === 2) return inProcessWorker();
    return inProcessWorker(() => ({
      density: () => {
        spawned.at(-1)!.crash();
        return new Promise(() => undefined);
      },
    }));
  });
  const request = { records: engine.holdRecords({ points }), parameters };
  expect(await engine.density(request)).toMatchObject({ ok: false, error: { kind: "workerLost" } });
  expect(notices.at(-1)).toContain("given up");
  expect((await engine.density(request)).ok).toBe(true);
  expect(spawned).toHaveLength(3);
});

test("all requests of a lost worker run again on the next one, and the person is told once", async () => {
  const never = new Promise<never>(() => undefined);
  const { engine, spawned, notices } = engineOf(
    (spawnedBefore) =>
      inProcessWorker(() => (spawnedBefore === 1 ? { densityDifference: () => never, readTable: () => never } : {})),
    80,
  );
  const difference = engine.densityDifference({ records: engine.holdRecords({ points }), parameters });
  await pause(30);
  const table = engine.readTable("v\n1\n2\n");
  await pause(10);
  spawned[1]!.fallSilent();
  expect([(await difference).ok, (await table).ok]).toEqual([true, true]);
  expect(notices.filter((notice) => notice.includes("It was replaced"))).toHaveLength(1);
});

test("a worker that computes for long but answers is not taken for lost", async () => {
  const { engine, spawned, notices } = engineOf(
    () =>
      inProcessWorker((service) => ({
        density: async (records, asked) => {
          await pause(400);
          return service.density(records, asked);
        },
      })),
    80,
  );
  const outcome = await engine.density({ records: engine.holdRecords({ points }), parameters });
  expect([outcome.ok, spawned.length, notices]).toEqual([true, 1, []]);
});

test("where no worker can be started, a request says why", async () => {
  const { engine } = engineOf(() => {
    throw new Error("Workers are switched off.");
  });
  const outcome = await engine.loadExample("hall-1");
  expect(outcome).toMatchObject({ ok: false, error: { kind: "unexpected", message: "Workers are switched off." } });
});

test("dispose cancels what is under way and what comes later", async () => {
  const { engine, spawned } = engineOf(() => inProcessWorker(() => ({ density: () => new Promise(() => undefined) })));
  const request = { records: engine.holdRecords({ points }), parameters };
  const waiting = [engine.density(request), engine.density(request)];
  await pause(10);
  engine.dispose();
  for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject(cancelled);
  expect(await engine.loadExample("hall-1")).toMatchObject(cancelled);
  expect(spawned).toHaveLength(1);
});

test("the measured difference between drawn and exact estimate is small, and comes from another worker", async () => {
  const { engine, spawned } = engineOf(() => inProcessWorker());
  const records = engine.holdRecords({ points });
  await engine.density({ records, parameters });
  const outcome = await engine.densityDifference({ records, parameters });
  // Records are rounded to half of 1/2048 of a step, s/h = 0.005, which moves the estimate by less than 1e-6 of the kernel's height.
  expect(outcome.ok && outcome.value.relativeToPeak).toBeLessThan(1e-6);
  expect(spawned).toHaveLength(2);
});
