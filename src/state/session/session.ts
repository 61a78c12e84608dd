import type { TableOutline } from "../../core/records/outline.ts";
import type { ReleaseOf, RequestOf, StudyContract } from "../../core/release/contract.ts";
import type { Held, OpenTable, StudyClient } from "../../engine/contract.ts";
import type { EngineFailure, Outcome } from "../../engine/outcome.ts";
import type { Leased } from "../lease.ts";
import type { CommonScenario } from "../scenario/sharedFields.ts";

/** The last good answer, with its request. */
export interface Answer<S, C extends StudyContract> {
  readonly release: ReleaseOf<C>;
  readonly parameters: RequestOf<C>;
  readonly scenario: S;
  readonly records: C["records"];
}

/** All but the scenario. Private: `presented.ts` selects for the screen. */
export interface Session<S, C extends StudyContract, M> {
  readonly table: OpenTable | undefined;
  readonly tableOf: string;
  /** Share of a file or example; undefined when none is being read. */
  readonly loading: number | undefined;
  /** Failure of the last file; earlier data stay. */
  readonly fileFailure: EngineFailure | undefined;
  /** Share of a large file in the records; undefined for the whole. */
  readonly readShare: number | undefined;
  /** True while an own table waits for its declaration. */
  readonly declaring: boolean;
  /** A change, and the bounds it leaves open. */
  readonly declareAnew: { readonly change: Partial<S>; readonly reopens: readonly string[] } | undefined;
  readonly records: Held<C["records"]> | undefined;
  readonly making: boolean;
  /** Why the table has no such records. */
  readonly dataFailure: EngineFailure | undefined;
  readonly edited: boolean;
  /** Views of its estimate or noise must hold the lease. */
  readonly answer: Leased<Answer<S, C>> | undefined;
  readonly computing: boolean;
  /** Share of a long computation; undefined if unknown. */
  readonly progress: number | undefined;
  readonly failure: EngineFailure | undefined;
  /** Measured on a resting answer, inside only. */
  readonly measured: M | undefined;
}

/** A part of a session, for its owner. */
export interface Cell<T> {
  readonly getState: () => T;
  readonly setState: (change: Partial<T>) => void;
}

export interface SessionRules<S extends CommonScenario, C extends StudyContract, M> {
  readonly choiceOf: (scenario: S, outline: TableOutline) => C["choice"] | undefined;
  /** True if an own table has the scenario's columns. */
  readonly fits: (outline: TableOutline, scenario: S) => boolean;
  /** Its values are classes, which are then public; "" for none. */
  readonly classesOf?: (scenario: S) => string;
  /** Change for a new table, by names and kinds alone; without columns, no table. */
  readonly choose: (outline: TableOutline, scenario: S) => Partial<S>;
  readonly requestOf: (scenario: S) => RequestOf<C>;
  /** Second request once an answer rests, independent of earlier ones; undefined where the first is. */
  readonly settle?: (answer: {
    readonly release: ReleaseOf<C>;
    readonly parameters: RequestOf<C>;
  }) => RequestOf<C> | undefined;
  /** True if the worker cannot be asked before a repair. */
  readonly blocked: (scenario: S) => boolean;
  readonly isForCurves?: boolean;
  /** True if an own table is declared before any picture. */
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
