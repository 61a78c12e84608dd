import { vi } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import type { Table } from "../../../src/core/tables/table.ts";
import type { Engine, Held, OpenTable, RecordsId, StudyClient, TableId } from "../../../src/engine/contract.ts";
import type { EngineFailure, Outcome } from "../../../src/engine/outcome.ts";
import { createOwnTable } from "../../../src/state/scenario/ownData.ts";
import type { OwnTable } from "../../../src/state/scenario/ownData.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { createConductor } from "../../../src/state/session/conductor.ts";
import { releaseNamed, stillAddress, toyLinks } from "../toyStudy.ts";
import type { ToyContract, ToyParameters, ToyRecords, ToyRelease, ToyScenario } from "../toyStudy.ts";

/** The tables of the examples. */
export const tables: Record<string, Table> = {
  a: tableOf([{ name: "v", values: Float64Array.of(1, 2) }]),
  b: tableOf([{ name: "v", values: Float64Array.of(3, 4, 5) }]),
  bad: tableOf([{ name: "w", values: Float64Array.of(1, 2) }]),
};
/** A table of one's own. */
export const mine = tableOf([
  { name: "own", values: Float64Array.of(7, 8) },
  { name: "other", values: Float64Array.of(9, 9) },
]);
export const lost: EngineFailure = { kind: "workerLost", message: "lost" };
export const recordsOf = (...values: number[]): ToyRecords => ({ values: Float64Array.from(values) });
export const good = (name: string): Outcome<ToyRelease> => ({ ok: true, value: releaseNamed(name) });

/** Promises that the test settles, one per call, in the order of the calls. */
function calls<A, R>() {
  const made: { readonly asked: A; readonly answer: (result: R) => void; readonly signal: AbortSignal | undefined }[] =
    [];
  const call = (asked: A, signal?: AbortSignal) => new Promise<R>((answer) => made.push({ asked, answer, signal }));
  return { made, call };
}

/** Lets all that is waiting go on. */
export const settle = () => vi.advanceTimersByTimeAsync(0);

/** An engine whose tables the test reads, and that makes records of them at once. */
export function fakeEngine() {
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
export function studyOf(fake: ReturnType<typeof fakeEngine>, own: OwnTable = createOwnTable()) {
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
    // A column with a question mark is wanted without its incomplete rows.
    choiceOf: ({ column }) => {
      if (column === "") return undefined;
      return { column: column.replace("?", ""), missing: column.endsWith("?") ? "drop" : "refuse" };
    },
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
export async function answeredStudy() {
  const fake = fakeEngine();
  const study = studyOf(fake);
  await settle();
  fake.examples.made[0]!.answer(fake.read(tables["a"]!));
  await settle();
  study.asks.made[0]!.answer(good("first"));
  await settle();
  return { ...fake, ...study };
}
