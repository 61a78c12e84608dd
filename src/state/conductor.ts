import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Table } from "../core/datasets/table.ts";
import { ParameterError } from "../core/errors.ts";
import type { Engine, RecordsId } from "../engine/engine.ts";
import type { EngineFailure, Outcome } from "../engine/outcome.ts";
import { createLease } from "./lease.ts";
import type { Leased } from "./lease.ts";
import type { ScenarioStore } from "./scenarioStore.ts";

/** In place of the id of an example: the data set that a person loaded. */
export const ownData = "own";

/** The table that a person loaded, for all studies. */
export type OwnTable = StoreApi<{ readonly table: Table | undefined }>;

export function createOwnTable(): OwnTable {
  return createStore<{ readonly table: Table | undefined }>()(() => ({ table: undefined }));
}

/** What every request of noise says about it. */
export interface NoiseRequest {
  readonly drawCount: number;
  readonly seed: number | "secure";
}

/** The last good answer of the worker, with what was asked. */
export interface Answer<Records, Parameters, Release> {
  readonly release: Release;
  readonly parameters: Parameters;
  readonly records: Records;
}

/** What a study knows besides its scenario. */
export interface Session<Records, Parameters, Release, Measured> {
  readonly table: Table | undefined;
  /** Id of the data set the table belongs to. */
  readonly tableOf: string;
  readonly loading: number | undefined;
  readonly dataFailure: EngineFailure | undefined;
  readonly missing: "refuse" | "drop";
  /** The records of the chosen columns, held by the engine. */
  readonly records: { readonly id: RecordsId; readonly value: Records } | undefined;
  /** The records are no longer those of the table: a person edited them. */
  readonly edited: boolean;
  /** What shows its estimate or noise must hold it. */
  readonly answer: Leased<Answer<Records, Parameters, Release>> | undefined;
  readonly computing: boolean;
  /** How far a long computation is; undefined for one that does not say. */
  readonly progress: number | undefined;
  readonly failure: EngineFailure | undefined;
  /** What is measured in the background once an answer rests; of the inside view only. */
  readonly measured: Measured | undefined;
}

/** What makes one study's session differ from another's. */
export interface StudyRequests<Scenario, Records, Parameters, Release, Measured> {
  /** Changes exactly when other records are meant; undefined while the columns are not chosen. */
  readonly recordsKey: (scenario: Scenario) => string | undefined;
  /** @throws {ParameterError} if the table has no such records */
  readonly recordsFrom: (table: Table, scenario: Scenario, missing: "refuse" | "drop") => Records;
  readonly hold: (records: Records) => RecordsId;
  /** Changes exactly when the worker must be asked again. */
  readonly requestKey: (scenario: Scenario) => string;
  readonly requestOf: (scenario: Scenario) => Parameters;
  /** Whether the worker cannot be asked before something is mended. */
  readonly blocked: (scenario: Scenario) => boolean;
  /** Newest wins. */
  readonly ask: (
    records: RecordsId,
    parameters: Parameters,
    onProgress: (fraction: number) => void,
  ) => Promise<Outcome<Release>>;
  /** Takes back a release that nobody shows any more. */
  readonly giveBack: (release: Release) => void;
  readonly measure: (records: RecordsId, parameters: Parameters, signal: AbortSignal) => Promise<Outcome<Measured>>;
  /** The change of a scenario to a table that was just loaded. */
  readonly chooseOwn: (table: Table, scenario: Scenario) => Partial<Scenario>;
}

/** A study's way to the engine: loads data, holds records, asks again when the scenario needs it. */
export interface Conductor<Records, Parameters, Release, Measured> {
  readonly session: StoreApi<Session<Records, Parameters, Release, Measured>>;
  readTable(source: File | string, name: string): Promise<void>;
  cancelReading(): void;
  setMissing(missing: "refuse" | "drop"): void;
  /** Takes edited records in place of the table's; undefined goes back to those of the table. */
  editRecords(records: Records | undefined): void;
  /** Asks again for the same scenario: fresh noise, if it is not seeded. */
  redraw(): void;
  /**
   * Takes the draws of a secure answer for their one way out of the page, and asks for others in their place. They
   * are shown until those come, at whatever ε: taken once more, they would reveal the original.
   *
   * @returns false if they were taken before
   */
  takeOut(answer: Answer<Records, Parameters, Release>): boolean;
  /** One fresh draw from the cryptographic source for what the last answer was asked for. */
  freshRelease(): Promise<Outcome<Release>>;
}

export function createConductor<
  Scenario extends { readonly data: string },
  Records,
  Parameters extends NoiseRequest,
  Release,
  Measured,
>(
  engine: Engine,
  scenarios: ScenarioStore<Scenario>,
  own: OwnTable,
  study: StudyRequests<Scenario, Records, Parameters, Release, Measured>,
): Conductor<Records, Parameters, Release, Measured> {
  const session = createStore<Session<Records, Parameters, Release, Measured>>()(() => ({
    table: undefined,
    tableOf: "",
    loading: undefined,
    dataFailure: undefined,
    missing: "refuse",
    records: undefined,
    edited: false,
    answer: undefined,
    computing: false,
    progress: undefined,
    failure: undefined,
    measured: undefined,
  }));
  const { setState, getState } = session;
  const scenario = () => scenarios.getState().scenario;
  let reading: AbortController | undefined;
  let example: AbortController | undefined;
  let asked = "";
  let recordsKey = "";
  let exampleUnderWay = "";
  let newestRequest = 0;
  let lastRequest: Promise<unknown> = Promise.resolve();
  let measuring: AbortController | undefined;
  let letAnswerGo = () => {};
  const takenOut = new WeakSet<object>();

  const follow = () => {
    const { data } = scenario();
    const { table, tableOf } = getState();
    if (data !== tableOf && data !== ownData) {
      if (data !== exampleUnderWay) void loadExample(data);
      return;
    }
    stopExample();
    if (data === ownData && (tableOf !== ownData || table !== own.getState().table)) adoptOwn(own.getState().table);
    holdChosen();
    ask();
  };

  // The table in use stays with its own id until the next one is there: a slider moved meanwhile asks nothing.
  const loadExample = async (id: string) => {
    reading?.abort();
    example?.abort();
    example = new AbortController();
    exampleUnderWay = id;
    const { signal } = example;
    setState({ loading: 0, dataFailure: undefined });
    const outcome = await engine.loadExample(id, { signal, onProgress: (loading) => setState({ loading }) });
    if (signal.aborted) return;
    if (outcome.ok) {
      adopt(outcome.value, id);
      follow();
    } else {
      setState({ loading: undefined, dataFailure: outcome.error });
    }
  };

  const stopExample = () => {
    if (exampleUnderWay === "") return;
    example?.abort();
    exampleUnderWay = "";
    recordsKey = ""; // What was wrong with the chosen columns is found again.
    setState({ loading: undefined });
  };

  const adopt = (table: Table | undefined, id: string) => {
    recordsKey = "";
    setState({ table, tableOf: id, loading: undefined, dataFailure: undefined });
  };

  const adoptOwn = (table: Table | undefined) => {
    adopt(table, ownData);
    setState({ missing: "refuse" });
    if (!table) {
      setState({ answer: undefined });
      letAnswerGo();
      return;
    }
    const change = study.chooseOwn(table, scenario());
    if (Object.keys(change).length > 0) scenarios.getState().set(change, { commit: true });
  };

  const holdChosen = () => {
    const { table, missing } = getState();
    const chosen = study.recordsKey(scenario());
    const key = JSON.stringify([scenario().data, chosen, missing]);
    if (key === recordsKey) return;
    recordsKey = key;
    letGo();
    setState({ edited: false, dataFailure: undefined });
    if (!table || chosen === undefined) return;
    try {
      const value = study.recordsFrom(table, scenario(), missing);
      setState({ records: { id: study.hold(value), value } });
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      setState({ dataFailure: { kind: "parameter", parameter: error.parameter, message: error.message } });
    }
  };

  const letGo = () => {
    const { records } = getState();
    asked = "";
    newestRequest++;
    if (records) engine.dropRecords(records.id);
    setState({ records: undefined, computing: false, progress: undefined });
  };

  const ask = () => {
    const { records } = getState();
    const key = study.requestKey(scenario());
    if (!records || key === asked || study.blocked(scenario())) return;
    asked = key;
    lastRequest = compute(records);
  };

  const compute = async ({ id, value }: { readonly id: RecordsId; readonly value: Records }) => {
    const request = ++newestRequest;
    const parameters = study.requestOf(scenario());
    measuring?.abort();
    const newest = () => request === newestRequest;
    setState({ computing: true, progress: undefined });
    const outcome = await study.ask(id, parameters, (progress) => {
      if (newest()) setState({ progress });
    });
    if (!newest()) {
      if (outcome.ok) study.giveBack(outcome.value);
      return;
    }
    if (outcome.ok) {
      const { value: release } = outcome;
      const letLastGo = letAnswerGo;
      const lease = createLease(() => study.giveBack(release));
      letAnswerGo = lease.hold();
      const answer = { release, parameters, records: value, lease };
      setState({ answer, computing: false, progress: undefined, failure: undefined, measured: undefined });
      letLastGo();
      void measure(id, parameters);
    } else {
      setState({ computing: false, progress: undefined, failure: outcome.error });
    }
  };

  const measure = async (records: RecordsId, parameters: Parameters) => {
    measuring = new AbortController();
    const { signal } = measuring;
    const overtaken = () => signal.aborted;
    await new Promise((resolve) => setTimeout(resolve, restBeforeMeasuring));
    if (overtaken()) return;
    const outcome = await study.measure(records, parameters, signal);
    if (!overtaken() && outcome.ok) setState({ measured: outcome.value });
  };

  const redraw = () => {
    asked = "";
    follow();
  };

  scenarios.subscribe(follow);
  own.subscribe(follow);
  queueMicrotask(follow);

  return {
    session,
    readTable: async (source, name) => {
      reading?.abort();
      const mine = (reading = new AbortController());
      const { signal } = mine;
      setState({ loading: 0, dataFailure: undefined });
      const outcome = await engine.readTable(source, { signal, onProgress: (loading) => setState({ loading }) });
      if (signal.aborted) {
        if (reading === mine && exampleUnderWay === "") setState({ loading: undefined });
      } else if (!outcome.ok) {
        const message = `${name}: ${outcome.error.message}`;
        setState({ loading: undefined, dataFailure: { ...outcome.error, message } });
      } else {
        setState({ loading: undefined });
        own.setState({ table: outcome.value });
        if (scenario().data !== ownData) {
          scenarios.getState().set(study.chooseOwn(outcome.value, scenario()), { commit: true });
        }
      }
    },
    cancelReading: () => {
      reading?.abort();
      setState({ loading: undefined });
    },
    setMissing: (missing) => {
      setState({ missing });
      follow();
    },
    editRecords: (value) => {
      if (value === undefined) {
        recordsKey = "";
      } else {
        const before = getState().records;
        asked = "";
        setState({ records: { id: study.hold(value), value }, edited: true, dataFailure: undefined });
        if (before) engine.dropRecords(before.id);
      }
      follow();
    },
    redraw,
    takeOut: (answer) => {
      if (takenOut.has(answer)) return false;
      takenOut.add(answer);
      redraw();
      return true;
    },
    freshRelease: async () => {
      const { records, answer } = getState();
      if (!records || records.value !== answer?.records) {
        const message = "There is no release of this data to draw anew yet.";
        return { ok: false, error: { kind: "parameter", parameter: "data", message } };
      }
      // The engine keeps only the newest request that waits: this one waits here, so that neither replaces the other.
      for (let before; before !== lastRequest;) await (before = lastRequest);
      const fresh = study.ask(records.id, { ...answer.parameters, seed: "secure", drawCount: 1 }, () => undefined);
      lastRequest = fresh;
      return fresh;
    },
  };
}

const restBeforeMeasuring = 300;
