import { expect, test } from "vitest";
import { latestOnly } from "../../src/engine/latestOnly.ts";

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

test("latestOnly runs one at a time, and a later request after the flood as well", async () => {
  let running = 0;
  let most = 0;
  const run = latestOnly(async (request: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    return request;
  }, -1);
  await Promise.all([run(1), run(2), run(3)]);
  expect(await run(4)).toBe(4);
  expect(most).toBe(1);
});
