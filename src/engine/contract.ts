import type { TableOutline } from "../core/records/outline.ts";
import type { TableReading } from "../core/tables/tableReading.ts";
import type { ParametersOf, ReleaseOf, RequestOf, ResultOf, StudyContract } from "../core/release/contract.ts";
import type { RecomputedRelease, ScalableRelease } from "../core/release/release.ts";
import type { Outcome } from "./outcome.ts";

// What the page may ask of the workers, as types.

/** Names records that the engine holds. */
export type RecordsId = number & { readonly records: unique symbol };
/** Names a table that a worker holds. */
export type TableId = number & { readonly table: unique symbol };

/** A table that a worker holds; here are only its id and what may be told of it. */
export interface OpenTable {
  readonly id: TableId;
  readonly outline: TableOutline;
}

/** Records that the engine holds. */
export interface Held<Records> {
  readonly id: RecordsId;
  readonly value: Records;
}

/** A way to stop a long job and to hear how far it is. */
export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
  /** Runs where all such jobs run, as what goes on from what one worker remembers must. */
  readonly stays?: boolean;
  /** Waits while a hand moves the picture, which needs the processor more. */
  readonly yields?: boolean;
}

/** What one study asks of the workers. Nothing rejects: every answer is an {@link Outcome}. */
export interface StudyClient<C extends StudyContract> {
  /**
   * The records of an open table, made by the worker that holds it; of a large file in parts, each of which takes the
   * place of the one before.
   */
  recordsFrom(
    table: TableId,
    choice: C["choice"],
    job?: JobOptions & { readonly onPart?: (records: C["records"]) => void },
  ): Promise<Outcome<Held<C["records"]>>>;
  /** The records of an example that no session has open. */
  recordsOfExample(
    id: string,
    choiceOf: (outline: TableOutline) => C["choice"] | undefined,
  ): Promise<Outcome<Held<C["records"]>>>;
  /** Keeps records for later requests. They cross to a worker once, when it first needs them. */
  hold(records: C["records"]): RecordsId;
  drop(id: RecordsId): void;
  /** A release for whoever waits with a hand on a slider: newest wins, those in between are "superseded". */
  release(
    records: RecordsId,
    parameters: RequestOf<C>,
    onProgress?: (fraction: number) => void,
  ): Promise<Outcome<ReleaseOf<C>>>;
  /** Takes estimate and noise of a release that nobody shows any more: they travel with a later request, to be filled again. */
  giveBack(release: ScalableRelease | RecomputedRelease): void;
  /** Any task, in the background. */
  run<T extends keyof C["tasks"] & string>(
    task: T,
    records: RecordsId,
    parameters: ParametersOf<C, T>,
    job?: JobOptions,
  ): Promise<Outcome<ResultOf<C, T>>>;
}

/** The page's client of the workers. */
export interface Engine {
  /** Starts the worker that a hand on a slider waits for, unless it runs. */
  readonly start: () => void;
  /** Reads a table off the main thread; text that was pasted is read like a file. */
  openTable(
    source: Blob | string | { readonly example: string },
    job?: JobOptions,
    reading?: TableReading,
  ): Promise<Outcome<OpenTable>>;
  closeTable(id: TableId): void;
  /**
   * What a ledger knows an open table by: a digest of its cells, made by the worker that holds them, who stops when
   * the table is closed. Private.
   */
  readonly digestOf: (id: TableId) => Promise<Outcome<string>>;
  /** The client of a study whose part of the worker is registered under that id. */
  study<C extends StudyContract>(id: string): StudyClient<C>;
  /** Says whether a hand moves the picture: jobs that yield wait until it rests. */
  readonly holdBack: (isHeld: boolean) => void;
  /** @returns the way to stop listening */
  onNotice(listener: (notice: { readonly message: string }) => void): () => void;
  dispose(): void;
}
