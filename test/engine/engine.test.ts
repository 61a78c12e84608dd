import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { planDensity } from "../../src/core/releases/density.ts";
import type { DensityContract, DensityParameters } from "../../src/core/releases/densityContract.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";
import type { InProcessWorker } from "../support/inProcessWorker.ts";
import type { WorkerService } from "../../workers/service.ts";
import { fiftyRecords, unitDensity } from "../support/densityParameters.ts";

const fifty = fiftyRecords;
const { points } = fifty;
const parameters = unitDensity;

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
  return { engine: made, density: made.study<DensityContract>("density"), spawned, notices };
}

type Run = WorkerService["run"];

/** A worker's `run` that knows one task only, and runs it in its own way. */
function running(name: string, run: Run): Pick<WorkerService, "run"> {
  return {
    run: (job, task, ...rest) => {
      if (task.name !== name) throw new Error(`${task.name} was not to be run`);
      return run(job, task, ...rest);
    },
  };
}

test("density runs the first and the last of a flood, and answers the last for its own parameters", async () => {
  const ran: number[] = [];
  const { density } = engineOf(() =>
    inProcessWorker((service) => ({
      run: (job, task, ...rest) => {
        ran.push((task.parameters as DensityParameters).bandwidths[0]!);
        return service.run(job, task, ...rest);
      },
    })),
  );
  const records = density.hold(fifty);
  const requests = Array.from({ length: 100 }, (_, i) => ({ ...parameters, bandwidths: [0.05 + i / 1000] }));
  const outcomes = await Promise.all(requests.map((asked) => density.release(records, asked)));
  expect(ran).toEqual([0.05, requests[99]!.bandwidths[0]]);
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.kind === "superseded")).toHaveLength(98);
  const { estimate } = planDensity({ points, domain: parameters.domain }).release(requests[99]!);
  const last = outcomes[99]!;
  expect(last.ok && last.value.estimate).toEqual(estimate);
});

test("what is given back travels to the worker and is filled again; a request that is run twice sends it once", async () => {
  const sent: ArrayBufferLike[][] = [];
  const { density, spawned } = engineOf((spawnedBefore) =>
    inProcessWorker((service) => ({
      run: (job, task, progress, returned) => {
        sent.push(returned.map(({ buffer }) => buffer));
        if (spawnedBefore === 0 && sent.length === 3) {
          spawned[0]!.crash();
          return new Promise(() => undefined);
        }
        return service.run(job, task, progress, returned);
      },
    })),
  );
  const records = density.hold(fifty);
  const ask = async (h: number) => {
    const asked = { ...parameters, bandwidths: [h], drawCount: 2 };
    const outcome = await density.release(records, asked);
    if (!outcome.ok) throw new Error(outcome.error.message);
    const { estimate, unitNoise } = planDensity({ points, domain: asked.domain }).release(asked);
    expect([outcome.value.estimate, outcome.value.unitNoise]).toEqual([estimate, unitNoise]);
    return outcome.value;
  };
  const first = await ask(0.1);
  density.giveBack(first);
  const second = await ask(0.2);
  expect(first.estimate).toHaveLength(0);
  expect(sent.map(({ length }) => length)).toEqual([0, 3]);
  expect(sent[1]!.every(({ byteLength }) => byteLength === 0)).toBe(true); // They went into the answer.
  density.giveBack(second);
  const third = await ask(0.3);
  expect(sent.map(({ length }) => length)).toEqual([0, 3, 3, 0]);
  expect(third.estimate).toHaveLength(1000);
});

test("records cross to each worker once, however many requests name them", async () => {
  const crossings: number[] = [];
  const { density } = engineOf((place) =>
    inProcessWorker((service) => ({
      hold: (...held) => {
        crossings.push(place);
        return service.hold(...held);
      },
    })),
  );
  const records = density.hold(fifty);
  await Promise.all([
    density.release(records, parameters),
    density.run("difference", records, parameters),
    density.run("difference", records, parameters),
  ]);
  await density.release(records, { ...parameters, domain: [[0, 2]] });
  expect(crossings.sort()).toEqual([0, 1]);
});

test("dropped records are forgotten by the workers, and a request that names them gets a sentence", async () => {
  const forgotten: number[] = [];
  const { density } = engineOf(() =>
    inProcessWorker((service) => ({
      forget: (records) => {
        forgotten.push(records);
        service.forget(records);
      },
    })),
  );
  const records = density.hold(fifty);
  await density.release(records, parameters);
  density.drop(records);
  const outcome = await density.release(records, parameters);
  expect(outcome).toMatchObject({ ok: false, error: { message: "The data of this request are no longer loaded." } });
  await expect.poll(() => forgotten).toEqual([records]);
});

test("answers are not kept once the caller lets them go", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const { density } = engineOf(() => inProcessWorker());
  const records = density.hold(fifty);
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 20; i++) answers.push(new WeakRef(await density.release(records, parameters)));
  await pause(20);
  collectGarbage();
  expect(answers.filter((answer) => answer.deref()).length).toBeLessThan(5);
});

test("an error crosses as a value that names the parameter", async () => {
  const { density } = engineOf(() => inProcessWorker());
  const records = density.hold(fifty);
  const outcome = await density.release(records, { ...parameters, bandwidths: [NaN] });
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter: "bandwidth" } });
});

test("a table is read with growing progress, and a cancelled one leaves an outcome", async () => {
  const { engine } = engineOf(() => inProcessWorker());
  const fractions: number[] = [];
  const text = `v\n${"1.5\n".repeat(900_000)}`;
  const outcome = await engine.openTable(text, { onProgress: (fraction) => fractions.push(fraction) });
  expect(outcome.ok && outcome.value.outline.rowCount).toBe(900_000);
  expect(fractions.length).toBeGreaterThan(1);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));

  const stop = new AbortController();
  const reading = engine.openTable(text, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(await reading).toMatchObject({ ok: false, error: { kind: "cancelled" } });
});

test("a job is cancelled before it starts, while its records cross, and while it loads an example", async () => {
  const { engine, density } = engineOf(() => inProcessWorker());
  expect(await engine.openTable("v\n1\n2\n", { signal: AbortSignal.abort() })).toMatchObject(cancelled);

  const measuring = new AbortController();
  const records = density.hold(fifty);
  const difference = density.run("difference", records, parameters, { signal: measuring.signal });
  measuring.abort();
  expect(await difference).toMatchObject(cancelled);

  const loading = new AbortController();
  const example = engine.openTable({ example: "hall-1" }, { signal: loading.signal });
  loading.abort();
  expect(await example).toMatchObject(cancelled);
});

test("a job that is cancelled after its end, its worker replaced meanwhile, is left alone", async () => {
  const { density, spawned } = engineOf(() => inProcessWorker());
  const stop = new AbortController();
  const records = density.hold(fifty);
  expect((await density.run("difference", records, parameters, { signal: stop.signal })).ok).toBe(true);
  spawned[1]!.crash();
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", note);
  stop.abort();
  await pause(20);
  process.off("uncaughtException", note);
  expect(uncaught).toEqual([]);
  expect((await density.run("difference", records, parameters)).ok).toBe(true);
});

test("each worker loads the part of the study that is open before it is asked, and so does one that takes its place", async () => {
  const prepared: [number, string][] = [];
  const { density, engine, spawned } = engineOf((place) =>
    inProcessWorker((service) => ({
      prepare: (study) => {
        prepared.push([place, study]);
        return service.prepare(study);
      },
    })),
  );
  const records = density.hold(fifty);
  expect((await density.release(records, parameters)).ok).toBe(true);
  expect(prepared).toEqual([[0, "density"]]);
  engine.study("boundary");
  expect((await density.run("difference", records, parameters)).ok).toBe(true);
  spawned[0]!.crash();
  expect((await density.release(records, parameters)).ok).toBe(true);
  expect(prepared.slice(1).sort()).toEqual([
    [0, "boundary"],
    [1, "boundary"],
    [2, "boundary"],
  ]);
});

test("progress does not fall when a job runs again on another worker, and ends with the job", async () => {
  const { density, spawned } = engineOf((spawnedBefore) => {
    if (spawnedBefore !== 1) return inProcessWorker();
    return inProcessWorker(() =>
      running("difference", async (_job, _task, progress) => {
        progress(0.6);
        await pause(10);
        spawned[1]!.crash();
        return new Promise(() => undefined);
      }),
    );
  });
  const fractions: number[] = [];
  const records = density.hold(fifty);
  const outcome = await density.run("difference", records, parameters, {
    onProgress: (fraction) => fractions.push(fraction),
  });
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
      openTable: (job, id, _source, progress) =>
        service.openTable(job, id, { file: unreadable, reading: {} }, progress),
    })),
  );
  const unreadable = Object.assign(new Blob(["v\n1\n2\n"]), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
  }) as unknown as Blob;
  const outcome = await engine.openTable("v\n1\n2\n");
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter: "file" } });
});

test("a crashed worker is replaced and its request answered; the person is told", async () => {
  const { density, spawned, notices } = engineOf((spawnedBefore) => {
    if (spawnedBefore > 0) return inProcessWorker();
    return inProcessWorker(() =>
      running("release", () => {
        spawned[0]!.crash();
        return new Promise(() => undefined);
      }),
    );
  });
  const outcome = await density.release(density.hold(fifty), parameters);
  expect(outcome.ok).toBe(true);
  expect(spawned).toHaveLength(2);
  expect(notices).toEqual([expect.stringContaining("It was replaced")]);
});

test("a worker that falls silent is noticed; lost twice, the request is given up with a sentence", async () => {
  const { density, spawned, notices } = engineOf(
    () =>
      inProcessWorker(() =>
        running("release", () => {
          spawned.at(-1)!.fallSilent();
          return new Promise(() => undefined);
        }),
      ),
    80,
  );
  const outcome = await density.release(density.hold(fifty), parameters);
  expect(outcome).toMatchObject({ ok: false, error: { kind: "workerLost" } });
  expect(spawned).toHaveLength(2);
  const told = ["not answered", "It was replaced", "not answered", "given up"];
  expect(notices).toEqual(told.map((words) => expect.stringContaining(words) as string));
});

test("a worker that crashes twice gives up its request, and the next request gets a fresh one", async () => {
  const { density, spawned, notices } = engineOf((spawnedBefore) => {
    if (spawnedBefore === 2) return inProcessWorker();
    return inProcessWorker(() =>
      running("release", () => {
        spawned.at(-1)!.crash();
        return new Promise(() => undefined);
      }),
    );
  });
  const records = density.hold(fifty);
  expect(await density.release(records, parameters)).toMatchObject({ ok: false, error: { kind: "workerLost" } });
  expect(notices.at(-1)).toContain("given up");
  expect((await density.release(records, parameters)).ok).toBe(true);
  expect(spawned).toHaveLength(3);
});

test("a request outlives three workers that end while they load, and one that ends of it", async () => {
  const ends = [false, true, false, false];
  const { density, spawned, notices } = engineOf((spawnedBefore) =>
    inProcessWorker(
      () =>
        spawnedBefore < ends.length
          ? running("release", () => {
              spawned.at(-1)!.die();
              return new Promise(() => undefined);
            })
          : {},
      spawnedBefore >= ends.length || ends[spawnedBefore],
    ),
  );
  const answer = density.release(density.hold(fifty), parameters);
  for (let count = 1; count <= ends.length; count++) {
    while (spawned.length < count) await pause(5);
    if (ends[count - 1] === false) spawned[count - 1]!.die();
  }
  expect((await answer).ok).toBe(true);
  expect(spawned).toHaveLength(ends.length + 1);
  expect(notices).toEqual(ends.map(() => expect.stringContaining("It was replaced") as string));
});

test("workers that never get so far as to be heard are not started for ever", async () => {
  const { density, spawned } = engineOf((spawnedBefore) => {
    const next = inProcessWorker(undefined, false);
    setTimeout(() => next.die(), 20 + spawnedBefore);
    return next;
  });
  const outcome = await density.release(density.hold(fifty), parameters);
  expect(outcome).toMatchObject({ ok: false, error: { kind: "workerLost" } });
  expect(spawned).toHaveLength(8);
});

test("a job that yields waits while a hand moves the picture, on a worker that takes another's place as well", async () => {
  const { engine, density, spawned } = engineOf(() => inProcessWorker());
  const records = density.hold(fifty);
  let isDone = false;
  engine.holdBack(true);
  const counting = density.run("visibility", records, parameters, { yields: true }).then((outcome) => {
    isDone = true;
    return outcome;
  });
  await pause(100);
  expect((await density.release(records, parameters)).ok).toBe(true);
  spawned[1]!.die();
  await pause(400);
  expect([isDone, spawned.length]).toEqual([false, 3]);
  engine.holdBack(false);
  expect((await counting).ok).toBe(true);
});

test("all requests of a lost worker run again on the next one, and the person is told once", async () => {
  const never = new Promise<never>(() => undefined);
  const { engine, density, spawned, notices } = engineOf(
    (spawnedBefore) =>
      inProcessWorker(() =>
        spawnedBefore === 1 ? { ...running("difference", () => never), openTable: () => never } : {},
      ),
    80,
  );
  const difference = density.run("difference", density.hold(fifty), parameters);
  await pause(30);
  const table = engine.openTable("v\n1\n2\n");
  await pause(10);
  spawned[1]!.fallSilent();
  expect([(await difference).ok, (await table).ok]).toEqual([true, true]);
  expect(notices.filter((notice) => notice.includes("It was replaced"))).toHaveLength(1);
});

test("a worker that computes for long but answers is not taken for lost", async () => {
  const { density, spawned, notices } = engineOf(
    () =>
      inProcessWorker((service) => ({
        run: async (...asked) => {
          await pause(400);
          return service.run(...asked);
        },
      })),
    80,
  );
  const outcome = await density.release(density.hold(fifty), parameters);
  expect([outcome.ok, spawned.length, notices]).toEqual([true, 1, []]);
});

test("where no worker can be started, a request says why", async () => {
  const { engine } = engineOf(() => {
    throw new Error("Workers are switched off.");
  });
  const outcome = await engine.openTable({ example: "hall-1" });
  expect(outcome).toMatchObject({ ok: false, error: { kind: "unexpected", message: "Workers are switched off." } });
});

test("dispose cancels what is under way and what comes later", async () => {
  const { engine, density, spawned } = engineOf(() =>
    inProcessWorker(() => ({ run: () => new Promise(() => undefined) })),
  );
  const records = density.hold(fifty);
  const waiting = [density.release(records, parameters), density.release(records, parameters)];
  await pause(10);
  engine.dispose();
  for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject(cancelled);
  expect(await engine.openTable({ example: "hall-1" })).toMatchObject(cancelled);
  expect(spawned).toHaveLength(1);
});

test("the measured difference between drawn and exact estimate is small, and comes from another worker", async () => {
  const { density, spawned } = engineOf(() => inProcessWorker());
  const records = density.hold(fifty);
  await density.release(records, parameters);
  const outcome = await density.run("difference", records, parameters);
  // Records are rounded to half of 1/2048 of a step, s/h = 0.005, which moves the estimate by less than 1e-6 of the
  // kernel's height.
  expect(outcome.ok && outcome.value.relativeToPeak).toBeLessThan(1e-6);
  expect(spawned).toHaveLength(2);
});
