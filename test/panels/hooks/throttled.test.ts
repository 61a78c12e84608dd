import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createThrottled } from "../../../src/panels/hooks/throttled.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  const source = createStore<{ readonly n: number }>()(() => ({ n: 0 }));
  const pointerHeld = createStore<boolean>()(() => false);
  const throttled = createThrottled(source, pointerHeld);
  const seen: number[] = [];
  const stop = throttled.subscribe(() => seen.push(throttled.getState().n));
  return { source, pointerHeld, throttled, seen, stop };
}

it("follows at once while no pointer moves the picture", () => {
  const { source, seen } = watched();
  for (let n = 1; n <= 3; n++) source.setState({ n });
  expect(seen).toEqual([1, 2, 3]);
});

it("follows a moving pointer ten times a second, and ends where it ended", () => {
  const { source, pointerHeld, throttled, seen } = watched();
  pointerHeld.setState(true);
  for (let n = 1; n <= 63; n++) {
    source.setState({ n });
    vi.advanceTimersByTime(16);
  }
  expect(seen.length).toBeGreaterThanOrEqual(10);
  expect(seen.length).toBeLessThanOrEqual(12);
  vi.advanceTimersByTime(100);
  expect(throttled.getState().n).toBe(63);
});

it("shows the last move at once when the pointer lets go", () => {
  const { source, pointerHeld, throttled } = watched();
  pointerHeld.setState(true);
  source.setState({ n: 1 });
  source.setState({ n: 2 });
  expect(throttled.getState().n).toBe(1);
  pointerHeld.setState(false);
  expect(throttled.getState().n).toBe(2);
});

it("is of the moment for whoever begins to listen, and silent once nobody does", () => {
  const { source, pointerHeld, throttled, seen, stop } = watched();
  pointerHeld.setState(true);
  source.setState({ n: 1 });
  source.setState({ n: 2 });
  stop();
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual([1]);
  expect(throttled.getState().n).toBe(2);
});

it("shows who begins to follow what came between their first look and their following", () => {
  const source = createStore<{ readonly n: number }>()(() => ({ n: 0 }));
  const throttled = createThrottled(
    source,
    createStore<boolean>()(() => false),
  );
  expect(throttled.getState().n).toBe(0);
  source.setState({ n: 1 });
  const stop = throttled.subscribe(() => undefined);
  expect(throttled.getState().n).toBe(1);
  stop();
});
