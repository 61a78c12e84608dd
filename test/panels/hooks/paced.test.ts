import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createPaced } from "../../../src/panels/hooks/paced.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  const source = createStore<{ readonly n: number }>()(() => ({ n: 0 }));
  const hand = createStore<boolean>()(() => false);
  const paced = createPaced(source, hand);
  const seen: number[] = [];
  const stop = paced.subscribe(() => seen.push(paced.getState().n));
  return { source, hand, paced, seen, stop };
}

it("follows at once while no hand moves the picture", () => {
  const { source, seen } = watched();
  for (let n = 1; n <= 3; n++) source.setState({ n });
  expect(seen).toEqual([1, 2, 3]);
});

it("follows a moving hand ten times a second, and ends where it ended", () => {
  const { source, hand, paced, seen } = watched();
  hand.setState(true);
  for (let n = 1; n <= 63; n++) {
    source.setState({ n });
    vi.advanceTimersByTime(16);
  }
  expect(seen.length).toBeGreaterThanOrEqual(10);
  expect(seen.length).toBeLessThanOrEqual(12);
  vi.advanceTimersByTime(100);
  expect(paced.getState().n).toBe(63);
});

it("shows the last move at once when the hand lets go", () => {
  const { source, hand, paced } = watched();
  hand.setState(true);
  source.setState({ n: 1 });
  source.setState({ n: 2 });
  expect(paced.getState().n).toBe(1);
  hand.setState(false);
  expect(paced.getState().n).toBe(2);
});

it("is of the moment for whoever begins to listen, and silent once nobody does", () => {
  const { source, hand, paced, seen, stop } = watched();
  hand.setState(true);
  source.setState({ n: 1 });
  source.setState({ n: 2 });
  stop();
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual([1]);
  expect(paced.getState().n).toBe(2);
});

it("shows who begins to follow what came between their first look and their following", () => {
  const source = createStore<{ readonly n: number }>()(() => ({ n: 0 }));
  const paced = createPaced(
    source,
    createStore<boolean>()(() => false),
  );
  expect(paced.getState().n).toBe(0);
  source.setState({ n: 1 });
  const stop = paced.subscribe(() => undefined);
  expect(paced.getState().n).toBe(1);
  stop();
});
