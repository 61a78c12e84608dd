import { loadExample } from "../../src/core/examples/examples.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { ParametersOf, ReleaseOf, StudyContract, StudyWorker } from "../../src/core/release/contract.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import type { Answer } from "../../src/state/session/session.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";

/** What a study's worker answers to a scenario of an example. */
export function answerOf<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  { session }: StudyDefinition<S, C, M, F, I, T>,
  worker: StudyWorker<C>,
  scenario: S,
): Answer<S, C> {
  const table = loadExample(scenario.data);
  const records = worker.recordsFrom(table, session.choiceOf(scenario, outlineOf(table)));
  const parameters = session.requestOf(scenario);
  const computed = worker
    .tasksOn(records)
    .release.run(parameters as ParametersOf<C, "release">, (length) => new Float64Array(length));
  return {
    scenario,
    records,
    parameters,
    release: finished(computed as ReleaseOf<C> | Generator<number, ReleaseOf<C>>),
  };
}

function finished<R extends object>(computed: R | Generator<number, R>): R {
  if (!("next" in computed)) return computed;
  for (;;) {
    const step = computed.next();
    if (step.done) return step.value;
  }
}
