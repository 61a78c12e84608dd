import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createHistory } from "../../../src/state/scenario/history.ts";
import type { AddressBar } from "../../../src/state/addressBar.ts";
import type { LinkCodec } from "../../../src/state/scenario/linkCodec.ts";
import type { Provenance } from "../../../src/state/scenario/provenance.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { smallGenerator } from "../smallGenerator.ts";

interface Values {
  readonly data: string;
  readonly view: "inside" | "outside";
  readonly provenance: Provenance;
  readonly h: number;
  readonly epsilon: number;
}
const start: Values = { data: "hours", view: "inside", provenance: {}, h: 1, epsilon: 1 };
const codec: LinkCodec<Values> = {
  study: "toy",
  encode: (values) => JSON.stringify(values),
  decode: () => ({ study: "toy", values: start, problems: [] }),
};
const address: AddressBar = {
  getHash: () => "",
  replace: () => {},
  push: () => {},
  lengthOf: () => 0,
  subscribe: () => () => {},
};

function open() {
  const scenarios = createScenarioStore(codec, address);
  const session = createStore<{
    table: number;
    tableOf: string;
    records: { readonly value: Float64Array } | undefined;
    edited: boolean;
  }>()(() => ({ table: 1, tableOf: "hours", records: { value: Float64Array.of(1, 2, 3) }, edited: false }));
  const edit = (value: Float64Array | undefined) =>
    session.setState(value ? { records: { value }, edited: true } : { edited: false });
  const history = createHistory<Values, Float64Array>(scenarios, session, edit);
  const set = (change: Partial<Values>) => scenarios.getState().set(change, { commit: true });
  const amend = (change: Partial<Values>) => scenarios.getState().set(change, { amends: true });
  const rest = () => vi.advanceTimersByTime(400);
  const scenario = () => scenarios.getState().scenario;
  return { history, session, edit, set, amend, rest, scenario, state: () => history.store.getState() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a drag is one step, and undo and redo go through the steps", () => {
  const { history, set, rest, scenario, state } = open();
  expect(state()).toEqual({ canUndo: false, canRedo: false, showing: undefined });
  for (const h of [2, 3, 4]) set({ h });
  expect(state().canUndo).toBe(true);
  rest();
  set({ epsilon: 0.1 });
  history.undo(); // Before the drag has rested: it is a step all the same.
  expect(scenario()).toMatchObject({ h: 4, epsilon: 1 });
  history.undo();
  expect(scenario()).toEqual(start);
  expect(state()).toMatchObject({ canUndo: false, canRedo: true });
  history.undo();
  expect(scenario()).toEqual(start);
  history.redo();
  history.redo();
  expect(scenario()).toMatchObject({ h: 4, epsilon: 0.1 });
  history.undo();
  set({ h: 7 });
  rest();
  expect(state().canRedo).toBe(false);
});

test("what follows from a step is part of it, however late", () => {
  const { history, set, amend, rest, scenario, state } = open();
  for (const h of [2, 3]) {
    set({ h });
    rest();
    amend({ epsilon: h / 10 });
    rest();
  }
  history.undo();
  expect(scenario()).toMatchObject({ h: 2, epsilon: 0.2 });
  history.undo();
  expect(scenario()).toEqual(start);
  expect(state()).toMatchObject({ canUndo: false, canRedo: true });
  history.redo();
  expect(scenario()).toMatchObject({ h: 2, epsilon: 0.2 });
});

test("what a hand moves while it holds is one step, however slowly", () => {
  const { history, set, rest, scenario } = open();
  set({ epsilon: 2 });
  history.hold(true);
  for (const h of [2, 3, 4]) {
    set({ h });
    rest();
  }
  history.hold(false);
  rest();
  history.undo();
  expect(scenario()).toMatchObject({ h: 1, epsilon: 2 });
  history.undo();
  expect(scenario()).toEqual(start);
});

test("200 random edits of settings and records are undone one by one, and redone", () => {
  const { history, session, edit, set, rest, scenario } = open();
  const random = smallGenerator(7);
  const seen = () => ({ ...scenario(), records: session.getState().edited && [...session.getState().records!.value] });
  const states = [seen()];
  while (states.length <= 200) {
    const kind = Math.floor(3 * random());
    if (kind === 0) set({ h: random() });
    else if (kind === 1) set({ epsilon: random() });
    else edit(Float64Array.from({ length: 1 + Math.floor(5 * random()) }, random));
    rest();
    states.push(seen());
  }
  for (const state of states.slice(0, -1).reverse()) {
    history.undo();
    expect(seen()).toEqual(state);
  }
  for (const state of states.slice(1)) {
    history.redo();
    expect(seen()).toEqual(state);
  }
});

test("undo takes back no mark of what was seen, and outside there is none", () => {
  const { history, set, rest, scenario, state } = open();
  set({ h: 2 });
  rest();
  set({ view: "outside", provenance: { h: "looked" } });
  rest();
  expect(state()).toEqual({ canUndo: false, canRedo: false, showing: undefined });
  history.undo();
  expect(scenario().h).toBe(2);
  set({ view: "inside" });
  rest();
  history.undo();
  expect(scenario()).toEqual({ ...start, provenance: { h: "looked" } });
});

test("A and B are gone back and forth between, each as it was left", () => {
  const { history, session, edit, set, rest, scenario, state } = open();
  history.pin();
  expect(state().showing).toBe("B");
  set({ h: 5 });
  edit(Float64Array.of(9));
  rest();
  history.swap();
  expect(state().showing).toBe("A");
  expect(scenario().h).toBe(1);
  expect(session.getState().edited).toBe(false);
  set({ epsilon: 3 });
  history.swap();
  expect(scenario()).toMatchObject({ h: 5, epsilon: 1 });
  expect([...session.getState().records!.value]).toEqual([9]);
  history.swap();
  expect(scenario()).toMatchObject({ h: 1, epsilon: 3 });
  history.unpin();
  expect(state().showing).toBeUndefined();
  history.undo();
  expect(scenario()).toMatchObject({ h: 5, epsilon: 1 });
});

test("other data of one's own cannot be undone: the steps before them are forgotten", () => {
  const { history, session, set, rest, state, scenario } = open();
  set({ h: 2 });
  rest();
  set({ data: "own" });
  session.setState({ table: 2, tableOf: "own" });
  rest();
  expect(state()).toMatchObject({ canUndo: false, canRedo: false });
  set({ h: 3 });
  rest();
  expect(state().canUndo).toBe(true);
  session.setState({ table: 3, tableOf: "own" });
  rest();
  expect(state().canUndo).toBe(false);
  history.undo();
  expect(scenario()).toMatchObject({ data: "own", h: 3 });
});

test("edited records that would fill the memory push the oldest steps out, not the newest", () => {
  const { history, session, edit, rest, state } = open();
  for (let i = 0; i < 12; i++) {
    edit(new Float64Array(1_250_000).fill(i)); // 10 MB each.
    rest();
  }
  for (let i = 10; i >= 5; i--) {
    history.undo();
    expect(session.getState().records!.value[0]).toBe(i);
  }
  expect(state().canUndo).toBe(false);
});
