import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { exampleDigest } from "../../src/core/examples/exampleDigests.ts";
import { planDensity } from "../../src/core/density/density.ts";
import type { DensityParameters } from "../../src/core/density/densityParameters.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";
import { fiftyRecords, unitDensity } from "../support/densityParameters.ts";
import { engineOf, pause, running } from "../support/engines.ts";

const fifty = fiftyRecords;
const { points } = fifty;
const parameters = unitDensity;

const cancelled = { ok: false, error: { kind: "cancelled" } };

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
  await density.release(records, parameters); // Until its study is loaded, a worker is asked nothing.
  ran.length = 0;
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
  const count = 40_000; // Fewer bytes are read before there is progress to tell of.
  const text = `v,note\n${`1.5,${"x".repeat(90)}\n`.repeat(count)}`;
  const outcome = await engine.openTable(text, { onProgress: (fraction) => fractions.push(fraction) });
  expect(outcome.ok && outcome.value.outline.rowCount).toBe(count);
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

test("the first worker alone makes the picture of an example and says its digest; a file has the second", async () => {
  const opened: [place: number, example: boolean][] = [];
  const { engine, density, spawned } = engineOf((place) =>
    inProcessWorker((service) => ({
      openTable: (job, id, source, progress) => {
        opened.push([place, "example" in source]);
        return service.openTable(job, id, source, progress);
      },
    })),
  );
  const table = await engine.openTable({ example: "hall-1" });
  if (!table.ok) throw new Error(table.error.message);
  const { id, outline } = table.value;
  const records = await density.recordsFrom(id, { columns: [outline.columns[0]!.name], missing: "refuse" });
  if (!records.ok) throw new Error(records.error.message);
  const release = await density.release(records.value.id, parameters);
  expect(release.ok).toBe(true);
  expect(await engine.keysOf(id, false)).toEqual({ ok: true, value: { digests: [exampleDigest("hall-1")] } });
  expect(spawned).toHaveLength(1);
  expect((await engine.openTable("v\n1\n2\n")).ok).toBe(true);
  expect(opened).toEqual([
    [0, true],
    [1, false],
  ]);
  engine.closeTable(id);
  expect(await engine.keysOf(id, false)).toMatchObject({ ok: false });
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
