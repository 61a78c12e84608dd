import type { TableOutline } from "../core/records/outline.ts";
import type { TableKeys } from "../core/tables/tableKeys.ts";
import type { TableReading } from "../core/tables/tableReading.ts";
import type { PlanName, PlanningTasks } from "../core/planning/planningTasks.ts";
import type { ParametersOf, ReleaseOf, RequestOf, ResultOf, StudyContract } from "../core/release/contract.ts";
import type { RecomputedRelease, ScalableRelease } from "../core/release/release.ts";
import type { Outcome } from "./outcome.ts";

export type RecordsId = number & { readonly records: unique symbol };
export type TableId = number & { readonly table: unique symbol };

export interface OpenTable {
  readonly id: TableId;
  readonly outline: TableOutline;
}

export interface Held<Records> {
  readonly id: RecordsId;
  readonly value: Records;
}

export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
  /** In one worker, whose memory later jobs need. */
  readonly stays?: boolean;
  /** Waits during a drag. */
  readonly yields?: boolean;
}

/** Requests of a study. Nothing rejects: every answer is an {@link Outcome}. */
export interface StudyClient<C extends StudyContract> {
  /** A large file comes in parts, each of which replaces the earlier. */
  recordsFrom(
    table: TableId,
    choice: C["choice"],
    job?: JobOptions & { readonly onPart?: (records: C["records"]) => void },
  ): Promise<Outcome<Held<C["records"]>>>;
  /** @param source id of an example, or a public file */
  recordsOfPublic(
    source: string | Blob,
    choiceOf: (outline: TableOutline) => C["choice"] | undefined,
  ): Promise<Outcome<Held<C["records"]>>>;
  /** Crosses to a worker when first needed. */
  hold(records: C["records"]): RecordsId;
  drop(id: RecordsId): void;
  /** The newest wins, earlier ones are "superseded". */
  release(
    records: RecordsId,
    parameters: RequestOf<C>,
    onProgress?: (fraction: number) => void,
  ): Promise<Outcome<ReleaseOf<C>>>;
  /** Takes back arrays that are no longer shown. */
  giveBack(release: ScalableRelease | RecomputedRelease): void;
  run<T extends keyof C["tasks"] & string>(
    task: T,
    records: RecordsId,
    parameters: ParametersOf<C, T>,
    job?: JobOptions,
  ): Promise<Outcome<ResultOf<C, T>>>;
  /** From public parameters, without records. */
  plan<T extends PlanName>(
    name: T,
    parameters: PlanningTasks[T]["parameters"],
    job?: JobOptions,
  ): Promise<Outcome<PlanningTasks[T]["result"]>>;
}

export interface Engine {
  readonly start: () => void;
  /** Pasted text is read like a file. */
  openTable(
    source: Blob | string | { readonly example: string },
    job?: JobOptions,
    reading?: TableReading,
  ): Promise<Outcome<OpenTable>>;
  closeTable(id: TableId): void;
  /**
   * Digests of an open table's cells and names; closing the table stops it. Private.
   *
   * @param withFormer adds the digest of earlier versions
   */
  readonly keysOf: (id: TableId, withFormer: boolean) => Promise<Outcome<TableKeys>>;
  study<C extends StudyContract>(id: string): StudyClient<C>;
  /** Pauses or continues jobs that yield. */
  readonly holdBack: (isHeld: boolean) => void;
  onNotice(listener: (notice: { readonly message: string }) => void): () => void;
  dispose(): void;
}
