import { beforeEach, describe, expect, test, vi } from "vitest";
import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { composedLaplaceMechanism, gaussianMechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import type { Mechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import { valuesOf } from "../../../src/core/release/scale.ts";
import type { OpenTable, RecordsId, TableId } from "../../../src/engine/contract.ts";
import { createLease } from "../../../src/state/lease.ts";
import type { Leased } from "../../../src/state/lease.ts";
import { createPresenter } from "../../../src/state/presented/presented.ts";
import type { ViewRules } from "../../../src/state/presented/presented.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { emptySession } from "../../../src/state/session/session.ts";
import type { Answer, Session } from "../../../src/state/session/session.ts";
import { releaseNamed, stillAddress, toyLinks } from "../toyStudy.ts";
import type { ToyContract, ToyRecords, ToyScenario } from "../toyStudy.ts";

interface Facts {
  readonly name: string;
  readonly sensitivity: number;
}
interface Inside {
  readonly values: Float64Array;
  readonly spread: number | undefined;
}

const axes = [{ lower: 0, upper: 1, count: 2 }];
const rules: Omit<ViewRules<ToyScenario, ToyContract, number, Facts, Inside>, "mechanismOf"> = {
  live: ["ceiling"],
  axesOf: () => axes,
  finishOf:
    ({ ceiling }) =>
    (values) => {
      values.forEach((value, i) => (values[i] = Math.min(ceiling, value)));
    },
  factsOf: ({ release: { name, sensitivity } }) => ({ name, sensitivity }),
  insideOf: ({ records }, _view, spread) => ({ values: records.values, spread }),
  problemsOf: ({ h }) => (h < 0 ? [{ parameter: "h", sentence: "h must not be negative.", blocks: true }] : []),
};

const secret: ToyRecords = { values: Float64Array.of(31.41592, 27.18281) };
const table: OpenTable = {
  id: 1 as TableId,
  outline: outlineOf(tableOf([{ name: "v", values: Float64Array.from({ length: 40 }, (_, i) => i / 7) }])),
};
const multiplier = (epsilon: number) => analyticNoiseMultiplier({ epsilon, delta: 1e-5 });

function study(mechanism = gaussianMechanism) {
  const scenarios = createScenarioStore(toyLinks, stillAddress);
  const session: StoreApi<Session<ToyScenario, ToyContract, number>> = createStore(() =>
    emptySession<ToyScenario, ToyContract, number>(),
  );
  const presenter = createPresenter(scenarios, session, { ...rules, mechanismOf: () => mechanism });
  const set = (change: Partial<ToyScenario>) => scenarios.getState().set(change, { commit: true });
  const answerOf = (name: string, change: Partial<ToyScenario> = {}): Leased<Answer<ToyScenario, ToyContract>> => ({
    release: releaseNamed(name),
    parameters: { h: 1, drawCount: 3, seed: 1 },
    scenario: { ...scenarios.getState().scenario, ...change },
    records: secret,
    lease: createLease(() => undefined),
  });
  const answer = (name: string) =>
    session.setState({
      table,
      tableOf: "a",
      records: { id: 2 as RecordsId, value: secret },
      answer: answerOf(name),
      failure: undefined,
    });
  return { scenarios, session, set, answer, answerOf, presenter, now: () => presenter.store.getState() };
}

function answeredStudy() {
  const made = study();
  made.answer("first");
  return made;
}

/** All that is reachable through properties, entries and elements; typed arrays whole. */
function reachableFrom(start: unknown): readonly unknown[] {
  const seen = new Set<unknown>();
  const walk = (value: unknown) => {
    if (seen.has(value)) return;
    seen.add(value);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
    if (value instanceof Map) [...value.entries()].flat().forEach(walk);
    Reflect.ownKeys(value).forEach((key) => walk((value as Record<PropertyKey, unknown>)[key]));
  };
  walk(start);
  return [...seen];
}

const isArray = (value: unknown): value is Float64Array => value instanceof Float64Array;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("the budget", () => {
  test("that is refused leaves epsilon, view and σ those in force, and says why beside its control", () => {
    const { set, now } = answeredStudy();
    set({ epsilon: 0.5 });
    const before = now();
    for (const epsilon of [NaN, 0, -1]) {
      set({ epsilon });
      const { scenario, shown, view, problems, stale, current } = now();
      expect(scenario.epsilon).toBe(epsilon);
      expect(shown.epsilon).toBe(0.5);
      expect(view).toBe(before.view);
      expect(view!.budget).toBe(before.view!.budget);
      expect(view!.sigma).toBe(multiplier(0.5) * 0.01 * Math.sqrt(1 + 1e-9));
      expect(problems.has("calibration")).toBe(true);
      expect([stale, current]).toEqual([true, false]);
    }
    set({ epsilon: 2 });
    expect(now().shown.epsilon).toBe(2);
    expect(now().view!.sigma).toBe(multiplier(2) * 0.01 * Math.sqrt(1 + 1e-9));
    expect([now().stale, now().current]).toEqual([false, true]);
  });

  test("that is refused when an answer comes is not what the answer is drawn with", () => {
    const { set, answer, now } = answeredStudy();
    set({ epsilon: 0.5 });
    set({ epsilon: -1, calibration: "classical" });
    answer("second");
    expect(now().view!.facts.name).toBe("second");
    expect(now().shown).toMatchObject({ epsilon: 0.5, calibration: "analytic" });
    expect(now().view!.budget).toMatchObject({ epsilon: 0.5, multiplier: multiplier(0.5) });
  });

  test("that a mechanism without a calibration refuses is said at ε", () => {
    const { answer, set, now } = study(composedLaplaceMechanism);
    answer("first");
    set({ epsilon: 40 }); // Theorem 7 ends at 37.3 for δ = 10⁻⁵.
    expect(now().problems.get("epsilon")).toMatch(/where the proof of the scale ends/);
    expect([now().problems.has("calibration"), now().stale]).toEqual([false, true]);
  });

  test("is calibrated once for each move of ε, and told once", () => {
    const asked: number[] = [];
    const multiplierOf: Mechanism["multiplierOf"] = (budget) => {
      asked.push(budget.epsilon);
      return gaussianMechanism.multiplierOf(budget);
    };
    const { answer, set, presenter } = study({ ...gaussianMechanism, multiplierOf });
    answer("first");
    asked.length = 0;
    const told: number[] = [];
    presenter.store.subscribe(({ shown }) => told.push(shown.epsilon));
    const moves = [0.5, 0.6, 0.7];
    for (const epsilon of moves) set({ epsilon });
    expect([asked, told]).toEqual([moves, moves]);
  });

  test("scales every draw as estimate + multiplier · Δ · noise", () => {
    const { set, now } = answeredStudy();
    set({ epsilon: 0.3 });
    const { estimate, unitNoise } = releaseNamed("first");
    const expected = unitNoise.map((noise) => noise.map((z, i) => estimate[i]! + multiplier(0.3) * 0.01 * z));
    expect([now().view!.released, ...now().view!.others]).toEqual(expected);
    expect(now().view!.simultaneous).toBe(2.5 * now().view!.sigma);
  });
});

describe("shown", () => {
  test("keeps the names of the answer while the scenario names another table", () => {
    const { set, answer, now } = answeredStudy();
    set({ data: "b", column: "w", h: 7, seed: 9 });
    expect(now().scenario).toMatchObject({ data: "b", column: "w", h: 7, seed: 9 });
    expect(now().shown).toMatchObject({ data: "a", column: "v", h: 1, seed: 1 });
    // Drawn anew for another budget, it still is the answer's.
    set({ epsilon: 0.7, ceiling: 0.3 });
    expect(now().shown).toMatchObject({ data: "a", column: "v", h: 1, seed: 1, epsilon: 0.7, ceiling: 0.3 });
    answer("second");
    expect(now().shown).toMatchObject({ data: "b", column: "w", h: 7, seed: 9 });
  });

  test("is the scenario while there is no answer", () => {
    const { set, now } = study();
    set({ h: 3 });
    expect(now()).toMatchObject({ shown: { h: 3 }, view: undefined, current: false });
  });

  test("has live fields, budget, view and provenance of now, without the worker", () => {
    const { set, now } = answeredStudy();
    set({ ceiling: 0.2, epsilon: 3, view: "outside", provenance: { h: "looked" } });
    const { shown, view } = now();
    expect(shown).toMatchObject({ ceiling: 0.2, epsilon: 3, view: "outside", provenance: { h: "looked" } });
    expect(Math.max(...view!.released)).toBe(0.2);
    expect(Math.max(...view!.others.flatMap((draw) => [...valuesOf(draw)]))).toBe(0.2);
    set({ ceiling: 1000 });
    expect(Math.max(...now().view!.released)).toBeGreaterThan(0.2);
  });

  test("has records that were changed by hand only where they are one's own", () => {
    const { set, session, now } = answeredStudy();
    for (const [data, edited] of [
      ["a", false],
      ["a", true],
      ["own", false],
      ["own", true],
    ] as const) {
      for (const view of ["inside", "outside"] as const) {
        set({ data, view });
        session.setState({ tableOf: data, edited });
        expect(now().changedByHand).toBe(data === "own" && edited);
      }
    }
  });

  test("and view stay the same objects while nothing changes that they are made of", () => {
    const { set, session, now } = answeredStudy();
    const before = now();
    set({ h: 5, data: "b" });
    session.setState({ computing: true, progress: 0.5 });
    expect(now()).toMatchObject({ computing: true, progress: 0.5 });
    expect(now().view).toBe(before.view);
    expect(now().shown).toBe(before.shown);
    expect(now().data).toBe(before.data);
  });
});

test("of records that are being made, the picture is said not to be theirs, inside and outside", () => {
  const { session, set, now } = answeredStudy();
  expect(now().data.making).toBe(false);
  session.setState({ records: undefined, making: true });
  expect(now()).toMatchObject({ data: { making: true }, current: false, stale: false });
  set({ view: "outside" });
  expect(now().data.making).toBe(true);
  // A large file shows a part of itself, and says so in its own place.
  set({ view: "inside" });
  session.setState({ records: { id: 5 as RecordsId, value: secret } });
  expect(now().data.making).toBe(false);
});

describe("in the outside view", () => {
  test("nothing that is reachable is or equals a private array or number, whatever has happened", () => {
    const { set, session, answer, now } = answeredStudy();
    const happened: (() => void)[] = [
      () => session.setState({ measured: 0.987654 }),
      () => set({ epsilon: 0.2 }),
      () => set({ epsilon: -1 }),
      () => answer("second"),
      () =>
        session.setState({
          records: { id: 9 as RecordsId, value: { values: Float64Array.of(5.55555) } },
          edited: true,
        }),
      () => session.setState({ computing: true, progress: 0.1 }),
      () => set({ ceiling: 5 }),
    ];
    set({ view: "inside" });
    expect(reachableFrom(now())).toContain(secret.values);
    for (const happen of [() => set({ view: "outside" }), ...happened]) {
      happen();
      const { estimate, unitNoise } = session.getState().answer!.release;
      const hidden = [estimate, ...unitNoise, secret.values, session.getState().records!.value.values];
      const reachable = reachableFrom(now());
      const arrays = reachable.filter(isArray);
      expect(arrays.length).toBeGreaterThanOrEqual(3);
      for (const array of arrays) {
        for (const other of hidden) {
          expect(array.buffer).not.toBe(other.buffer);
          expect([...array]).not.toEqual([...other]);
        }
      }
      for (const other of [...hidden, session.getState().records, session.getState().answer]) {
        expect(reachable).not.toContain(other);
      }
      for (const value of hidden.flatMap((array) => [...array]).filter((x) => !Number.isInteger(4 * x))) {
        expect(reachable).not.toContain(value);
      }
      expect(reachable).not.toContain(0.987654);
      expect(now()).toMatchObject({ records: undefined, view: { original: undefined, inside: undefined } });
    }
  });

  test("no sentence quotes a cell, a count of rows or what the worker said, and each has its place inside", () => {
    const { set, session, now } = answeredStudy();
    const notices = ["17 rows left out."];
    const outline = {
      columns: table.outline.columns.map((column) => ({ ...column, incomplete: true })),
      rowCount: 17,
      notices,
    };
    const failure = { kind: "parameter", parameter: "h", message: "got 31.41592 in row 17" } as const;
    session.setState({
      table: { ...table, outline },
      failure,
      dataFailure: { kind: "parameter", parameter: "column", message: 'got "31.41592" in row 17' },
      fileFailure: { kind: "parameter", parameter: "file", message: "mine.csv: got 31.41592" },
    });
    const textOf = () => JSON.stringify(reachableFrom(now()).filter((value) => typeof value === "string"));
    expect(textOf()).toContain("31.41592");
    expect(now().data).toMatchObject({ reading: { rowCount: 17, notices }, columns: [{ incomplete: true }] });
    expect(textOf()).toContain("40 different");
    set({ view: "outside" });
    expect(textOf()).not.toMatch(/31\.4|17|40 different/);
    expect(reachableFrom(now())).not.toContain(17);
    expect(now().data).toMatchObject({ reading: undefined, columns: [{ name: "v", incomplete: false }] });
    expect(now().data.problem?.parameter).toBe("column");
    expect(now().problems.get("h")).toContain("inside view");
    session.setState({ failure: { kind: "unexpected", message: failure.message } });
    expect(textOf()).not.toMatch(/31\.4|17/);
    expect(now().failure).toContain("inside view");
  });

  test("what only the data owner sees is not even made", () => {
    const insideOf = vi.spyOn(rules, "insideOf");
    const { set, session, answer } = answeredStudy();
    set({ view: "outside" });
    insideOf.mockClear();
    answer("second");
    set({ epsilon: 0.4 });
    session.setState({ measured: 3 });
    expect(insideOf).not.toHaveBeenCalled();
    set({ view: "inside" });
    expect(insideOf).toHaveBeenCalledTimes(1);
    insideOf.mockRestore();
  });
});

describe("stale and current", () => {
  test("a picture of these records at this budget is current, one under way too", () => {
    const { set, session, now } = answeredStudy();
    expect(now()).toMatchObject({ stale: false, current: true });
    set({ h: 2 });
    session.setState({ computing: true });
    expect(now()).toMatchObject({ stale: false, current: true });
  });

  test.each<[string, Partial<Session<ToyScenario, ToyContract, number>>]>([
    ["a worker that failed", { failure: { kind: "workerLost", message: "lost" } }],
    ["columns without records", { dataFailure: { kind: "parameter", parameter: "column", message: "none" } }],
  ])("%s makes it stale until it is mended", (_, change) => {
    const { session, now } = answeredStudy();
    session.setState(change);
    expect(now()).toMatchObject({ stale: true, current: false });
    session.setState({ failure: undefined, dataFailure: undefined });
    expect(now()).toMatchObject({ stale: false, current: true });
  });

  test("a scenario that cannot be asked makes it stale", () => {
    const { set, now } = answeredStudy();
    set({ h: -1 });
    expect(now()).toMatchObject({ stale: true, current: false });
    expect(now().problems.get("h")).toBe("h must not be negative.");
    set({ h: 1 });
    expect(now().stale).toBe(false);
  });

  test("data that cannot be loaded make it stale, a file that could not be read beside them does not", () => {
    const { set, session, now } = answeredStudy();
    session.setState({ fileFailure: { kind: "parameter", parameter: "file", message: "no table" } });
    expect(now()).toMatchObject({ stale: false, current: true });
    set({ data: "b" });
    expect(now()).toMatchObject({ stale: true, current: false });
  });

  test("other records are not current before their own answer, and are not stale", () => {
    const { session, now, answerOf } = answeredStudy();
    const edited = { values: Float64Array.of(1, 2) };
    session.setState({ records: { id: 3 as RecordsId, value: edited } });
    expect(now()).toMatchObject({ stale: false, current: false });
    session.setState({ answer: { ...answerOf("edited"), records: edited } });
    expect(now()).toMatchObject({ stale: false, current: true });
  });

  test("no answer is not current", () => {
    const { session, now } = answeredStudy();
    session.setState({ answer: undefined });
    expect(now()).toMatchObject({ view: undefined, current: false });
  });
});
