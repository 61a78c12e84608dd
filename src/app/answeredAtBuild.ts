import { createStore } from "zustand/vanilla";
import { loadExample } from "../core/examples/examples.ts";
import { outlineOf } from "../core/records/outline.ts";
import type { ReleaseOf, RequestOf, StudyContract, StudyWorker } from "../core/release/contract.ts";
import { lastOf } from "../core/slices.ts";
import type { CommonFacts, StudyDefinition } from "../panels/study/study.ts";
import { memoryAddress } from "../state/addressBar.ts";
import { createLease } from "../state/lease.ts";
import { createPresenter } from "../state/presented/presented.ts";
import { createScenarioStore } from "../state/scenario/scenarioStore.ts";
import type { CommonScenario } from "../state/scenario/sharedFields.ts";
import { emptySession, type Session } from "../state/session/session.ts";

export function nothing(): void {}

/** A picture at a link, computed at build as the page and its worker compute it. */
export function answeredAtBuild<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  study: StudyDefinition<S, C, M, F, I, T>,
  worker: StudyWorker<C>,
  link: string,
) {
  const address = memoryAddress(link);
  const scenarios = createScenarioStore<S>(study.links, address);
  const { scenario } = scenarios.getState();
  const table = loadExample(scenario.data);
  const outline = outlineOf(table);
  const choice = study.session.choiceOf(scenario, outline)!;
  const records = worker.recordsFrom(table, choice);
  const parameters: RequestOf<C> = study.session.requestOf(scenario);
  const allocate = (length: number) => new Float64Array(length);
  const computed = worker.tasksOn(records).release.run(parameters as never, allocate) as object;
  const release = "next" in computed ? lastOf(computed as Generator<number, ReleaseOf<C>>) : (computed as ReleaseOf<C>);
  const answer = { scenario, records, parameters, release, lease: createLease(nothing) };
  const session = createStore<Session<S, C, M>>()(() => ({ ...emptySession<S, C, M>(), answer }));
  const presented = createPresenter(scenarios, session, study.views).store.getState();
  return { scenarios, session, answer, outline, choice, presented, view: presented.view! };
}
