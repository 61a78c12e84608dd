import { expect, test } from "vitest";
import { createJobs } from "../../../workers/messages/jobs.ts";

const cancelled = { ok: false, error: { kind: "cancelled" } };

/** A job that never ends by itself; each slice is long enough for messages to be let in. */
const endless = async (checkpoint: () => Promise<void>): Promise<never> => {
  for (;;) {
    const sliceEnd = performance.now() + 50;
    while (performance.now() < sliceEnd);
    await checkpoint();
  }
};

test("cancel(job) stops a computing job at its next checkpoint, and no other", async () => {
  const jobs = createJobs();
  const first = jobs.run(1, endless);
  const second = jobs.run(2, async (checkpoint) => {
    await checkpoint();
    return "done";
  });
  setTimeout(() => jobs.cancel(1), 0);
  expect(await first).toMatchObject(cancelled);
  expect(await second).toEqual({ ok: true, value: "done" });
});

test("cancel(job) before the job began, or after it ended, leaves no trace", async () => {
  const jobs = createJobs();
  const twoSlices = async (checkpoint: () => Promise<void>) => {
    await checkpoint();
    return 7;
  };
  jobs.cancel(1);
  expect(await jobs.run(1, twoSlices)).toEqual({ ok: true, value: 7 });
  jobs.cancel(1);
  expect(await jobs.run(1, twoSlices)).toEqual({ ok: true, value: 7 });
});

test("holdBack(true) stops a job that yields, and no other, until it is let go on or cancelled", async () => {
  const jobs = createJobs();
  const counts = [0, 0, 0];
  const counting = (which: number) => async (checkpoint: () => Promise<void>) => {
    for (; counts[which]! < 6; counts[which]!++) {
      const sliceEnd = performance.now() + 50;
      while (performance.now() < sliceEnd);
      await checkpoint();
    }
    return which;
  };
  jobs.holdBack(true);
  const held = jobs.run(1, counting(0), true);
  const stopped = jobs.run(2, counting(1), true);
  expect(await jobs.run(3, counting(2))).toEqual({ ok: true, value: 2 });
  expect(counts).toEqual([0, 0, 6]);
  jobs.cancel(2);
  expect(await stopped).toMatchObject(cancelled);
  jobs.holdBack(false);
  expect(await held).toEqual({ ok: true, value: 0 });
});
