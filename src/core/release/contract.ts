import type { Allocate } from "../bufferPool.ts";
import type { UnreadCells } from "../tables/cells/scannedCells.ts";
import type { Table } from "../tables/table.ts";
import type { AnyRelease } from "./release.ts";

/** What a study asks of a worker, as types: which records of a table, and which computations on them. */
export interface StudyContract {
  /** Says which records of a table are meant. */
  readonly choice: unknown;
  /** The records. Private. */
  readonly records: object;
  /** Each computation by its name; `release` is the one that a picture is made of. */
  readonly tasks: { readonly release: Task<NoiseRequest, AnyRelease> };
}

/** What one computation is given, besides the records, and what it answers. */
export interface Task<Parameters, Result> {
  readonly parameters: Parameters;
  readonly result: Result;
}

/** What every request of noise says about it. */
export interface NoiseRequest {
  /** Number of independent draws. */
  readonly drawCount: number;
  /** A seed for teaching draws, or "secure" for the cryptographic source. */
  readonly seed: number | "secure";
}

/** What a release is computed from, besides the records. */
export type RequestOf<C extends StudyContract> = C["tasks"]["release"]["parameters"];
/** What the release of a study is answered with. */
export type ReleaseOf<C extends StudyContract> = C["tasks"]["release"]["result"];
/** What one computation of a study is given. */
export type ParametersOf<C extends StudyContract, T extends keyof C["tasks"]> =
  C["tasks"][T] extends Task<infer P, unknown> ? P : never;
/** What one computation of a study answers. */
export type ResultOf<C extends StudyContract, T extends keyof C["tasks"]> =
  C["tasks"][T] extends Task<unknown, infer R> ? R : never;

/** What a worker does for one study: the values behind its contract. */
export interface StudyWorker<C extends StudyContract> {
  readonly id: string;
  /** @throws {ParameterError} if the table has no such records */
  readonly recordsFrom: (table: Table, choice: C["choice"]) => C["records"];
  /** Records that grow while a file is read that is too large to be held; undefined where a choice needs them all at once. */
  readonly growing?: (choice: C["choice"]) => GrowingRecords<C["records"]> | undefined;
  /** The arrays of records that are handed over instead of copied. */
  readonly arraysOf: (records: C["records"]) => readonly ArrayBufferView[];
  /** What is made of records once, for whatever is then asked of them. */
  readonly tasksOn: (records: C["records"]) => {
    readonly [T in keyof C["tasks"]]: Computation<ParametersOf<C, T>, ResultOf<C, T>>;
  };
}

/** Records that are made while a file is read. */
export interface GrowingRecords<Records> {
  /** Which columns are read, and whether only equal cells are to be told apart. */
  readonly columns: readonly { readonly name: string; readonly asKey: boolean }[];
  /** Takes values row by row, NaN where there is none. @throws {ParameterError} where a row is refused */
  take(values: Float64Array, rows: number): void;
  /**
   * Of what was taken so far; undefined while that is none.
   *
   * @param unread at the end of the file: which cells of its columns were neither missing nor read
   */
  readonly records: (unread?: readonly UnreadCells[]) => Records | undefined;
}

/** One computation of a worker on records that it holds. */
export interface Computation<Parameters, Result> {
  /**
   * The result, at once or in slices that yield the share done.
   *
   * @param allocate makes arrays for the result; they may come round again
   */
  readonly run: (parameters: Parameters, allocate: Allocate) => Result | Generator<number, Result>;
  /** The arrays of a result that are handed over instead of copied: those that nothing here keeps. */
  readonly arraysOf?: (result: Result) => readonly ArrayBufferView[];
  /** Whether one starts only when those before it are done, so that a cancel is heard between them. */
  readonly inTurn?: boolean;
}
