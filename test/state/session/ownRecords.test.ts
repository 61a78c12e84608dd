import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { createOwnTable, ownData } from "../../../src/state/scenario/ownData.ts";
import { tables, mine, recordsOf, good, settle, fakeEngine, studyOf, answeredStudy } from "./conducted.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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
    set({ column: "v?" });
    await settle();
    expect(session()).toMatchObject({ edited: false, records: { value: recordsOf(2) } });
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
