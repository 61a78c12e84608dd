import { createStore } from "zustand/vanilla";
import type { TableOutline } from "../../src/core/records/outline.ts";
import type { StudyContract } from "../../src/core/release/contract.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import { csvOf } from "../../src/panels/study/exports.ts";
import { createLease } from "../../src/state/lease.ts";
import { createPresenter } from "../../src/state/presented/presented.ts";
import type { Presented, StudyView } from "../../src/state/presented/presented.ts";
import type { ScenarioStore } from "../../src/state/scenario/scenarioStore.ts";
import { emptySession } from "../../src/state/session/session.ts";
import type { Answer, Session } from "../../src/state/session/session.ts";
import { hidesSeed } from "../../src/state/scenario/sharedFields.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";

/** What a picture is true of, and the view that is drawn. */
export interface Shown<S, F, I> {
  readonly shown: S;
  readonly view: StudyView<F, I>;
}

/** The presenter of a study over an answer, as the page has it, and the store of the scenario it follows. */
function presenterOver<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  answer: Answer<S, C>,
  measured: M | undefined,
) {
  const scenarios = createStore(() => ({ scenario: answer.scenario }));
  const session = createStore<Session<S, C, M>>()(() => ({
    ...emptySession<S, C, M>(),
    answer: { ...answer, lease: createLease(() => undefined) },
    measured,
  }));
  const presenter = createPresenter(scenarios as unknown as ScenarioStore<S>, session, definition.views);
  return { scenarios, session, presenter };
}

/** @returns what is presented of a scenario over an answer, one after the other */
export function presenting<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  answer: Answer<S, C>,
  measured?: M,
): (scenario: S) => Presented<S, C, F, I> {
  const { scenarios, session, presenter } = presenterOver(definition, answer, measured);
  return (scenario) => {
    // Seen from outside, one's own data have a draw of the secure source.
    const seed = hidesSeed(scenario) ? "secure" : answer.parameters.seed;
    const lease = createLease(() => undefined);
    session.setState({ answer: { ...answer, parameters: { ...answer.parameters, seed }, lease } });
    scenarios.setState({ scenario });
    return presenter.store.getState();
  };
}

/** What is shown of an answer under a scenario. */
export function shownOf<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  answer: Answer<S, C>,
  scenario: S,
  measured?: M,
): Shown<S, F, I> {
  const { shown, view } = presenting(definition, answer, measured)(scenario);
  return { shown, view: view! };
}

/** The CSV of what is shown: all rows, or the first of them. */
export function csvOfShown<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  { shown, view }: Shown<S, F, I>,
  notPrivate?: string,
  rows = Infinity,
): string {
  const { released } = view;
  const part = { ...view, released: released.subarray(0, Math.min(rows, released.length)) };
  return csvOf(shown, part, definition.table(shown, view), notPrivate);
}

/** All that a session asks the worker for: it asks again exactly when this changes. */
export function askedOf<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  { session }: StudyDefinition<S, C, M, F, I, T>,
  scenario: S,
  outline: TableOutline,
): string {
  return JSON.stringify([scenario.data, session.choiceOf(scenario, outline), session.requestOf(scenario)]);
}

/** Every number that an object holds, but for its functions. */
export function numbersIn(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  // Lists of numbers alone are long.
  if (Array.isArray(value) && value.every((each) => typeof each === "number")) return value;
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
