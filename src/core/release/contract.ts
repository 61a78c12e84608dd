import type { Allocate } from "../bufferPool.ts";
import type { UnreadCells } from "../tables/cells/scannedCells.ts";
import type { Table } from "../tables/table.ts";
import type { AnyRelease } from "./release.ts";

/** A study's requests to a worker: the choice of records, and computations on them. */
export interface StudyContract {
  readonly choice: unknown;
  readonly records: object;
  /** By name; `release` is the one behind the picture. */
  readonly tasks: { readonly release: Task<NoiseRequest, AnyRelease> };
}

/** Parameters of one computation, besides the records, and its result. */
export interface Task<Parameters, Result> {
  readonly parameters: Parameters;
  readonly result: Result;
}

export interface NoiseRequest {
  readonly drawCount: number;
  /** Seed of teaching draws, or "secure" for the cryptographic source. */
  readonly seed: number | "secure";
}

export type RequestOf<C extends StudyContract> = C["tasks"]["release"]["parameters"];
export type ReleaseOf<C extends StudyContract> = C["tasks"]["release"]["result"];
export type ParametersOf<C extends StudyContract, T extends keyof C["tasks"]> =
  C["tasks"][T] extends Task<infer P, unknown> ? P : never;
export type ResultOf<C extends StudyContract, T extends keyof C["tasks"]> =
  C["tasks"][T] extends Task<unknown, infer R> ? R : never;

/** Worker side of one study. */
export interface StudyWorker<C extends StudyContract> {
  readonly id: string;
  /** @throws {ParameterError} if the table has no such records */
  readonly recordsFrom: (table: Table, choice: C["choice"]) => C["records"];
  /** Records of a file too large to hold; undefined if a choice needs them all at once. */
  readonly growing?: (choice: C["choice"]) => GrowingRecords<C["records"]> | undefined;
  /** Arrays that are transferred instead of copied. */
  readonly arraysOf: (records: C["records"]) => readonly ArrayBufferView[];
  /** Shared preparation happens once. */
  readonly tasksOn: (records: C["records"]) => {
    readonly [T in keyof C["tasks"]]: Computation<ParametersOf<C, T>, ResultOf<C, T>>;
  };
}

/** Records made while a file is read. */
export interface GrowingRecords<Records> {
  /** Columns to read; with `asKey`, only equality of cells matters. */
  readonly columns: readonly { readonly name: string; readonly asKey: boolean }[];
  /** Takes values row by row, NaN if missing. @throws {ParameterError} if a row is refused */
  take(values: Float64Array, rows: number): void;
  /**
   * Records taken so far; undefined if none.
   *
   * @param unread at the end of the file: cells that were neither missing nor readable
   */
  readonly records: (unread?: readonly UnreadCells[]) => Records | undefined;
}

/** One computation of a worker on records that it holds. */
export interface Computation<Parameters, Result> {
  /**
   * Result, at once or in slices that yield the share done.
   *
   * @param allocate makes arrays for the result, which may be reused
   */
  readonly run: (parameters: Parameters, allocate: Allocate) => Result | Generator<number, Result>;
  /** Arrays of a result that are transferred, as nothing here keeps them. */
  readonly arraysOf?: (result: Result) => readonly ArrayBufferView[];
  /** True if a computation waits for earlier ones, so that a cancel is received in between. */
  readonly inTurn?: boolean;
}
