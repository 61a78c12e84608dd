import { expect, test } from "vitest";
import { createBufferPool } from "../../src/core/bufferPool.ts";
import { createBorrowing, createLease } from "../../src/state/lease.ts";

const turn = () => new Promise<void>((resolve) => queueMicrotask(resolve));

function countedLease() {
  let ends = 0;
  return { lease: createLease(() => ends++), ends: () => ends };
}

test("createLease(end) ends once, when the last holder has let go", async () => {
  const { lease, ends } = countedLease();
  const [first, second] = [lease.hold(), lease.hold()];
  first();
  first();
  await turn();
  expect(ends()).toBe(0);
  second();
  await turn();
  expect(ends()).toBe(1);
  lease.hold()();
  await turn();
  expect(ends()).toBe(1);
});

test("createLease(end) goes on for a holder that comes in the same turn", async () => {
  const { lease, ends } = countedLease();
  lease.hold()();
  const letGo = lease.hold();
  await turn();
  expect(ends()).toBe(0);
  letGo();
  await turn();
  expect(ends()).toBe(1);
});

test("createBorrowing(pool, source) gives its arrays back, and lets the source go, when nobody holds it", async () => {
  const pool = createBufferPool();
  const source = countedLease();
  const letSourceGo = source.lease.hold();
  const { allocate, lease } = createBorrowing(pool, source.lease);
  const array = allocate(3);
  const [first, second] = [lease.hold(), lease.hold()];
  letSourceGo();
  first();
  await turn();
  expect(source.ends()).toBe(0);
  expect(pool.allocate(3).buffer).not.toBe(array.buffer);
  second();
  await turn();
  expect(source.ends()).toBe(1);
  expect(pool.allocate(3).buffer).toBe(array.buffer);
});
