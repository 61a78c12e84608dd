import { createStore, type StoreApi } from "zustand/vanilla";
import { afterRest } from "../afterRest.ts";
import { ownData } from "./ownData.ts";
import type { Provenance } from "./provenance.ts";
import type { ScenarioStore } from "./scenarioStore.ts";

interface HistoryState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Undefined until A is pinned. */
  readonly showing: "A" | "B" | undefined;
}

export interface History {
  readonly store: StoreApi<HistoryState>;
  /** Joins moves into one step meanwhile. */
  readonly hold: (held: boolean) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly pin: () => void;
  /** Each keeps its settings. */
  readonly swap: () => void;
  readonly unpin: () => void;
}

interface Step<S, R> {
  readonly scenario: S;
  /** Undefined for the table's. */
  readonly records: R | undefined;
}

interface FollowedSession<R> {
  readonly table: unknown;
  readonly tableOf: string;
  readonly records: { readonly value: R } | undefined;
  readonly edited: boolean;
}

/** Faster moves are one step. */
const restMilliseconds = 300;
const longest = 200;
/** For edited records, which are kept whole; the oldest steps go first. */
const mostBytes = 64e6;

/** Inside only. Side and origins are in no step: a choice after looking stays one. */
export function createHistory<
  S extends { readonly data: string; readonly view: string; readonly provenance: Provenance },
  R,
>(
  scenarios: ScenarioStore<S>,
  session: Pick<StoreApi<FollowedSession<R>>, "getState" | "subscribe">,
  edit: (records: R | undefined) => void,
): History {
  const store = createStore<HistoryState>()(() => nothing);
  let [past, future]: [Step<S, R>[], Step<S, R>[]] = [[], []];
  let pinned: { readonly other: Step<S, R>; readonly showing: "A" | "B" } | undefined;
  let going = false;
  let held = false;

  const now = () => stepOf(scenarios.getState().scenario, session.getState());
  const isOutside = () => scenarios.getState().scenario.view === "outside";
  let present = now();
  let table = session.getState().table;

  const tell = () => {
    const canUndo = past.length > 0 || !isSame(present, now());
    const inside = { canUndo, canRedo: future.length > 0, showing: pinned?.showing };
    const next = isOutside() ? nothing : inside;
    if (JSON.stringify(next) !== JSON.stringify(store.getState())) store.setState(next);
  };
  const settle = () => {
    rest.stop();
    const step = now();
    if (!isSame(present, step)) {
      past = kept([...past, present]);
      future = [];
      present = step;
    }
    tell();
  };
  const rest = afterRest(restMilliseconds, settle);
  const settleSoon = () => (held ? rest.stop() : rest.call());
  const forget = () => {
    rest.stop();
    [past, future, pinned] = [[], [], undefined];
    present = now();
    tell();
  };
  const follow = () => {
    if (going) return;
    const { tableOf, table: opened } = session.getState();
    const isOther = opened !== table && tableOf === ownData;
    table = opened;
    // Steps of other own data cannot be restored.
    const isOwn = scenarios.getState().scenario.data === ownData;
    if (isOther || isOwn !== (present.scenario.data === ownData)) {
      forget();
      return;
    }
    settleSoon();
    tell();
  };
  const goTo = (step: Step<S, R>) => {
    going = true;
    try {
      scenarios.getState().set(settingsIn(step), { commit: true });
      if (step.records !== undefined || session.getState().edited) edit(step.records);
    } finally {
      going = false;
    }
    present = now();
    tell();
  };

  const go = (way: "back" | "forth") => {
    settle();
    const [from, to] = way === "back" ? [past, future] : [future, past];
    const step = isOutside() ? undefined : from.at(-1);
    if (!step) return;
    const [left, longer] = [from.slice(0, -1), [...to, present]];
    [past, future] = way === "back" ? [left, longer] : [longer, left];
    goTo(step);
  };

  scenarios.subscribe((state, before) => {
    if (state.scenario === before.scenario) return;
    if (state.amends && isSame(present, stepOf(before.scenario, session.getState()))) {
      present = now();
      tell();
    } else follow();
  });
  session.subscribe((state, before) => {
    if (isEdit(state, before) || state.table !== before.table) follow();
  });

  return {
    store,
    hold: (now) => {
      if (held === now) return;
      if (now) settle(); // What was done before is a step of its own.
      held = now;
      settleSoon();
    },
    undo: () => go("back"),
    redo: () => go("forth"),
    pin: () => {
      settle();
      pinned = { other: present, showing: "B" };
      tell();
    },
    swap: () => {
      if (!pinned) return;
      settle();
      const { other, showing } = pinned;
      pinned = { other: present, showing: showing === "A" ? "B" : "A" };
      past = kept([...past, present]);
      future = [];
      goTo(other);
    },
    unpin: () => {
      pinned = undefined;
      tell();
    },
  };
}

function isEdit<R>(state: FollowedSession<R>, before: FollowedSession<R>): boolean {
  return state.edited !== before.edited || (state.edited && state.records !== before.records);
}

function stepOf<S extends { readonly data: string }, R>(
  scenario: S,
  { records, edited, tableOf }: FollowedSession<R>,
): Step<S, R> {
  return { scenario, records: edited && tableOf === scenario.data ? records?.value : undefined };
}

function isSame<S extends object, R>(a: Step<S, R>, b: Step<S, R>): boolean {
  return a.records === b.records && (a.scenario === b.scenario || settingsOf(a.scenario) === settingsOf(b.scenario));
}

function settingsIn<S extends { readonly view: string; readonly provenance: Provenance }>({
  scenario: { view, provenance, ...settings },
}: Step<S, unknown>): Partial<S> {
  return settings as unknown as Partial<S>;
}

const nothing: HistoryState = { canUndo: false, canRedo: false, showing: undefined };

function settingsOf(scenario: object): string {
  const known = writtenSettings.get(scenario);
  if (known !== undefined) return known;
  const written = JSON.stringify({ ...scenario, view: undefined, provenance: undefined });
  writtenSettings.set(scenario, written);
  return written;
}

const writtenSettings = new WeakMap<object, string>();

function kept<S, R>(steps: Step<S, R>[]): Step<S, R>[] {
  let bytes = 0;
  const seen = new Set<R | undefined>();
  const first = steps.findLastIndex(({ records }, i) => {
    if (!seen.has(records)) bytes += bytesOf(records);
    seen.add(records);
    return bytes > mostBytes || steps.length - i > longest;
  });
  return steps.slice(first + 1);
}

function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0);
}
