import { createStore, type StoreApi } from "zustand/vanilla";
import { declaredSchemaText } from "../../core/tables/declaredSchema.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import type { Engine, StudyClient } from "../../engine/contract.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import { fileToDeclare, ownData, type OwnTable } from "../scenario/ownData.ts";
import type { ScenarioStore } from "../scenario/scenarioStore.ts";
import type { CommonScenario } from "../scenario/sharedFields.ts";
import { createAsking } from "./asking.ts";
import { createGivenSchema, type GivenSchema } from "./givenSchema.ts";
import { createHolding } from "./holding.ts";
import { createLoading, type Loading } from "./loading.ts";
import { createMeasuring } from "./measuring.ts";
import { emptySession, type Session, type SessionRules } from "./session.ts";

/** A study's access to the engine. */
export interface Conductor<S, C extends StudyContract, M> {
  readonly session: StoreApi<Session<S, C, M>>;
  readonly readTable: (source: Blob | string, name: string) => Promise<void>;
  readonly cancelReading: () => void;
  readonly dismissFailure: () => void;
  /** Reads the loaded table in another way. */
  readonly readAgain: (reading: TableReading) => Promise<void>;
  /** Shows the loaded table once declared; requests one if there is none. */
  readonly showOwn: () => void;
  /** Draws the loaded table in the declared scenario. */
  readonly declare: (change: Partial<S>) => void;
  /** Requests what a change of own data leaves undeclared, before a picture. */
  readonly declareAnew: (change: Partial<S>, reopens: readonly string[]) => void;
  readonly stopDeclaring: () => void;
  /** Undefined restores the table's records. */
  readonly editRecords: (records: C["records"] | undefined) => void;
  /** Fresh noise, if not seeded. */
  readonly redraw: () => void;
}

/** Takes the next missing step after any event: table, columns, records, release. */
export function createConductor<S extends CommonScenario, C extends StudyContract, M>(
  engine: Engine,
  client: StudyClient<C>,
  scenarios: ScenarioStore<S>,
  own: OwnTable,
  rules: SessionRules<S, C, M>,
): Conductor<S, C, M> {
  const session = createStore<Session<S, C, M>>()(emptySession);
  const { getState, setState } = session;
  const scenario = () => scenarios.getState().scenario;
  let chosenFor: unknown;
  const { follow, isAsked } = createRepeated(() => step());

  const measuring = createMeasuring(client, rules.measure, (measured) => {
    if (measured !== getState().measured) setState({ measured });
  });
  const loading = createLoading(engine, own, session, follow);
  const given = createGivenSchema(own, session, scenario);
  const holding = createHolding(client, session, follow);
  const asking = createAsking<S, C>(client, session, measuring, rules.settle);

  const step = () => {
    if (!loading.provide(scenario().data)) return;
    const { table, tableOf } = getState();
    if (tableOf === ownData && table === undefined && getState().answer) asking.dropAnswer();
    if (tableOf === ownData && table !== undefined && table !== chosenFor) {
      if (rules.declares) {
        if (getState().answer) asking.dropAnswer();
        holding.follow(undefined, undefined);
        asking.follow(undefined, scenario(), rules.requestOf(scenario()));
        if (!getState().declaring) setState({ declaring: true });
        return;
      }
      choose();
      if (isAsked()) return;
    }
    holding.follow(table, table && rules.choiceOf(scenario(), table.outline));
    const { records } = getState();
    if (!records) asking.follow(undefined, scenario(), rules.requestOf(scenario()));
    else if (!rules.blocked(scenario())) asking.follow(records, scenario(), rules.requestOf(scenario()));
  };

  /** The one choice of columns for an own table. */
  const choose = () => {
    const { table } = own.getState();
    const now = scenario();
    const keep = table && now.data === ownData && rules.fits(table.outline, now);
    chosenFor = table;
    if (keep) return;
    const fresh = { data: ownData, seed: "secure", draws: 1, provenance: {} } as Partial<S>;
    const change = rules.choose(table?.outline ?? noTable, now);
    scenarios.getState().set({ ...change, ...fresh }, { commit: true });
  };

  const showOwn = () => {
    if (rules.declares && fileToDeclare(own).table) setState({ declaring: true });
    else choose();
  };

  scenarios.subscribe((state, previous) => {
    if (state.scenario !== previous.scenario) follow();
  });
  own.subscribe(follow);
  queueMicrotask(follow);

  const redraw = () => {
    asking.forget();
    follow();
  };

  const readTable = createTableReader({ own, given, loading, session, rules }, () => {
    loading.adoptRead();
    if (scenario().data !== ownData) showOwn();
    follow();
  });

  return {
    session,
    readTable,
    readAgain: async (reading) => {
      const { source, name } = fileToDeclare(own);
      if (source !== undefined) await loading.read(source, name, reading);
    },
    cancelReading: () => {
      loading.cancelReading();
      if (getState().readShare === undefined) return;
      // A part of a file is no declared data set.
      chosenFor = undefined;
      follow();
    },
    dismissFailure: loading.dismissFailure,
    showOwn,
    declare: (change) => {
      const { table } = fileToDeclare(own);
      if (!table) return;
      chosenFor = table;
      loading.adoptRead();
      setState({ declaring: false, declareAnew: undefined });
      const now = { ...scenario(), ...change, data: ownData };
      const choice = rules.choiceOf(now, table.outline);
      const read = table.outline.schema;
      const schema = read ? declaredSchemaText(read, choice, rules.classesOf?.(now) ?? "") : "";
      scenarios.getState().set({ ...now, schema }, { commit: true });
      follow();
    },
    declareAnew: (change, reopens) => setState({ declaring: true, declareAnew: { change, reopens } }),
    stopDeclaring: () => {
      loading.dropRead();
      setState({ declaring: false, declareAnew: undefined });
    },
    editRecords: (records) => (records === undefined ? holding.restore() : holding.edit(records)),
    redraw,
  };
}

interface TableReaderParts<S extends CommonScenario, C extends StudyContract, M> {
  readonly own: OwnTable;
  readonly given: GivenSchema;
  readonly loading: Loading;
  readonly session: StoreApi<Session<S, C, M>>;
  readonly rules: SessionRules<S, C, M>;
}

/** Reads a schema or table, and requests its declaration where the study has one. */
function createTableReader<S extends CommonScenario, C extends StudyContract, M>(
  { own, given, loading, session, rules }: TableReaderParts<S, C, M>,
  adopt: () => void,
): Conductor<S, C, M>["readTable"] {
  /** No other table's picture stands under a refused file's name. */
  const showRefused = () => {
    if (rules.declares && session.getState().fileFailure) session.setState({ declaring: true });
  };
  return async (source, name) => {
    const schema = given.mayBeSchema(source, name)
      ? await given.take(source, name, (waiting, title, reading) => loading.read(waiting, title, reading))
      : "none";
    if (schema === "taken" && rules.declares) session.setState({ declaring: true });
    else if (schema !== "none") showRefused();
    if (schema !== "none") return;
    const reading = { ...given.reading(), ...(rules.isForCurves === true && { isForCurves: true }) };
    if (!(await loading.read(source, name, reading))) {
      if (reading.schema) given.forget();
      showRefused();
      return;
    }
    own.setState({ given: undefined });
    if (rules.declares) session.setState({ declaring: true });
    else adopt();
  };
}

const noTable: TableOutline = { columns: [], rowCount: 0, notices: [] };

/** Runs a step; if requested meanwhile, once more afterwards, never within. */
function createRepeated(step: () => void) {
  let isRunning = false;
  let isAsked = false;
  const follow = () => {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isAsked) {
        isAsked = false;
        step();
      }
    } finally {
      isRunning = false;
    }
  };
  return { follow, isAsked: () => isAsked };
}
