import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { outlineOf } from "../../../src/core/datasets/outline.ts";
import { tableOf } from "../../../src/core/datasets/table.ts";
import type { Table } from "../../../src/core/datasets/table.ts";
import type { Engine, Held, OpenTable, RecordsId, StudyClient, TableId } from "../../../src/engine/engine.ts";
import type { EngineFailure, Outcome } from "../../../src/engine/outcome.ts";
import { createOwnTable, ownData } from "../../../src/state/ownData.ts";
import type { OwnTable } from "../../../src/state/ownData.ts";
import { createScenarioStore } from "../../../src/state/scenarioStore.ts";
import { createConductor } from "../../../src/state/session/conductor.ts";
import { releaseNamed, stillAddress, toyLinks } from "../toyStudy.ts";
import type { ToyContract, ToyParameters, ToyRecords, ToyRelease, ToyScenario } from "../toyStudy.ts";

const tables: Record<string, Table> = {
  a: tableOf([{ name: "v", values: Float64Array.of(1, 2) }]),
  b: tableOf([{ name: "v", values: Float64Array.of(3, 4, 5) }]),
  bad: tableOf([{ name: "w", values: Float64Array.of(1, 2) }]),
};
const mine = tableOf([
  { name: "own", values: Float64Array.of(7, 8) },
  { name: "other", values: Float64Array.of(9, 9) },
]);
const lost: EngineFailure = { kind: "workerLost", message: "lost" };
const recordsOf = (...values: number[]): ToyRecords => ({ values: Float64Array.from(values) });
const good = (name: string): Outcome<ToyRelease> => ({ ok: true, value: releaseNamed(name) });

/** Promises that the test settles, one per call, in the order of the calls. */
function calls<A, R>() {
  const made: { readonly asked: A; readonly answer: (result: R) => void; readonly signal: AbortSignal | undefined }[] =
    [];
  const call = (asked: A, signal?: AbortSignal) => new Promise<R>((answer) => made.push({ asked, answer, signal }));
  return { made, call };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

/** An engine whose tables the test reads, and that makes records of them at once. */
function fakeEngine() {
  const open = new Map<number, Table>();
  const held = new Map<number, ToyRecords>();
  const examples = calls<string, Outcome<OpenTable>>();
  const files = calls<unknown, Outcome<OpenTable>>();
  let last = 0;
  const hold = (records: ToyRecords) => {
    held.set(++last, records);
    return last as RecordsId;
  };
  const opened = (table: Table): OpenTable => {
    open.set(++last, table);
    return { id: last as TableId, outline: outlineOf(table) };
  };
  const read = (table: Table): Outcome<OpenTable> => ({ ok: true, value: opened(table) });
  const engine = {
    openTable: (source: string | { readonly example: string }, { signal }: { signal?: AbortSignal } = {}) =>
      typeof source === "string" ? files.call(source, signal) : examples.call(source.example, signal),
    closeTable: (id: number) => open.delete(id),
  } as unknown as Engine;

  const recordsFrom = (id: TableId, { column, missing }: ToyContract["choice"]): Promise<Outcome<Held<ToyRecords>>> => {
    const found = open.get(id)?.columns.find(({ name }) => name === column);
    if (!found) {
      const error = {
        kind: "parameter",
        parameter: "column",
        message: `column must be a column; got ${column}`,
      } as const;
      return Promise.resolve({ ok: false, error });
    }
    const value = { values: missing === "drop" ? found.values.slice(1) : found.values.slice() };
    return Promise.resolve({ ok: true, value: { id: hold(value), value } });
  };
  const heldValues = () => [...held.values()].map(({ values }) => [...values]);
  return { engine, hold, held, heldValues, open, opened, read, examples, files, recordsFrom };
}

/** A toy study: its records are a column, its answer is whatever the test says. */
function studyOf(fake: ReturnType<typeof fakeEngine>, own: OwnTable = createOwnTable()) {
  const scenarios = createScenarioStore(toyLinks, stillAddress);
  const asks = calls<{ readonly records: RecordsId; readonly parameters: ToyParameters }, Outcome<ToyRelease>>();
  const measures = calls<ToyParameters, Outcome<number>>();
  const returned: string[] = [];
  const client = {
    recordsFrom: fake.recordsFrom,
    hold: fake.hold,
    drop: (id: RecordsId) => fake.held.delete(id),
    release: (records: RecordsId, parameters: ToyParameters) => asks.call({ records, parameters }),
    giveBack: (release: ToyRelease) => returned.push(release.name),
    run: (_task: string, _records: RecordsId, parameters: ToyParameters, { signal }: { signal?: AbortSignal }) =>
      measures.call(parameters, signal),
  } as unknown as StudyClient<ToyContract>;
  const conductor = createConductor<ToyScenario, ToyContract, number>(fake.engine, client, scenarios, own, {
    choiceOf: ({ column }, _outline, missing) => (column === "" ? undefined : { column, missing }),
    fits: ({ columns }, { column }) => columns.some(({ name }) => name === column),
    choose: ({ columns }) => ({ column: columns[0]?.name ?? "" }),
    requestOf: ({ h, draws, seed }) => ({ h, drawCount: draws, seed }),
    blocked: ({ h }) => h < 0,
    settle: ({ release, parameters }) =>
      release.name === "rough" ? { ...parameters, h: parameters.h + 100 } : undefined,
    measure: (asked, records, parameters, signal) => asked.run("spread", records.id, parameters, { signal }),
  });
  const set = (change: Partial<ToyScenario>) => scenarios.getState().set(change, { commit: true });
  return { scenarios, conductor, asks, measures, returned, set, session: () => conductor.session.getState() };
}

/** A study whose example "a" is loaded and answered. */
async function answeredStudy() {
  const fake = fakeEngine();
  const study = studyOf(fake);
  await settle();
  fake.examples.made[0]!.answer(fake.read(tables["a"]!));
  await settle();
  study.asks.made[0]!.answer(good("first"));
  await settle();
  return { ...fake, ...study };
}

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

  test("that are made for a choice that changed meanwhile are let go, and never adopted", async () => {
    const { session, conductor, heldValues } = await answeredStudy();
    conductor.setMissing("drop");
    conductor.setMissing("refuse");
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

describe("edited records", () => {
  test("take the place of the table's, are asked about, and let those before them go", async () => {
    const { session, asks, conductor, heldValues } = await answeredStudy();
    conductor.editRecords(recordsOf(1, 2, 99));
    expect(session()).toMatchObject({ edited: true, computing: true, records: { value: recordsOf(1, 2, 99) } });
    expect(heldValues()).toEqual([[1, 2, 99]]);
    expect(asks.made[1]!.asked.records).toBe(session().records!.id);
    asks.made[1]!.answer(good("edited"));
    await settle();
    expect(session().answer).toMatchObject({ release: { name: "edited" }, records: recordsOf(1, 2, 99) });
  });

  test("stay while other settings change, and go with editRecords(undefined)", async () => {
    const { session, asks, conductor, set, heldValues } = await answeredStudy();
    conductor.editRecords(recordsOf(5, 6));
    set({ h: 2 });
    expect(asks.made.at(-1)!.asked).toEqual({
      records: session().records!.id,
      parameters: { h: 2, drawCount: 3, seed: 1 },
    });
    expect(session().edited).toBe(true);
    conductor.editRecords(undefined);
    await settle();
    expect(session()).toMatchObject({ edited: false, records: { value: recordsOf(1, 2) } });
    expect(asks.made.at(-1)!.asked.records).toBe(session().records!.id);
    expect(heldValues()).toEqual([[1, 2]]);
  });

  test("go when other rows or other data are chosen", async () => {
    const { session, examples, conductor, set, read } = await answeredStudy();
    conductor.editRecords(recordsOf(5, 6));
    conductor.setMissing("drop");
    await settle();
    expect(session()).toMatchObject({ edited: false, missing: "drop", records: { value: recordsOf(2) } });
    conductor.editRecords(recordsOf(5, 6));
    set({ data: "b" });
    examples.made[1]!.answer(read(tables["b"]!));
    await settle();
    expect(session()).toMatchObject({ edited: false, records: { value: recordsOf(4, 5) } });
  });
});

describe("a table of one's own", () => {
  test("is chosen once it is read, and the answer before it stays until its own is there", async () => {
    const { session, files, scenarios, conductor, read } = await answeredStudy();
    void conductor.readTable("text", "mine.csv");
    expect(session()).toMatchObject({ loading: 0, answer: { release: { name: "first" } } });
    files.made[0]!.answer(read(mine));
    await settle();
    expect(scenarios.getState().scenario).toMatchObject({ data: ownData, column: "own" });
    expect(session()).toMatchObject({
      tableOf: ownData,
      records: { value: recordsOf(7, 8) },
      answer: { release: { name: "first" } },
      computing: true,
    });
  });

  test("that cannot be read leaves a sentence with its name, and the last answer", async () => {
    const { session, files, scenarios, conductor } = await answeredStudy();
    void conductor.readTable("text", "bad.csv");
    files.made[0]!.answer({
      ok: false,
      error: { kind: "parameter", parameter: "file", message: "file must be a table" },
    });
    await settle();
    expect(session()).toMatchObject({
      loading: undefined,
      fileFailure: { message: "bad.csv: file must be a table" },
      answer: { release: { name: "first" } },
    });
    expect(scenarios.getState().scenario.data).toBe("a");
  });

  test("is not read on after cancelReading", async () => {
    const { session, files, scenarios, conductor, read } = await answeredStudy();
    void conductor.readTable("text", "mine.csv");
    conductor.cancelReading();
    expect(files.made[0]!.signal!.aborted).toBe(true);
    files.made[0]!.answer(read(mine));
    await settle();
    expect(session()).toMatchObject({ loading: undefined, tableOf: "a" });
    expect(scenarios.getState().scenario.data).toBe("a");
  });

  test("is shared by the studies: the other one takes it when it turns to its own data", async () => {
    const fake = fakeEngine();
    const own = createOwnTable();
    const [one, two] = [studyOf(fake, own), studyOf(fake, own)];
    await settle();
    for (const { answer } of fake.examples.made) answer(fake.read(tables["a"]!));
    await settle();
    void one.conductor.readTable("text", "mine.csv");
    fake.files.made[0]!.answer(fake.read(mine));
    await settle();
    expect(one.session().table?.outline).toEqual(outlineOf(mine));
    expect(two.session().table?.outline).toEqual(outlineOf(tables["a"]!));

    two.set({ data: ownData, column: "" });
    await settle();
    expect(two.session()).toMatchObject({
      table: one.session().table,
      tableOf: ownData,
      records: { value: recordsOf(7, 8) },
    });
    two.set({ column: "other" });
    await settle();
    expect([one, two].map(({ session }) => session().records!.value)).toEqual([recordsOf(7, 8), recordsOf(9, 9)]);
  });

  test("that is read again replaces the one before in every study that shows it", async () => {
    const fake = fakeEngine();
    const own = createOwnTable();
    own.setState({ table: fake.opened(mine) });
    const [one, two] = [studyOf(fake, own), studyOf(fake, own)];
    for (const study of [one, two]) study.set({ data: ownData, column: "" });
    await settle();
    const next = tableOf([{ name: "own", values: Float64Array.of(1, 1, 1) }]);
    void one.conductor.readTable("text", "next.csv");
    fake.files.made[0]!.answer(fake.read(next));
    await settle();
    for (const study of [one, two])
      expect(study.session()).toMatchObject({
        table: { outline: outlineOf(next) },
        records: { value: recordsOf(1, 1, 1) },
      });
    expect([...fake.open.values()]).toEqual([next]);
    expect(fake.heldValues()).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });

  test("that a link asks for, and that is not there, leaves nothing to draw", async () => {
    const { session, set, held } = await answeredStudy();
    set({ data: ownData });
    await settle();
    expect(session()).toMatchObject({ table: undefined, records: undefined, answer: undefined });
    expect(held.size).toBe(0);
  });
});
