import { createStore, type StoreApi } from "zustand/vanilla";
import { type Allocate, createBufferPool } from "../../core/bufferPool.ts";
import type { ShownAxis } from "../../core/grids.ts";
import type { PostMap } from "../../core/release/postMap.ts";
import { ParameterError } from "../../core/errors.ts";
import type { Mechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import type { RequestOf, StudyContract } from "../../core/release/contract.ts";
import { isRecomputed, type AnyRelease } from "../../core/release/release.ts";
import type { RecordsId } from "../../engine/contract.ts";
import { calibrate, createBudgetInForce, type BudgetInForce } from "./budgetInForce.ts";
import { dataStateOf, type DataState } from "./dataState.ts";
import { createBorrowing, type Leased } from "../lease.ts";
import { ownData } from "../scenario/ownData.ts";
import { budgetProblems, problemsOf, type Problems, type ProblemsOf } from "../scenario/problems.ts";
import { recomputedView, scaledView, type ReleaseView, type Units } from "./releaseView.ts";
import type { ScenarioStore } from "../scenario/scenarioStore.ts";
import type { Answer, Session } from "../session/session.ts";
import { hidesSeed, type CommonScenario } from "../scenario/sharedFields.ts";
import { defined } from "../../core/defined.ts";

/** A release at the budget in force, with public facts F; I for inside. */
export interface StudyView<F, I> extends ReleaseView {
  readonly facts: F;
  readonly inside: I | undefined;
}

export interface ViewRules<S extends CommonScenario, C extends StudyContract, M, F, I> {
  readonly mechanismOf: (scenario: S) => Mechanism;
  /** In effect without the worker, besides budget and view. */
  readonly live: readonly (keyof S)[];
  /** The same object for the same axes. */
  readonly axesOf: (answer: Answer<S, C>) => readonly ShownAxis[];
  readonly unitsOf?: (parameters: RequestOf<C>) => Units;
  /** Post-map of the answer: the same object for the same map. */
  readonly postMapOf?: (parameters: RequestOf<C>, asked: S) => PostMap | undefined;
  readonly finishOf?: (
    shown: S,
    axes: readonly ShownAxis[],
  ) => ((values: Float64Array, extra: readonly number[]) => void) | undefined;
  readonly factsOf: (answer: Answer<S, C>, shown: S) => F;
  /** For the data owner only. */
  readonly insideOf: (answer: Answer<S, C>, view: ReleaseView & { readonly facts: F }, measured: M | undefined) => I;
  /** Its values are names of classes, taken as public. */
  readonly labelColumnOf?: (scenario: S) => string | undefined;
  readonly problemsOf: ProblemsOf<S, C>;
}

/** A study's whole screen content, made outside the screen, so that the outside view cannot reach private values. */
export interface Presented<S, C extends StudyContract, F, I> {
  readonly scenario: S;
  /** Scenario of the picture: as asked of the worker, at the budget in force. */
  readonly shown: S;
  readonly view: Leased<StudyView<F, I>> | undefined;
  readonly problems: Problems;
  readonly data: DataState;
  readonly recordsId: RecordsId | undefined;
  /** True if own records were edited, and so seen. */
  readonly changedByHand: boolean;
  /** With edits; absent outside. */
  readonly records: C["records"] | undefined;
  readonly computing: boolean;
  readonly progress: number | undefined;
  /** Why there is no newer picture, if no control is at fault. */
  readonly failure: string | undefined;
  /** True if the picture differs from the controls until a repair. */
  readonly stale: boolean;
  /** True if the picture may be exported: it has the current records and budget. */
  readonly current: boolean;
}

export interface ShownView<S, F, I> {
  readonly shown: S;
  readonly view: StudyView<F, I>;
}

interface Presenter<S, C extends StudyContract, F, I> {
  readonly store: StoreApi<Presented<S, C, F, I>>;
}

// As in dataState.ts.
const failureNeedsInside = "This cannot be drawn; the inside view says why.";

/**
 * Makes a screen's content once per change of scenario or session.
 *
 * @param withOrigins adds origins of the scenario's own values, which the controls may have left
 */
export function createPresenter<S extends CommonScenario, C extends StudyContract, M, F, I>(
  scenarios: ScenarioStore<S>,
  session: StoreApi<Session<S, C, M>>,
  rules: ViewRules<S, C, M, F, I>,
  withOrigins: (shown: S) => S = (shown) => shown,
): Presenter<S, C, F, I> {
  const budgetOf = createBudgetInForce();
  const pool = createBufferPool();
  let last: { readonly key: readonly unknown[]; readonly view: Leased<StudyView<F, I>>; readonly shown: S } | undefined;
  let letGo = () => {};
  const madeAt = new WeakMap<object, BudgetInForce>();
  let data: { readonly madeOf: readonly unknown[]; readonly value: DataState } | undefined;

  /** The same object while equal. */
  const toldOfData = (now: Session<S, C, M>, inside: boolean, labelColumn: string | undefined): DataState => {
    const madeOf = [now, inside, labelColumn];
    if (!data?.madeOf.every((part, i) => part === madeOf[i]))
      data = { madeOf, value: same(data?.value, dataStateOf(now, inside, labelColumn)) };
    return data.value;
  };

  const shownScenario = (answer: Answer<S, C>, scenario: S, { epsilon, delta, calibration }: BudgetInForce): S => {
    const live = Object.fromEntries(rules.live.map((field) => [field, scenario[field]])) as Partial<S>;
    const { view, provenance } = scenario;
    return withOrigins({ ...answer.scenario, ...live, epsilon, delta, calibration, view, provenance });
  };

  /** The current budget if scaled, its own if recomputed. */
  const budgetOfAnswer = (answer: Answer<S, C>, now: BudgetInForce): BudgetInForce => {
    if (!isRecomputed(answer.release)) return now;
    const known = madeAt.get(answer) ?? calibrate(answer.scenario, rules.mechanismOf(answer.scenario));
    if (known instanceof ParameterError) return now;
    madeAt.set(answer, known);
    return known;
  };

  const show = (answer: Leased<Answer<S, C>>, scenario: S, now: BudgetInForce, measured: M | undefined) => {
    const budget = budgetOfAnswer(answer, now);
    const shown = shownScenario(answer, scenario, budget);
    const key = [answer, budget, measured, scenario.view, scenario.provenance, ...rules.live.map((f) => scenario[f])];
    if (last?.key.every((part, i) => part === key[i])) return last;
    const borrowing = createBorrowing(pool, answer.lease);
    const view = {
      ...viewOf(rules, answer, { shown, budget, measured, allocate: borrowing.allocate }),
      lease: borrowing.lease,
    };
    const letLastGo = letGo;
    letGo = borrowing.lease.hold();
    last = { key, view, shown };
    // Arrays of the previous view go back once nobody shows them.
    letLastGo();
    return last;
  };

  const present = (): Presented<S, C, F, I> => {
    const { scenario } = scenarios.getState();
    const now = session.getState();
    const { answer, records, computing, progress, failure, dataFailure } = now;
    // Its noise is as requested, whatever the controls say now.
    const { inForce, refused } = budgetOf(scenario, rules.mechanismOf(answer?.scenario ?? scenario));
    if (!answer) {
      letGo();
      letGo = () => {};
      last = undefined;
    }
    // Noise known from inside could be subtracted: outside waits for a secure draw.
    const isKnown = hidesSeed(scenario) && answer?.parameters.seed !== "secure";
    const drawn = answer && !isKnown ? show(answer, scenario, inForce, now.measured) : undefined;
    const inside = scenario.view === "inside";
    const found = [...rules.problemsOf(scenario, records?.value), ...budgetProblems(scenario)];
    const isWithoutTable = now.fileFailure !== undefined && now.tableOf !== scenario.data;
    const failed = failure !== undefined || refused !== undefined || dataFailure !== undefined || isWithoutTable;
    const stale = failed || found.some(({ blocks }) => blocks);
    return {
      scenario,
      shown: drawn?.shown ?? scenario,
      view: drawn?.view,
      problems: problemsOf<S>(
        found,
        refused,
        failure && (inside ? failure : { ...failure, message: failureNeedsInside }),
        inForce.mechanism.isCalibrated ? "calibration" : "epsilon",
      ),
      data: toldOfData(now, inside, rules.labelColumnOf?.(scenario)),
      recordsId: records?.id,
      changedByHand: now.edited && now.tableOf === ownData,
      records: inside ? records?.value : undefined,
      computing,
      progress,
      failure: failure && failure.parameter === undefined ? (inside ? failure.message : failureNeedsInside) : undefined,
      stale,
      current:
        !stale && now.readShare === undefined && answer !== undefined && records?.value === answer.records && !isKnown,
    };
  };

  const store = createStore<Presented<S, C, F, I>>()(present);
  const update = () => store.setState(present(), true);
  scenarios.subscribe((state, previous) => {
    if (state.scenario !== previous.scenario) update();
  });
  session.subscribe(update);

  return { store };
}

/** Makes the owner's part only for inside. */
function viewOf<S extends CommonScenario, C extends StudyContract, M, F, I>(
  rules: ViewRules<S, C, M, F, I>,
  answer: Answer<S, C>,
  {
    shown,
    budget,
    measured,
    allocate,
  }: {
    readonly shown: S;
    readonly budget: BudgetInForce;
    readonly measured: M | undefined;
    readonly allocate: Allocate;
  },
): StudyView<F, I> {
  const { parameters } = answer;
  const release: AnyRelease = answer.release;
  const axes = rules.axesOf(answer);
  const units = rules.unitsOf?.(parameters);
  const postMap = rules.postMapOf?.(parameters, answer.scenario);
  const finish = rules.finishOf?.(shown, axes);
  const common = { axes, budget, side: shown.view };
  const base = {
    ...(isRecomputed(release)
      ? recomputedView({ release, ...common })
      : scaledView({ release, ...common, allocate, postMap, ...defined({ units, finish }) })),
    facts: rules.factsOf(answer, shown),
  };
  return { ...base, inside: shown.view === "inside" ? rules.insideOf(answer, base, measured) : undefined };
}

/** The earlier object while equal, for comparisons by identity. */
function same<T extends object>(before: T | undefined, now: T): T {
  const keys = Object.keys(now) as (keyof T)[];
  const isSame = (key: keyof T) =>
    before?.[key] === now[key] || JSON.stringify(before?.[key]) === JSON.stringify(now[key]);
  return before && keys.every(isSame) ? before : now;
}
