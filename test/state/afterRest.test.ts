import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterRest } from "../../src/state/afterRest.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("it acts once, so long after the last call, with one timer however many calls there are", () => {
  const acted: number[] = [];
  const began = performance.now();
  const rest = afterRest(300, () => acted.push(performance.now() - began));
  for (let k = 0; k < 100; k++) {
    rest.call();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10);
  }
  expect(acted).toEqual([]);
  vi.advanceTimersByTime(289);
  expect(acted).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(acted).toEqual([1290]);
  vi.advanceTimersByTime(1000);
  expect(acted).toHaveLength(1);
  rest.call();
  vi.advanceTimersByTime(300);
  expect(acted).toHaveLength(2);
});

test("stopped, it does not act, until it is called again", () => {
  let acted = 0;
  const rest = afterRest(50, () => acted++);
  rest.call();
  rest.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(200);
  expect(acted).toBe(0);
  rest.call();
  vi.advanceTimersByTime(50);
  expect(acted).toBe(1);
});
