import type { Allocate } from "../src/core/bufferPool.ts";
import type { CellKeys } from "../src/core/tables/cells/cellKeying.ts";
import type { Table } from "../src/core/tables/table.ts";
import type { GrowingRecords, StudyContract, StudyWorker } from "../src/core/release/contract.ts";

export interface AnyStudyWorker {
  readonly id: string;
  recordsFrom(table: Table, choice: unknown): object;
  readonly ordered?: (records: object) => object;
  readonly growing?: (choice: unknown, keys: CellKeys) => GrowingRecords<object> | undefined;
  arraysOf(records: object): readonly ArrayBufferView[];
  tasksOn(records: object): Readonly<Record<string, AnyComputation>>;
}

export interface AnyComputation {
  run(parameters: unknown, allocate: Allocate): unknown;
  readonly arraysOf?: (result: unknown) => readonly ArrayBufferView[];
  readonly inTurn?: boolean;
}

/** Files are named by their `studyWorker`. */
const files = import.meta.glob<AnyStudyWorker>("./studies/*.ts", { import: "studyWorker" });

const byId = new Map<string, AnyStudyWorker>();

export function register<C extends StudyContract>(study: StudyWorker<C>): void {
  byId.set(study.id, study as unknown as AnyStudyWorker);
}

export async function load(id: string): Promise<void> {
  const file = files[`./studies/${id}.ts`];
  if (file && !byId.has(id)) byId.set(id, await file());
}

/** @throws {Error} for an unloaded id */
export function registered(id: string): AnyStudyWorker {
  const study = byId.get(id);
  if (!study) throw new Error(`no worker is registered for the study ${id}`);
  return study;
}
