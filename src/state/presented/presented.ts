import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Allocate } from "../../core/bufferPool.ts";
import { createBufferPool } from "../../core/bufferPool.ts";
import type { ShownAxis } from "../../core/grids.ts";
import type { Carrying } from "../../core/release/carrying.ts";
import { ParameterError } from "../../core/errors.ts";
import type { Mechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import type { RequestOf, StudyContract } from "../../core/release/contract.ts";
import { isRecomputed } from "../../core/release/release.ts";
import type { AnyRelease } from "../../core/release/release.ts";
import type { RecordsId } from "../../engine/contract.ts";
import { calibrate, createBudgetInForce } from "./budgetInForce.ts";
import type { BudgetInForce } from "./budgetInForce.ts";
import { dataStateOf } from "./dataState.ts";
import type { DataState } from "./dataState.ts";
import { createBorrowing } from "../lease.ts";
import type { Leased } from "../lease.ts";
import { ownData } from "../scenario/ownData.ts";
import { budgetProblems, problemsOf } from "../scenario/problems.ts";
import type { Problems, ProblemsOf } from "../scenario/problems.ts";
import { recomputedView, scaledView } from "./releaseView.ts";
import type { ReleaseView, Units } from "./releaseView.ts";
import type { ScenarioStore } from "../scenario/scenarioStore.ts";
import type { Answer, Session } from "../session/session.ts";
import { hidesSeed } from "../scenario/sharedFields.ts";
import type { CommonScenario } from "../scenario/sharedFields.ts";

/** A release at the budget in force, with what a study adds: public facts F, and I of the inside view only. */
export interface StudyView<F, I> extends ReleaseView {
  readonly facts: F;
  readonly inside: I | undefined;
}

/** What makes one study's views differ from another's. */
export interface ViewRules<S extends CommonScenario, C extends StudyContract, M, F, I> {
  readonly mechanismOf: (scenario: S) => Mechanism;
  /** What of a scenario takes effect without the worker, besides budget and view. */
  readonly live: readonly (keyof S)[];
  /** The same object for the same axes. */
  readonly axesOf: (answer: Answer<S, C>) => readonly ShownAxis[];
  readonly unitsOf?: (parameters: RequestOf<C>) => Units;
  /** How what is shown follows from the numbers of the answer, if it is not them: the same object for the same map. */
  readonly carryingOf?: (parameters: RequestOf<C>, asked: S) => Carrying | undefined;
  /** What is done to each draw, in place. */
  readonly finishOf?: (
    shown: S,
    axes: readonly ShownAxis[],
  ) => ((values: Float64Array, beside: readonly number[]) => void) | undefined;
  /** What of a release is public, as it is named on the side that is shown. */
  readonly factsOf: (answer: Answer<S, C>, shown: S) => F;
  /** What only the data owner sees. */
  readonly insideOf: (answer: Answer<S, C>, view: ReleaseView & { readonly facts: F }, measured: M | undefined) => I;
  /** The column whose values are names of classes, which are taken to be public; absent where there is none. */
  readonly labelColumnOf?: (scenario: S) => string | undefined;
  /** What is wrong with a scenario, or must be known about it, besides its budget. */
  readonly problemsOf: ProblemsOf<S, C>;
}

/**
 * All that a study's screen shows. It is made outside the screen, so that nothing that depends on a record is within
 * reach of what the outside view is made of.
 */
export interface Presented<S, C extends StudyContract, F, I> {
  /** What the controls say. */
  readonly scenario: S;
  /** What the picture is true of: as the worker was asked, at the budget in force. */
  readonly shown: S;
  readonly view: Leased<StudyView<F, I>> | undefined;
  readonly problems: Problems;
  readonly data: DataState;
  /** Names the records that are held, for requests. */
  readonly recordsId: RecordsId | undefined;
  /** Whether these are records of one's own that were changed by hand, and so in sight. */
  readonly changedByHand: boolean;
  /** The records that are held, edited ones among them; absent in the outside view. */
  readonly records: C["records"] | undefined;
  readonly computing: boolean;
  readonly progress: number | undefined;
  /** Why there is no newer picture, where no control is at fault. */
  readonly failure: string | undefined;
  /** Whether the picture is not what the controls ask for, and will not be before something is mended. */
  readonly stale: boolean;
  /** Whether the picture is of the records and the budget of now, so that it may be taken away. */
  readonly current: boolean;
}

/** A view, with what it is true of. */
export interface ShownView<S, F, I> {
  readonly shown: S;
  readonly view: StudyView<F, I>;
}

interface Presenter<S, C extends StudyContract, F, I> {
  readonly store: StoreApi<Presented<S, C, F, I>>;
}

// A sentence about a cell may quote it, so the outside view has it without the cell.
const failureNeedsInside = "This cannot be drawn; the inside view says why.";

/**
 * Puts together what a screen shows, once for each change of scenario or session.
 *
 * @param withOrigins what is shown with the origins of its own values, which the controls may have left meanwhile
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

  /** What is told of the data: the same object while it says the same. */
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

  /** What is scaled has the budget of now; what was made at a budget keeps it until the next answer. */
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
    // Whoever shows the one before still holds it; it goes back once nobody does.
    letLastGo();
    return last;
  };

  const present = (): Presented<S, C, F, I> => {
    const { scenario } = scenarios.getState();
    const now = session.getState();
    const { answer, records, computing, progress, failure, dataFailure } = now;
    // What is drawn has the noise that it was asked with, whatever the controls ask for by now.
    const { inForce, refused } = budgetOf(scenario, rules.mechanismOf(answer?.scenario ?? scenario));
    if (!answer) {
      letGo();
      letGo = () => {};
      last = undefined;
    }
    // Outside, noise that is known from inside could be subtracted: nothing is shown until a secure draw is there.
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

/** A release as it is shown at a budget; what only the data owner sees is made for the inside alone. */
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
  const carrying = rules.carryingOf?.(parameters, answer.scenario);
  const finish = rules.finishOf?.(shown, axes);
  const common = { axes, budget, side: shown.view };
  const base = {
    ...(isRecomputed(release)
      ? recomputedView({ release, ...common })
      : scaledView({ release, ...common, allocate, carrying, ...(units && { units }), ...(finish && { finish }) })),
    facts: rules.factsOf(answer, shown),
  };
  return { ...base, inside: shown.view === "inside" ? rules.insideOf(answer, base, measured) : undefined };
}

/** The value before, if all of the new one is the same: for those who compare by identity. */
function same<T extends object>(before: T | undefined, now: T): T {
  const keys = Object.keys(now) as (keyof T)[];
  const isSame = (key: keyof T) =>
    before?.[key] === now[key] || JSON.stringify(before?.[key]) === JSON.stringify(now[key]);
  return before && keys.every(isSame) ? before : now;
}
