import type { TableOutline } from "../../core/records/outline.ts";
import type { ReleaseOf, RequestOf, StudyContract } from "../../core/release/contract.ts";
import type { Held, OpenTable, StudyClient } from "../../engine/contract.ts";
import type { EngineFailure, Outcome } from "../../engine/outcome.ts";
import type { Leased } from "../lease.ts";
import type { CommonScenario } from "../scenario/sharedFields.ts";

/** The last good answer of the worker, with what was asked. */
export interface Answer<S, C extends StudyContract> {
  readonly release: ReleaseOf<C>;
  readonly parameters: RequestOf<C>;
  readonly scenario: S;
  readonly records: C["records"];
}

/** The state of a study besides its scenario. Private: `presented.ts` selects what a screen shows. */
export interface Session<S, C extends StudyContract, M> {
  readonly table: OpenTable | undefined;
  readonly tableOf: string;
  /** Share read of a file or an example; undefined when nothing is being read. */
  readonly loading: number | undefined;
  /** Why the last file could not be read; what was loaded before it stays. */
  readonly fileFailure: EngineFailure | undefined;
  /** The share of a large file that the records are of, while it is read; undefined once they are of the whole. */
  readonly readShare: number | undefined;
  /** True while a table of one's own waits to be declared. */
  readonly declaring: boolean;
  /** A declaration to be made anew: a change, and the bounds that it leaves open. */
  readonly declareAnew: { readonly change: Partial<S>; readonly reopens: readonly string[] } | undefined;
  readonly records: Held<C["records"]> | undefined;
  readonly making: boolean;
  /** Why the table has no such records. */
  readonly dataFailure: EngineFailure | undefined;
  /** The records are no longer those of the table: a person edited them. */
  readonly edited: boolean;
  /** A view of its estimate or noise must hold the lease. */
  readonly answer: Leased<Answer<S, C>> | undefined;
  readonly computing: boolean;
  /** The share of a long computation that is done; undefined if unknown. */
  readonly progress: number | undefined;
  readonly failure: EngineFailure | undefined;
  /** Measured in the background once an answer rests; for the inside view only. */
  readonly measured: M | undefined;
}

/** A part of a session, as the one who keeps it sees it. */
export interface Cell<T> {
  readonly getState: () => T;
  readonly setState: (change: Partial<T>) => void;
}

/** The parts of a session that depend on the study. */
export interface SessionRules<S extends CommonScenario, C extends StudyContract, M> {
  /** The chosen records; undefined while the columns are not chosen. */
  readonly choiceOf: (scenario: S, outline: TableOutline) => C["choice"] | undefined;
  /** Whether a table of one's own has the columns that a scenario names. */
  readonly fits: (outline: TableOutline, scenario: S) => boolean;
  /** The column whose values are classes, which are then public; "" for none. */
  readonly classesOf?: (scenario: S) => string;
  /** The change of a scenario to a table that was just loaded, by names and kinds of columns alone; no columns: none is. */
  readonly choose: (outline: TableOutline, scenario: S) => Partial<S>;
  readonly requestOf: (scenario: S) => RequestOf<C>;
  /**
   * What is asked once more when an answer rests, so that it is the same whatever was asked before it; undefined where it
   * is already.
   */
  readonly settle?: (answer: {
    readonly release: ReleaseOf<C>;
    readonly parameters: RequestOf<C>;
  }) => RequestOf<C> | undefined;
  /** Whether the worker cannot be asked before something is mended. */
  readonly blocked: (scenario: S) => boolean;
  readonly isForCurves?: boolean;
  /** True if a table of one's own is declared before anything of it is drawn. */
  readonly declares?: boolean;
  readonly measure?: (
    client: StudyClient<C>,
    held: Held<C["records"]>,
    parameters: RequestOf<C>,
    signal: AbortSignal,
  ) => Promise<Outcome<M>>;
}

export function emptySession<S, C extends StudyContract, M>(): Session<S, C, M> {
  return {
    table: undefined,
    tableOf: "",
    loading: undefined,
    fileFailure: undefined,
    readShare: undefined,
    declaring: false,
    declareAnew: undefined,
    records: undefined,
    making: false,
    dataFailure: undefined,
    edited: false,
    answer: undefined,
    computing: false,
    progress: undefined,
    failure: undefined,
    measured: undefined,
  };
}
