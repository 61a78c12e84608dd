import {
  choiceOdds,
  choosing,
  type ChoiceSubject,
  type FunctionChoice,
} from "../src/core/privacy/choice/functionChoice.ts";
import type { PrivacyBudget } from "../src/core/privacy/calibration/privacyBudget.ts";
import type { OnlineRelease } from "../src/core/privacy/mechanisms/online/onlineRelease.ts";
import { cryptographicSource } from "../src/core/random/cryptographicSource.ts";
import type { Computation } from "../src/core/release/contract.ts";
import type { ChoiceTasks, OnlineTasks } from "../src/core/release/functionTasks.ts";
import { openOnline, type OnlineOpened, type OnlineTarget } from "../src/core/release/onlineFunction.ts";
import { freshWords } from "./freshWords.ts";
import { onlineSessions } from "./onlineSessions.ts";
import { rehearseOnline } from "./rehearsal.ts";

type Computations<Tasks> = {
  readonly [T in keyof Tasks]: Tasks[T] extends { readonly parameters: infer P; readonly result: infer R }
    ? Computation<P, R>
    : never;
};

/** @param targetOf may come in slices, which yield the share done */
export function onlineTasks<P>(
  dimension: number,
  targetOf: (parameters: P) => Generator<number, OnlineTarget>,
): Computations<OnlineTasks<P>> {
  const online = onlineSessions<OnlineRelease>();
  function* opening(slices: Generator<number, OnlineTarget>, budget: PrivacyBudget): Generator<number, OnlineOpened> {
    const { release, terms } = openOnline(yield* slices, budget, freshWords());
    if (terms.isFast) rehearseOnline();
    return { session: online.open(release), terms };
  }
  return {
    onlineOpen: { run: (parameters) => opening(targetOf(parameters), parameters.budget) },
    onlinePaid: {
      run: ({ session, entry }) => {
        online.pay(session, entry);
        return undefined;
      },
    },
    onlineAsk: {
      run: ({ session, at }) => online.paid(session).query({ dimension, coordinates: at }),
      arraysOf: (values) => [values],
    },
  };
}

export function choiceTasks<P>(subjectOf: (parameters: P) => ChoiceSubject): Computations<ChoiceTasks<P>> {
  return {
    choiceTerms: { run: (parameters) => subjectOf(parameters).sensitivity },
    choose: {
      run: (parameters: P & FunctionChoice) => choosing(subjectOf(parameters), parameters, cryptographicSource()),
    },
    choiceOdds: {
      run: (parameters: P & FunctionChoice) => choiceOdds(subjectOf(parameters), parameters),
      arraysOf: (odds) => [odds],
    },
  };
}
