import { expect, test } from "vitest";
import { lost, watchedWorker } from "../../src/engine/liveWorker.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = () => new Promise<never>(() => undefined);

/** A watched worker, and what its silences were told as. */
function watched(silent: ReturnType<typeof inProcessWorker>, patience: number) {
  const silences: boolean[] = [];
  const live = watchedWorker(silent.worker, { patience, onSilence: (isLoading) => silences.push(isLoading) });
  return { live, silences };
}

test("a silence is told once before the worker is given up", async () => {
  const worker = inProcessWorker();
  const { live, silences } = watched(worker, 200);
  await live.service.ping();
  worker.fallSilent();
  expect(await live.ask(never)).toBe(lost);
  expect(live.ended()).toBe(true);
  expect(silences).toEqual([false]);
});

test("a worker that answers late is told of, and kept", async () => {
  let delay = 0;
  const worker = inProcessWorker(() => ({ ping: () => pause(delay).then(() => true) as unknown as true }));
  const { live, silences } = watched(worker, 400);
  await pause(50);
  delay = 250; // Between a quarter of the patience and all of it.
  const answer = await live.ask(() => pause(700).then(() => "answer"));
  expect([answer, live.ended()]).toEqual(["answer", false]);
  expect(silences.length).toBeGreaterThan(0);
  expect(silences).not.toContain(true);
});

test("a worker that was never heard is told of as loading, and given more time", async () => {
  const worker = inProcessWorker(() => ({ ping: () => pause(900).then(() => true) as unknown as true }));
  const { live, silences } = watched(worker, 200);
  const answer = await live.ask(() => pause(850).then(() => "answer"));
  expect([answer, silences]).toEqual(["answer", [true]]);
});

test("a worker without work is not asked, and its silence means nothing", async () => {
  const worker = inProcessWorker();
  const { live, silences } = watched(worker, 80);
  await live.service.ping();
  await live.ask(() => Promise.resolve("answer"));
  worker.fallSilent();
  await pause(300);
  expect([live.ended(), silences]).toEqual([false, []]);
});

test.each([
  ["while it loads", false],
  ["while it works", true],
])("a worker that ends %s is noticed by its channel, long before its silence", async (_, loads) => {
  const worker = inProcessWorker(undefined, loads);
  const { live, silences } = watched(worker, 60_000);
  if (loads) await live.service.ping();
  const answer = live.ask(never);
  await pause(20);
  worker.die();
  expect(await Promise.race([answer, pause(2000)])).toBe(lost);
  expect([live.ended(), live.heard(), silences]).toEqual([true, loads, []]);
});
