import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tableOf } from "../../src/core/datasets/table.ts";
import type { Table } from "../../src/core/datasets/table.ts";
import { ParameterError } from "../../src/core/errors.ts";
import type { Engine, RecordsId } from "../../src/engine/engine.ts";
import type { EngineFailure, Outcome } from "../../src/engine/outcome.ts";
import { createConductor, createOwnTable, ownData } from "../../src/state/conductor.ts";
import type { OwnTable } from "../../src/state/conductor.ts";
import type { AddressBar } from "../../src/state/addressBar.ts";
import { decodeLink, encodeLink } from "../../src/state/linkCodec.ts";
import type { Fields, LinkCodec } from "../../src/state/linkCodec.ts";
import { numberIn, textOf } from "../../src/state/linkFields.ts";
import { createScenarioStore } from "../../src/state/scenarioStore.ts";

interface Toy {
  readonly data: string;
  readonly column: string;
  readonly h: number;
}
type Values = readonly number[];
interface Asked {
  readonly h: number;
  readonly drawCount: number;
  readonly seed: number | "secure";
}

const fields: Fields<Toy> = {
  data: textOf({ key: "data", fallback: "a", maxLength: 20, always: true }),
  column: textOf({ key: "column", fallback: "v", maxLength: 20, always: true }),
  h: numberIn({ key: "h", fallback: 1, min: -1000, max: 1000, always: true }),
};
const codec: LinkCodec<Toy> = {
  study: "toy",
  encode: (values) => encodeLink("toy", fields, values),
  decode: (hash) => decodeLink(hash, "toy", () => fields),
};
const address: AddressBar = {
  getHash: () => "",
  replace: () => undefined,
  push: () => undefined,
  subscribe: () => () => undefined,
};

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

/** Promises that the test settles, one per call, in the order of the calls. */
function calls<A, R>() {
  const made: { readonly asked: A; readonly answer: (result: R) => void; readonly signal: AbortSignal | undefined }[] =
    [];
  const call = (asked: A, signal?: AbortSignal) => new Promise<R>((answer) => made.push({ asked, answer, signal }));
  return { made, call };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

/** An engine whose answers the test gives. */
function fakeEngine() {
  const held = new Map<number, Values>();
  const examples = calls<string, Outcome<Table>>();
  const files = calls<unknown, Outcome<Table>>();
  const engine = {
    loadExample: (id: string, { signal }: { signal?: AbortSignal } = {}) => examples.call(id, signal),
    readTable: (source: unknown, { signal }: { signal?: AbortSignal } = {}) => files.call(source, signal),
    dropRecords: (id: number) => held.delete(id),
  } as unknown as Engine;
  let last = 0;
  const hold = (values: Values) => {
    held.set(++last, values);
    return last as RecordsId;
  };
  return { engine, hold, held, examples, files };
}

/** A toy study: its records are a column, its answer is whatever the test says. */
function studyOf({ engine, hold }: ReturnType<typeof fakeEngine>, own: OwnTable = createOwnTable()) {
  const scenarios = createScenarioStore(codec, address);
  const asks = calls<{ readonly records: RecordsId; readonly parameters: Asked }, Outcome<string>>();
  const measures = calls<Asked, Outcome<number>>();
  const returned: string[] = [];
  const conductor = createConductor<Toy, Values, Asked, string, number>(engine, scenarios, own, {
    recordsKey: ({ column }) => column || undefined,
    recordsFrom: (table, { column }, missing) => {
      const found = table.columns.find(({ name }) => name === column);
      if (!found) throw new ParameterError("column", column, "a column");
      return missing === "drop" ? [...found.values].slice(1) : [...found.values];
    },
    hold,
    requestKey: ({ data, column, h }) => JSON.stringify([data, column, h]),
    requestOf: ({ h }) => ({ h, drawCount: 3, seed: 1 }),
    blocked: ({ h }) => h < 0,
    ask: (records, parameters) => asks.call({ records, parameters }),
    giveBack: (release) => returned.push(release),
    measure: (_, parameters, signal) => measures.call(parameters, signal),
    chooseOwn: (table, { data, column }) =>
      data === ownData && table.columns.some(({ name }) => name === column)
        ? {}
        : { data: ownData, column: table.columns[0]!.name },
  });
  const set = (change: Partial<Toy>) => scenarios.getState().set(change, { commit: true });
  return { scenarios, conductor, asks, measures, returned, set, session: () => conductor.session.getState() };
}

/** A study whose example "a" is loaded and answered. */
async function answeredStudy() {
  const fake = fakeEngine();
  const study = studyOf(fake);
  await settle();
  fake.examples.made[0]!.answer({ ok: true, value: tables["a"]! });
  await settle();
  study.asks.made[0]!.answer({ ok: true, value: "first" });
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
    const { session, held, asks, examples } = await answeredStudy();
    expect(examples.made.map(({ asked }) => asked)).toEqual(["a"]);
    expect(asks.made.map(({ asked }) => asked.parameters.h)).toEqual([1]);
    expect(session()).toMatchObject({
      tableOf: "a",
      loading: undefined,
      records: { value: [1, 2] },
      answer: { release: "first", records: [1, 2], parameters: { h: 1 } },
      computing: false,
    });
    expect([...held.values()]).toEqual([[1, 2]]);
  });

  test("that is chosen keeps the last answer until its own is there, and lets the records before it go", async () => {
    const { session, held, asks, examples, set } = await answeredStudy();
    set({ data: "b", h: 2 });
    expect(session()).toMatchObject({ tableOf: "a", loading: 0, answer: { release: "first" } });
    examples.made[1]!.answer({ ok: true, value: tables["b"]! });
    await settle();
    expect(session()).toMatchObject({ tableOf: "b", computing: true, answer: { release: "first" } });
    asks.made[1]!.answer({ ok: true, value: "second" });
    await settle();
    expect(session()).toMatchObject({ answer: { release: "second", records: [3, 4, 5], parameters: { h: 2 } } });
    expect([...held.values()]).toEqual([[3, 4, 5]]);
  });

  test("that is overtaken by another one is cancelled and never adopted", async () => {
    const { session, examples, set } = await answeredStudy();
    set({ data: "b" });
    set({ data: "bad" });
    expect(examples.made[1]!.signal!.aborted).toBe(true);
    examples.made[1]!.answer({ ok: true, value: tables["b"]! });
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
    expect(session()).toMatchObject({ dataFailure: lost, loading: undefined, answer: { release: "first" } });
    set({ data: "a" });
    await settle();
    expect(session().dataFailure).toBeUndefined();
    asks.made.at(-1)!.answer({ ok: true, value: "again" });
    await settle();
    expect(session()).toMatchObject({ tableOf: "a", computing: false, records: { value: [1, 2] } });
  });

  test("without the chosen column leaves a sentence and the last answer", async () => {
    const { session, examples, held, set } = await answeredStudy();
    set({ data: "bad" });
    examples.made[1]!.answer({ ok: true, value: tables["bad"]! });
    await settle();
    expect(session()).toMatchObject({
      dataFailure: { kind: "parameter", parameter: "column" },
      records: undefined,
      answer: { release: "first" },
    });
    expect(held.size).toBe(0);
  });
});

describe("requests", () => {
  test("the newest wins, whatever the order of the answers", async () => {
    const { session, asks, set } = await answeredStudy();
    set({ h: 2 });
    set({ h: 3 });
    expect(asks.made.slice(1).map(({ asked }) => asked.parameters.h)).toEqual([2, 3]);
    asks.made[2]!.answer({ ok: true, value: "newest" });
    await settle();
    asks.made[1]!.answer({ ok: true, value: "older" });
    await settle();
    expect(session()).toMatchObject({ answer: { release: "newest", parameters: { h: 3 } }, computing: false });
  });

  test("a release goes back once another has taken its place and nobody holds it; one that came too late, at once", async () => {
    const { session, asks, set, returned } = await answeredStudy();
    const letGo = session().answer!.lease.hold();
    set({ h: 2 });
    asks.made[1]!.answer({ ok: true, value: "second" });
    await settle();
    expect(returned).toEqual([]);
    letGo();
    await settle();
    expect(returned).toEqual(["first"]);
    set({ h: 3 });
    set({ h: 4 });
    asks.made[3]!.answer({ ok: true, value: "newest" });
    asks.made[2]!.answer({ ok: true, value: "older" });
    await settle();
    expect(returned.toSorted()).toEqual(["first", "older", "second"]);
    expect(session()).toMatchObject({ answer: { release: "newest" } });
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
      answer: { release: "first", parameters: { h: 1 } },
      computing: false,
    });
    set({ h: 3 });
    asks.made[2]!.answer({ ok: true, value: "third" });
    await settle();
    expect(session()).toMatchObject({ failure: undefined, answer: { release: "third" } });
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
    asks.made[1]!.answer({ ok: true, value: "second" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(session().measured).toBeUndefined();
    set({ h: 3 });
    expect(measures.made[1]!.signal!.aborted).toBe(true);
    measures.made[1]!.answer({ ok: true, value: 0.7 });
    await settle();
    expect(session().measured).toBeUndefined();
  });
});

describe("edited records", () => {
  test("take the place of the table's, are asked about, and let those before them go", async () => {
    const { session, held, asks, conductor } = await answeredStudy();
    conductor.editRecords([1, 2, 99]);
    expect(session()).toMatchObject({ edited: true, computing: true, records: { value: [1, 2, 99] } });
    expect([...held.values()]).toEqual([[1, 2, 99]]);
    expect(asks.made[1]!.asked.records).toBe(session().records!.id);
    asks.made[1]!.answer({ ok: true, value: "edited" });
    await settle();
    expect(session().answer).toMatchObject({ release: "edited", records: [1, 2, 99] });
  });

  test("stay while other settings change, and go with editRecords(undefined)", async () => {
    const { session, held, asks, conductor, set } = await answeredStudy();
    conductor.editRecords([5, 6]);
    set({ h: 2 });
    expect(asks.made.at(-1)!.asked).toEqual({
      records: session().records!.id,
      parameters: { h: 2, drawCount: 3, seed: 1 },
    });
    expect(session().edited).toBe(true);
    conductor.editRecords(undefined);
    expect(session()).toMatchObject({ edited: false, records: { value: [1, 2] } });
    expect(asks.made.at(-1)!.asked.records).toBe(session().records!.id);
    expect([...held.values()]).toEqual([[1, 2]]);
  });

  test("go when other rows or other data are chosen", async () => {
    const { session, examples, conductor, set } = await answeredStudy();
    conductor.editRecords([5, 6]);
    conductor.setMissing("drop");
    expect(session()).toMatchObject({ edited: false, missing: "drop", records: { value: [2] } });
    conductor.editRecords([5, 6]);
    set({ data: "b" });
    examples.made[1]!.answer({ ok: true, value: tables["b"]! });
    await settle();
    expect(session()).toMatchObject({ edited: false, records: { value: [4, 5] } });
  });
});

describe("takeOut", () => {
  test("lets an answer out once, whatever is asked meanwhile, and asks for another", async () => {
    const { session, asks, conductor, set } = await answeredStudy();
    const answer = session().answer!;
    expect(conductor.takeOut(answer)).toBe(true);
    expect(asks.made).toHaveLength(2);
    set({ h: 2 });
    expect(conductor.takeOut(answer)).toBe(false);
    asks.made[1]!.answer({ ok: false, error: lost });
    asks.made[2]!.answer({ ok: false, error: lost });
    await settle();
    expect(session().answer).toBe(answer);
    expect(conductor.takeOut(answer)).toBe(false);
    set({ h: 3 });
    asks.made[3]!.answer({ ok: true, value: "other" });
    await settle();
    expect(conductor.takeOut(session().answer!)).toBe(true);
  });
});

describe("freshRelease", () => {
  test("asks for one cryptographic draw of what the last answer was asked for", async () => {
    const { asks, conductor } = await answeredStudy();
    const fresh = conductor.freshRelease();
    await settle();
    expect(asks.made.at(-1)!.asked.parameters).toEqual({ h: 1, drawCount: 1, seed: "secure" });
    asks.made.at(-1)!.answer({ ok: true, value: "fresh" });
    expect(await fresh).toEqual({ ok: true, value: "fresh" });
  });

  test("waits for the request under way, and leaves the picture alone", async () => {
    const { session, asks, conductor, set } = await answeredStudy();
    set({ h: 2 });
    const fresh = conductor.freshRelease();
    await settle();
    expect(asks.made).toHaveLength(2);
    asks.made[1]!.answer({ ok: true, value: "second" });
    await settle();
    asks.made[2]!.answer({ ok: true, value: "fresh" });
    expect(await fresh).toEqual({ ok: true, value: "fresh" });
    expect(session().answer!.release).toBe("second");
  });

  test("is refused while the records are others than those of the answer", async () => {
    const { asks, conductor } = await answeredStudy();
    conductor.editRecords([5, 6]);
    const asked = asks.made.length;
    expect(await conductor.freshRelease()).toMatchObject({
      ok: false,
      error: { kind: "parameter", parameter: "data" },
    });
    expect(asks.made).toHaveLength(asked);
  });
});

describe("a table of one's own", () => {
  test("is chosen once it is read, and the answer before it stays until its own is there", async () => {
    const { session, files, scenarios, conductor } = await answeredStudy();
    void conductor.readTable("text", "mine.csv");
    expect(session()).toMatchObject({ loading: 0, answer: { release: "first" } });
    files.made[0]!.answer({ ok: true, value: mine });
    await settle();
    expect(scenarios.getState().scenario).toMatchObject({ data: ownData, column: "own" });
    expect(session()).toMatchObject({
      tableOf: ownData,
      records: { value: [7, 8] },
      answer: { release: "first" },
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
      dataFailure: { message: "bad.csv: file must be a table" },
      answer: { release: "first" },
    });
    expect(scenarios.getState().scenario.data).toBe("a");
  });

  test("is not read on after cancelReading", async () => {
    const { session, files, scenarios, conductor } = await answeredStudy();
    void conductor.readTable("text", "mine.csv");
    conductor.cancelReading();
    expect(files.made[0]!.signal!.aborted).toBe(true);
    files.made[0]!.answer({ ok: true, value: mine });
    await settle();
    expect(session()).toMatchObject({ loading: undefined, tableOf: "a" });
    expect(scenarios.getState().scenario.data).toBe("a");
  });

  test("is shared by the studies: the other one takes it when it turns to its own data", async () => {
    const fake = fakeEngine();
    const own = createOwnTable();
    const [one, two] = [studyOf(fake, own), studyOf(fake, own)];
    await settle();
    for (const { answer } of fake.examples.made) answer({ ok: true, value: tables["a"]! });
    await settle();
    void one.conductor.readTable("text", "mine.csv");
    fake.files.made[0]!.answer({ ok: true, value: mine });
    await settle();
    expect(one.session().table).toBe(mine);
    expect(two.session().table).toBe(tables["a"]);

    two.set({ data: ownData, column: "" });
    await settle();
    expect(two.session()).toMatchObject({ table: mine, tableOf: ownData, records: { value: [7, 8] } });
    two.set({ column: "other" });
    expect([one.session().records!.value, two.session().records!.value]).toEqual([
      [7, 8],
      [9, 9],
    ]);
  });

  test("that is read again replaces the one before in every study that shows it", async () => {
    const fake = fakeEngine();
    const own = createOwnTable();
    own.setState({ table: mine });
    const [one, two] = [studyOf(fake, own), studyOf(fake, own)];
    for (const study of [one, two]) study.set({ data: ownData, column: "" });
    await settle();
    const next = tableOf([{ name: "own", values: Float64Array.of(1, 1, 1) }]);
    void one.conductor.readTable("text", "next.csv");
    fake.files.made[0]!.answer({ ok: true, value: next });
    await settle();
    for (const study of [one, two])
      expect(study.session()).toMatchObject({ table: next, records: { value: [1, 1, 1] } });
    expect([...fake.held.values()]).toEqual([
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
