import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { recordsFrom } from "../../core/datasets/records.ts";
import type { Table } from "../../core/datasets/table.ts";
import { ParameterError } from "../../core/errors.ts";
import type { BinnedDifference } from "../../core/estimators/binnedDifference.ts";
import type { Points } from "../../core/points.ts";
import type { DensityParameters, DensityRelease } from "../../core/releases/density.ts";
import type { Engine, RecordsId } from "../../engine/engine.ts";
import type { EngineFailure, Outcome } from "../../engine/outcome.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { ownData, requestKey, requestOf, scenarioProblems } from "./scenario.ts";
import type { DensityScenario } from "./scenario.ts";

/** The records of the chosen columns, held by the engine. */
export interface HeldRecords {
  readonly id: RecordsId;
  readonly points: Points;
  readonly droppedCount: number;
}

/** The last good answer of the worker, with what was asked. */
export interface DensityAnswer {
  readonly release: DensityRelease;
  readonly parameters: DensityParameters;
  readonly points: Points;
}

/** What the density study knows besides its scenario. */
export interface DensitySession {
  readonly table: Table | undefined;
  /** Id of the data set the table belongs to. */
  readonly tableOf: string;
  readonly loading: number | undefined;
  readonly dataFailure: EngineFailure | undefined;
  readonly missing: "refuse" | "drop";
  readonly records: HeldRecords | undefined;
  readonly answer: DensityAnswer | undefined;
  readonly computing: boolean;
  readonly failure: EngineFailure | undefined;
  /** Measured against the exact sum; of the inside view only. */
  readonly difference: BinnedDifference | undefined;
}

/** The density study's way to the engine: loads data, holds records, asks again when the scenario needs it. */
export interface DensityConductor {
  readonly session: StoreApi<DensitySession>;
  readTable(source: File | string, name: string): Promise<void>;
  cancelReading(): void;
  setMissing(missing: "refuse" | "drop"): void;
  /** Asks again for the same scenario: fresh noise, if it is not seeded. */
  redraw(): void;
  /** One fresh draw from the cryptographic source for what the last answer was asked for. */
  freshRelease(): Promise<Outcome<DensityRelease>>;
}

const empty: DensitySession = {
  table: undefined,
  tableOf: "",
  loading: undefined,
  dataFailure: undefined,
  missing: "refuse",
  records: undefined,
  answer: undefined,
  computing: false,
  failure: undefined,
  difference: undefined,
};

export function createDensityConductor(engine: Engine, scenarios: ScenarioStore<DensityScenario>): DensityConductor {
  const session = createStore<DensitySession>()(() => empty);
  const { setState, getState } = session;
  const scenario = () => scenarios.getState().scenario;
  let ownTable: Table | undefined;
  let reading: AbortController | undefined;
  let example: AbortController | undefined;
  let asked = "";
  let recordsKey = "";
  let exampleUnderWay = "";
  let newestRequest = 0;
  let lastRequest: Promise<unknown> = Promise.resolve();
  let measuring: AbortController | undefined;

  const follow = () => {
    const { data } = scenario();
    if (data !== getState().tableOf && data !== ownData) {
      if (data !== exampleUnderWay) void loadExample(data);
      return;
    }
    stopExample();
    if (data !== getState().tableOf) adopt(ownTable, ownData);
    holdChosenColumns();
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
    setState({ loading: undefined });
  };

  const adopt = (table: Table | undefined, id: string) => {
    recordsKey = "";
    setState({ table, tableOf: id, loading: undefined, dataFailure: undefined });
    if (!table) setState({ answer: undefined });
  };

  const holdChosenColumns = () => {
    const { data, x, y } = scenario();
    const { table, missing, records } = getState();
    const key = JSON.stringify([data, x, y, missing]);
    if (key === recordsKey) return;
    recordsKey = key;
    asked = "";
    newestRequest++;
    if (records) engine.dropRecords(records.id);
    setState({ records: undefined, dataFailure: undefined, computing: false });
    if (!table || x === "") return;
    try {
      const columns = y === "" ? [x] : [x, y];
      const { points, droppedCount } = recordsFrom({ table, columns, missing });
      setState({ records: { id: engine.holdRecords(points), points, droppedCount } });
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      setState({ dataFailure: { kind: "parameter", parameter: error.parameter, message: error.message } });
    }
  };

  const ask = () => {
    const { records } = getState();
    const key = requestKey(scenario());
    if (!records || key === asked) return;
    if (scenarioProblems(scenario()).some(({ blocks }) => blocks)) return;
    asked = key;
    lastRequest = compute(records);
  };

  const compute = async (records: HeldRecords) => {
    const request = ++newestRequest;
    const parameters = requestOf(scenario());
    measuring?.abort();
    setState({ computing: true });
    const outcome = await engine.density({ records: records.id, parameters });
    if (request !== newestRequest) return;
    if (outcome.ok) {
      const answer = { release: outcome.value, parameters, points: records.points };
      setState({ answer, computing: false, failure: undefined, difference: undefined });
      void measure(records, parameters);
    } else {
      setState({ computing: false, failure: outcome.error });
    }
  };

  const measure = async (records: HeldRecords, parameters: DensityParameters) => {
    measuring = new AbortController();
    const { signal } = measuring;
    const overtaken = () => signal.aborted;
    await new Promise((resolve) => setTimeout(resolve, restBeforeMeasuring));
    if (overtaken()) return;
    const outcome = await engine.densityDifference({ records: records.id, parameters }, { signal });
    if (!overtaken() && outcome.ok) setState({ difference: outcome.value });
  };

  scenarios.subscribe(follow);
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
        setState({
          loading: undefined,
          dataFailure: { ...outcome.error, message: `${name}: ${outcome.error.message}` },
        });
      } else {
        ownTable = outcome.value;
        const [first] = ownTable.columns.filter(({ missingCount }) => missingCount < outcome.value.rowCount);
        recordsKey = "";
        setState({ table: ownTable, tableOf: ownData, loading: undefined, missing: "refuse", answer: undefined });
        const { scenario: current, set } = scenarios.getState();
        const known = (column: string) => ownTable?.columns.some((candidate) => candidate.name === column) ?? false;
        const keep = current.data === ownData && known(current.x) && (current.y === "" || known(current.y));
        set(keep ? {} : { data: ownData, x: first?.name ?? "", y: "", seed: "secure", draws: 1 }, { commit: true });
        follow();
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
    redraw: () => {
      asked = "";
      follow();
    },
    freshRelease: async () => {
      const { records, answer } = getState();
      if (!records || records.points !== answer?.points) {
        const message = "There is no curve of this data to release yet.";
        return { ok: false, error: { kind: "parameter", parameter: "data", message } };
      }
      // The engine keeps only the newest request that waits: this one waits here, so that neither replaces the other.
      for (let before; before !== lastRequest; ) await (before = lastRequest);
      const fresh = engine.density({ records: records.id, parameters: { ...answer.parameters, seed: "secure", drawCount: 1 } });
      lastRequest = fresh;
      return fresh;
    },
  };
}

const restBeforeMeasuring = 300;
