import { expect, test } from "vitest";
import { inProcessWorker } from "../support/inProcessWorker.ts";
import { fiftyRecords, unitDensity } from "../support/densityParameters.ts";
import { engineOf, pause, running } from "../support/engines.ts";

const fifty = fiftyRecords;
const parameters = unitDensity;

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
  expect(!outcome.ok && outcome.error.message).toContain("reload the page");
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
