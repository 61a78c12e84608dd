import { expect, test } from "vitest";
import { createBufferPool } from "../../src/core/bufferPool.ts";

test("allocate(length) takes a returned buffer of that length, as another object, and makes one if there is none", () => {
  const pool = createBufferPool();
  const first = pool.allocate(3);
  first.fill(7);
  pool.giveBack([first, new Float64Array(4)]);
  const second = pool.allocate(3);
  expect(second.buffer).toBe(first.buffer);
  expect(second).not.toBe(first);
  expect(pool.allocate(3).buffer).not.toBe(first.buffer);
  expect(pool.allocate(4)).toHaveLength(4);
});

test("giveBack(arrays) never holds one buffer twice, nor one that is used in part or was transferred", () => {
  const pool = createBufferPool();
  const whole = new Float64Array(4);
  const gone = new Float64Array(4);
  structuredClone(gone, { transfer: [gone.buffer] });
  pool.giveBack([
    whole,
    whole,
    new Float64Array(whole.buffer),
    whole.subarray(1),
    gone,
    new Float64Array(new SharedArrayBuffer(32)),
  ]);
  expect(pool.takeAll().map(({ buffer }) => buffer)).toEqual([whole.buffer]);
});

test("giveBack(arrays) lets those go that have waited longest when there are more bytes than the limit", () => {
  const pool = createBufferPool(8 * 10);
  const [a, b, c] = [new Float64Array(4), new Float64Array(4), new Float64Array(3)];
  pool.giveBack([a, b, c]);
  expect(pool.takeAll().map(({ length }) => length)).toEqual([4, 3]);
  pool.giveBack([new Float64Array(11)]);
  expect(pool.takeAll()).toEqual([]);
});

test("takeAll() leaves nothing behind, and room for as much again", () => {
  const pool = createBufferPool(32);
  for (let round = 0; round < 3; round++) {
    pool.giveBack([new Float64Array(4)]);
    expect(pool.takeAll()).toHaveLength(1);
    expect(pool.takeAll()).toEqual([]);
  }
});
