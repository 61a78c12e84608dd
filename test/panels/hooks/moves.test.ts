import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createMoves } from "../../../src/panels/hooks/moves.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface State {
  readonly epsilon: number;
  readonly h: number;
}

/** A hand that moves ε and h, of which React alone draws h. */
function moved() {
  const source = createStore<State>()(() => ({ epsilon: 0, h: 0 }));
  const hand = createStore<boolean>()(() => true);
  const { behind, moves } = createMoves(source, hand, (now, shown) => now.h === shown.h);
  const rendered: State[] = [];
  behind.subscribe(() => rendered.push(behind.getState()));
  source.setState({ epsilon: -1 });
  rendered.length = 0;
  return { source, hand, behind, moves, rendered };
}

it("draws each move at once, and React follows ten times a second", () => {
  const { source, moves, rendered } = moved();
  const drawn: number[] = [];
  moves.drawnBy(({ epsilon }) => drawn.push(epsilon) > 0);
  for (let epsilon = 0; epsilon < 50; epsilon++) {
    source.setState({ epsilon });
    expect(drawn.at(-1)).toBe(epsilon);
    vi.advanceTimersByTime(10);
  }
  expect(drawn.length).toBe(50);
  expect(rendered.length).toBeGreaterThanOrEqual(4);
  expect(rendered.length).toBeLessThanOrEqual(6);
});

it("leaves React where the hand left the picture", () => {
  const { source, hand, behind, moves } = moved();
  moves.drawnBy(() => true);
  source.setState({ epsilon: 1 });
  source.setState({ epsilon: 2 });
  expect(behind.getState().epsilon).toBe(-1);
  hand.setState(false);
  expect(behind.getState()).toBe(source.getState());
});

it.each([
  ["nobody draws", undefined, { epsilon: 1 }],
  ["who draws cannot", () => false, { epsilon: 1 }],
  [
    "drawing fails",
    () => {
      throw new Error("no picture");
    },
    { epsilon: 1 },
  ],
  ["what moves is React's alone", () => true, { h: 1 }],
])("has React follow at once where %s", (_, draw: (() => boolean) | undefined, change: Partial<State>) => {
  const { source, moves, rendered } = moved();
  if (draw) moves.drawnBy(draw);
  source.setState(change);
  expect(rendered).toEqual([source.getState()]);
});

it("draws nothing without a hand, nor for one who has ended it; the last one draws", () => {
  const { source, hand, moves, rendered } = moved();
  const drawn: string[] = [];
  const by = (name: string) => moves.drawnBy(() => drawn.push(name) > 0);
  const endFirst = by("first");
  const endSecond = by("second");
  endFirst();
  source.setState({ epsilon: 1 });
  expect(drawn).toEqual(["second"]);
  endSecond();
  source.setState({ epsilon: 2 });
  by("third");
  hand.setState(false);
  source.setState({ epsilon: 3 });
  expect(drawn).toEqual(["second"]);
  expect(rendered.map(({ epsilon }) => epsilon)).toEqual([2, 3]);
});
