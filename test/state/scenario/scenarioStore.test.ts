import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decodeLink, encodeLink } from "../../../src/state/scenario/linkCodec.ts";
import type { Fields, LinkCodec } from "../../../src/state/scenario/linkCodec.ts";
import { numberIn } from "../../../src/state/scenario/linkFields.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { fakeHistory } from "../fakeHistory.ts";

interface Values {
  readonly h: number;
}
const fields: Fields<Values> = { h: { key: "h", fallback: 1, always: true, ...numberIn({ min: 0, max: 1000 }) } };
const codec: LinkCodec<Values> = {
  study: "toy",
  encode: (values) => encodeLink("toy", fields, values),
  decode: (hash) => decodeLink(hash, "toy", () => fields),
};
const linkTo = (h: number) => `#/toy?v=1&h=${h}`;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("createScenarioStore", () => {
  test("createScenarioStore opens the link, with its problems, and leaves the address alone", () => {
    const history = fakeHistory("#/toy?v=1&h=-3");
    const store = createScenarioStore(codec, history.address);
    expect(store.getState().scenario).toEqual({ h: 1 });
    expect(store.getState().problems).toHaveLength(1);
    store.getState().dismissProblems();
    expect(store.getState().problems).toEqual([]);
    expect(history.calls).toEqual({ replace: 0, push: 0 });
  });

  test("set(…, { commit: true }) changes the scenario at once and pushes one entry", () => {
    const history = fakeHistory(linkTo(1));
    const store = createScenarioStore(codec, history.address);
    store.getState().set({ h: 2 }, { commit: true });
    expect(store.getState().scenario.h).toBe(2);
    expect(history.entries).toEqual([linkTo(1), linkTo(2)]);
  });

  test("set(function) adds to what is set by now, and says who says it", () => {
    const said: string[] = [];
    const history = fakeHistory(linkTo(2));
    const store = createScenarioStore<Values>(codec, history.address, (changed, before, by) => {
      said.push(`${before.h} ${changed.h} ${by}`);
      return changed;
    });
    store.getState().set({ h: 3 });
    store.getState().set(({ h }) => ({ h: 10 * h }), { commit: true });
    store.getState().set({ h: 4 }, { commit: true, by: "link" });
    expect(said).toEqual(["2 3 person", "3 30 person", "30 4 link"]);
  });

  test("set(same value, { commit: true }) adds no entry", () => {
    const history = fakeHistory("");
    createScenarioStore(codec, history.address).getState().set({ h: 1 }, { commit: true });
    expect(history.calls.push).toBe(0);
  });

  test("a drag overwrites the address at most 4 times a second and becomes one entry at its end", () => {
    const history = fakeHistory(linkTo(1));
    const store = createScenarioStore(codec, history.address);
    for (let i = 0; i < 120; i++) {
      store.getState().set({ h: 2 + i });
      vi.advanceTimersByTime(1000 / 60);
    }
    expect(history.calls.replace).toBeGreaterThan(2);
    expect(history.calls.replace).toBeLessThanOrEqual(8);
    expect(history.calls.push).toBe(0);

    store.getState().set({ h: 500 }, { commit: true });
    vi.advanceTimersByTime(1000);
    expect(history.entries).toEqual([linkTo(1), linkTo(500)]);
    history.go(-1);
    expect(store.getState().scenario.h).toBe(1);
  });

  test("a drag from the bare address gives the bare address back", () => {
    const history = fakeHistory("");
    const store = createScenarioStore(codec, history.address);
    store.getState().set({ h: 2 });
    expect(history.entries).toEqual([linkTo(2)]);
    store.getState().set({ h: 3 }, { commit: true });
    vi.advanceTimersByTime(1000);
    expect(history.entries).toEqual(["#", linkTo(3)]);
  });

  test("thirty commits a second (a held key) stay below the browsers' limit and end at the last value", () => {
    const history = fakeHistory(linkTo(1));
    const store = createScenarioStore(codec, history.address);
    for (let i = 0; i < 900; i++) {
      store.getState().set({ h: 2 + i }, { commit: true });
      vi.advanceTimersByTime(1000 / 30);
    }
    vi.advanceTimersByTime(1000);
    // Safari allows 100 calls in 30 seconds.
    expect(history.calls.push + history.calls.replace).toBeLessThan(100);
    expect(history.address.getHash()).toBe(linkTo(901));
  });

  test("back and forward decode again, once per step", () => {
    const history = fakeHistory(linkTo(1));
    const store = createScenarioStore(codec, history.address);
    store.getState().set({ h: 2 }, { commit: true });
    vi.advanceTimersByTime(1000);
    const changes = vi.fn();
    store.subscribe(changes);
    history.go(-1);
    expect(store.getState().scenario.h).toBe(1);
    history.go(1);
    expect(store.getState().scenario.h).toBe(2);
    expect(changes).toHaveBeenCalledTimes(2);
  });

  test("moving through the history drops an address not yet written", () => {
    const history = fakeHistory(linkTo(1));
    const store = createScenarioStore(codec, history.address);
    store.getState().set({ h: 2 }, { commit: true });
    store.getState().set({ h: 3 });
    history.go(-1);
    vi.advanceTimersByTime(1000);
    expect(history.entries).toEqual([linkTo(1), linkTo(2)]);
    expect(store.getState().scenario.h).toBe(1);
  });

  test("an edited address is decoded, however its study is capitalised; an unknown study is named first", () => {
    const history = fakeHistory(linkTo(1));
    const store = createScenarioStore(codec, history.address);
    history.visit(linkTo(7));
    expect(store.getState().scenario.h).toBe(7);
    history.visit("#/nowhere?h=9");
    expect(store.getState().scenario.h).toBe(1);
    expect(store.getState().problems[0]?.sentence).toBe(
      "There is no page “nowhere” here; this is toy with its defaults.",
    );
    history.visit(linkTo(8).replace("#/toy", "#/TOY"));
    expect(store.getState()).toMatchObject({ scenario: { h: 8 }, problems: [] });
    history.visit("#/toy?v=1&h=x");
    expect(store.getState()).toMatchObject({ scenario: { h: 1 }, problems: [{ key: "h" }] });
  });

  test("link() is current while the address lags; flush() writes it; close() stops listening", () => {
    const history = fakeHistory(linkTo(1));
    const store = createScenarioStore(codec, history.address);
    store.getState().set({ h: 2 });
    store.getState().set({ h: 3 });
    expect(store.getState().link()).toBe(linkTo(3));
    expect(history.address.getHash()).toBe(linkTo(2));
    store.getState().flush();
    expect(history.address.getHash()).toBe(linkTo(3));
    store.getState().set({ h: 4 });
    store.getState().close();
    expect(history.address.getHash()).toBe(linkTo(4));
    expect(history.listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
