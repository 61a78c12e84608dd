import { expect, test } from "vitest";
import { createJobs } from "../../workers/jobs.ts";

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
