import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gaussianMechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import type { Mechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import { createPresenter } from "../../../src/state/presented/presented.ts";
import { tables, lost, recordsOf, good, settle, answeredStudy } from "./conducted.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an example", () => {
  test("is loaded, held and asked about, once", async () => {
    const { session, asks, examples, heldValues } = await answeredStudy();
    expect(examples.made.map(({ asked }) => asked)).toEqual(["a"]);
    expect(asks.made.map(({ asked }) => asked.parameters.h)).toEqual([1]);
    expect(session()).toMatchObject({
      tableOf: "a",
      loading: undefined,
      records: { value: recordsOf(1, 2) },
      answer: { release: { name: "first" }, records: recordsOf(1, 2), parameters: { h: 1 } },
      computing: false,
    });
    expect(heldValues()).toEqual([[1, 2]]);
  });

  test("that is chosen keeps the last answer until its own is there, and lets the records before it go", async () => {
    const { session, asks, examples, set, read, heldValues } = await answeredStudy();
    set({ data: "b", h: 2 });
    expect(session()).toMatchObject({ tableOf: "a", loading: 0, answer: { release: { name: "first" } } });
    examples.made[1]!.answer(read(tables["b"]!));
    await settle();
    expect(session()).toMatchObject({ tableOf: "b", computing: true, answer: { release: { name: "first" } } });
    asks.made[1]!.answer(good("second"));
    await settle();
    expect(session()).toMatchObject({
      answer: { release: { name: "second" }, records: recordsOf(3, 4, 5), parameters: { h: 2 } },
    });
    expect(heldValues()).toEqual([[3, 4, 5]]);
  });

  test("that is overtaken by another one is cancelled and never adopted", async () => {
    const { session, examples, set, read } = await answeredStudy();
    set({ data: "b" });
    set({ data: "bad" });
    expect(examples.made[1]!.signal!.aborted).toBe(true);
    examples.made[1]!.answer(read(tables["b"]!));
    await settle();
    expect(session()).toMatchObject({ tableOf: "a", loading: 0 });
  });

  test("asks nothing of the old data while it is loading", async () => {
    const { asks, set } = await answeredStudy();
    set({ data: "b" });
    set({ h: 5 });
    await settle();
    expect(asks.made).toHaveLength(1);
  });

  test("that cannot be loaded leaves a failure and the last answer; going back clears it", async () => {
    const { session, examples, asks, set } = await answeredStudy();
    set({ data: "b" });
    examples.made[1]!.answer({ ok: false, error: lost });
    await settle();
    expect(session()).toMatchObject({ fileFailure: lost, loading: undefined, answer: { release: { name: "first" } } });
    set({ data: "a" });
    await settle();
    expect(session().fileFailure).toBeUndefined();
    asks.made.at(-1)!.answer(good("again"));
    await settle();
    expect(session()).toMatchObject({ tableOf: "a", computing: false, records: { value: recordsOf(1, 2) } });
  });

  test("without the chosen column leaves a sentence and the last answer", async () => {
    const { session, examples, held, set, read } = await answeredStudy();
    set({ data: "bad" });
    examples.made[1]!.answer(read(tables["bad"]!));
    await settle();
    expect(session()).toMatchObject({
      dataFailure: { kind: "parameter", parameter: "column" },
      records: undefined,
      answer: { release: { name: "first" } },
    });
    expect(held.size).toBe(0);
  });
});

describe("tables and records", () => {
  test("of an example are let go when another one takes its place", async () => {
    const { examples, set, read, open, heldValues } = await answeredStudy();
    expect([...open.values()]).toEqual([tables["a"]]);
    set({ data: "b" });
    expect([...open.values()]).toEqual([tables["a"]]);
    examples.made[1]!.answer(read(tables["b"]!));
    await settle();
    expect([...open.values()]).toEqual([tables["b"]]);
    expect(heldValues()).toEqual([[3, 4, 5]]);
  });

  test("are said to be made while none are there, so that the last answer is not taken for theirs", async () => {
    const { session, set } = await answeredStudy();
    expect(session().making).toBe(false);
    set({ column: "v?" });
    expect(session()).toMatchObject({ making: true, records: undefined, answer: { release: { name: "first" } } });
    await settle();
    expect(session()).toMatchObject({ making: false, records: { value: recordsOf(2) } });
    set({ column: "w" });
    expect(session().making).toBe(true);
    await settle();
    expect(session()).toMatchObject({ making: false, dataFailure: { parameter: "column" } });
    set({ column: "v" });
    set({ column: "" });
    await settle();
    expect(session()).toMatchObject({ making: false, records: undefined });
  });

  test("that are made for a choice that changed meanwhile are let go, and never adopted", async () => {
    const { session, set, heldValues } = await answeredStudy();
    set({ column: "v?" });
    set({ column: "v" });
    await settle();
    expect(session().records!.value).toEqual(recordsOf(1, 2));
    expect(heldValues()).toEqual([[1, 2]]);
  });
});

describe("requests", () => {
  test("the newest wins, whatever the order of the answers", async () => {
    const { session, asks, set } = await answeredStudy();
    set({ h: 2 });
    set({ h: 3 });
    expect(asks.made.slice(1).map(({ asked }) => asked.parameters.h)).toEqual([2, 3]);
    asks.made[2]!.answer(good("newest"));
    await settle();
    asks.made[1]!.answer(good("older"));
    await settle();
    expect(session()).toMatchObject({
      answer: { release: { name: "newest" }, parameters: { h: 3 } },
      computing: false,
    });
  });

  test("a release goes back once another has taken its place and nobody holds it; one that came too late, at once", async () => {
    const { session, asks, set, returned } = await answeredStudy();
    const letGo = session().answer!.lease.hold();
    set({ h: 2 });
    asks.made[1]!.answer(good("second"));
    await settle();
    expect(returned).toEqual([]);
    letGo();
    await settle();
    expect(returned).toEqual(["first"]);
    set({ h: 3 });
    set({ h: 4 });
    asks.made[3]!.answer(good("newest"));
    asks.made[2]!.answer(good("older"));
    await settle();
    expect(returned.toSorted()).toEqual(["first", "older", "second"]);
    expect(session()).toMatchObject({ answer: { release: { name: "newest" } } });
  });

  test("an older failure says nothing once a newer request is asked", async () => {
    const { session, asks, set } = await answeredStudy();
    set({ h: 2 });
    set({ h: 3 });
    asks.made[1]!.answer({ ok: false, error: lost });
    await settle();
    expect(session()).toMatchObject({ failure: undefined, computing: true });
  });

  test("a failure keeps the last answer; the next good answer clears it", async () => {
    const { session, asks, set } = await answeredStudy();
    set({ h: 2 });
    asks.made[1]!.answer({ ok: false, error: lost });
    await settle();
    expect(session()).toMatchObject({
      failure: lost,
      answer: { release: { name: "first" }, parameters: { h: 1 } },
      computing: false,
    });
    set({ h: 3 });
    asks.made[2]!.answer(good("third"));
    await settle();
    expect(session()).toMatchObject({ failure: undefined, answer: { release: { name: "third" } } });
  });

  test("a blocked scenario asks nothing, and the same scenario is not asked twice", async () => {
    const { asks, set } = await answeredStudy();
    set({ h: -1 });
    set({ h: 1 });
    await settle();
    expect(asks.made).toHaveLength(1);
  });

  test("a move of ε asks nothing, leaves the session alone, is calibrated once and told once", async () => {
    const { scenarios, conductor, asks, set } = await answeredStudy();
    const calibrated: number[] = [];
    const mechanism: Mechanism = {
      ...gaussianMechanism,
      multiplierOf: (budget) => {
        calibrated.push(budget.epsilon);
        return gaussianMechanism.multiplierOf(budget);
      },
    };
    const { store } = createPresenter(scenarios, conductor.session, {
      mechanismOf: () => mechanism,
      live: [],
      axesOf: () => [{ lower: 0, upper: 1, count: 2 }],
      factsOf: ({ release }) => ({ name: release.name }),
      insideOf: () => undefined,
      problemsOf: () => [],
    });
    calibrated.length = 0;
    const told: number[] = [];
    store.subscribe(({ view }) => told.push(view!.budget.epsilon));
    const session = conductor.session.getState();
    const moves = [0.5, 0.6, 0.7];
    for (const epsilon of moves) set({ epsilon });
    await settle();
    expect([calibrated, told]).toEqual([moves, moves]);
    expect(conductor.session.getState()).toBe(session);
    expect(asks.made).toHaveLength(1);
  });

  test("redraw asks again for the same scenario", async () => {
    const { asks, conductor } = await answeredStudy();
    conductor.redraw();
    expect(asks.made.map(({ asked }) => asked.parameters.h)).toEqual([1, 1]);
  });

  test("a rested answer is measured; a newer request cancels the measurement and drops what was measured", async () => {
    const { session, asks, measures, set } = await answeredStudy();
    await vi.advanceTimersByTimeAsync(1000);
    expect(measures.made.map(({ asked }) => asked.h)).toEqual([1]);
    measures.made[0]!.answer({ ok: true, value: 0.5 });
    await settle();
    expect(session().measured).toBe(0.5);

    set({ h: 2 });
    asks.made[1]!.answer(good("second"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(session().measured).toBeUndefined();
    set({ h: 3 });
    expect(measures.made[1]!.signal!.aborted).toBe(true);
    measures.made[1]!.answer({ ok: true, value: 0.7 });
    await settle();
    expect(session().measured).toBeUndefined();
  });
});

describe("an answer that must settle", () => {
  test("is asked for once more when it rests, unseen, and replaced; what was measured stays", async () => {
    const { session, asks, measures, returned, set } = await answeredStudy();
    set({ h: 2 });
    await settle();
    asks.made[1]!.answer(good("rough"));
    await settle();
    expect(session().answer!.release.name).toBe("rough");
    expect(asks.made).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(250);
    expect(asks.made[2]!.asked.parameters.h).toBe(102);
    expect(session().computing).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    measures.made[0]!.answer({ ok: true, value: 0.5 });
    asks.made[2]!.answer(good("settled"));
    await settle();
    expect(session()).toMatchObject({ answer: { release: { name: "settled" }, parameters: { h: 2 } }, measured: 0.5 });
    expect(returned).toEqual(["first", "rough"]);
    expect(asks.made).toHaveLength(3);
  });

  test("is not asked for while a hand moves on, and a late one is given back", async () => {
    const { session, asks, returned, set } = await answeredStudy();
    for (const [k, h] of [2, 3].entries()) {
      set({ h });
      await settle();
      asks.made[1 + k]!.answer(good("rough"));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asks.made).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(150);
    expect(asks.made[3]!.asked.parameters.h).toBe(103);
    set({ h: 4 });
    await settle();
    asks.made[3]!.answer(good("late"));
    asks.made[4]!.answer(good("fine"));
    await vi.advanceTimersByTimeAsync(500);
    expect(session().answer!.release.name).toBe("fine");
    expect(returned).toContain("late");
    expect(asks.made).toHaveLength(5);
  });
});
