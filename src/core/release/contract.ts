import type { Allocate } from "../bufferPool.ts";
import type { CellKeys } from "../tables/cells/cellKeying.ts";
import type { UnreadCells } from "../tables/cells/scannedCells.ts";
import type { Table } from "../tables/table.ts";
import type { AnyRelease } from "./release.ts";

/** A study's requests to a worker. */
export interface StudyContract {
  readonly choice: unknown;
  readonly records: object;
  /** `release` is the one behind the picture. */
  readonly tasks: { readonly release: Task<NoiseRequest, AnyRelease> };
}

/** A computation's parameters, without the records, and its result. */
export interface Task<Parameters, Result> {
  readonly parameters: Parameters;
  readonly result: Result;
}

export interface NoiseRequest {
  readonly drawCount: number;
  /** Seed of teaching draws, or "secure". */
  readonly seed: number | "secure";
}

export type RequestOf<C extends StudyContract> = C["tasks"]["release"]["parameters"];
export type ReleaseOf<C extends StudyContract> = C["tasks"]["release"]["result"];
export type ParametersOf<C extends StudyContract, T extends keyof C["tasks"]> =
  C["tasks"][T] extends Task<infer P, unknown> ? P : never;
export type ResultOf<C extends StudyContract, T extends keyof C["tasks"]> =
  C["tasks"][T] extends Task<unknown, infer R> ? R : never;

export interface StudyWorker<C extends StudyContract> {
  readonly id: string;
  /** @throws {ParameterError} if the table has no such records */
  readonly recordsFrom: (table: Table, choice: C["choice"]) => C["records"];
  /** In an order by values; absent where order changes no bit. */
  readonly ordered?: (records: C["records"]) => C["records"];
  /** For files too large to hold; undefined if a choice needs all records at once. */
  readonly growing?: (choice: C["choice"], keys: CellKeys) => GrowingRecords<C["records"]> | undefined;
  readonly arraysOf: (records: C["records"]) => readonly ArrayBufferView[];
  readonly tasksOn: (records: C["records"]) => {
    readonly [T in keyof C["tasks"]]: Computation<ParametersOf<C, T>, ResultOf<C, T>>;
  };
}

export interface GrowingRecords<Records> {
  /** Columns to read, and keys of cells only told apart. */
  readonly columns: readonly { readonly name: string; readonly keys?: CellKeys }[];
  /** Takes values row by row, NaN if missing. @throws {ParameterError} if a row is refused */
  take(values: Float64Array, rows: number): void;
  /**
   * Records taken so far; undefined if none.
   *
   * @param unread unreadable cells, at the end of the file
   */
  readonly records: (unread?: readonly UnreadCells[]) => Records | undefined;
}

export interface Computation<Parameters, Result> {
  /**
   * Result, at once or in slices.
   *
   * @param allocate makes reusable arrays for the result
   */
  readonly run: (parameters: Parameters, allocate: Allocate) => Result | Generator<number, Result>;
  readonly arraysOf?: (result: Result) => readonly ArrayBufferView[];
  readonly inTurn?: boolean;
}
